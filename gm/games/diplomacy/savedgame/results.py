"""From events to the results that saved games keep of every order.

A result is a list of labels by unit (``A PAR``): none where an order was carried out, else
``bounce``, ``no convoy``, ``cut``, ``void``, ``disrupted``, ``dislodged`` or ``disband``; builds
and removals that were carried out have one empty label. Several labels may apply to one unit.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Built,
    CircleStopped,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Disbanded,
    DisbandReason,
    Dislodged,
    Event,
    Held,
    KnotStopped,
    MetHeadOn,
    Moved,
    MovementResult,
    NoConvoy,
    NotFollowed,
    Removed,
    Repelled,
    Retreated,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
    Unmatched,
)
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Build, Convoy, Move, Place, Remove, Route, Support
from gm.games.diplomacy.savedgame.notation import unit_name
from gm.games.diplomacy.state import Unit

Labels = Mapping[str, tuple[str, ...]]
"""What became of each unit's order, by the unit's name."""


def labels(board: Board, events: Sequence[Event], held: Collection[Unit] = frozenset()) -> Labels:
    """The results of one phase, as saved games write them.

    The units *held* have no order there.
    """
    results = {
        board.province_of[one.unit.at]: one for one in events if isinstance(one, MovementResult)
    }
    found: dict[str, tuple[str, ...]] = {}
    for name, label in _labels(_Phase(board, results, events), held):
        found[name] = (*found.get(name, ()), *label)
    return found


class _Phase:
    """The results of a movement phase by province, and how many supports stood for whom."""

    def __init__(
        self, board: Board, results: Mapping[Place, MovementResult], events: Sequence[Event]
    ) -> None:
        self.board = board
        self.results = results
        self.events = events
        self.helpers = Counter(
            board.province_of[one.order.target.at]
            for one in results.values()
            if isinstance(one, Supported)
        )
        self.sailing = {
            one.army for one in results.values() if isinstance(one, Convoyed | ConvoyLost)
        }

    def partner(self, order: Support | Convoy) -> MovementResult | None:
        """What became of the unit that a support or convoy is for."""
        name = order.target if isinstance(order, Support) else order.army
        return self.results.get(self.board.province_of[name.at])

    def is_for(self, order: Support | Convoy) -> bool:
        """True if the unit that a support or convoy is for was ordered what it says."""
        partner = self.partner(order)
        if partner is None:
            return False
        did = partner.order
        if order.to is None:
            return not isinstance(did, Move) or isinstance(partner, NotFollowed)
        place_of = self.board.province_of
        return isinstance(did, Move) and place_of[did.to] == place_of[order.to]

    def strength(self, start: Place) -> int:
        """The strength of a unit with all supports that stood."""
        return 1 + self.helpers[start]

    def is_strongest(self, start: Place, goal: Place) -> bool:
        """True if a move would get in, if supports against an own unit counted."""
        stays = self.results.get(goal)
        if isinstance(stays, Moved):
            return False
        held = 0
        if stays is not None:
            held = 1 if isinstance(stays.order, Move) else self.strength(goal)
        rivals = [
            self.strength(place)
            for place, one in self.results.items()
            if isinstance(one.order, Move)
            and not isinstance(one, NotFollowed | NoConvoy | ConvoyDisrupted | ConvoyKnotted)
            and self.board.province_of[one.order.to] == goal
            and place != start
        ]
        return self.strength(start) > max([held, *rivals])

    def meets(self, start: Place, goal: Place) -> bool:
        """True if the units of the two provinces were ordered into each other's, by land."""
        here, there = self.results[start], self.results[goal]
        return (
            isinstance(there.order, Move)
            and not isinstance(there, NotFollowed)
            and self.board.province_of[there.order.to] == start
            and self.sailing.isdisjoint((here.unit, there.unit))
        )


def _labels(phase: _Phase, held: Collection[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for event in phase.events:
        match event:
            case Dislodged(unit):
                yield unit_name(unit), ("dislodged",)
            case Retreated(unit):
                yield unit_name(unit), ()
            case Disbanded(unit, DisbandReason.COLLISION):
                yield unit_name(unit), ("bounce", "disband")
            case Disbanded(unit):
                yield unit_name(unit), ("disband",)
            case Built(unit) | Removed(unit):
                yield unit_name(unit), ("",)
            case AdjustmentRefused(_, Build(name) | Remove(name)):
                yield unit_name(name), ("void",)
            case _ if isinstance(event, MovementResult):
                label = () if event.unit in held else _of_movement(phase, event)
                yield unit_name(event.unit), label
            case _:
                continue


def _of_movement(  # noqa: PLR0911 (one for each kind of result)
    phase: _Phase, event: MovementResult
) -> tuple[str, ...]:
    match event:
        case Moved() | Held() | NotFollowed():
            return ()
        case (
            StoodOff() | Repelled() | MetHeadOn() | StoppedByOwn() | KnotStopped() | CircleStopped()
        ):
            return ("bounce",)
        case NoConvoy() | ConvoyDisrupted() | ConvoyKnotted():
            return ("no convoy",)
        case Supported(unit, order):
            return _of_support(phase, unit, order)
        case SupportCut(_, order):
            is_void = isinstance(phase.partner(order), NoConvoy) or not phase.is_for(order)
            return ("void",) if is_void else ("cut",)
        case Convoyed(_, order) | ConvoyLost(_, order, _, None, _):
            return _of_convoy(phase, order)
        case ConvoyLost():
            return ()
        case Unmatched(_, Convoy() as order) if phase.is_for(order):
            return ("no convoy", "void")
        case Unmatched():
            return ("void",)


def _of_support(phase: _Phase, unit: Unit, order: Support) -> tuple[str, ...]:
    """Nothing, unless it was for an army without a convoy, or would have beaten an own unit."""
    partner = phase.partner(order)
    if isinstance(partner, NoConvoy):
        return ("void",)
    if isinstance(partner, ConvoyDisrupted | ConvoyKnotted):
        return ("no convoy",)
    if order.to is None or partner is None or not isinstance(partner.order, Move):
        return ()
    if partner.order.route is Route.CONVOY and partner.unit in phase.sailing:
        return ()  # that program counts these all the same
    place_of = phase.board.province_of
    start, goal = place_of[order.target.at], place_of[order.to]
    stays = phase.results.get(goal)
    if stays is None or stays.unit.power != unit.power:
        return ()
    is_void = phase.meets(start, goal) or phase.is_strongest(start, goal)
    return ("void",) if is_void else ()


def _of_convoy(phase: _Phase, order: Convoy) -> tuple[str, ...]:
    match phase.partner(order):
        case NoConvoy():
            return ("no convoy", "void")
        case ConvoyDisrupted() | ConvoyKnotted():
            return ("no convoy",)
        case _:
            return ()
