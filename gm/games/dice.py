"""Dice that replay: a seed and how many were drawn.

A roll is a pure function of the seed, the count and nothing else, so that the same state and the
same orders give the same faces on any machine in any year.
"""

from dataclasses import dataclass, replace
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Dice:
    """Six-sided dice, or any other number of sides; *forced* faces come first (cases, tests)."""

    seed: str
    drawn: int = 0
    forced: tuple[int, ...] = ()

    def roll(self, count: int, sides: int = 6) -> tuple[tuple[int, ...], "Dice"]:
        """The next *count* faces (1 to *sides*) and the dice that follow them."""
        faces: list[int] = []
        dice = self
        for _ in range(count):
            face, dice = dice._next(sides)
            faces.append(face)
        return tuple(faces), dice

    def _next(self, sides: int) -> tuple[int, "Dice"]:
        if self.forced:
            return self.forced[0], replace(self, forced=self.forced[1:], drawn=self.drawn + 1)
        # Faces are taken from a digest; values that would favour low faces are drawn again.
        limit = 2**64 - 2**64 % sides
        attempt = 0
        while True:
            digest = sha256(f"{self.seed}:{self.drawn}:{attempt}".encode()).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % sides + 1, replace(self, drawn=self.drawn + 1)
            attempt += 1

    def shuffle(self, items: tuple[str, ...]) -> tuple[tuple[str, ...], "Dice"]:
        """*items* in a random order and the dice that follow (Fisher and Yates)."""
        dice = self
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            face, dice = dice._next(last + 1)
            mixed[last], mixed[face - 1] = mixed[face - 1], mixed[last]
        return tuple(mixed), dice
