"""What players read when the gamemaster ends a match, and when that is taken back."""

from datetime import timedelta

import pytest

from gm.desk.ending import conclude
from gm.desk.history import replay, undo
from gm.desk.room import Desk
from gm.records import OutgoingLetter
from tests.desk.at_desk import THURSDAY


def letters(desk: Desk) -> list[OutgoingLetter]:
    """What waits to be sent to the players."""
    waiting = (desk.store.outgoing(key) for key in desk.store.waiting(THURSDAY + timedelta(days=9)))
    return [one for one in waiting if one is not None and one.power and one.kind != "welcome"]


@pytest.mark.parametrize(
    ("winners", "why", "told"),
    [
        (["takeda"], "All others agreed.", "Takeda has won. All others agreed."),
        (["takeda"], "All agreed that Takeda has won.", "All agreed that Takeda has won."),
        ([], "The match was abandoned.", "The match was abandoned."),
    ],
)
def test_the_last_letter_says_who_has_won(
    desk: Desk, winners: list[str], why: str, told: str
) -> None:
    conclude(desk, THURSDAY, "edo", winners, why=why, who="boss")
    assert [one.subject for one in letters(desk)] == [f"[edo] Sengoku is over: {told}"] * 3
    assert not replay(desk, "edo").data["differences"]


def test_an_end_taken_back_is_no_adjudication_taken_back(desk: Desk) -> None:
    conclude(desk, THURSDAY, "edo", [], why="The match was abandoned.", who="boss")
    undo(desk, THURSDAY, "edo", who="boss")
    texts = [one.text for one in letters(desk) if "the match goes on" in one.subject]
    assert len(texts) == 3
    assert all("has taken back the end of this match" in text for text in texts)
    assert not any("adjudication" in text for text in texts)
