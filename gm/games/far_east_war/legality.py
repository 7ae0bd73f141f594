"""What becomes of a player's order sheets, before and whatever the dice and the cards do.

The turn is rehearsed with the rules themselves (``sequence.rehearse``), so that what the receipt
says about prices and legality is what will happen, as far as that can be known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gm.games.far_east_war.cards import PLAGUE_KEEPS
from gm.games.far_east_war.completing import complete
from gm.games.far_east_war.demands import missing_tasks
from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.events import ConditionFailed, OrderRefused, PartDropped
from gm.games.far_east_war.map import Board
from gm.games.far_east_war.naming import general_name, power_name
from gm.games.far_east_war.orders import (
    STANDING,
    Attack,
    Cancel,
    Choose,
    Deploy,
    Give,
    Marker,
    Order,
    Plain,
    StandingLend,
    StandingReset,
    StandingSplit,
    Wish,
    conditions,
)
from gm.games.far_east_war.sequence import ORDERS_OF, action_now, rehearse
from gm.games.far_east_war.setup import cannot_choose, cannot_place, choice_of, default_choice
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.sums import notes_on
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.turn import Turn
from gm.games.game import Checked, CheckedOrder, Fate, Fault, Power

_SETUP = (Choose, Wish, Deploy)
_TEAMS = (Give, StandingSplit, StandingLend)
"""Orders that mean something only to players who have a team-mate."""


def check(
    board: Board, state: State, power: Power, sheets: Sequence[Sequence[Order]]
) -> Checked[Order]:
    """Checks all order sheets of a power for the present phase, oldest first."""
    desk = Desk(board, state, power)
    entries = [Entry(place, order) for place, sheet in enumerate(sheets) for order in sheet]
    _replace_older(desk, entries)
    for entry in _live(entries):
        complete(desk, entry, entries)
    for entry in _live(entries):
        _judge_place(desk, entry)
    notes: tuple[str, ...] = ()
    if state.stage is Stage.SETUP:
        _check_setup(desk, _live(entries))
        notes = _setup_notes(desk, [one.said for one in _live(entries)])
    elif state.stage is not Stage.OVER and power == state.active:
        notes = _check_turn(desk, _live(entries))
    orders = tuple(one.order for one in _live(entries))
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


def _live(entries: Sequence[Entry]) -> list[Entry]:
    return [one for one in entries if one.fate is Fate.STANDS]


def _replace_older(desk: Desk, entries: Sequence[Entry]) -> None:
    """Later orders take the place of earlier ones.

    A letter that moves the marker and gives other orders begins the turn's plan anew; any other
    adds to the plan, and a marker order alone replaces the one before it. A standing instruction
    replaces those of its kind from earlier letters, and so do the choices of set-up.
    """
    for place, entry in enumerate(entries):
        said = entry.said
        earlier = _live(entries[:place])
        if isinstance(said, Cancel):
            _retire(one for one in earlier if not isinstance(one.said, STANDING))
            continue
        older = [one for one in earlier if one.sheet < entry.sheet]
        if isinstance(said, Marker):
            if _is_plan(entry, entries):
                _retire(one for one in older if not isinstance(one.said, STANDING))
            if not conditions(entry.order):
                _retire(
                    one
                    for one in earlier
                    if isinstance(one.said, Marker) and not conditions(one.order)
                )
        elif isinstance(said, STANDING) or desk.state.stage is Stage.SETUP:
            _retire(one for one in older if _same_matter(one.said, said))


def _is_plan(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether the letter of a marker order gives orders for the space as well."""
    return any(
        one.sheet == entry.sheet and not isinstance(one.said, (*STANDING, Marker))
        for one in entries
    )


def _same_matter(older: Plain, newer: Plain) -> bool:
    """Whether a later order takes the place of an earlier one of its kind.

    At set-up a placement only replaces those of the same General or on the same legion.
    """
    if isinstance(older, Deploy) and isinstance(newer, Deploy):
        return older.general == newer.general or older.legion == newer.legion
    return type(older) is type(newer)


def _retire(entries: Iterable[Entry]) -> None:
    for entry in entries:
        entry.fate = Fate.REPLACED


# Judging orders


def _judge_place(desk: Desk, entry: Entry) -> None:
    """Refuses what has no place in this phase."""
    state, said = desk.state, entry.said
    if isinstance(said, _TEAMS) and desk.board.mate(desk.power) is None:
        desk.refuse(entry, "With two players nobody has a team-mate.")
    elif isinstance(said, StandingReset):
        _judge_reset(desk, entry, said)
    elif isinstance(said, (*STANDING, Cancel)):
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
    certain = _is_certain(desk, turn)
    hopeless = set() if certain else _hopeless(desk, entries)
    comes = "the card" if turn.lines else "the attack that Non-gae forces"
    moves = any(isinstance(one.said, Marker) for one in entries)
    for event in turn.table.events:
        match event:
            case OrderRefused(_, order, reason):
                for entry in _of(entries, order):
                    elsewhere = moves and _is_of_another_action(desk, turn, entry)
                    if certain or elsewhere or (order, reason) in hopeless:
                        desk.refuse(entry, reason)
                    else:
                        hint = f"It is tried all the same, since {comes} may change this."
                        desk.remark(entry, Fault.WARNING, reason, hint)
            case PartDropped(_, attacker, reason):
                for entry in entries:
                    if isinstance(entry.said, Attack) and entry.said.attacker == attacker:
                        desk.remark(entry, Fault.WARNING, reason)
            case ConditionFailed(_, order):
                for entry in _of(entries, order):
                    desk.remark(entry, Fault.WARNING, "As things stand its condition fails.")
            case _:
                pass
    return notes_on(desk.state, turn)


def _hopeless(desk: Desk, entries: Sequence[Entry]) -> set[tuple[Order, str]]:
    """Orders with the reason why they fail whatever card comes.

    A card may bring supply and troops, or cut legions down, or lift Dissensions; it moves nobody.
    What fails for the same reason in the best of these cases always fails.
    """
    if desk.state.provoked is not None:
        return set()
    state, limit = desk.state, desk.board.limits.supply
    rich = {power: replace(one, supply=limit) for power, one in state.holdings.items()}
    best = replace(state, holdings=rich, dissensions=0)
    small = tuple(replace(one, troops=min(one.troops, PLAGUE_KEEPS)) for one in state.legions)
    orders = [one.order for one in entries]
    failing = [
        {
            (event.order, event.reason)
            for event in rehearse(desk.board, case, desk.power, orders).table.events
            if isinstance(event, OrderRefused)
        }
        for case in (best, replace(best, legions=small))
    ]
    return failing[0] & failing[1]


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
