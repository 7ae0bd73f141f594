"""The year's end: control, garrisons, builds and removals.

Rulebook: Control of Supply Centers, Gaining and Losing Units, Commentary about Neutral SC's.
"""

from collections.abc import Mapping, Sequence

from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Adjusts,
    Built,
    ControlChanged,
    GarrisonReturned,
    Removed,
    Unfit,
    Waived,
)
from gm.games.diplomacy.legality import names
from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import Build, Kind, Order, Place, Remove, UnitName, Waive
from gm.games.diplomacy.removals import farthest_first
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import State, Tally, Unit, count_centres, in_order, remaining
from gm.games.vocabulary import Power
from gm.values import Value, replace

AdjustmentEvent = Built | Removed | Waived | AdjustmentRefused


def take_control(board: Board, state: State) -> tuple[State, tuple[ControlChanged, ...]]:
    """A power controls every centre in which one of its units stands after the Fall.

    Rulebook: Control of Supply Centers.
    """
    owners = dict(state.owners)
    changes = []
    for unit in state.units:
        place = board.province_of[unit.at]
        if unit.power != NEUTRAL and place in board.centres and owners.get(place) != unit.power:
            changes.append(ControlChanged(place, owners.get(place), unit.power, unit))
            owners[place] = unit.power
    tally = Tally(state.year, count_centres(board, owners))
    controlled = replace(
        state, owners=dict(sorted(owners.items())), tallies=(*state.tallies, tally)
    )
    return controlled, tuple(sorted(changes, key=lambda change: change.place))


def return_garrisons(
    board: Board, rules: Rulebook, state: State
) -> tuple[State, tuple[GarrisonReturned, ...]]:
    """Neutral centres that nobody controls and where nobody stands get their garrison back.

    Rulebook: Commentary about Neutral and Initially Unoccupied SC's.
    """
    occupied = {board.province_of[unit.at] for unit in state.units}
    places = [
        place
        for place in board.garrisons
        if place not in state.owners
        and place not in occupied
        and not (rules.garrison_occupied == "entered" and place in state.emptied)
    ]
    units = in_order((*state.units, *(Unit(NEUTRAL, Kind.ARMY, place) for place in places)))
    return replace(state, units=units), tuple(map(GarrisonReturned, places))


def case_of(board: Board, rules: Rulebook, state: State, power: Power) -> Adjusts:
    """Which of the three cases a power is in. Rulebook: Adjustments Phase."""
    occupied = {board.province_of[unit.at] for unit in state.units}
    centres, units = state.centres_of(power), state.of(power)
    allowed = (
        centres
        if rules.builds == "any-controlled-centre"
        else [place for place in centres if place in board.powers[power].homes]
    )
    change = len(centres) - len(units)
    sites = tuple(place for place in allowed if place not in occupied) if change > 0 else ()
    return Adjusts(power, len(centres), len(units), change, sites)


def cases(board: Board, rules: Rulebook, state: State) -> tuple[Adjusts, ...]:
    """The cases of all remaining powers."""
    return tuple(case_of(board, rules, state, power) for power in remaining(board, state))


def has_choice(case: Adjusts) -> bool:
    """True if the power may build somewhere, or must remove some, not all, of its units."""
    return bool(case.sites) or (case.change < 0 < case.centres)


def adjust(
    board: Board, rules: Rulebook, state: State, orders: Mapping[Power, Sequence[Order]]
) -> tuple[State, tuple[AdjustmentEvent, ...]]:
    """Carries out builds and removals of all powers at once.

    Rulebook: Gaining and Losing Units, Civil Disorder.
    """
    events: list[AdjustmentEvent] = []
    for case in cases(board, rules, state):
        events += carry_out(board, rules, state, case, orders.get(case.power, ()))
    gone = {event.unit for event in events if isinstance(event, Removed)}
    built = [event.unit for event in events if isinstance(event, Built)]
    units = in_order((*(unit for unit in state.units if unit not in gone), *built))
    return replace(state, units=units), tuple(events)


def carry_out(
    board: Board, rules: Rulebook, state: State, case: Adjusts, orders: Sequence[Order]
) -> list[AdjustmentEvent]:
    """What becomes of each order of one power, in the order written, and then by default."""
    return _Adjustment(board, rules, state, case).carry_out(orders)


class _Adjustment(Value, frozen=True):
    """The adjustments of one power."""

    board: Board
    rules: Rulebook
    state: State
    case: Adjusts

    def carry_out(self, orders: Sequence[Order]) -> list[AdjustmentEvent]:
        """Takes orders in the order written, then does what nobody ordered."""
        events: list[AdjustmentEvent] = []
        asked = sum(
            order.count if isinstance(order, Waive) else 1
            for order in orders
            if isinstance(order, Build | Remove | Waive)
        )
        refuses_all = self.rules.too_many == "all-refused" and asked > abs(self.case.change)
        for order in orders:
            if refuses_all:
                events.append(AdjustmentRefused(self.case.power, order, Unfit.TOO_MANY))
            else:
                events.append(self._one(order, events))
        return events + self._left_over(events)

    def _one(self, order: Order, done: Sequence[AdjustmentEvent]) -> AdjustmentEvent:
        power = self.case.power
        match order:
            case Build(name):
                built = self.site(name, done)
                if isinstance(built, Unit):
                    return Built(built, order)
                why = built
            case Remove(name):
                removed = self.removable(name, done)
                if isinstance(removed, Unit):
                    return Removed(removed, order)
                why = removed
            case Waive(count):
                left = self.case.change - _used(done)
                if left > 0:
                    return Waived(power, min(count, left), ordered=True)
                why = Unfit.TOO_MANY if self.case.change > 0 else Unfit.NOTHING_TO_BUILD
            case _:
                why = Unfit.WRONG_PHASE
        return AdjustmentRefused(
            power, order, why, self._standing(order.unit) if isinstance(order, Remove) else None
        )

    def _standing(self, name: UnitName) -> Unit | None:
        """The unit that stands where a removal says, whosever it is."""
        place = self.board.province_of[name.at]
        units = self.state.units
        return next((one for one in units if self.board.province_of[one.at] == place), None)

    def site(self, name: UnitName, done: Sequence[AdjustmentEvent]) -> Unit | Unfit:
        """The unit that a build order makes, or why it cannot."""
        province = self.board.provinces[self.board.province_of[name.at]]
        fault = self._site_fault(province.id, done)
        if fault is not None:
            return fault
        kind = name.kind
        if kind is None:
            if province.terrain is not Terrain.INLAND:
                return Unfit.NO_KIND_NAMED
            kind = Kind.ARMY
        if kind is Kind.ARMY:
            is_refused = name.at != province.id and self.rules.army_coast == "fails"
            return (
                Unfit.COAST_OUT_OF_REACH if is_refused else Unit(self.case.power, kind, province.id)
            )
        if province.terrain is Terrain.INLAND:
            return Unfit.FLEET_INLAND
        at = name.at
        if province.coasts and at == province.id:
            if self.rules.build_coast == "fails":
                return Unfit.NO_COAST_NAMED
            at = next(iter(province.coasts))
        return Unit(self.case.power, kind, at)

    def _site_fault(self, place: Place, done: Sequence[AdjustmentEvent]) -> Unfit | None:
        case, state = self.case, self.state
        taken = {self.board.province_of[one.unit.at] for one in done if isinstance(one, Built)}
        if case.change <= 0:
            return Unfit.NOTHING_TO_BUILD
        if place not in self.board.centres:
            return Unfit.NO_CENTRE
        if state.owners.get(place) != case.power:
            return Unfit.NOT_CONTROLLED
        is_home = place in self.board.powers[case.power].homes
        if self.rules.builds == "home-centres" and not is_home:
            return Unfit.NOT_HOME
        if place not in case.sites or place in taken:
            return Unfit.OCCUPIED
        return Unfit.TOO_MANY if _used(done) >= case.change else None

    def removable(self, name: UnitName, done: Sequence[AdjustmentEvent]) -> Unit | Unfit:
        """The unit that a removal order names, or why it does not come off."""
        gone = [one.unit for one in done if isinstance(one, Removed)]
        unit = self._standing(name)
        if unit is None:
            return Unfit.NO_SUCH_UNIT
        if unit.power != self.case.power:
            return Unfit.NOT_YOURS
        if not names(self.board, self.rules, unit, name):
            return Unfit.WRONG_KIND
        if unit in gone:
            return Unfit.REMOVED_ALREADY
        if self.case.change >= 0:
            return Unfit.NOTHING_TO_REMOVE
        return Unfit.TOO_MANY if len(gone) >= -self.case.change else unit

    def _left_over(self, done: Sequence[AdjustmentEvent]) -> list[AdjustmentEvent]:
        """Builds that lapse, and removals that nobody ordered."""
        case = self.case
        if case.change > 0:
            left = case.change - _used(done)
            return [Waived(case.power, left, ordered=False)] if left else []
        gone = [one.unit for one in done if isinstance(one, Removed)]
        left = -case.change - len(gone)
        if not left:
            return []
        units = [unit for unit in self.state.of(case.power) if unit not in gone]
        ranked = farthest_first(self.board, self.rules, self.state, case.power, units)
        return [Removed(unit, None, distance) for unit, distance in ranked[:left]]


def _used(done: Sequence[AdjustmentEvent]) -> int:
    """How many builds are used up: by new units and by waiving."""
    return sum(1 for one in done if isinstance(one, Built)) + sum(
        one.count for one in done if isinstance(one, Waived)
    )
