# ruff: noqa: C901, PLR0911 (every function is a list of cases, one for each kind of event)
"""Events to sentences: what players read in reports, and what ``gm sandbox`` prints.

Every sentence can be checked by hand: it names legions by their codes, and says what was paid.
"""

from gm.games.far_east_war.events import (
    AdvanceBarred,
    AdvanceDeclined,
    BattleDeclared,
    BattleEnded,
    BattleVoid,
    CardRevealed,
    CardWithoutEffect,
    ConditionFailed,
    ControlChanged,
    DeckBuilt,
    DiceCounted,
    DissensionsLifted,
    Event,
    GeneralDeployed,
    GeneralHealed,
    GeneralKilled,
    GeneralProvoked,
    GeneralReplaced,
    GeneralReturned,
    GeneralsChosen,
    GeneralTransferred,
    GeneralWithdrawn,
    GeneralWounded,
    InfightingBegan,
    LegionAdvanced,
    LegionFounded,
    LegionGone,
    LegionMoved,
    LegionsExchanged,
    MarkerMoved,
    MatchEnded,
    NoDice,
    OrderRefused,
    PartDropped,
    ProductionCounted,
    ProvocationEnded,
    Recruited,
    Regrouped,
    Rerolled,
    ResultCounted,
    Rolled,
    SupplyGained,
    SupplyLost,
    SupplyStolen,
    TroopsGained,
    TroopsLost,
    TurnBegan,
    WishDenied,
)
from gm.games.far_east_war.map import Board, Effect, GeneralId
from gm.games.far_east_war.naming import (
    area_name,
    count,
    general_name,
    listed,
    power_name,
)
from gm.games.far_east_war.spelling import by_name, spell
from gm.games.vocabulary import Power

_WOUNDED_BY = {
    "dice": "",
    "assassinations": " by assassins",
    "revenge": " for Non-gae's death",
}
_WITHOUT_EFFECT = {
    "assassinations": "There is no General whom the wound would not kill.",
    "hidden_forces": "Nobody recruits.",
    "medical_officers": "No General is wounded.",
    "plague": "No legion on land has 4 troops or more.",
    "reset": "Nobody is deployed.",
}
_REMOVALS = {
    "hits": "to Hits",
    "cannons": "more to cannon Hits",
    "plague": "to the plague",
    "limit": "above what it may hold",
    "removed": "to Ginchiyo, who did not roll",
}


def sentence(board: Board, event: Event) -> str | None:
    """One sentence about an event, or None where a table says it better."""
    for family in (_turn, _cards_and_supply, _generals, _troops, _moves, _battles, _orders):
        said = family(board, event)
        if said is not None:
            return said
    return None


_SOURCES = {"production": "production", "harvest": "the harvest"}


def _by(board: Board, why: str) -> str:
    """The General who caused something."""
    return general_name(board, GeneralId(why))


def _remover(board: Board, why: str) -> str:
    """The General who removes troops; one who shields takes them from other legions."""
    shields = board.generals[GeneralId(why)].has(Effect.REDIRECT_LOSSES)
    return f"the shield of {_by(board, why)}" if shields else _by(board, why)


def _price(cost: int, now: int) -> str:
    return f" for {cost} SP ({now} left)" if cost else ""


def _turn(board: Board, event: Event) -> str | None:
    match event:
        case TurnBegan(_, power, True, True):
            return f"Orders came from {power_name(board, power)}, but none of them stood."
        case TurnBegan(_, power, True):
            return f"No orders came from {power_name(board, power)}."
        case TurnBegan():
            return None
        case MarkerMoved(power, _, _, steps, _, action, cost):
            paid = f" for {cost} SP" if cost else ""
            whose = power_name(board, power)
            return f"{whose} moves the marker {count(steps, 'space')} to {action.label}{paid}."
        case ProductionCounted(japan, korea_ming):
            return f"Production points are now {japan} for Japan and {korea_ming} for Korea/Ming."
        case MatchEnded(_, why):
            return why
        case GeneralsChosen():
            return _chosen(board, event)
        case _:
            return None


def _chosen(board: Board, event: GeneralsChosen) -> str:
    name = power_name(board, event.power)
    names = listed(general_name(board, one) for one in event.generals)
    what = names if event.generals else count(event.count, "General")
    extra = "" if event.legendary is None else f", and {general_name(board, event.legendary)}"
    paid = f" for {event.cost} SP" if event.cost else ""
    why = " (no lawful choice came, so the first of the list)" if event.by_default else ""
    return f"{name} takes {what}{why}{extra}{paid}."


def _cards_and_supply(board: Board, event: Event) -> str | None:
    match event:
        case CardRevealed(card, left):
            shown = board.cards[card]
            return f"Event card: {shown.name}. {shown.text} ({count(left, 'card')} left.)"
        case CardWithoutEffect(card):
            return _WITHOUT_EFFECT.get(card, "It changes nothing.")
        case DissensionsLifted():
            return "Dissensions is over: the Generals action is possible again."
        case DeckBuilt(size):
            return f"All other cards are shuffled; the new event deck has {size} cards."
        case SupplyGained(power, amount, now, why, lost):
            source = _SOURCES[why] if why in _SOURCES else _by(board, why)
            over = f" ({lost} above the maximum are lost)" if lost else ""
            name = power_name(board, power)
            return f"{name} gains {amount} SP from {source} and has {now}{over}."
        case SupplyLost(power, amount, now, why):
            return (
                f"{_by(board, why)} costs {power_name(board, power)} {amount} SP; {now} are left."
            )
        case SupplyStolen(thief, victim, amount, wanted):
            short = f" of {wanted}" if wanted != amount else ""
            names = f"{power_name(board, thief)} steals {amount}{short} SP"
            return f"{names} from {power_name(board, victim)}."
        case _:
            return None


def _generals(board: Board, event: Event) -> str | None:
    match event:
        case GeneralDeployed(_, general, legion, area, cost, now):
            where = f"{legion} in {area_name(board, area)}"
            return f"{general_name(board, general)} is deployed on {where}{_price(cost, now)}."
        case GeneralReplaced(_, old, new, legion, wounds, cost, now):
            hurt = f", inheriting {count(wounds, 'wound')}" if wounds else ""
            names = f"{general_name(board, new)} replaces {general_name(board, old)}"
            return f"{names} on {legion}{_price(cost, now)}{hurt}."
        case GeneralWithdrawn(_, general, legion, cost, now):
            return f"{general_name(board, general)} is withdrawn from {legion}{_price(cost, now)}."
        case GeneralTransferred(general, legion):
            return f"{general_name(board, general)} leads {legion} now."
        case GeneralWounded(general, wounds, total, health, why):
            name = general_name(board, general)
            by = _WOUNDED_BY.get(why) if why != general else " for fresh troops"
            by = f" by {_by(board, why)}" if by is None else by
            return f"{name} takes {count(wounds, 'wound')}{by}: {total} of {health}."
        case GeneralHealed(general, total):
            return f"{general_name(board, general)} is healed of a wound: {total} left."
        case GeneralKilled(general, token_to):
            side = power_name(board, token_to)
            return f"{general_name(board, general)} is killed; the token goes to {side}."
        case GeneralReturned(general, power):
            whose = power_name(board, power)
            return f"{general_name(board, general)} returns to the hand of {whose}, healed."
        case GeneralProvoked(general):
            return f"Non-gae provokes {general_name(board, general)}."
        case ProvocationEnded(general):
            return f"{general_name(board, general)} is no longer provoked."
        case _:
            return None


def _troops(board: Board, event: Event) -> str | None:
    match event:
        case LegionFounded(_, legion, area, troops, _):
            return f"{legion} is formed in {area_name(board, area)} with {count(troops, 'troop')}."
        case Recruited(_, area, legion, troops, total, cost, now):
            where = f"{legion} in {area_name(board, area)}"
            return f"{where} gets {count(troops, 'troop')}{_price(cost, now)} and has {total}."
        case Regrouped(area, before, after):
            old = ", ".join(f"{name} {troops}" for name, troops in before)
            new = ", ".join(f"{name} {troops}" for name, troops in after)
            return f"{area_name(board, area)} regroups: {old} become {new}."
        case TroopsLost(legion, lost, left, why):
            cause = _REMOVALS[why] if why in _REMOVALS else f"to {_remover(board, why)}"
            return f"{legion} loses {count(lost, 'troop')} {cause}: {left} left."
        case TroopsGained(legion, gained, now, why):
            return f"{legion} gains {count(gained, 'troop')} through {_by(board, why)}: {now} now."
        case LegionGone(legion, area, _):
            return f"{legion} in {area_name(board, area)} is gone."
        case _:
            return None


def _moves(board: Board, event: Event) -> str | None:
    match event:
        case LegionMoved(legion, start, via, to, troops, cost, now):
            over = "" if via is None else f" over {area_name(board, via)}"
            way = f"from {area_name(board, start)}{over} to {area_name(board, to)}"
            return f"{legion} ({count(troops, 'troop')}) moves {way}{_price(cost, now)}."
        case LegionsExchanged(first, second, first_to, second_to, cost, now):
            one = f"{first} goes to {area_name(board, first_to)}"
            other = f"{second} to {area_name(board, second_to)}"
            return f"{one} and {other}{_price(cost, now)}."
        case ControlChanged(area, _, new):
            holder = "nobody" if new is None else power_name(board, new)
            return f"{area_name(board, area)} is now controlled by {holder}."
        case AdvanceBarred(legion, area, by):
            still = f"{listed(by)} still {'stands' if len(by) == 1 else 'stand'}"
            return f"{legion} cannot advance: {still} in {area_name(board, area)}."
        case LegionAdvanced(legion, _, to):
            return f"{legion} advances into {area_name(board, to)}."
        case AdvanceDeclined(legion, area):
            return f"{legion} does not advance into {area_name(board, area)}."
        case _:
            return None


def _battles(board: Board, event: Event) -> str | None:
    match event:
        case BattleDeclared(attacker, target, area, supports, _, cost, now, forced):
            helped = f", supported by {listed(supports)}" if supports else ""
            must = ", as Non-gae provoked its General" if forced else ""
            where = f"{target} in {area_name(board, area)}"
            price = _price(cost, now) or " free of charge"
            return f"{attacker} attacks {where}{helped}{price}{must}."
        case BattleVoid(attacker, target, why):
            return f"{attacker} cannot fight {target} any more: {why} What was paid stays paid."
        case InfightingBegan(legion, area, first, second):
            where = area_name(board, area)
            return f"{legion} does not attack: {first} and {second} in {where} fight each other."
        case NoDice(legion, general):
            return f"{legion} rolls no dice, because of {general_name(board, general)}."
        case DiceCounted():
            return f"{event.legion} has {count(event.total, 'die')}: {why_so_many(event)}."
        case Rolled(legion, _, faces, first):
            numbers = f" (dice {first} to {first + len(faces) - 1})" if first else ""
            return f"{legion} rolls {faces}{numbers}."
        case Rerolled(legion, general, positions, faces, _):
            which = listed(str(one) for one in positions)
            who = general_name(board, general)
            return f"{who} rolls {count(len(positions), 'die')} again (number {which}): {faces}."
        case ResultCounted():
            return f"{event.legion} scores {scored(event)}."
        case BattleEnded(attacker, left, defender, others):
            return f"{attacker} has {count(left, 'troop')} left, {defender} {others}."
        case _:
            return None


def why_so_many(event: DiceCounted, own: str | None = None, enemy: str | None = None) -> str:
    """How a number of dice comes about; *own* and *enemy* are the Generals of the two legions."""
    parts = [count(event.troops, "troop")]
    if event.supports:
        parts.append(f"+ {count(event.supports, 'support')}")
    if event.extra:
        parts.append(f"+ {event.extra} by {own or 'the General'}")
    if event.lone:
        parts.append(f"+ {event.lone} for a single troop")
    if event.reduced:
        parts.append(f"- {event.reduced} by {enemy or 'the enemy General'}")
    if event.troops + event.supports + event.extra + event.lone - event.reduced < 1:
        parts[-1] += ", but at least 1"
    return " ".join(parts)


def scored(
    event: ResultCounted,
    own: str | None = None,
    enemy: str | None = None,
    *,
    unled: bool = False,
) -> str:
    """What a roll scored; *own* and *enemy* are the Generals of the two legions.

    *unled* says that the enemy legion has no General whom a General hit could wound.
    """
    by, foe = f" by {own or 'the General'}", enemy or "the enemy General"
    parts = [count(event.hits, "Hit") + _badges(event.by_badge, event.hits, by)]
    if event.blocked:
        parts.append(f"{count(event.blocked, 'land face')} without effect on {foe}")
    if event.cancelled:
        parts.append(f"{event.cancelled} cancelled by {foe}")
    if event.general_hits:
        badges = _badges(event.wounds_by_badge, event.general_hits, by)
        nobody = " on nobody" if unled else ""
        parts.append(count(event.general_hits, "General hit") + badges + nobody)
    if event.general_hits_ignored:
        parts.append(f"{event.general_hits_ignored} ignored by {foe}")
    if event.steals:
        badges = _badges(event.steals_by_badge, event.steals, by)
        parts.append(count(event.steals, "steal") + badges)
    return ", ".join(parts)


def _badges(number: int, total: int, by: str) -> str:
    """How many of the results are Badges: `` (2 of them Badges by Tachibana)``."""
    if not number:
        return ""
    share = "" if number == total else f"{number} of them "
    return f" ({share}{'a Badge' if number == 1 else 'Badges'}{by})"


def _orders(board: Board, event: Event) -> str | None:
    how = by_name(board)
    match event:
        case OrderRefused(_, order, why):
            return f'Not followed: "{spell(how, order)}". {why}'
        case PartDropped(_, attacker, why):
            return f"{attacker}: {why}"
        case WishDenied(_, why):
            return f"You get no Legendary General and pay nothing. {why}"
        case ConditionFailed(_, order):
            return f'Left out, as its condition did not hold: "{spell(how, order)}".'
        case _:
            return None


def concerns(event: Event) -> Power | None:
    """Whose private matter an event is: what was refused tells what somebody holds or wants."""
    match event:
        case OrderRefused(power, _, _) | PartDropped(power, _, _):
            return power
        case ConditionFailed(power, _) | WishDenied(power, _):
            return power
        case _:
            return None
