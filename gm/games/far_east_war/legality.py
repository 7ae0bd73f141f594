"""What becomes of a player's order sheets, before and whatever the dice and the cards do.

The turn is rehearsed with the rules themselves (``sequence.rehearse``), so that what the receipt
says about prices and legality is what will happen, as far as that can be known.
"""

from collections.abc import Iterator, Sequence

from gm.games.far_east_war.answering import remark_answers
from gm.games.far_east_war.cards import PLAGUE_KEEPS
from gm.games.far_east_war.completing import complete
from gm.games.far_east_war.demands import missing_tasks
from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.events import ConditionFailed, OrderRefused, PartDropped
from gm.games.far_east_war.map import Board, Effect
from gm.games.far_east_war.naming import count, general_name, power_name
from gm.games.far_east_war.orders import (
    STANDING,
    Attack,
    Cancel,
    Choose,
    Deploy,
    Give,
    Marker,
    Measure,
    Order,
    Plain,
    Resolve,
    StandingLend,
    StandingReset,
    StandingSplit,
    TakeBack,
    Wish,
    bare,
    conditions,
)
from gm.games.far_east_war.plans import live, replace_older, replace_same
from gm.games.far_east_war.sequence import ORDERS_OF, action_now, is_asked_after_card, rehearse
from gm.games.far_east_war.setup import cannot_choose, cannot_place, choice_of, default_choice
from gm.games.far_east_war.state import Legion, Stage, State
from gm.games.far_east_war.sums import notes_on
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.turn import Turn, steps_to
from gm.games.vocabulary import Checked, CheckedOrder, Fault, Power
from gm.values import replace

_SETUP = (Choose, Wish, Deploy)
_UNCONDITIONAL = (*STANDING, Choose, Wish, Give, Resolve, Cancel, TakeBack)
"""Orders that hold or do not hold, whatever happens."""
_TEAMS = (Give, StandingSplit, StandingLend)
"""Orders that mean something only to players who have a team-mate."""


def check(
    board: Board, state: State, power: Power, sheets: Sequence[Sequence[Order]]
) -> Checked[Order]:
    """Checks all order sheets of a power for the present phase, oldest first."""
    desk = Desk(board, state, power)
    entries = [Entry(place, order) for place, sheet in enumerate(sheets) for order in sheet]
    replace_older(desk, entries)
    for entry in live(entries):
        complete(desk, entry, entries)
    for entry in live(entries):
        _judge_place(desk, entry)
    if state.stage is not Stage.SETUP:
        replace_same(entries)
    notes: tuple[str, ...] = ()
    if state.stage is Stage.SETUP:
        _check_setup(desk, live(entries))
        notes = _setup_notes(desk, [one.said for one in live(entries)])
    elif state.stage is not Stage.OVER and power == state.active:
        notes = _check_turn(desk, live(entries))
    orders = tuple(one.order for one in live(entries))
    return Checked(
        sheets=tuple(
            tuple(
                CheckedOrder(one.order, one.fate, tuple(one.problems))
                for one in entries
                if one.sheet == place
            )
            for place in range(len(sheets))
        ),
        orders=orders,
        missing=missing_tasks(board, state, power, orders),
        notes=notes,
        present=any(sheets),
    )


# Judging orders


def _judge_place(desk: Desk, entry: Entry) -> None:
    """Refuses what has no place in this phase."""
    state, said = desk.state, entry.said
    if (reason := _cannot_wait(desk, entry)) is not None:
        desk.refuse(entry, reason)
    elif isinstance(said, _TEAMS) and desk.board.mate(desk.power) is None:
        desk.refuse(entry, "With two players nobody has a team-mate.")
    elif isinstance(said, StandingReset):
        _judge_reset(desk, entry, said)
    elif isinstance(said, (*STANDING, Cancel, TakeBack)):
        return
    elif state.stage is Stage.SETUP:
        if not isinstance(said, _SETUP):
            desk.refuse(entry, "The match is still being set up; this can be ordered later.")
    elif isinstance(said, Choose | Wish):
        desk.refuse(entry, "The Generals have been chosen.")
    elif desk.power != state.active:
        whose = power_name(desk.board, state.active)
        desk.refuse(entry, f"It is the turn of {whose}; only standing instructions count now.")
    elif state.stage is Stage.ACTION and isinstance(said, Marker):
        desk.refuse(entry, "The marker has been moved, and the card is turned over.")


def _cannot_wait(desk: Desk, entry: Entry) -> str | None:
    """Why an order cannot hang on its conditions."""
    tests = conditions(entry.order)
    if not tests:
        return None
    if desk.state.stage is Stage.SETUP or isinstance(entry.said, _UNCONDITIONAL):
        return "This cannot hang on a condition; please write it without one if you want it."
    if all(test.measure is not Measure.CARD for test in tests):
        return None
    if isinstance(entry.said, Marker):
        return (
            "The marker moves before a card is turned over, so it cannot wait for the card; only "
            "the orders for the space it reaches can."
        )
    if desk.state.stage is Stage.ACTION:
        return "The card has been turned over; please write what is to be done now."
    return None


def _judge_reset(desk: Desk, entry: Entry, said: StandingReset) -> None:
    hand = desk.state.holdings[desk.power].hand
    if (
        said.general is not None
        and said.general not in hand
        and desk.state.stage is not Stage.SETUP
    ):
        name = general_name(desk.board, said.general)
        reason = f"{name} is not in your hand now; only if he is when Reset comes is he deployed."
        desk.remark(entry, Fault.WARNING, reason)


def _check_setup(desk: Desk, entries: Sequence[Entry]) -> None:
    board, power = desk.board, desk.power
    orders = [one.order for one in entries]
    hand = choice_of(board, power, orders) or default_choice(board, power)
    table = Table.of(board, desk.state)
    table.hands[power] = list(hand)
    placed = 0
    for entry in entries:
        match entry.said:
            case Choose(generals):
                reason = cannot_choose(board, power, generals)
            case Wish(generals):
                strange = [one for one in generals if one not in board.legendary(power)]
                names = ", ".join(general_name(board, one) for one in strange)
                reason = f"{names} cannot be your Legendary General." if strange else None
            case Deploy() as said:
                reason = cannot_place(table, power, table.hands[power], said)
                if reason is None and placed == board.setup.on_map:
                    reason = f"Only {placed} of the Generals may be placed at set-up."
                if reason is None:
                    placed += 1
                    table.hands[power].remove(said.general)
                    legion = table.legions[said.legion]
                    table.put(replace(legion, general=said.general))
            case _:
                reason = None
        if reason is not None:
            desk.refuse(entry, reason)


def _setup_notes(desk: Desk, said: Sequence[Plain]) -> tuple[str, ...]:
    """What a Legendary General costs."""
    if not any(isinstance(one, Wish) and one.generals for one in said):
        return ()
    supply, cost = desk.state.holdings[desk.power].supply, desk.board.costs.legendary
    return (
        f"Supply points: {supply} - {cost} (Legendary General, if you get one) = {supply - cost}.",
    )


def _check_turn(desk: Desk, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Rehearses the turn; gives the sums for the receipt."""
    turn = rehearse(desk.board, desk.state, desk.power, [one.order for one in entries])
    if is_asked_after_card(turn):
        _put_off(desk, entries)
        return notes_on(desk.state, turn)
    certain = _is_certain(desk, turn)
    hopeless = set() if certain else _hopeless(desk, entries)
    for event in turn.table.events:
        match event:
            case OrderRefused(_, order, reason):
                is_sure = certain or (order, reason) in hopeless
                for entry in _of(entries, order):
                    _tell_refusal(desk, turn, entry, reason, is_sure=is_sure)
            case PartDropped(_, attacker, reason):
                for entry in entries:
                    if isinstance(entry.said, Attack) and entry.said.attacker == attacker:
                        desk.remark(entry, Fault.WARNING, reason)
            case ConditionFailed(_, order):
                for entry in _of(entries, order):
                    desk.remark(entry, Fault.WARNING, _why_it_fails(turn, order))
            case _:
                pass
    remark_answers(desk, turn, entries)
    return notes_on(desk.state, turn)


def _why_it_fails(turn: Turn, order: Order) -> str:
    """What to say of an order whose condition fails in a rehearsal."""
    if all(test.measure is not Measure.CARD for test in conditions(order)):
        return "As things stand its condition fails."
    if turn.lines == 0:
        return "The marker crosses no event line, so no card is turned over: its condition fails."
    return "Whether it is followed depends on the card that is turned over first."


def _put_off(desk: Desk, entries: Sequence[Entry]) -> None:
    """Refuses what can only be ordered once the card is known."""
    for entry in entries:
        if not isinstance(entry.said, (*STANDING, Marker, Cancel, TakeBack)):
            desk.refuse(
                entry,
                "A card is turned over first, and in this match the orders for the space are asked "
                "for after it.",
            )


def _tell_refusal(desk: Desk, turn: Turn, entry: Entry, reason: str, *, is_sure: bool) -> None:
    """Takes out what will surely fail; of the rest it only says why it may."""
    if _is_of_another_action(desk, turn, entry):
        _refuse_elsewhere(desk, turn, entry, reason)
    elif is_sure:
        desk.refuse(entry, reason)
    else:
        comes = " or ".join(_to_come(desk, turn))
        hint = f"It is tried all the same, since {comes} may change this."
        desk.remark(entry, Fault.WARNING, reason, hint)


def _to_come(desk: Desk, turn: Turn) -> Iterator[str]:
    """What will come before the player's orders and cannot be foreseen."""
    if turn.lines:
        yield "the card"
    if desk.state.provoked is not None:
        yield "the attack that Non-gae forces"


def _refuse_elsewhere(desk: Desk, turn: Turn, entry: Entry, reason: str) -> None:
    """Refuses an order for another space; if no marker order stands, it tells which would do."""
    refused = [
        one.order
        for one in turn.table.events
        if isinstance(one, OrderRefused) and isinstance(bare(one.order), Marker)
    ]
    if desk.state.stage is not Stage.TURN or len(turn.orders(Marker)) > len(refused):
        desk.refuse(entry, reason)
        return
    wanted = next(action for action, kinds in ORDERS_OF.items() if isinstance(entry.said, kinds))
    here = action_now(turn.table, desk.power)
    start = desk.state.markers[desk.board.team(desk.power)]
    steps = count(steps_to(desk.board, start, wanted), "space")
    desk.refuse(
        entry,
        f"It belongs to {wanted.label}, and without an order that can be followed the marker goes "
        f"to {here.label}.",
        f"Send “Move the marker {steps} to {wanted.label}”, alone in a letter, and it counts.",
    )


def _hopeless(desk: Desk, entries: Sequence[Entry]) -> set[tuple[Order, str]]:
    """Orders with the reason why they fail whatever comes before.

    A card may bring supply and troops, or cut legions down, or lift Dissensions; it moves nobody.
    An attack that Non-gae forces may be won or lost. What fails for the same reason in all the
    extreme cases always fails.
    """
    state, limit = desk.state, desk.board.limits.supply
    rich = {power: replace(one, supply=limit) for power, one in state.holdings.items()}
    best = replace(state, holdings=rich, dissensions=0)
    small = tuple(replace(one, troops=min(one.troops, PLAGUE_KEEPS)) for one in state.legions)
    cases = [best, replace(best, legions=small)]
    if state.provoked is not None:
        cases += [replace(best, legions=legions) for legions in _after_provocation(desk)]
    orders = [one.order for one in entries]
    failing = [
        {
            (event.order, event.reason)
            for event in rehearse(desk.board, case, desk.power, orders).table.events
            if isinstance(event, OrderRefused)
        }
        for case in cases
    ]
    return set.intersection(*failing)


def _after_provocation(desk: Desk) -> Iterator[tuple[Legion, ...]]:
    """The legions if the forced attack fails, if it wins, and if its General alone falls."""
    state = desk.state
    table = Table.of(desk.board, state)
    victim = next((one for one in state.legions if one.general == state.provoked), None)
    target = table.leading(Effect.PROVOKE)
    if victim is None or target is None:
        return
    yield tuple(one for one in state.legions if one.id != victim.id)
    won = (replace(one, at=target.at) if one.id == victim.id else one for one in state.legions)
    alone = len(table.standing_in(target.at)) == 1
    rest = tuple(one for one in won if one.id != target.id)
    yield rest if alone else tuple(one for one in state.legions if one.id != target.id)
    yield tuple(replace(one, general=None) if one.id == victim.id else one for one in state.legions)


def _of(entries: Sequence[Entry], order: Order) -> list[Entry]:
    return [one for one in entries if one.order is order]


def _is_of_another_action(desk: Desk, turn: Turn, entry: Entry) -> bool:
    """Whether the order belongs to a space that the marker does not reach: no card changes that."""
    here = action_now(turn.table, desk.power)
    return any(
        isinstance(entry.said, kinds) for action, kinds in ORDERS_OF.items() if action is not here
    )


def _is_certain(desk: Desk, turn: Turn) -> bool:
    """Whether no card and no dice come before the player's orders are carried out."""
    return turn.lines == 0 and desk.state.provoked is None
