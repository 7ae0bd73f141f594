"""The board of one case, which may choose other rules and another number of players."""

from collections.abc import Mapping
from typing import Any

from gm.games.documents import DocumentError
from gm.games.far_east_war.loading import load_board, rule_choices
from gm.games.far_east_war.map import Board
from gm.games.far_east_war.words import words


def board_of(
    document: Mapping[str, Any], choices: Mapping[str, str], case: Mapping[str, Any]
) -> Board:
    """The board under the rules of a case; *choices* hold where it says nothing.

    Raises:
        DocumentError: the case chooses a rule that there is not.
    """
    rules: dict[str, Any] = {**choices, **(case.get("rules") or {})}
    rules["players"] = case.get("players", rules["players"])
    return load_board(document, rule_choices(document, rules))


def words_of_case(
    document: Mapping[str, Any], choices: Mapping[str, str], case: Mapping[str, Any]
) -> Mapping[str, Mapping[str, str]]:
    """The names that the orders of a case may use; those of *choices* where it is broken."""
    try:
        return words(board_of(document, choices, case))
    except (DocumentError, TypeError):  # playing the case says what is wrong with it
        return words(board_of(document, choices, {}))
