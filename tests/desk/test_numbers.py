"""Whatever number of whatever receipt is answered, exactly that proposal's order is kept."""

import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.desk.turn import turn
from gm.games.vocabulary import Power
from gm.records import OutgoingLetter
from tests.desk.quick import quick_desk
from tests.desk.replies import STYLES, quoting

START = datetime(2026, 3, 5, 13, 0, tzinfo=UTC)
NUMBERED = re.compile(r"^ {8}(\d+)\. (.+)$", re.MULTILINE)
UNITS = {
    "Army Kai": ("Musashi", "Sagami", "Suruga", "South Shinano"),
    "Army South Shinano": ("Hida", "Kai", "Mino", "Totomi"),
}
DOUBTS: tuple[Callable[[str, str, str], str], ...] = (
    lambda unit, one, other: f"{unit} moves to {one} or {other}",
    lambda unit, one, other: f"{unit} does not move to {one}, {other}",
    lambda unit, one, _: f"Maybe {unit} moves to {one}",
    lambda unit, one, _: f"{unit} moves to {one}?",
    lambda unit, one, _: f"If all goes well, {unit} moves to {one}",
)


@st.composite
def doubtful(draw: Any) -> str:
    """A letter of one to three doubtful lines, with talk between them."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        unit = draw(st.sampled_from(sorted(UNITS)))
        one, other = draw(st.permutations(UNITS[unit]))[:2]
        lines += [draw(st.sampled_from(DOUBTS))(unit, one, other), *draw(TALK)]
    return "\n".join(lines)


TALK = st.sampled_from([(), ("",), ("Good luck to all!",)])


class Club:
    """A desk in a folder of its own, and a way to write to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.desk, self.letters = folder, quick_desk(folder), 0

    def write(self, text: str, now: datetime, head: str = "") -> tuple[int, OutgoingLetter]:
        """Delivers a letter and reads it: its number, and the last receipt of its writer."""
        self.letters += 1
        name = f"{int(now.timestamp())}.M{self.letters}P1.host"
        lines = (
            "From: takeda@example.org", "To: gm@example.org", "Subject: [edo] letter",
            "Content-Type: text/plain; charset=utf-8", f"Message-ID: <{self.letters}@example.org>",
        )  # fmt: skip
        raw = "\n".join(lines) + f"\n{head}\n{text}\n"
        (self.folder / "mail/in/new" / name).write_bytes(raw.encode())
        receive(self.desk, now)
        read(self.desk, now)
        receipts = self.desk.store.outgoing_of("edo", "receipt")
        return self.letters, max(receipts, key=lambda one: int(one.key.split()[1]))


def kept(desk: Desk, letter: int) -> list[str] | None:
    """The orders kept of a letter, in standing wording; None if none were."""
    now = standing(desk, desk.match("edo"))
    game = now.offer.game
    for one in desk.store.submissions("edo", now.step.number):
        if one.letter == letter:
            return [game.spell(game.codec.load_order(order)) for order in one.orders]
    return None


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), letters=st.lists(doubtful(), min_size=1, max_size=3))
def test_a_reply_with_any_number_of_any_receipt(
    made: Path, tmp_path_factory: Any, data: st.DataObject, letters: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("numbers") / "desk"
    club = Club(Path(shutil.copytree(made, folder)))
    now = START
    receipts = []
    for text in letters:
        now += timedelta(minutes=1)
        receipts.append(club.write(text, now)[1])
    for _ in range(3):
        now += timedelta(minutes=1)
        receipt = data.draw(st.sampled_from(receipts))
        proposals = dict(NUMBERED.findall(receipt.text))
        assert list(proposals) == [str(number) for number in range(1, len(proposals) + 1)]
        number = str(data.draw(st.integers(1, len(proposals) + 2)))
        style = STYLES[data.draw(st.sampled_from(sorted(STYLES)))]
        head = f"In-Reply-To: {receipt.message_id}\n"
        letter, _ = club.write(quoting(style, receipt.text, number), now, head)
        expected = [proposals[number]] if number in proposals else None
        assert kept(club.desk, letter) == expected
    turn(club.desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    late = datetime(2026, 3, 11, 2, 0, tzinfo=UTC)
    receipt = data.draw(st.sampled_from(receipts))
    head = f"In-Reply-To: {receipt.message_id}\n"
    letter, _ = club.write("1", late, head)
    assert kept(club.desk, letter) is None
    after = standing(club.desk, club.desk.match("edo"))
    assert not after.checked(Power("takeda")).present
    club.desk.store.close()
