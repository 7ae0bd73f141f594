"""Battles from the first question to the last check. Rulebook: 6.0 to 6.6."""

from collections.abc import Sequence

from gm.games.three_kingdoms import choices, defeat, provisions, rounds, siege
from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.events import (
    BattleBegan,
    BattleEnded,
    Cause,
    NotPaid,
    PursuitBegan,
    SideRetreated,
    Source,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import AskMe, Clause, Stance
from gm.games.three_kingdoms.provisions import Bill
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rounds import Volley
from gm.games.three_kingdoms.siege import SiegeEnd
from gm.games.three_kingdoms.state import Halt
from gm.games.three_kingdoms.table import Asked, Table
from gm.values import Value, replace


class Clash(Value, frozen=True):
    """Who is to fight where.

    ``sally`` when the defender began the fight (D16); ``field_only`` for the battle forced by a
    defection (D09); ``origins`` are where the attacker's movers came from.
    """

    area: Area
    attackers: tuple[Who, ...]
    defenders: tuple[Who, ...]
    sally: bool = False
    field_only: bool = False
    origins: tuple[Area, ...] = ()


def clash_in(table: Table, area: Area, starter: Side, origins: Sequence[Area]) -> Clash | None:
    """The battle that *starter* can begin in an area; None without an enemy there.

    Who came first defends. Rulebook: 6.0.
    """
    enemies = table.enemies(area, starter)
    own = [one for one in table.at(area) if one not in enemies]
    if not enemies or not own:
        return None
    camps = table.camps(area)
    first = camps[0]
    own_first = table.camp(own[0].side, area) == first
    attackers, defenders = (enemies, own) if own_first else (own, enemies)
    return Clash(
        area,
        tuple(one.id for one in attackers),
        tuple(one.id for one in defenders),
        sally=own_first,
        origins=tuple(origins),
    )


def muster(table: Table, area: Area, men: Sequence[Who], *, attacks: bool) -> Army:
    """An army with commander and adviser named (P3)."""
    side = table.generals[men[0]].side
    chief = choices.commander(table, side, men)
    side = table.generals[chief].side
    return Army(
        table,
        area,
        list(men),
        chief,
        choices.adviser(table, side, men),
        attacks,
        loss_order=choices.loss_order(table, side),
        spared=choices.loss_order(table, side, last=True),
    )


def bills_of(table: Table, clash: Clash) -> tuple[Bill, ...]:
    """What the attacker owes for this battle."""
    side = table.generals[clash.attackers[0]].side
    chief = choices.commander(table, side, clash.attackers)
    return provisions.attacker_bills(table, clash.area, clash.attackers, chief, clash.origins)


def fight(table: Table, clash: Clash) -> None:
    """A whole battle: provisions, the defender's choice, field or siege, retreats, checks."""
    bills = bills_of(table, clash)
    if not provisions.can_pay(table, bills):
        side = table.generals[clash.attackers[0]].side
        table.tell(NotPaid(clash.area, side, sum(bill.sum for bill in bills)))
        return
    _ask(table, clash)
    attacker = muster(table, clash.area, clash.attackers, attacks=True)
    defenders = _without_provisions(table, clash, attacker)
    if not defenders:
        table.answered.clear()
        return
    stance = _stance(table, clash, attacker, defenders)
    _announce(table, clash, attacker, defenders, stance)
    if stance is Stance.WITHDRAW:
        _withdraw(table, clash.area, attacker, defenders, bills)
    else:
        defenders = _keep_out(table, defenders)
        provisions.pay(table, (*bills, *provisions.defender_bills(table, defenders)))
        defender = muster(table, clash.area, defenders, attacks=False)
        if stance is Stance.SIEGE:
            _siege(table, attacker, defender)
        else:
            _field(table, attacker, defender)
    defeat.uncrowd(table)
    table.answered.clear()


def _ask(table: Table, clash: Clash) -> None:
    """Stops once for the player attacked, if he wants to be asked about battles here."""
    for men in (clash.attackers, clash.defenders):
        power = table.power(table.generals[men[0]].side)
        if power is None or power == table.acting:
            continue  # who attacks has said in his plan how
        wants = any(
            isinstance(clause, AskMe) and clause.area in (None, clash.area)
            for clause in table.standing.get(power, ())
        )
        key = f"battle.{table.impulse}.{clash.area}.{power}"
        if wants and key not in table.answers:
            raise Asked(Halt(power, key, _question(table, clash, men), clash.area))
        if key in table.answers:
            answers = table.answers[key]
            table.answered[power] = tuple(one for one in answers if isinstance(one, Clause))


def _question(table: Table, clash: Clash, own: Sequence[Who]) -> str:
    enemy = clash.defenders if own == clash.attackers else clash.attackers
    place = table.rules.board.areas[clash.area].name
    role = "attack" if own == clash.attackers else "are attacked"
    return (
        f"You {role} in {place}: {_listed(table, own)} against {_listed(table, enemy)}. "
        "How do you fight?"
    )


def _listed(table: Table, men: Sequence[Who]) -> str:
    return ", ".join(f"{table.person(who).name} ({table.generals[who].units})" for who in men)


def _without_provisions(table: Table, clash: Clash, attacker: Army) -> tuple[Who, ...]:
    """The defenders who can stay: a nation without provisions withdraws (Q25, Q27)."""
    nations = provisions.by_nation(table, clash.defenders)
    broke = [
        who
        for nation, men in nations.items()
        if table.treasuries[nation].provisions == 0
        for who in men
    ]
    if not broke:
        return clash.defenders
    side = table.generals[broke[0]].side
    stay = tuple(who for who in clash.defenders if who not in broke)
    if not stay:
        _announce(table, clash, attacker, broke, Stance.WITHDRAW)
    table.tell(SideRetreated(side, Cause.NO_PROVISIONS))
    stuck = defeat.retreat_all(table, broke, Cause.NO_PROVISIONS)
    if not stay:
        _end(table, clash.area, attacker.side, side, 0)
    defeat.checks(table, stuck, attacker.side)
    return stay


def _stance(table: Table, clash: Clash, attacker: Army, defenders: Sequence[Who]) -> Stance:
    side = table.generals[defenders[0]].side
    may_siege = (
        not clash.sally
        and not clash.field_only
        and table.has_marker(clash.area, side)
        and table.nation(side) is not None
    )
    if set(choices.kept_out(table, side, defenders)) >= set(defenders):
        return Stance.WITHDRAW
    value = siege.siege_value(table, clash.area, defenders, max(0, attacker.total - 1))
    view = choices.scene(table, muster(table, clash.area, defenders, attacks=False), attacker)
    view = replace(view, siege_value=value)
    return choices.stance(table, clash.area, side, may_siege=may_siege, value=value, view=view)


def _announce(
    table: Table, clash: Clash, attacker: Army, defenders: Sequence[Who], stance: Stance
) -> None:
    table.tell(
        BattleBegan(
            clash.area,
            attacker.side,
            table.generals[defenders[0]].side,
            tuple((who, table.generals[who].units) for who in clash.attackers),
            tuple((who, table.generals[who].units) for who in defenders),
            stance,
        )
    )


def _withdraw(
    table: Table,
    area: Area,
    attacker: Army,
    defenders: Sequence[Who],
    bills: Sequence[Bill],
) -> None:
    """All defenders leave before the battle and are pursued. Rulebook: 6.0, Q27."""
    defender = muster(table, area, defenders, attacks=False)
    nation = defender.side if table.is_nation(defender.side) else None
    owed = [Bill(nation, table.rules.figures.withdraw_all)] if nation else []
    provisions.pay(table, (*bills, *owed))
    table.tell(SideRetreated(defender.side, Cause.WITHDREW))
    _finish(table, attacker, defender, 0, cause=Cause.WITHDREW)


def _keep_out(table: Table, defenders: Sequence[Who]) -> tuple[Who, ...]:
    """Those who do not take part leave now, without pursuit. Rulebook: 6.0."""
    side = table.generals[defenders[0]].side
    stay = list(defenders)
    for who, wish in choices.kept_out(table, side, defenders).items():
        if len(stay) > 1 and defeat.retreat(table, who, Cause.KEPT_OUT, wish):
            stay.remove(who)
    return tuple(stay)


# ---- siege


def _siege(table: Table, attacker: Army, defender: Army) -> None:
    end = siege.besiege(table, attacker, defender)
    fought = 1
    if end is SiegeEnd.FALLEN:
        _finish(table, attacker, defender, fought)
        return
    cause = siege.CAUSES[end]
    table.tell(SideRetreated(attacker.side, cause))
    _finish(table, defender, attacker, fought, cause=cause)


# ---- field battle


def _field(table: Table, attacker: Army, defender: Army) -> None:
    end = rounds.decide(table, attacker, defender)
    if end.cause is not None:
        table.tell(SideRetreated(end.loser.side, end.cause))
    _finish(table, end.winner, end.loser, end.rounds, cause=end.cause)


# ---- the end


def _finish(
    table: Table, winner: Army, loser: Army, fought: int, *, cause: Cause | None = None
) -> None:
    """Pursuit, retreats, the winner's point and the defeat checks. Rulebook: 6.5, 6.6."""
    sides = winner.side, loser.side
    if cause is not None:
        _pursue(table, winner, loser)
    stuck = defeat.retreat_all(table, tuple(loser.men), cause or Cause.DECLARED)
    _end(table, winner.area, sides[0], sides[1], fought)
    losers = [*loser.struck, *stuck]
    armies = [(winner.struck, sides[1]), (losers, sides[0])]
    if loser.attacks:
        armies.reverse()
    for men, enemy in armies:
        defeat.checks(table, men, enemy)


def _pursue(table: Table, winner: Army, loser: Army) -> None:
    """One round in which only the winner rolls, every die with +1. Rulebook: 6.5, Q33 (D28)."""
    if loser.not_pursued or not winner.men or not choices.pursues(table, winner.side):
        return
    table.tell(PursuitBegan(winner.side, winner.area))
    bonus = table.rules.figures.pursuit_modifier
    when = f"pursuit in {table.area_name(winner.area)}"
    loser.take(rounds.shoot(table, winner, Volley("pursuit.shots", when), bonus))
    if loser.men:
        loser.take(rounds.roll(table, winner, loser, Volley("pursuit.main", when), bonus))


def _end(table: Table, area: Area, winner: Side, loser: Side, fought: int) -> None:
    table.tell(BattleEnded(area, winner, loser, fought))
    table.score(table.nation(winner), table.rules.figures.battle_won, Source.BATTLE, area)


def yield_ground(table: Table, area: Area) -> None:
    """End of the Action Phase: who came later has lost and leaves. Rulebook: 3.2.2 (D22)."""
    first = table.camps(area)[0]
    stay = [one for one in table.at(area) if table.camp(one.side, area) == first]
    stay += [
        one
        for one in table.at(area)
        if one not in stay and table.are_friends(one.side, stay[0].side, area)
    ]
    leave = [one.id for one in table.at(area) if one not in stay]
    loser = muster(table, area, leave, attacks=True)
    winner = muster(table, area, [one.id for one in stay], attacks=False)
    sides = winner.side, loser.side
    table.tell(SideRetreated(loser.side, Cause.END_OF_ACTION))
    _pursue(table, winner, loser)
    stuck = defeat.retreat_all(table, tuple(loser.men), Cause.END_OF_ACTION)
    points = table.rules.figures.forced_withdrawal
    table.score(table.nation(sides[0]), points, Source.WITHDRAWAL, area)
    defeat.checks(table, [*loser.struck, *stuck], sides[0])
    defeat.uncrowd(table)
