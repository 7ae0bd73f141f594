"""The names that players may write: kind of name -> spelling -> id.

Legions are no names: their codes (K1) are read by the grammar itself.
"""

from collections.abc import Mapping

from gm.games.far_east_war.map import Board

_ENDING = "-Do"
"""Korean provinces may be written with or without it."""


def words(board: Board) -> Mapping[str, Mapping[str, str]]:
    """Spellings of areas, Generals and powers; a spelling of several ids has ``?one|other``."""
    powers: dict[str, str] = {}
    # The sides of both numbers of players, those of this match first: "Korea" is one of two.
    for side in (*board.powers, *board.names):
        for spelling in (board.names[side].name, *board.names[side].aliases):
            powers.setdefault(spelling, side)
    return {"area": _areas(board), "general": _generals(board), "power": powers}


def _areas(board: Board) -> dict[str, str]:
    spellings: dict[str, str] = {}
    halves: dict[str, list[str]] = {}
    for area in board.areas.values():
        spellings[area.name] = area.id
        if area.name.endswith(_ENDING):
            spellings[area.name.removesuffix(_ENDING)] = area.id
            halves.setdefault(area.name.partition(" ")[2], []).append(area.id)
        spellings[area.code] = area.id
    for province, ids in halves.items():
        for spelling in (province, province.removesuffix(_ENDING)):
            spellings[spelling] = "?" + "|".join(ids)
    return spellings


def _generals(board: Board) -> dict[str, str]:
    spellings: dict[str, str] = {}
    for general in board.generals.values():
        spellings[general.name] = general.id
    for general in board.generals.values():
        for spelling in (general.short, *general.aliases):
            spellings.setdefault(spelling, general.id)
    return spellings
