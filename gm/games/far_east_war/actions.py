"""What the spaces of the rondel do, phase by phase, by the active player's orders.

Rulebook: Production/Generals, Recruit/Regroup, Move/Battle.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from gm.games.far_east_war.choices import all_hold
from gm.games.far_east_war.declaring import Battle, Terms, declare, with_infighting
from gm.games.far_east_war.events import OrderRefused, PartDropped
from gm.games.far_east_war.map import Effect, LegionId, Terrain
from gm.games.far_east_war.movement import exchange, move
from gm.games.far_east_war.orders import (
    Attack,
    Deploy,
    Exchange,
    Give,
    Levy,
    Move,
    Plain,
    Question,
    Recruit,
    Regroup,
    Replace,
    Shift,
    Support,
    Withdraw,
    bare,
)
from gm.games.far_east_war.production import (
    GeneralsPhase,
    cannot_levy,
    collect,
    deploy,
    largest_gift,
    levy,
    replace_general,
    withdraw,
)
from gm.games.far_east_war.provocation import forced_attack
from gm.games.far_east_war.recruiting import RecruitPhase, recruit, regroup, shift
from gm.games.far_east_war.turn import Turn
from gm.games.vocabulary import Power
from gm.values import replace


def production_phase(turn: Turn) -> None:
    """Rulebook: Production Phase."""
    gifts = [said.amount for order in turn.orders(Give) if isinstance(said := bare(order), Give)]
    gift = gifts[-1] if gifts else None
    table = turn.table
    if gift is not None:
        most = largest_gift(table.production(table.board.team(turn.power)))
        if table.board.mate(turn.power) is None or gift > most:
            reason = f"At most {most} of this production can go to a team-mate."
            table.tell(OrderRefused(turn.power, turn.orders(Give)[-1], reason))
            gift = None
    collect(table, turn.power, gift)


def generals_phase(turn: Turn) -> None:
    """Rulebook: Generals Phase, unless Dissensions is in force."""
    table, power = turn.table, turn.power
    phase = GeneralsPhase()
    for order in turn.orders(Deploy, Replace, Withdraw, Levy):
        if table.dissensions > 0:
            reason = "Dissensions: nobody can take the Generals action now."
            table.tell(OrderRefused(power, order, reason))
        else:
            turn.follow(order, partial(_order_general, turn, phase))


def _order_general(turn: Turn, phase: GeneralsPhase, order: Plain) -> str | None:
    table, power = turn.table, turn.power
    match order:
        case Deploy():
            return deploy(table, power, order, phase)
        case Replace():
            return replace_general(table, power, order, phase)
        case Withdraw():
            return withdraw(table, power, order, phase)
        case Levy():
            return _levy(turn, order, phase)
        case _:
            raise AssertionError(order)


def _levy(turn: Turn, order: Levy, phase: GeneralsPhase) -> str | None:
    """Gwak's levy with its free move or its free, unsupported attack."""
    table, power = turn.table, turn.power
    reason = cannot_levy(table, power, order, phase)
    if reason is not None:
        return reason
    legion = levy(table, power, order, phase)
    if order.to is not None:
        reason = move(table, power, Move(legion.id, order.to), free=True)
        table.settle()
    elif order.target is not None:
        attack = Attack(order.target, legion.id)
        declared = declare(table, power, attack, Terms(frozenset(), free=True), ())
        if isinstance(declared, str):
            reason = declared
        else:
            turn.fight(declared.battle)
    if reason is not None:
        table.tell(PartDropped(power, legion.id, reason))
    return None


def recruit_and_regroup(turn: Turn) -> None:
    """Rulebook: Recruit Phase, then Regroup Phase."""
    phase = RecruitPhase()
    for order in (*turn.orders(Recruit), *turn.orders(Shift, Regroup)):
        turn.follow(order, partial(_order_troops, turn, phase))


def _order_troops(turn: Turn, phase: RecruitPhase, order: Plain) -> str | None:
    table, power = turn.table, turn.power
    match order:
        case Recruit():
            return recruit(table, power, order, phase)
        case Shift():
            return shift(table, power, order, phase)
        case Regroup():
            return regroup(table, power, order, phase)
        case _:
            raise AssertionError(order)


def provoked_attack(turn: Turn) -> None:
    """The attack Non-gae's victim must make before anything else."""
    battle = forced_attack(turn.table, turn.power)
    if battle is not None:
        turn.fight(battle)


def move_phase(turn: Turn) -> None:
    """Rulebook: Move Phase. A step at sea before a sea attack belongs to the attack."""
    sails = sailing(turn)
    for order in turn.orders(Move, Exchange):
        said = bare(order)
        if not isinstance(said, Move) or sails.get(said.legion) is not said:
            turn.follow(order, partial(_order_move, turn))
            turn.table.settle()


def _order_move(turn: Turn, order: Plain) -> str | None:
    match order:
        case Move():
            return move(turn.table, turn.power, order)
        case Exchange():
            return exchange(turn.table, turn.power, order)
        case _:
            raise AssertionError(order)


def sailing(turn: Turn) -> dict[LegionId, Move]:
    """Moves by one sea area of legions that then attack at sea: part of that attack, and free.

    Rulebook: Declare Battles; ruling C02.
    """
    table = turn.table
    moves = {said.legion: said for order in turn.orders(Move) if isinstance(said := order, Move)}
    found: dict[LegionId, Move] = {}
    for order in turn.orders(Attack):
        said = bare(order)
        if not isinstance(said, Attack) or said.sail is not None or said.attacker not in moves:
            continue
        step = moves[said.attacker]
        legion, target = table.legions.get(step.legion), table.legions.get(said.target)
        if legion is None or target is None or step.via is not None:
            continue
        areas = (table.area(legion), table.board.areas[step.to], table.area(target))
        if all(area.terrain is Terrain.SEA for area in areas) and step.to in areas[0].borders:
            found[step.legion] = step
    return found


def declare_battles(turn: Turn) -> None:
    """Rulebook: Declare Battles. All are declared and paid for before the first is fought."""
    sails = sailing(turn)
    aims = {name for one in turn.orders(Attack) for name in _sides_of(bare(one))}
    for order in turn.orders(Support):
        turn.follow(order, partial(_lend_support, aims))
    for order in turn.orders(Attack):
        turn.follow(order, partial(_order_attack, turn, sails))
        turn.table.settle()


def _sides_of(order: Plain) -> tuple[LegionId, ...]:
    return (order.attacker, order.target) if isinstance(order, Attack) else ()


def _lend_support(aims: set[LegionId], order: Plain) -> str | None:
    """A support said apart counts when its attack is declared; here only whether there is one."""
    assert isinstance(order, Support), order
    return None if order.battle in aims else f"No attack by or on {order.battle} is ordered."


def _with_supports(turn: Turn, order: Attack) -> Attack:
    """The attack with the supports that were ordered apart from it."""
    lent = tuple(
        said.legion
        for one in turn.orders(Support)
        if isinstance(said := bare(one), Support)
        and said.battle in _sides_of(order)
        and said.legion not in order.supports
        and all_hold(turn.table, turn.power, one)
    )
    return replace(order, supports=order.supports + lent) if lent else order


def _order_attack(turn: Turn, sails: Mapping[LegionId, Move], order: Plain) -> str | None:
    assert isinstance(order, Attack), order
    step = sails.get(order.attacker)
    if step is not None and order.sail is None:
        order = replace(order, sail=step.to)
    order = _with_supports(turn, order)
    table, power = turn.table, turn.power
    declared = declare(table, power, order, Terms(lenders(turn)), turn.battles)
    if isinstance(declared, str):
        return declared
    for reason in declared.dropped:
        table.tell(PartDropped(power, order.attacker, reason))
    turn.battles.append(_with_infighting(turn, declared.battle))
    return None


def _with_infighting(turn: Turn, battle: Battle) -> Battle:
    infight = turn.will.infighting(turn.table, battle.attacker)
    if infight is None:
        return battle
    changed = with_infighting(turn.table, battle, infight, turn.battles)
    if isinstance(changed, str):
        turn.table.tell(PartDropped(turn.power, battle.attacker, f"No infighting: {changed}"))
        return battle
    return changed


def lenders(turn: Turn) -> frozenset[Power]:
    """The powers whose legions may support: the player, and a team-mate who lends them."""
    board = turn.table.board
    mate = board.mate(turn.power)
    asked = board.options.support_consent == "standing"
    if mate is None or (asked and not turn.wills.of(mate).lends()):
        return frozenset({turn.power})
    return frozenset({turn.power, mate})


def resolve_battles(turn: Turn) -> None:
    """Rulebook: Resolve Battles, in the order the attacker wants; by default as declared."""
    for battle in in_order(turn.battles, turn.will.sequence()):
        turn.fight(battle)


def in_order(battles: Sequence[Battle], named: Sequence[LegionId]) -> list[Battle]:
    """The battles in the order of *named* attackers or targets, the others after them."""
    ranks = {name: rank for rank, name in reversed(list(enumerate(named)))}
    return sorted(
        battles,
        key=lambda one: min(ranks.get(one.attacker, len(named)), ranks.get(one.target, len(named))),
    )


def after_battles(turn: Turn) -> None:
    """Steps E1 and E2: Tzu Cheng-shiun, Yi Eokgi and Rye Seongryong."""
    table, power = turn.table, turn.power
    for splash in turn.splashes:
        if turn.will.answer(table, Question.SPLASH, splash.attacker):
            team = table.board.team(power)
            for other in table.enemies_in(splash.area, team):
                if other.id != splash.target:
                    table.take_troops(other.id, 1, splash.general)
                    table.clear_fallen([other.id])
            table.settle()
    _take_wound(turn)
    master = table.leading(Effect.INCOME_AFTER_MOVE_BATTLE)
    if master is not None and master.owner == power and master.general is not None:
        ability = table.board.generals[master.general].ability(Effect.INCOME_AFTER_MOVE_BATTLE)
        table.gain(power, 0 if ability is None else ability.amount, master.general)


def _take_wound(turn: Turn) -> None:
    """Yi Eokgi takes a wound for two troops, even if it kills him (ruling C31)."""
    table = turn.table
    legion = table.leading(Effect.SELF_WOUND_ADD_TROOPS)
    if legion is None or legion.owner != turn.power or legion.general is None:
        return
    ability = table.board.generals[legion.general].ability(Effect.SELF_WOUND_ADD_TROOPS)
    if ability is None or not turn.will.answer(table, Question.TAKE_WOUND, legion.id):
        return
    cap = table.board.limits.troops_per_legion
    table.wound(legion.general, 1, legion.general)
    table.add_troops(legion.id, ability.amount, cap, legion.general)
    table.bury([legion.general])
