"""Dice that replay, each bound to the match, the step, and what it is rolled for.

A face is a function of the seed, the match, the step and the purpose of the roll, and its number
within that purpose; of nothing else. So the same state and the same orders give the same faces on
any machine in any year, no roll moves another, and who knows the seed works out any one of them by
hand (README.md, "Checking a roll by hand").
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256

from gm.values import Value, replace

COUNTED = 1
"""The form of matches begun before there were forms: a face follows from the seed and from how
many were drawn before it."""
BOUND = 2
"""A face follows from the seed, the match, the step, the purpose, and its number there."""


def commitment(seed: str, match: str, form: int = BOUND) -> str:
    """The digest that commits to a seed (and, from form 2 on, to its match): all of a SHA-256."""
    text = seed if form == COUNTED else f"{match}\n{seed}"
    return sha256(text.encode()).hexdigest()


def face(seed: str, of: tuple[str, str, str], number: int, sides: int = 6) -> int:
    """The face of one die of form 2: die *number*, from 1, of match, step and purpose.

    The digest has 256 bits, so that no face comes up more often than another by as much as one
    time in 10 to the power of 70.
    """
    text = "\n".join((*of, str(number)))
    return int.from_bytes(hmac.digest(seed.encode(), text.encode(), "sha256")) % sides + 1


class Roll(Value, frozen=True):
    """What was rolled for one purpose in one step.

    ``first`` is the number of the first die within the purpose. ``mixes``: the faces put cards in
    order, and each die has a side less than the one before it. ``secret``: the faces are told when
    the match is over.
    """

    step: str
    purpose: str
    first: int
    faces: tuple[int, ...]
    sides: int = 6
    mixes: bool = False
    secret: bool = False

    def recounted(self, seed: str, match: str) -> tuple[int, ...]:
        """The faces as they follow from the seed of the match."""
        of = match, self.step, self.purpose
        return tuple(face(seed, of, number, sides) for number, sides in self._dice())

    def _dice(self) -> Iterator[tuple[int, int]]:
        """Number and sides of each die."""
        for place in range(len(self.faces)):
            yield self.first + place, self.sides - (place if self.mixes else 0)


class Dice(Value, frozen=True):
    """Six-sided dice, or any other number of sides; *forced* faces come first (cases, tests).

    ``drawn`` counts all dice of the match, ``rolls`` are those of the steps in hand. ``form`` says
    how faces follow from the seed; ``dice_of`` gives those of a new match.
    """

    seed: str
    drawn: int = 0
    forced: tuple[int, ...] = ()
    form: int = COUNTED
    match: str = ""
    rolls: tuple[Roll, ...] = ()

    def __repr__(self) -> str:
        return f"Dice({self.match!r}, {self.drawn}, {self.rolls!r})"  # no seed goes into a log

    def begun(self, step: str) -> "Dice":
        """The dice at the beginning of an adjudication in *step*: rolls of other steps are past."""
        return replace(self, rolls=tuple(roll for roll in self.rolls if roll.step == step))

    def since(self, drawn: int) -> tuple[Roll, ...]:
        """What was rolled after the first *drawn* dice of the match, as far as it is in hand."""
        found: list[Roll] = []
        left = self.drawn - drawn
        for roll in reversed(self.rolls):
            if left <= 0:
                break
            found.append(_last(roll, left))
            left -= len(roll.faces)
        return tuple(reversed(found))

    def roll(
        self, step: str, purpose: str, count: int, sides: int = 6, *, secret: bool = False
    ) -> tuple[tuple[int, ...], "Dice"]:
        """*count* faces (1 to *sides*) for a purpose in a step, and the dice that follow them."""
        first = self._next_number(step, purpose)
        faces = tuple(
            self._face(step, purpose, first, place, sides) for place in range(max(0, count))
        )
        return faces, self._after(Roll(step, purpose, first, faces, sides, secret=secret))

    def shuffle(
        self, step: str, purpose: str, items: tuple[str, ...]
    ) -> tuple[tuple[str, ...], "Dice"]:
        """*items* in a random order, and the dice that follow (Fisher and Yates); it is secret."""
        mixed = list(items)
        faces: list[int] = []
        first = self._next_number(step, purpose)
        for place, last in enumerate(range(len(mixed) - 1, 0, -1)):
            drawn = self._face(step, purpose, first, place, last + 1)
            mixed[last], mixed[drawn - 1] = mixed[drawn - 1], mixed[last]
            faces.append(drawn)
        roll = Roll(step, purpose, first, tuple(faces), len(items), mixes=True, secret=True)
        return tuple(mixed), self._after(roll)

    def _next_number(self, step: str, purpose: str) -> int:
        """The number of the next die for a purpose, from 1."""
        if "\n" in step or "\n" in purpose or "\n" in self.match:
            raise ValueError("Match, step and purpose of a roll are one line each.")
        return 1 + sum(
            len(roll.faces) for roll in self.rolls if roll.step == step and roll.purpose == purpose
        )

    def _face(self, step: str, purpose: str, first: int, place: int, sides: int) -> int:
        """The face of the die at *place*, from 0, in a roll whose first die has number *first*."""
        if place < len(self.forced):
            return self.forced[place]
        if self.form == COUNTED:
            return _counted_face(self.seed, self.drawn + place, sides)
        return face(self.seed, (self.match, step, purpose), first + place, sides)

    def _after(self, roll: Roll) -> "Dice":
        if not roll.faces:
            return self
        count = len(roll.faces)
        # Matches of form 1 kept no rolls; what they keep now must be what they kept then.
        rolls = () if self.form == COUNTED else _with(self.rolls, roll)
        return replace(self, drawn=self.drawn + count, forced=self.forced[count:], rolls=rolls)


def dice_of(seed: str, match: str, form: int = BOUND) -> Dice:
    """The dice of a match before the first roll."""
    return Dice(seed, form=form, match=match if form != COUNTED else "")


def _with(rolls: tuple[Roll, ...], new: Roll) -> tuple[Roll, ...]:
    """*rolls* and a new one; one that goes on with the last of them is the same roll."""
    last = rolls[-1] if rolls else None
    if (
        last is not None
        and not new.mixes
        and replace(new, first=last.first) == replace(last, faces=new.faces)
    ):
        return (*rolls[:-1], replace(last, faces=last.faces + new.faces))
    return (*rolls, new)


def _last(roll: Roll, count: int) -> Roll:
    """The last *count* dice of a roll, all of it if it has no more."""
    gone = len(roll.faces) - count
    if gone <= 0:
        return roll
    sides = roll.sides - (gone if roll.mixes else 0)
    return replace(roll, first=roll.first + gone, faces=roll.faces[gone:], sides=sides)


def _counted_face(seed: str, drawn: int, sides: int) -> int:
    """The face of form 1 after *drawn* others; values that favour low faces are drawn again."""
    limit = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        digest = sha256(f"{seed}:{drawn}:{attempt}".encode()).digest()
        value = int.from_bytes(digest[:8])
        if value < limit:
            return value % sides + 1
        attempt += 1
