"""A field battle, round by round: stratagems, shots, dice and hits. Rulebook: 6.2, 6.4."""

from gm.games.three_kingdoms import choices, stratagems
from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.events import Cause, Failed, Named, Rolled, RoundBegan, Shot
from gm.games.three_kingdoms.table import Table
from gm.values import Value


class Volley(Value, frozen=True):
    """One throw of an army: by which label a case forces it, and when in the battle it is."""

    label: str
    when: str

    def purpose(self, army: Army, what: str) -> str:
        """What dice are rolled for: ``battle in Xu, round 2: dice of Wei``."""
        return f"{self.when}: {what} of {army.name}"


class Decision(Value, frozen=True):
    """Who won a field battle, after how many rounds; ``cause`` None where nobody retreated."""

    winner: Army
    loser: Army
    rounds: int
    cause: Cause | None = None


def decide(table: Table, attacker: Army, defender: Army) -> Decision:
    """Fights until a side is gone, declares a retreat, or the attack has failed too often."""
    _stratagems(table, attacker, defender)
    failures, round_ = 0, 0
    limit = attacker.failures_allowed or table.rules.figures.failures
    while attacker.men and defender.men:
        round_ += 1
        if (loser := _declares(table, attacker, defender, failures, round_)) is not None:
            winner = defender if loser is attacker else attacker
            return Decision(winner, loser, round_ - 1, Cause.DECLARED)
        hits = _round(table, attacker, defender, round_)
        if not attacker.men or not defender.men:
            break
        failures = 0 if hits else failures + 1
        if not hits:
            table.tell(Failed(failures, limit))
        if failures >= limit:
            return Decision(defender, attacker, round_, Cause.FAILURES)
    if defender.men or not attacker.men:
        return Decision(defender, attacker, round_)
    return Decision(attacker, defender, round_)


def _stratagems(table: Table, attacker: Army, defender: Army) -> None:
    """Advisers are compared, markers drawn and used. Rulebook: 6.2 (2), 7.0."""
    minds = [table.person(army.adviser).intellect for army in (attacker, defender)]
    table.tell(
        Named(
            attacker.commander,
            attacker.adviser,
            defender.commander,
            defender.adviser,
            (attacker.martial, defender.martial),
            (minds[0], minds[1]),
        )
    )
    if minds[0] == minds[1]:
        return
    own, enemy = (attacker, defender) if minds[0] > minds[1] else (defender, attacker)
    drawn = stratagems.draw(table, own, abs(minds[0] - minds[1]))
    wishes = choices.stratagems(table, own.side)
    for chosen in stratagems.choose(table, own, enemy, drawn, wishes):
        if enemy.men:
            stratagems.carry_out(table, own, enemy, chosen)


def _declares(
    table: Table, attacker: Army, defender: Army, failures: int, round_: int
) -> Army | None:
    """Who declares a retreat before this round; the attacker is asked first (D27)."""
    for own, enemy in ((attacker, defender), (defender, attacker)):
        view = choices.scene(table, own, enemy, failures=failures, round_=round_)
        if not own.may_not_retreat and choices.wants_retreat(table, own, enemy, view):
            return own
    return None


def _round(table: Table, attacker: Army, defender: Army, round_: int) -> int:
    """One round; gives the attacker's hits. Rulebook: 6.2, 6.4."""
    table.tell(RoundBegan(round_, attacker.total, defender.total))
    when = f"{attacker.battle}, round {round_}"
    shots = [
        shoot(table, attacker, Volley("shots.att", when)),
        shoot(table, defender, Volley("shots.def", when)),
    ]
    attacker.take(shots[1])
    defender.take(shots[0])
    if not attacker.men or not defender.men:
        return shots[0]
    first = round_ == 1
    hits = [
        roll(
            table,
            attacker,
            defender,
            Volley("main.att", when),
            attacker.first_round_bonus * first,
        ),
        roll(
            table,
            defender,
            attacker,
            Volley("main.def", when),
            defender.first_round_bonus * first,
        ),
    ]
    attacker.take(hits[1])
    defender.take(hits[0])
    return shots[0] + hits[0]


def shoot(table: Table, army: Army, volley: Volley, bonus: int = 0) -> int:
    """Archers and crossbows: a natural 6 hits (D26); in a pursuit every die has +1 (D28)."""
    if not army.shots:
        return 0
    dice = table.roll(volley.label, volley.purpose(army, "shots"), army.shots)
    hits = sum(die + bonus >= table.rules.figures.hit_on for die in dice)
    table.tell(Shot(army.side, army.commander, dice, hits, bonus))
    return hits


def roll(table: Table, army: Army, enemy: Army, volley: Volley, bonus: int) -> int:
    """Main dice: the higher Martial adds the difference to each of its dice."""
    difference = max(0, army.martial - enemy.martial)
    dice = table.roll(volley.label, volley.purpose(army, "dice"), army.dice)
    hits = sum(die + difference + bonus >= table.rules.figures.hit_on for die in dice)
    table.tell(
        Rolled(
            army.side,
            army.commander,
            dice,
            hits,
            army.command,
            army.total,
            army.terrain,
            difference,
            bonus,
        )
    )
    return hits
