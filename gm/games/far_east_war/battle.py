"""One battle from its first die to the advance. Rulebook: Resolve Battles, Battle Results.

The steps B1 to B14 of the digest are the functions below, in their order; what a General does is
looked up at exactly the step where it acts (``generals.py``).
"""

from collections.abc import Sequence

from gm.games.far_east_war.choices import Wills
from gm.games.far_east_war.declaring import Battle
from gm.games.far_east_war.events import (
    AdvanceBarred,
    AdvanceDeclined,
    BattleBegan,
    BattleEnded,
    BattleVoid,
    GeneralProvoked,
    LegionAdvanced,
    NoDice,
    SupplyStolen,
)
from gm.games.far_east_war.generals import Fight, Fighter, ability_of
from gm.games.far_east_war.infighting import can_infight, fight_each_other
from gm.games.far_east_war.map import AreaId, Effect, GeneralId, LegionId, Role
from gm.games.far_east_war.naming import missing_legion
from gm.games.far_east_war.orders import Question
from gm.games.far_east_war.pools import count_dice, roll_dice
from gm.games.far_east_war.results import Result, count_result, reroll
from gm.games.far_east_war.shield import place_losses
from gm.games.far_east_war.table import Table
from gm.values import Value, replace


class Splash(Value, frozen=True):
    """What Tzu Cheng-shiun may do once all battles are over: step E1."""

    attacker: LegionId
    target: LegionId
    area: AreaId
    general: GeneralId


class Blow(Value, frozen=True):
    """One side's result on its way to the other side; None where that side did not roll."""

    by: Fighter
    on: Fighter
    result: Result | None


def resolve(table: Table, wills: Wills, battle: Battle) -> Splash | None:
    """Fights one declared battle to its end.

    Raises:
        MatchOver: the battle brought an immediate win.
    """
    for name in (battle.attacker, battle.target):
        if name not in table.legions:
            table.tell(BattleVoid(battle.attacker, battle.target, missing_legion(name)))
            return None
    if battle.infight is not None and can_infight(table, battle):
        fight_each_other(table, battle)
        table.settle()
        return None
    fight = _begin(table, battle)
    _exchange_blows(fight, wills)
    _afterwards(fight, wills)
    _end(fight, wills)
    table.settle()
    return _splash(fight)


def _begin(table: Table, battle: Battle) -> Fight:
    attacker, target = table.legions[battle.attacker], table.legions[battle.target]
    fight = Fight(
        table=table,
        area=target.at,
        terrain=table.area(target).terrain,
        supports=len(battle.supports),
        attacker=Fighter.of(attacker, Role.ATTACKER),
        defender=Fighter.of(target, Role.DEFENDER),
    )
    began = BattleBegan(
        attacker=attacker.id,
        attacker_general=attacker.general,
        attacker_troops=attacker.troops,
        defender=target.id,
        defender_general=target.general,
        defender_troops=target.troops,
        supports=battle.supports,
        area=target.at,
        terrain=fight.terrain,
    )
    table.tell(began)
    return fight


def _exchange_blows(fight: Fight, wills: Wills) -> None:
    """Steps B3 to B11: who rolls when, and what it does."""
    attacker, defender = fight.attacker, fight.defender
    first: Result | None
    if ability_of(fight, attacker, Effect.ROLL_FIRST) is not None:
        first = _volley(fight, wills, attacker)
        _apply(fight, wills, [Blow(attacker, defender, first)])
        if fight.stands(defender):
            _apply(fight, wills, [Blow(defender, attacker, _volley(fight, wills, defender))])
    else:
        first = _together(fight, wills)
    _strike_again(fight, wills, first)


def _together(fight: Fight, wills: Wills) -> Result | None:
    """Both sides roll and are hit at the same time; gives the attacker's result."""
    attacker, defender = fight.attacker, fight.defender
    removal = _instead_of_rolling(fight, wills)
    silencer = ability_of(fight, attacker, Effect.ENEMY_ROLLS_NO_DICE)
    if removal:
        fight.table.tell(NoDice(attacker.legion, fight.led(attacker)))
    if silencer is not None:
        fight.table.tell(NoDice(defender.legion, fight.led(attacker)))
    rolling = [
        side for side, rolls in ((attacker, not removal), (defender, silencer is None)) if rolls
    ]
    pools = [count_dice(fight, side) for side in rolling]
    rolls = [roll_dice(fight, side, pool) for side, pool in zip(rolling, pools, strict=True)]
    rolls = [reroll(fight, wills, side, roll) for side, roll in zip(rolling, rolls, strict=True)]
    results = {
        side.role: count_result(fight, side, roll)
        for side, roll in zip(rolling, rolls, strict=True)
    }
    blows = [
        Blow(attacker, defender, results.get(Role.ATTACKER)),
        Blow(defender, attacker, results.get(Role.DEFENDER)),
    ]
    _apply(fight, wills, blows, removal)
    return results.get(Role.ATTACKER)


def _instead_of_rolling(fight: Fight, wills: Wills) -> int:
    """Troops Ginchiyo removes instead of rolling; none if she rolls."""
    ability = ability_of(fight, fight.attacker, Effect.REPLACE_ROLL_REMOVE)
    if ability is None:
        return 0
    will = wills.of(fight.attacker.owner)
    chosen = will.answer(fight.table, Question.REMOVE_TWO, fight.attacker.legion)
    return ability.amount if chosen else 0


def _volley(fight: Fight, wills: Wills, side: Fighter) -> Result:
    roll = roll_dice(fight, side, count_dice(fight, side))
    return count_result(fight, side, reroll(fight, wills, side, roll))


def _apply(fight: Fight, wills: Wills, blows: Sequence[Blow], removal: int = 0) -> None:
    """Steps B9 and B10: all *blows* fall at once; *removal* is Ginchiyo's, after them."""
    table = fight.table
    _steal(fight, blows)
    for blow in blows:
        _wound(fight, blow)
    for blow in blows:
        _remove(fight, wills, blow)
    for blow in blows:
        _regain(fight, blow)
    if removal:
        fight.defender.lost += table.take_troops(fight.defender.legion, removal, "removed")
    fighters = (fight.attacker, fight.defender)
    dead = table.bury([fight.general_now(side) for side in fighters])
    for side in fighters:
        side.killed = side.killed or side.general in dead
    table.clear_fallen([side.legion for side in fighters])


def _steal(fight: Fight, blows: Sequence[Blow]) -> None:
    """Both steals are counted on the supply before either (ruling C19)."""
    table = fight.table
    before = dict(table.supply)
    limits = table.board.limits
    stolen: list[tuple[Blow, int, int]] = []
    for blow in blows:
        wanted = 0 if blow.result is None else blow.result.steals * limits.steal
        if wanted:
            stolen.append((blow, min(wanted, before[blow.on.owner]), wanted))
    for blow, amount, _ in stolen:
        table.supply[blow.on.owner] -= amount
        table.supply[blow.by.owner] += amount
    for power in table.board.powers:
        table.supply[power] = min(limits.supply, table.supply[power])
    for blow, amount, wanted in stolen:
        table.tell(SupplyStolen(blow.by.owner, blow.on.owner, amount, wanted))


def _wound(fight: Fight, blow: Blow) -> None:
    victim = fight.general_now(blow.on)
    if victim is None:
        return
    if blow.result is not None:
        fight.table.wound(victim, blow.result.wounds, "dice")
    ability = ability_of(fight, blow.by, Effect.AUTO_WOUND)
    if ability is not None:
        fight.table.wound(victim, ability.amount, fight.led(blow.by))


def _remove(fight: Fight, wills: Wills, blow: Blow) -> None:
    if blow.result is None:
        return
    left = place_losses(fight, wills, blow.on, blow.result.removals)
    taken = fight.table.take_troops(blow.on.legion, left, "hits")
    taken += fight.table.take_troops(blow.on.legion, blow.result.extra_removals, "cannons")
    blow.on.lost += taken


def _regain(fight: Fight, blow: Blow) -> None:
    """Konishi: one lost troop comes back for each Badge he rolled, even from none."""
    ability = ability_of(fight, blow.by, Effect.BADGE_REGAIN_LOST)
    if ability is None or blow.result is None:
        return
    back = min(blow.result.badges * ability.amount, blow.by.lost)
    legion = fight.table.legions[blow.by.legion]
    cap = fight.table.cap(legion)
    blow.by.lost -= fight.table.add_troops(legion.id, back, cap, fight.led(blow.by))


def _strike_again(fight: Fight, wills: Wills, first: Result | None) -> None:
    """Step B11: Fukushima strikes once more with as many dice as he scored Hits."""
    table, attacker = fight.table, fight.attacker
    ability = ability_of(fight, attacker, Effect.REPEAT_ATTACK)
    if ability is None or first is None or first.hits == 0 or table.struck_again:
        return
    if not fight.stands(fight.defender):
        return
    if not wills.of(attacker.owner).answer(table, Question.STRIKE_AGAIN, attacker.legion):
        return
    table.struck_again = True
    fight.defender.lone = table.legions[fight.defender.legion].troops == 1
    roll = roll_dice(fight, attacker, first.hits, "second strike")
    result = count_result(fight, attacker, roll)
    blows = [Blow(attacker, fight.defender, result), Blow(fight.defender, attacker, None)]
    _apply(fight, wills, blows)


def _afterwards(fight: Fight, wills: Wills) -> None:
    """Step B12: first the defender's General, then the attacker's."""
    _riposte(fight)
    if fight.stands(fight.attacker) and fight.general_now(fight.attacker) is not None:
        _regain_after(fight)
        _grow(fight, wills)
        _reward_kills(fight)
        _drain(fight)
        _provoke(fight, wills)


def _riposte(fight: Fight) -> None:
    """Gwon Yul defended on land and lost no troop."""
    ability = ability_of(fight, fight.defender, Effect.RIPOSTE)
    if ability is None or fight.defender.lost > 0 or not fight.stands(fight.attacker):
        return
    name = fight.attacker.legion
    fight.attacker.lost += fight.table.take_troops(name, ability.amount, fight.led(fight.defender))
    fight.table.clear_fallen([name])


def _regain_after(fight: Fight) -> None:
    """Kato gets one lost troop back."""
    ability = ability_of(fight, fight.attacker, Effect.REGAIN_LOST_AFTER)
    if ability is not None:
        _add(fight, min(ability.amount, fight.attacker.lost))


def _add(fight: Fight, troops: int) -> None:
    name = fight.attacker.legion
    cap = fight.table.board.limits.troops_per_legion
    fight.table.add_troops(name, troops, cap, fight.led(fight.attacker))


def _grow(fight: Fight, wills: Wills) -> None:
    """Liu Ting adds as many troops as he removed from the target."""
    ability = ability_of(fight, fight.attacker, Effect.ADD_TROOPS_EQUAL_REMOVED)
    if ability is None:
        return
    will = wills.of(fight.attacker.owner)
    if will.answer(fight.table, Question.GROW, fight.attacker.legion):
        _add(fight, fight.defender.lost)


def _reward_kills(fight: Fight) -> None:
    """Sanada gains a troop for the legion wiped out and one for the General killed."""
    ability = ability_of(fight, fight.attacker, Effect.ADD_TROOP_ON_KILL)
    if ability is not None:
        rewards = int(not fight.stands(fight.defender)) + int(fight.defender.killed)
        _add(fight, rewards * ability.amount)


def _drain(fight: Fight) -> None:
    """Ma Gui makes the opponent lose supply, which nobody gains."""
    ability = ability_of(fight, fight.attacker, Effect.DRAIN_SUPPLY)
    if ability is not None:
        why = fight.led(fight.attacker)
        fight.table.lose_supply(fight.defender.owner, ability.amount, why)


def _provoke(fight: Fight, wills: Wills) -> None:
    """Non-gae lays her token on a living male General of the legion she attacked."""
    ability = ability_of(fight, fight.attacker, Effect.PROVOKE)
    victim = fight.general_now(fight.defender)
    table = fight.table
    if ability is None or victim is None or victim == table.provoked:
        return
    if not table.board.generals[victim].male:
        return
    will = wills.of(fight.attacker.owner)
    if will.answer(table, Question.PROVOKE, fight.attacker.legion):
        table.provoked = victim
        table.tell(GeneralProvoked(victim))


def _end(fight: Fight, wills: Wills) -> None:
    """Step B13: the attacking legion may move into the emptied area."""
    table, attacker, defender = fight.table, fight.attacker, fight.defender
    table.tell(
        BattleEnded(
            attacker.legion,
            _troops(table, attacker.legion),
            defender.legion,
            _troops(table, defender.legion),
        )
    )
    legion = table.legions.get(attacker.legion)
    if legion is None or fight.stands(defender):
        return
    others = tuple(one.id for one in table.standing_in(fight.area))
    if others:
        table.tell(AdvanceBarred(legion.id, fight.area, others))
        return
    if wills.of(attacker.owner).answer(table, Question.ADVANCE, legion.id):
        table.put(replace(legion, at=fight.area))
        table.tell(LegionAdvanced(legion.id, legion.at, fight.area))
    else:
        table.tell(AdvanceDeclined(legion.id, fight.area))


def _troops(table: Table, name: LegionId) -> int:
    legion = table.legions.get(name)
    return 0 if legion is None else legion.troops


def _splash(fight: Fight) -> Splash | None:
    """Tzu's later removal; it comes even if he or his legion has fallen (ruling C29)."""
    general = fight.attacker.general
    if general is None or fight.defender.lost < 1:
        return None
    ability = fight.table.board.generals[general].ability(Effect.SPLASH_OTHER_LEGION)
    if ability is None or not ability.acts(Role.ATTACKER, fight.terrain):
        return None
    return Splash(fight.attacker.legion, fight.defender.legion, fight.area, general)
