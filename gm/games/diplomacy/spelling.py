"""Orders in words: the standard wording for people and the compact notation for lists.

Both are in the order language; reading them gives the same order.
"""

from collections.abc import Callable

from gm.games.diplomacy.orders import (
    Build,
    Cancel,
    Concede,
    Convoy,
    Disband,
    Hold,
    HoldAll,
    IfDislodged,
    Kind,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Route,
    Support,
    UnitName,
    Waive,
    WithdrawConcession,
)

NameOf = Callable[[Place], str]
"""Gives the printed name of a place."""

GROUPS = {Kind.ARMY: "armies", Kind.FLEET: "fleets", None: "units"}
KINDS = {Kind.ARMY: "Army", Kind.FLEET: "Fleet"}
ROUTES = {Route.OPEN: "", Route.CONVOY: " by convoy", Route.LAND: " by land"}
SHORT_ROUTES = {Route.OPEN: "", Route.CONVOY: " via", Route.LAND: " land"}


def spell(order: Order, name: NameOf) -> str:  # noqa: C901, PLR0911, PLR0912  # one case for each order
    """The order in its standard wording: ``Army Kai moves to Sagami``."""
    match order:
        case Hold(unit):
            return f"{unit_words(unit, name)} holds"
        case Move(unit, to, route, stops):
            return f"{unit_words(unit, name)} moves to {_journey(to, route, stops, name)}"
        case Support(unit, target, to):
            moving = f" moving to {name(to)}" if to else ""
            return f"{unit_words(unit, name)} supports {unit_words(target, name)}{moving}"
        case Convoy(unit, army, to):
            return f"{unit_words(unit, name)} convoys {unit_words(army, name)} to {name(to)}"
        case Retreat(unit, to):
            return f"{unit_words(unit, name)} retreats to {name(to)}"
        case Disband(unit):
            return f"{unit_words(unit, name)} disbands"
        case IfDislodged(unit, places, disband):
            steps = [f"retreats to {name(place)}" for place in places]
            steps += ["disbands"] if disband else []
            listed = ", otherwise ".join(steps)
            return f"If {unit_words(unit, name)} is dislodged it {listed}"
        case Build(unit):
            return f"Build {unit_words(unit, name)}"
        case Remove(unit):
            return f"Remove {unit_words(unit, name)}"
        case Waive(count):
            return f"Waive {count} build{'s' if count != 1 else ''}"
        case HoldAll(kind, count):
            return f"{_how_many(count)} {GROUPS[kind]} hold"
        case Cancel(named):
            whose = f"the order for {unit_words(named, name)}" if named else "all orders"
            return f"Cancel {whose}"
        case Concede():
            return "I concede"
        case WithdrawConcession():
            return "I take back my concession"


def _journey(to: Place, route: Route, stops: tuple[Place, ...], name: NameOf) -> str:
    """Where a move goes and by what way."""
    if route is Route.OPEN:
        return ", then to ".join(map(name, (*stops, to)))
    through = f" through {', then through '.join(map(name, stops))}" if stops else ""
    return f"{name(to)}{ROUTES[route]}{through}"


def _how_many(count: int | None) -> str:
    """The words for all units of a kind, with their number where it was said."""
    return {None: "All", 2: "Both"}.get(count, f"All {count}")


def notation(order: Order, name: NameOf) -> str:  # noqa: C901, PLR0911, PLR0912  # one case for each order
    """The order in compact notation: ``A Kai - Sagami``."""
    match order:
        case Hold(unit):
            return f"{short(unit, name)} H"
        case Move(unit, to, route, stops):
            way = " - ".join(map(name, (*stops, to)))
            return f"{short(unit, name)} - {way}{SHORT_ROUTES[route]}"
        case Support(unit, target, to):
            goal = f" - {name(to)}" if to else ""
            return f"{short(unit, name)} S {short(target, name)}{goal}"
        case Convoy(unit, army, to):
            return f"{short(unit, name)} C {short(army, name)} - {name(to)}"
        case Retreat(unit, to):
            return f"{short(unit, name)} R {name(to)}"
        case Disband(unit):
            return f"{short(unit, name)} D"
        case IfDislodged(unit, places, disband):
            steps = [f"R {name(place)}" for place in places] + (["D"] if disband else [])
            return f"IF DISLODGED {short(unit, name)} {', '.join(steps)}"
        case Build(unit):
            return f"BUILD {short(unit, name)}"
        case Remove(unit):
            return f"REMOVE {short(unit, name)}"
        case Waive(count):
            return f"WAIVE {count}"
        case HoldAll(kind, count):
            return " ".join(filter(None, [_how_many(count).upper(), kind and kind.value, "H"]))
        case Cancel(named):
            return f"CANCEL {short(named, name) if named else 'ALL ORDERS'}"
        case Concede():
            return "CONCEDE"
        case WithdrawConcession():
            return "TAKE BACK CONCESSION"


def unit_words(unit: UnitName, name: NameOf) -> str:
    """A unit for people: ``Army Kai``; only the place where the kind was left out."""
    return f"{KINDS[unit.kind]} {name(unit.at)}" if unit.kind else name(unit.at)


def short(unit: UnitName, name: NameOf) -> str:
    """A unit in compact notation: ``A Kai``."""
    return f"{unit.kind.value} {name(unit.at)}" if unit.kind else name(unit.at)
