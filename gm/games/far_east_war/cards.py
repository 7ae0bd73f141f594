"""The event cards. Rulebook: Events, Glossary of Event Cards."""

from collections.abc import Callable, Iterable, Mapping

from gm.games.dice import Dice
from gm.games.far_east_war.choices import Wills
from gm.games.far_east_war.events import (
    CardRevealed,
    CardWithoutEffect,
    DeckBuilt,
    DissensionsLifted,
    GeneralHealed,
    OrderRefused,
)
from gm.games.far_east_war.map import AreaId, Board, GeneralId, enemy_of
from gm.games.far_east_war.naming import count, first_fault
from gm.games.far_east_war.orders import Deploy, Recruit
from gm.games.far_east_war.production import (
    GeneralsPhase,
    cannot_lead,
    cannot_pay,
    cannot_play,
    harvest,
    put_general,
)
from gm.games.far_east_war.recruiting import RecruitPhase, recruit, recruiting_area
from gm.games.far_east_war.state import step_name
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import replace

RESET = "reset"
BOTTOM = 3
"""Reset lies among so many cards at the bottom of a new deck."""
PLAGUE_KEEPS = 3
DISSENSIONS_LAST = 2
HIDDEN_AREAS = 2
"""Areas in which each side recruits by Hidden forces; one a player with four."""


SHUFFLE = "shuffle of the event cards"
SHUFFLE_BOTTOM = "shuffle of the bottom cards with Reset"
"""What the two shuffles that build a deck are called among the dice."""


def build_deck(
    cards: Iterable[str], size: int, dice: Dice, step: str
) -> tuple[tuple[str, ...], tuple[str, ...], Dice]:
    """A new event deck from the top down, the cards left over, and the dice that follow.

    Rulebook: Game Setup step 7.
    """
    # Faces that a case forces are meant for battles, not for the shuffling of cards.
    mixed, unforced = replace(dice, forced=()).shuffle(step, SHUFFLE, tuple(cards))
    bottom, unforced = unforced.shuffle(step, SHUFFLE_BOTTOM, (*mixed[: BOTTOM - 1], RESET))
    top = mixed[BOTTOM - 1 : size - 1]
    return (*top, *bottom), mixed[size - 1 :], replace(unforced, forced=dice.forced)


def reveal(table: Table, wills: Wills) -> None:
    """Turns the top card over and resolves it, the active side first.

    Raises:
        MatchOver: an immediate win condition holds.
    """
    if not table.deck:  # only in a position that was set up without a deck
        return
    card = table.deck.pop(0)
    table.tell(CardRevealed(card, len(table.deck)))
    if table.dissensions > 0:
        table.dissensions -= 1
        if table.dissensions == 0:
            table.tell(DissensionsLifted())
    if card == RESET:
        _reset(table, wills)
        return
    table.aside.append(card)
    effect = _EFFECTS.get(card)
    if effect is not None:
        told = len(table.events)
        effect(table, wills)
        if card in _DONE_BY_EVENTS:
            _tell_nothing(table, card, told)
    table.settle()


def _tell_nothing(table: Table, card: str, told: int) -> None:
    """Says that a card did nothing, if nothing but refusals came after the first *told* events."""
    if all(isinstance(event, OrderRefused) for event in table.events[told:]):
        table.tell(CardWithoutEffect(card))


def deciders(table: Table) -> tuple[Power, Power]:
    """Who chooses for the two sides: the active player, and the enemy who plays next."""
    board = table.board
    place = board.powers.index(table.active)
    following = (*board.powers[place + 1 :], *board.powers[:place])
    enemy = enemy_of(board.team(table.active))
    return table.active, next(power for power in following if board.team(power) == enemy)


def _bountiful_harvest(table: Table, wills: Wills) -> None:
    for power in deciders(table):
        harvest(table, table.board.team(power), power, wills.of(power).split())


def _dissensions(table: Table, _wills: Wills) -> None:
    table.dissensions = DISSENSIONS_LAST


def _assassinations(table: Table, wills: Wills) -> None:
    for power in deciders(table):
        own = table.board.team(power)
        targets = {
            legion.general
            for legion in table.legions.values()
            if legion.general is not None
            and table.team(legion) != own
            and table.wounds.get(legion.general, 0) + 1 < _health(table, legion.general)
        }
        chosen = _first_of(table, wills.of(power).assassinate(), targets)
        if chosen is not None:
            table.wound(chosen, 1, "assassinations")


def _medical_officers(table: Table, wills: Wills) -> None:
    for power in deciders(table):
        own = table.board.team(power)
        wounded = {
            legion.general
            for legion in table.legions.values()
            if legion.general is not None
            and table.team(legion) == own
            and table.wounds.get(legion.general, 0) > 0
        }
        chosen = _first_of(table, wills.of(power).heal(), wounded)
        if chosen is not None:
            table.wounds[chosen] -= 1
            table.tell(GeneralHealed(chosen, table.wounds[chosen]))


def _health(table: Table, general: GeneralId) -> int:
    return table.board.generals[general].health


def _first_of(
    table: Table, wanted: tuple[GeneralId, ...], possible: set[GeneralId]
) -> GeneralId | None:
    """The first wanted one, else the one with most wounds, then highest health, then by name."""
    for general in wanted:
        if general in possible:
            return general
    return min(
        possible,
        key=lambda one: (
            -table.wounds.get(one, 0),
            -_health(table, one),
            table.board.generals[one].name,
        ),
        default=None,
    )


def _plague(table: Table, _wills: Wills) -> None:
    for legion in sorted(table.legions.values(), key=lambda one: one.id):
        if table.area(legion).is_land and legion.troops > PLAGUE_KEEPS:
            table.take_troops(legion.id, legion.troops - PLAGUE_KEEPS, "plague")


def _hidden_forces(table: Table, wills: Wills) -> None:
    board = table.board
    place = board.powers.index(table.active)
    taken: set[AreaId] = set()
    for power in (*board.powers[place:], *board.powers[:place]):
        _recruit_hidden(table, wills, power, taken)


def _recruit_hidden(table: Table, wills: Wills, power: Power, taken: set[AreaId]) -> None:
    """One player's Recruit action in the areas he may still name."""
    phase = RecruitPhase()
    alone = table.board.players == 2
    most = HIDDEN_AREAS if alone else 1
    used: set[AreaId] = set()
    for order in wills.of(power).hidden():
        if order.troops == 0:  # "Hidden forces: nothing"
            continue
        wanted = Recruit(order.troops, order.area, order.legion)
        area = recruiting_area(table, wanted)
        reason = first_fault(
            (area in taken, "A team-mate or opponent has already named this area."),
            (area not in used and len(used) == most, f"Only {count(most, 'area')} may be named."),
        ) or recruit(table, power, wanted, phase)
        if reason is not None or area is None:
            table.tell(OrderRefused(power, order, reason or ""))
        else:
            used.add(area)
    if not alone:
        taken |= used


def _reset(table: Table, wills: Wills) -> None:
    """Reset: both sides may deploy, then a new deck is built and its top card revealed.

    The last Reset of the match only has the deployment (ruling C10).
    """
    table.resets += 1
    is_last = table.resets >= table.board.goals.resets
    if not is_last or table.board.options.third_reset_deploy:
        told = len(table.events)
        for power in deciders(table):
            _deploy_by_reset(table, wills, power)
        _tell_nothing(table, RESET, told)
    if is_last:
        table.aside.append(RESET)
        return
    cards = (*table.deck, *table.aside)
    size = table.board.setup.deck_size
    deck, aside, table.dice = build_deck(cards, size, table.dice, table.step)
    table.deck, table.aside = list(deck), list(aside)
    table.tell(DeckBuilt(len(deck)))
    reveal(table, wills)


def _deploy_by_reset(table: Table, wills: Wills, power: Power) -> None:
    wish = wills.of(power).reset()
    if wish is None or wish.general is None or wish.legion is None:
        return
    cost = table.board.costs.reset_deploy
    reason = cannot_play(table, power, wish.general, GeneralsPhase())
    reason = reason or cannot_lead(table, power, wish.legion) or cannot_pay(table, power, cost)
    if reason is None:
        put_general(table, power, Deploy(wish.general, wish.legion), cost)
    else:
        table.tell(OrderRefused(power, wish, reason))


_EFFECTS: Mapping[str, Callable[[Table, Wills], None]] = {
    "bountiful_harvest": _bountiful_harvest,
    "dissensions": _dissensions,
    "assassinations": _assassinations,
    "plague": _plague,
    "medical_officers": _medical_officers,
    "hidden_forces": _hidden_forces,
}
_DONE_BY_EVENTS = _EFFECTS.keys() - {"dissensions"}
"""Cards of which every effect is an event; Dissensions only forbids."""


def deck_of(board: Board, dice: Dice) -> tuple[tuple[str, ...], tuple[str, ...], Dice]:
    """The event deck a match begins with."""
    return build_deck(board.deck, board.setup.deck_size, dice, step_name(0))
