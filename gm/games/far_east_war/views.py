"""What a reader may not know is left out: other hands, the deck, the dice, others' instructions.

Generals that everybody has seen on the map stay known when they return to a hand. Once a match is
over nothing is secret any more, as at a table: hands, cards and instructions are laid open.
"""

from gm.games.dice import dice_of
from gm.games.far_east_war.state import HIDDEN, Holding, Stage, State, step_name
from gm.games.vocabulary import Power
from gm.values import replace

SUPPOSED = "supposed"
"""Stands for the match in positions that are only tried."""


def view(state: State, power: Power | None, unused: int) -> State:
    """*state* as *power* may know it; None is the public.

    *unused* is the number of cards that were left over, face down, when the deck was built; the
    cards set aside after them have been turned over.
    """
    if state.stage is Stage.OVER:
        return state
    standing = {one: orders for one, orders in state.standing.items() if one == power}
    return replace(
        state,
        dice=replace(state.dice, seed=HIDDEN, rolls=()),
        deck=tuple(HIDDEN for _ in state.deck),
        aside=tuple(HIDDEN if place < unused else card for place, card in enumerate(state.aside)),
        holdings={
            one: holding if one == power else _seen(state, holding)
            for one, holding in state.holdings.items()
        },
        standing=standing,
    )


def supposed(state: State, power: Power, unused: int, seed: str) -> State:
    """A position to try orders in: *power*'s view, with dice of *seed* and unseen cards mixed.

    Its dice are not those of the match, so nothing commits to them.
    """
    dice = dice_of(seed, SUPPOSED)
    cards = (*state.deck, *state.aside[:unused])
    unseen, dice = dice.shuffle(step_name(state.turn), "cards that nobody has seen", cards)
    return replace(
        view(state, power, unused),
        dice=dice,
        commitment="",
        deck=unseen[: len(state.deck)],
        aside=(*unseen[len(state.deck) :], *state.aside[unused:]),
    )


def _seen(state: State, holding: Holding) -> Holding:
    """A hand of which only the Generals already shown are known."""
    known = tuple(general for general in holding.hand if general in state.shown)
    return replace(holding, hand=known, unseen=holding.unseen + len(holding.hand) - len(known))
