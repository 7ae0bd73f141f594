"""How many dice a legion rolls, and the roll itself: steps B4 to B6.

Rulebook: Resolve Battles, General's Abilities (dice added and taken, at least one die).
"""

from gm.games.far_east_war.events import DiceCounted, Rolled
from gm.games.far_east_war.generals import Fight, Fighter, ability_of
from gm.games.far_east_war.map import Effect, Face, Role
from gm.games.far_east_war.naming import area_name
from gm.values import Value


class Roll(Value, frozen=True):
    """The faces a legion rolled, left to right."""

    faces: tuple[Face, ...]

    def count(self, face: Face) -> int:
        """How many dice show *face*."""
        return self.faces.count(face)


def letters(faces: tuple[Face, ...]) -> str:
    """The faces as their letters, such as ``LCGTTB``."""
    return "".join(face.value for face in faces)


def count_dice(fight: Fight, side: Fighter) -> int:
    """The number of dice of a legion that rolls: never below one."""
    troops = fight.table.legions[side.legion].troops
    supports = fight.supports if side.role is Role.ATTACKER else 0
    card = fight.card(side)
    extra = 0 if card is None else card.bars.extra(fight.terrain)
    alone = ability_of(fight, side, Effect.LONE_TROOP_DICE)
    lone = alone.amount if alone is not None and troops == 1 else 0
    reduced = _reduction(fight, side)
    total = max(1, troops + supports + extra + lone - reduced)
    fight.table.tell(
        DiceCounted(side.legion, side.role, troops, supports, extra, lone, reduced, total)
    )
    return total


def _reduction(fight: Fight, side: Fighter) -> int:
    """Dice the enemy General takes away."""
    foe = fight.foe(side)
    card = fight.card(foe)
    if card is None or ability_of(fight, side, Effect.IGNORE_DICE_REDUCTION) is not None:
        return 0
    more = ability_of(fight, foe, Effect.REDUCE_MORE_VS_GENERAL)
    if more is not None and fight.general_now(side) is not None:
        return more.amount
    return card.bars.reduce(fight.terrain)


def purpose(fight: Fight, side: Fighter, what: str) -> str:
    """What dice are rolled for: ``battle in Right Gyeonggi-Do, J5 against K1: dice of J5``."""
    where = area_name(fight.table.board, fight.area)
    against = f"{fight.attacker.legion} against {fight.defender.legion}"
    return f"{fight.kind} in {where}, {against}: {what} of {side.legion}"


def roll_dice(fight: Fight, side: Fighter, count: int, what: str = "dice") -> Roll:
    """Rolls *count* battle dice; *what* they are, such as a second strike."""
    table = fight.table
    first = table.next_number()
    pips = table.roll(purpose(fight, side, what), count)
    roll = Roll(tuple(table.board.die[pip - 1] for pip in pips))
    table.tell(Rolled(side.legion, side.role, letters(roll.faces), first))
    return roll
