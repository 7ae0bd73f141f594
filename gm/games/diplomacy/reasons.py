"""Every event as one plain sentence that ends with the heading of the rulebook.

"Army Kai did not enter Sagami: stood off by Army Izu, 1 against 1 (Simple Standoffs)."
Strengths are the speaking unit's first.
"""

from collections.abc import Iterable, Iterator

from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Adjusts,
    Built,
    CircleStopped,
    Contested,
    ControlChanged,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Disbanded,
    DisbandReason,
    Dislodged,
    Eliminated,
    Event,
    GarrisonReturned,
    Held,
    KnotStopped,
    MatchEnded,
    MetHeadOn,
    Moved,
    NoConvoy,
    NotFollowed,
    OrderRejected,
    PhaseResolved,
    Removed,
    Repelled,
    Retreated,
    SentNothing,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
    Unmatched,
    Waived,
)
from gm.games.diplomacy.faults import clause, listing, sentence, unit_name
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import Convoy, Hold, IfDislodged, Move, Order, Retreat, Support
from gm.games.diplomacy.spelling import spell, unit_words
from gm.games.diplomacy.state import Unit


def reason(board: Board, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 (one case for each)
    """What happened and why, in one sentence with the heading of the rulebook."""
    match event:
        case Moved():
            return sentence(_moved(board, event))
        case StoodOff() | Repelled() | MetHeadOn() | StoppedByOwn():
            start = f"{_unit(board, event.unit)} did not enter {board.name(event.to)}: "
            return sentence(start + _kept_out(board, event))
        case KnotStopped():
            start = f"{_unit(board, event.unit)} did not enter {board.name(event.to)}: "
            knot = _in_a_knot(board, event)
            return sentence(f"{start}it was {knot}, and such moves fail (The Convoy Order)")
        case CircleStopped():
            start = f"{_unit(board, event.unit)} did not enter {board.name(event.to)}: "
            others = listing([_unit(board, unit) for unit in event.ring[1:]])
            circle = f"it was in a circle with {others}, and units do not move in a circle here"
            return sentence(f"{start}{circle} (The Move Order)")
        case NoConvoy() | ConvoyDisrupted() | ConvoyKnotted():
            start = f"{_unit(board, event.unit)} did not sail to {board.name(event.to)}: "
            return sentence(f"{start}{_not_carried(board, event)} (The Convoy Order)")
        case Held():
            return sentence(_held(board, event))
        case Supported() | SupportCut():
            return sentence(_support(board, event))
        case Convoyed() | ConvoyLost():
            return sentence(_convoy(board, event))
        case Unmatched():
            return sentence(_unmatched(board, event))
        case NotFollowed():
            why = clause(board, event.order, event.why, event.unit)
            return sentence(f"{_unit(board, event.unit)} stayed: {why} (Orders, Dates, Format)")
        case Dislodged():
            return sentence(
                f"{_unit(board, event.unit)} was dislodged by {_unit(board, event.by)}, "
                f"{event.against} against {event.strength} (Dislodgements)"
            )
        case Retreated() | Disbanded():
            return sentence(_beaten(board, event))
        case Contested():
            by = listing([_unit(board, unit) for unit in event.by])
            return sentence(
                f"{board.name(event.place)} was left vacant by a standoff of {by}; "
                "no retreat goes there (Retreats/Disbandments)"
            )
        case OrderRejected():
            wording = spell(event.order, board.name)
            why = clause(board, event.order, event.why, event.unit)
            return sentence(f"“{wording}” was not followed: {why} (Orders, Dates, Format)")
        case SentNothing():
            name = board.power_name(event.power)
            return sentence(f"{name} sent no orders, so its units held (Civil Disorder)")
        case _:
            return sentence(_year_end(board, event))


def told(events: Iterable[Event]) -> Iterator[Event]:
    """The events that have something to tell: a beaten unit did not hold."""
    listed = tuple(events)
    beaten = {event.unit for event in listed if isinstance(event, Dislodged)}
    for event in listed:
        if not isinstance(event, Held) or event.unit not in beaten:
            yield event


def _unit(board: Board, unit: Unit) -> str:
    return unit_name(board, unit)


def _moved(board: Board, event: Moved) -> str:
    text = f"{_unit(board, event.unit)} moved to {board.name(event.to)}"
    if event.route:
        text += f" by convoy over {listing([board.name(sea) for sea in event.route])}"
    if event.ring:
        others = listing([_unit(board, unit) for unit in event.ring[1:]])
        if len(event.ring) == 2:  # they can pass only where one goes by sea
            return f"{text}, changing places with {others} (The Convoy Order)"
        return f"{text}, in a circle with {others} (The Move Order)"
    if event.over is None:
        return f"{text} ({'The Convoy Order' if event.route else 'The Move Order'})"
    is_defender = board.province_of[event.over.at] == board.province_of[event.to]
    section = "Dislodgements" if is_defender else "Conflicts"
    is_garrison = event.over.power == NEUTRAL
    over = "the garrison" if is_garrison else _unit(board, event.over)
    return f"{text}, {event.strength} against {over}'s {event.against} ({section})"


def _kept_out(board: Board, event: StoodOff | Repelled | MetHeadOn | StoppedByOwn) -> str:
    by = _unit(board, event.by)
    match event:
        case StoodOff(won=True):
            return f"{by} did, {event.strength} against {event.against} (Conflicts)"
        case StoodOff():
            section = _standoff_section(event)
            stayed = f"; {_unit(board, event.garrison)} was not dislodged" if event.garrison else ""
            return (
                f"stood off by {by}, {event.strength} against {event.against}{stayed} ({section})"
            )
        case MetHeadOn():
            section = "Simple Standoffs" if event.strength == event.against else "Dislodgements"
            return f"it met {by} head on, {event.strength} against {event.against} ({section})"
        case StoppedByOwn():
            left = _did_not_leave(board, event.by, event.because)
            return f"{left}, and is of the same side (Self Dislodgment Prohibited)"
        case Repelled():
            left = _did_not_leave(board, event.by, event.because)
            text = f"{left}, {event.strength} against {event.against}"
            if not event.uncounted:
                section = "Simple Standoffs" if event.strength == 1 else "Dislodgements"
                return f"{text} ({section})"
            helpers = listing([_unit(board, unit) for unit in event.uncounted])
            return (
                f"{text}, since support by {helpers} does not count against its own side "
                "(Self Dislodgment Prohibited)"
            )


def _standoff_section(event: StoodOff) -> str:
    if event.garrison:
        return "Beleaguered Garrison"
    if event.by.power == event.unit.power:
        return "Self Standoffs"
    return "Simple Standoffs" if event.strength == event.against else "Conflicts"


def _did_not_leave(board: Board, unit: Unit, because: Unit | None) -> str:
    """Why the unit in a space stayed there; *because* is the head of its column."""
    if unit.power == NEUTRAL:
        return "the garrison held"
    name = _unit(board, unit)
    if because is None:
        return f"{name} stayed there"
    if because == unit:
        return f"{name} could not leave"
    return f"{name} could not leave, as {_unit(board, because)} ahead of it failed"


def _not_carried(board: Board, event: NoConvoy | ConvoyDisrupted | ConvoyKnotted) -> str:
    match event:
        case NoConvoy():
            return "no complete chain of fleets was ordered to carry it"
        case ConvoyDisrupted():
            more = [f", {_unit(board, fleet)} by {_unit(board, by)}" for fleet, by in event.others]
            first = f"{_unit(board, event.fleet)} was dislodged by {_unit(board, event.by)}"
            return first + "".join(more)
        case ConvoyKnotted():
            knot = _in_a_knot(board, event)
            return f"its convoy hung on its own landing, {knot}, and such convoys fail"


def _in_a_knot(board: Board, event: ConvoyKnotted | KnotStopped) -> str:
    others = [_unit(board, unit) for unit in event.knot if unit != event.unit]
    return f"in a knot with {listing(others)}"


def _held(board: Board, event: Held) -> str:
    name = _unit(board, event.unit)
    order = "" if event.order or event.unit.power == NEUTRAL else " without an order"
    if event.by is None:
        return f"{name} held{order} (The Hold Order)"
    by = _unit(board, event.by)
    if event.rival is not None:
        stood_off = f"{by} and {_unit(board, event.rival)} stood each other off"
        return f"{name} held{order}: {stood_off}, {event.against} each (Beleaguered Garrison)"
    if event.against > event.strength:
        own = f"attacked by {by}, but no side helps to dislodge its own unit"
        return f"{name} held{order}, {own} (Self Dislodgment Prohibited)"
    attack = f"{by}, {event.strength} against {event.against}"
    return f"{name} held{order}, attacked by {attack} (The Hold Order)"


def _support(board: Board, event: Supported | SupportCut) -> str:
    order, name = event.order, _unit(board, event.unit)
    what = unit_words(order.target, board.name)
    what += f" moving to {board.name(order.to)}" if order.to else " in holding"
    match event:
        case Supported():
            if event.despite is None:
                return f"{name} supported {what} (Effect of Support)"
            why = _why_not_cut(board, event, event.despite)
            return f"{name} supported {what}, although {why}"
        case SupportCut():
            verb = "dislodged" if event.dislodged else "attacked"
            by = _unit(board, event.by)
            return f"{name} did not support {what}: {by} {verb} it (Cutting Support)"


def _why_not_cut(board: Board, event: Supported, by: Unit) -> str:
    attack = f"{_unit(board, by)} attacked it"
    goal = event.order.to or event.order.target.at
    if by.power == event.unit.power:
        return f"{attack}: a side does not cut its own support (Cutting Support)"
    if board.province_of[by.at] == board.province_of[goal]:
        return f"{attack}: from the space supported into only a dislodgement cuts (Cutting Support)"
    return f"{attack}: a convoyed attack does not cut this (The Convoy Order, 5)"


def _convoy(board: Board, event: Convoyed | ConvoyLost) -> str:
    name, army = _unit(board, event.unit), _unit(board, event.army)
    trip = f"{army} to {board.name(event.order.to)}"
    match event:
        case Convoyed():
            return f"{name} convoyed {trip} (The Convoy Order)"
        case ConvoyLost(by=None, because=because):
            why = "the convoy broke elsewhere" if because is None else _not_carried(board, because)
            if isinstance(because, NoConvoy):
                why = "the chain of fleets ordered to was not complete"
            return f"{name} did not convoy {trip}: {why} (The Convoy Order)"
        case ConvoyLost():
            by = _unit(board, event.by) if event.by else ""
            return f"{name} did not convoy {trip}: {by} dislodged it (The Convoy Order)"


def _unmatched(board: Board, event: Unmatched) -> str:
    is_support = isinstance(event.order, Support)
    word, section = (
        ("support", "The Support Order") if is_support else ("convoy", "The Convoy Order")
    )
    named = event.order.target if isinstance(event.order, Support) else event.order.army
    start = f"the {word} of {_unit(board, event.unit)} had no effect: "
    if event.partner is None:
        return f"{start}there is no unit in {board.name(named.at)} ({section})"
    if named.kind is not None and named.kind is not event.partner.kind:
        partner = unit_words(event.partner.name, board.name)
        return f"{start}the unit in {board.name(named.at)} is {partner} ({section})"
    did = _did(board, event.partner, event.did, event.order)
    return f"{start}{did} ({section})"


def _did(  # noqa: PLR0911 (one case for each)
    board: Board, partner: Unit, did: Order | None, order: Support | Convoy
) -> str:
    """What the partner of an unmatched support or convoy was ordered."""
    name = _unit(board, partner)
    match did:
        case None:
            return f"{name} had no order"
        case Move(_, to) if to == order.to and isinstance(order, Convoy):
            return f"{name} went overland"
        case Move(_, to) if to == order.to:
            return f"{name} was ordered to {board.name(to)}, which it could not reach"
        case Move(_, to):
            return f"{name} was ordered to {board.name(to)}"
        case Hold():
            return f"{name} was ordered to hold"
        case Support():
            return f"{name} was ordered to support"
        case Convoy():
            return f"{name} was ordered to convoy"
        case _:
            return f"{name} was ordered otherwise"


def _beaten(board: Board, event: Retreated | Disbanded) -> str:
    name = _unit(board, event.unit)
    if isinstance(event, Retreated):
        ahead = ", as ordered ahead" if isinstance(event.order, IfDislodged) else ""
        return f"{name} retreated to {board.name(event.to)}{ahead} (Retreats/Disbandments)"
    why, section = _DISBANDED[event.why]
    if event.unfit is not None and isinstance(event.order, Retreat):
        goal, fault = board.name(event.order.to), clause(board, event.order, event.unfit)
        why = f"it could not go to {goal}, as {fault}"
    if event.others:
        why = f"{listing([_unit(board, unit) for unit in event.others])} went to the same space"
    return f"{name} was disbanded: {why} ({section})"


_DISBANDED = {
    DisbandReason.ORDERED: ("so ordered", "Retreats/Disbandments"),
    DisbandReason.NO_ORDER: ("no retreat was ordered", "Retreats/Disbandments"),
    DisbandReason.NO_RETREAT: ("there was nowhere to go", "Retreats/Disbandments"),
    DisbandReason.ILLEGAL_ORDER: ("the space ordered was not open", "Retreats/Disbandments"),
    DisbandReason.COLLISION: ("two went to the same space", "Retreats/Disbandments"),
    DisbandReason.ABSENT: ("its side sent no orders", "Civil Disorder"),
    DisbandReason.GARRISON: ("a beaten garrison does not retreat", "Commentary about Neutral SC's"),
    DisbandReason.LIST_EXHAUSTED: (
        "no space ordered ahead was open",
        "Retreats/Disbandments",
    ),
}


def _year_end(board: Board, event: Event) -> str:  # noqa: C901, PLR0911 (one case for each)
    match event:
        case ControlChanged(place, before, now):
            whose = f" from {board.power_name(before)}" if before else ""
            return (
                f"{board.power_name(now)} took {board.name(place)}{whose} "
                "(Control of Supply Centers)"
            )
        case GarrisonReturned(place):
            name = board.name(place)
            return f"the garrison of {name} was rebuilt (Commentary about Neutral SC's)"
        case Adjusts():
            return _case(board, event)
        case Built(unit):
            return f"{unit_name(board, unit)} was placed (Gaining and Losing Units)"
        case Removed(unit, None, distance):
            far = "no way home" if distance is None else f"{distance} from home"
            return f"{unit_name(board, unit)} was removed by default: {far} (Civil Disorder)"
        case Removed(unit):
            return f"{unit_name(board, unit)} was removed (Gaining and Losing Units)"
        case Waived(power, count, ordered):
            how = "waived" if ordered else "did not use"
            builds = f"{count} build{'s' if count != 1 else ''}"
            return f"{board.power_name(power)} {how} {builds} (Gaining and Losing Units)"
        case AdjustmentRefused(_, order, why, unit):
            wording = spell(order, board.name)
            text = clause(board, order, why, unit)
            return f"“{wording}” was not followed: {text} (Gaining and Losing Units)"
        case Eliminated(power):
            return f"{board.power_name(power)} has neither centre nor unit left and is out"
        case MatchEnded():
            return event.sentence.removesuffix(".")
        case PhaseResolved():
            return f"{event.season.value} {event.year}, {event.stage.value}"
        case _:
            raise TypeError(f"{type(event).__name__} has no sentence.")


def _case(board: Board, event: Adjusts) -> str:
    name = board.power_name(event.power)
    centres = f"{event.centres} centre{'s' if event.centres != 1 else ''}"
    units = f"{event.units} unit{'s' if event.units != 1 else ''}"
    if event.change > 0:
        sites = listing([board.name(site) for site in event.sites], "or")
        where = f" in {sites}" if sites else ", but has no vacant centre"
        what = f"may place {min(event.change, len(event.sites)) or event.change}{where}"
    elif event.change < 0:
        what = f"must remove {-event.change}"
    else:
        what = "has nothing to adjust"
    return f"{name}: {centres} and {units}; {what} (Adjustments Phase)"
