"""The key that saved games give to a position, by which their reader tells two apart.

It is a Zobrist key: a fixed random number for every unit, dislodged unit, supply centre and home
on its place, all combined by exclusive or. The numbers come from the Mersenne Twister (MT19937,
as in M. Matsumoto and T. Nishimura's paper of 1998) with a seed made from the board, so that any
program can work out the same ones.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import xor

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Kind
from gm.games.diplomacy.state import State, Unit
from gm.values import Value

LENGTH, SHIFT = 624, 397
WORD = 0xFFFFFFFF
LARGEST = 2**63 - 1


def twister(seed: int) -> Iterator[int]:
    """The numbers of 32 bits that MT19937 gives for a seed below 2**32."""
    state = _first_state(seed)
    while True:
        for index in range(LENGTH):
            after = state[(index + 1) % LENGTH]
            mixed = (state[index] & 0x80000000) | (after & 0x7FFFFFFF)
            turned = (mixed >> 1) ^ (0x9908B0DF if mixed & 1 else 0)
            state[index] = state[(index + SHIFT) % LENGTH] ^ turned
        for number in state:
            number ^= number >> 11
            number ^= (number << 7) & 0x9D2C5680
            number ^= (number << 15) & 0xEFC60000
            yield number ^ (number >> 18)


def _first_state(seed: int) -> list[int]:
    """The state that begins the row, from a key of the one word *seed*."""
    state = [19650218]
    for index in range(1, LENGTH):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + index) & WORD)
    index = 1
    for factor, addend in [(1664525, seed)] * LENGTH + [(1566083941, None)] * (LENGTH - 1):
        before = state[index - 1]
        mixed = state[index] ^ ((before ^ (before >> 30)) * factor)
        state[index] = (mixed + (-index if addend is None else addend)) & WORD
        index += 1
        if index == LENGTH:
            state[0] = state[-1]
            index = 1
    state[0] = 0x80000000
    return state


def numbers(seed: int) -> Iterator[int]:
    """Numbers from 1 to 2**63 - 1, each made of two of the twister's."""
    words = twister(seed)
    while True:
        low = next(words)
        number = low | (next(words) >> 1) << 32
        if number < LARGEST:
            yield number + 1


Row = Sequence[int]
Rows = Sequence[Row]


class Keys(Value, frozen=True):
    """The fixed numbers of a board: by kind of unit or by power, then by place."""

    powers: tuple[str, ...]
    places: tuple[str, ...]
    kinds: Rows
    units: Rows
    beaten_kinds: Rows
    beaten: Rows
    centres: Rows
    homes: Rows

    def of(self, board: Board, state: State) -> str:
        """The key of a position, as a decimal number."""
        found: list[int] = []
        for unit in state.units:
            found += self._of_unit(unit, self.kinds, self.units)
        for one in state.dislodged:
            if one.retreats:
                found += self._of_unit(one.unit, self.beaten_kinds, self.beaten)
        for place, owner in state.owners.items():
            found.append(self.centres[self.powers.index(owner)][self.places.index(place)])
        for power, founding in board.powers.items():
            row = self.homes[self.powers.index(power)]
            found += [row[self.places.index(home)] for home in founding.homes]
        return str(reduce(xor, found, 0))

    def _of_unit(self, unit: Unit, kinds: Rows, units: Rows) -> tuple[int, int]:
        place = self.places.index(unit.at)
        kind = 0 if unit.kind is Kind.ARMY else 1
        return kinds[kind][place], units[self.powers.index(unit.power)][place]


@lru_cache(maxsize=4)
def keys(board: Board) -> Keys:
    """The fixed numbers of *board*."""
    powers, places = tuple(sorted(board.powers)), tuple(sorted(board.province_of))
    named = "-".join(sorted(board.centres)).upper()
    spread = sum(ord(letter) * 7**index for index, letter in enumerate(named))
    row = numbers((12345 + len(places) + spread) % 2**32)
    tables = [
        tuple(tuple(next(row) for _ in places) for _ in range(count))
        for count in (len(Kind), len(powers), len(Kind), len(powers), len(powers), len(powers))
    ]
    return Keys(powers, places, *tables)
