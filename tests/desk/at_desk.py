"""What tests do at a desk again and again: letters are read, and looked at is what stands."""

from datetime import UTC, datetime, timedelta

from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.standing import followed, standing
from gm.games.vocabulary import Power
from gm.records import OutgoingLetter

THURSDAY = datetime(2026, 3, 5, 13, 0, tzinfo=UTC)
"""Before the first deadline, after the letters that tests deliver."""
EVER = timedelta(days=99)


def handle(desk: Desk, now: datetime = THURSDAY) -> list[OutgoingLetter]:
    """Reads what came, and gives what was written since, oldest first."""
    before = set(desk.store.waiting(now + EVER))
    receive(desk, now)
    read(desk, now)
    after = desk.store.waiting(now + EVER)
    found = (desk.store.outgoing(key) for key in after if key not in before)
    return [letter for letter in found if letter is not None]


def orders(desk: Desk, power: str = "takeda") -> list[str]:
    """The orders that stand for a power, in compact notation."""
    now = standing(desk, desk.match("edo"))
    game = now.offer.game
    return [game.notation(order) for order in followed(now.checked(Power(power)))]


def flowing(letter: OutgoingLetter) -> str:
    """The text of a letter without its line breaks."""
    return " ".join(letter.text.split())
