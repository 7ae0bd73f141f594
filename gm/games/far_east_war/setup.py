"""How a match begins: legions, deck, and the Generals each player takes. Rulebook: Game Setup."""

from collections.abc import Mapping, Sequence

from gm.games.dice import BOUND, commitment, dice_of
from gm.games.far_east_war.cards import deck_of
from gm.games.far_east_war.events import GeneralDeployed, GeneralsChosen, OrderRefused, WishDenied
from gm.games.far_east_war.map import TEAMS, Board, Effect, GeneralId, LegionId
from gm.games.far_east_war.naming import count, first_fault, general_name, listed
from gm.games.far_east_war.orders import Choose, Deploy, Order, Wish, bare
from gm.games.far_east_war.production import cannot_lead, muster, place
from gm.games.far_east_war.state import (
    FORMAT,
    Holding,
    Legion,
    Stage,
    State,
)
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power

FOUR_HEALTH = 4


def start(board: Board, seed: str, match: str = "", form: int = BOUND) -> State:
    """The state before the first letter: everything is on the map but the Generals.

    All chance comes from *seed* and the name of the *match*, in that form (``gm.games.dice``).
    """
    setup = board.setup
    legions = tuple(
        Legion(LegionId(f"{setup.prefixes[power]}{number}"), power, area, troops)
        for power in board.powers
        for number, (area, troops) in enumerate(setup.legions[power], start=1)
    )
    deck, aside, dice = deck_of(board, dice_of(seed, match, form))
    return State(
        format=FORMAT,
        stage=Stage.SETUP,
        turn=0,
        active=board.powers[0],
        dice=dice,
        commitment=commitment(seed, match, form),
        legions=legions,
        control={area.id: area.owner for area in board.areas.values() if area.owner is not None},
        wounds={},
        provoked=None,
        holdings={
            power: Holding(supply=setup.supply[power], founded=len(setup.legions[power]))
            for power in board.powers
        },
        tokens=dict.fromkeys(TEAMS, ()),
        markers=dict.fromkeys(TEAMS, board.rondel.start),
        deck=deck,
        aside=aside,
        resets=0,
        dissensions=0,
        shown=(),
        standing={},
    )


def cannot_choose(board: Board, power: Power, generals: Sequence[GeneralId]) -> str | None:
    """Why these Generals are no lawful choice for *power*."""
    setup = board.setup
    allowed = board.selectable(power)
    strange = [one for one in generals if one not in allowed]
    strong = [one for one in generals if board.generals[one].health == FOUR_HEALTH]
    leaders = [one for one in allowed if board.generals[one].leader]
    names = listed(general_name(board, one) for one in strange)
    most = setup.max_four_health
    return first_fault(
        (bool(strange), f"{names} cannot be chosen by {board.names[power].name}."),
        (len(set(generals)) != len(generals), "A General is named twice."),
        (
            len(generals) != setup.chosen,
            f"{count(setup.chosen, 'General')} are to be chosen, and {len(generals)} are named.",
        ),
        (
            most is not None and len(strong) > most,
            f"Only {most} Generals with {FOUR_HEALTH} Health Points may be chosen; "
            f"{listed(general_name(board, one) for one in strong)} have so many.",
        ),
        (
            setup.leader_compulsory and not set(leaders) <= set(generals),
            f"The leader {listed(general_name(board, one) for one in leaders)} must be chosen.",
        ),
    )


def default_choice(board: Board, power: Power) -> tuple[GeneralId, ...]:
    """The Generals taken without a letter: in the order of the list, as far as allowed."""
    setup = board.setup
    chosen: list[GeneralId] = []
    strong = 0
    for general in board.selectable(power):
        is_strong = board.generals[general].health == FOUR_HEALTH
        if is_strong and setup.max_four_health is not None and strong >= setup.max_four_health:
            continue
        strong += is_strong
        chosen.append(general)
    return tuple(chosen[: setup.chosen])


def choice_of(board: Board, power: Power, orders: Sequence[Order]) -> tuple[GeneralId, ...] | None:
    """The Generals lawfully chosen in a letter, or None."""
    named = [one.generals for order in orders if isinstance(one := bare(order), Choose)]
    if not named or cannot_choose(board, power, named[-1]) is not None:
        return None
    return named[-1]


def set_up(table: Table, orders: Mapping[Power, Sequence[Order]]) -> None:
    """Takes the Generals in hand, then places the first ones on the map."""
    board = table.board
    taken: set[GeneralId] = set()
    for team in TEAMS:
        for power in board.members(team):
            wish = _granted(table, power, orders.get(power, ()), taken)
            _take_hand(table, power, orders.get(power, ()), wish)
    for power in board.powers:
        _place_first(table, power, orders.get(power, ()))


def _granted(
    table: Table, power: Power, orders: Sequence[Order], taken: set[GeneralId]
) -> GeneralId | None:
    """The Legendary General *power* gets: the first wish that is free, one for each side."""
    board = table.board
    wishes = [one.generals for order in orders if isinstance(one := bare(order), Wish)]
    if not wishes or not wishes[-1]:
        return None
    mate = board.mate(power)
    if mate is not None and any(board.generals[one].legendary for one in table.hands[mate]):
        table.tell(WishDenied(power, "Only one of a team gets one, and your team-mate has it."))
        return None
    allowed = board.legendary(power)
    free = [one for one in wishes[-1] if one in allowed and one not in taken]
    if not free or table.supply[power] < board.costs.legendary:
        table.tell(WishDenied(power, "None of those you wished for was left."))
        return None
    taken.add(free[0])
    return free[0]


def _take_hand(
    table: Table, power: Power, orders: Sequence[Order], legendary: GeneralId | None
) -> None:
    board = table.board
    chosen = choice_of(board, power, orders)
    hand = chosen or default_choice(board, power)
    table.hands[power] = [*hand, *([] if legendary is None else [legendary])]
    cost = 0 if legendary is None else board.costs.legendary
    table.pay(power, cost)
    table.tell(GeneralsChosen(power, hand, legendary, len(hand), cost, chosen is None))


def cannot_place(
    table: Table, power: Power, hand: Sequence[GeneralId], order: Deploy
) -> str | None:
    """Why a General cannot be placed at set-up. *hand* are the Generals chosen."""
    board = table.board
    name = general_name(board, order.general)
    barred = board.generals[order.general].has(Effect.NO_SETUP_DEPLOY)
    return first_fault(
        (order.general not in hand, f"{name} is not among the chosen Generals."),
        (barred, f"{name} cannot be deployed during set-up."),
    ) or cannot_lead(table, power, order.legion)


def _place_first(table: Table, power: Power, orders: Sequence[Order]) -> None:
    """Places as many Generals as set-up asks for: those ordered, then the first that may."""
    wanted = [one for order in orders if isinstance(one := bare(order), Deploy)]
    placed = 0
    for order in wanted:
        reason = cannot_place(table, power, table.hands[power], order)
        if reason is None and placed == table.board.setup.on_map:
            reason = f"Only {count(placed, 'General')} may be placed at set-up."
        if reason is None:
            _place(table, power, order)
            placed += 1
        else:
            table.tell(OrderRefused(power, order, reason))
    while placed < table.board.setup.on_map:
        _place(table, power, default_placement(table, power))
        placed += 1


def default_placement(table: Table, power: Power) -> Deploy:
    """The first General of the hand who may be placed, on the first legion without one."""
    hand = table.hands[power]
    generals = table.board.generals
    general = next(one for one in hand if not generals[one].has(Effect.NO_SETUP_DEPLOY))
    mine = [one for one in table.legions.values() if one.owner == power and one.general is None]
    return Deploy(general, min(mine, key=lambda one: one.number).id)


def _place(table: Table, power: Power, order: Deploy) -> None:
    legion = table.legions[order.legion]
    place(table, power, order.general, legion)
    table.tell(GeneralDeployed(power, order.general, legion.id, legion.at, 0, table.supply[power]))
    muster(table, legion.id, order.general)
