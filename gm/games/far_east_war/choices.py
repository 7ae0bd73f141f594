"""What the players have said they want: answers, conditions and standing instructions.

Where a player has said nothing, the default of the rules for play by mail holds; they are all here.
"""

from collections.abc import Mapping, Sequence

from msgspec import field

from gm.games.far_east_war.events import CardRevealed
from gm.games.far_east_war.map import AreaId, Effect, GeneralId, LegionId
from gm.games.far_east_war.orders import (
    STANDING,
    Answer,
    Compare,
    Condition,
    Infight,
    Measure,
    Order,
    Question,
    Reroll,
    Resolve,
    StandingAssassinate,
    StandingHeal,
    StandingHidden,
    StandingLend,
    StandingReroll,
    StandingReset,
    StandingShield,
    StandingSplit,
    bare,
    conditions,
)
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import Value

DEFAULTS: Mapping[Question, bool] = {
    Question.ADVANCE: True,
    Question.STRIKE_AGAIN: True,
    Question.REMOVE_TWO: False,
    Question.PROVOKE: True,
    Question.GROW: True,
    Question.SPLASH: True,
    Question.TAKE_WOUND: False,
}


ABILITY_OF: Mapping[Question, Effect] = {
    Question.STRIKE_AGAIN: Effect.REPEAT_ATTACK,
    Question.REMOVE_TWO: Effect.REPLACE_ROLL_REMOVE,
    Question.PROVOKE: Effect.PROVOKE,
    Question.GROW: Effect.ADD_TROOPS_EQUAL_REMOVED,
    Question.SPLASH: Effect.SPLASH_OTHER_LEGION,
    Question.TAKE_WOUND: Effect.SELF_WOUND_ADD_TROOPS,
}
"""The ability that a question is about; advancing is for everybody."""


def measured(  # noqa: PLR0911 (a case for each measure)
    table: Table, power: Power, condition: Condition
) -> int:
    """The number a condition looks at."""
    subject = condition.subject or ""
    legion = table.legions.get(LegionId(subject))
    match condition.measure:
        case Measure.LOST:
            return table.lost[LegionId(subject)]
        case Measure.TROOPS:
            return 0 if legion is None else legion.troops
        case Measure.WOUNDS:
            return table.wounds.get(GeneralId(subject), 0)
        case Measure.SUPPLY:
            return table.supply[power]
        case Measure.HOLDS:
            return int(table.control.get(AreaId(subject)) == table.board.team(power))
        case Measure.LEGIONS:
            return len(table.enemies_in(AreaId(subject), table.board.team(power)))
        case Measure.LIVES:
            return int(all(subject not in tokens for tokens in table.tokens.values()))
        case Measure.STANDS:
            return int(legion is not None and legion.at == condition.place)
        case Measure.CARD:
            return sum(
                isinstance(event, CardRevealed) and event.card == subject for event in table.events
            )


def holds(table: Table, power: Power, condition: Condition) -> bool:
    """Whether a condition is met at this moment."""
    number = measured(table, power, condition)
    if condition.compare is Compare.AT_LEAST:
        return number >= condition.number
    return number <= condition.number


def all_hold(table: Table, power: Power, order: Order) -> bool:
    """Whether all conditions of an order are met at this moment."""
    return all(holds(table, power, condition) for condition in conditions(order))


class Will(Value, frozen=True):
    """What one player wants: this turn's orders and the standing instructions."""

    power: Power
    orders: tuple[Order, ...] = ()
    standing: tuple[Order, ...] = ()

    def answer(self, table: Table, question: Question, legion: LegionId) -> bool:
        """The answer to a question about one legion.

        An answer with a condition that holds goes before those without; of two, the later counts.
        Who wants something on a condition alone does not want it where that fails.
        """
        given = [
            (order, said)
            for order in self.orders
            if isinstance(said := bare(order), Answer)
            and said.question is question
            and said.legion in (None, legion)
        ]
        answers = [pair for pair in given if all_hold(table, self.power, pair[0])]
        answers.sort(key=lambda pair: bool(conditions(pair[0])))
        if answers:
            return answers[-1][1].yes
        return DEFAULTS[question] and not any(said.yes for _, said in given)

    def infighting(self, table: Table, legion: LegionId) -> Infight | None:
        """The infighting ordered for a legion, if there is one and its conditions hold."""
        for order in self.orders:
            said = bare(order)
            if isinstance(said, Infight) and said.legion in (None, legion):
                return said if all_hold(table, self.power, order) else None
        return None

    def sequence(self) -> tuple[LegionId, ...]:
        """The legions by which the order of the battles is named."""
        named = [bare(order) for order in self.orders]
        return tuple(legion for one in named if isinstance(one, Resolve) for legion in one.legions)

    def reroll(self) -> Reroll:
        """Xing Jie's rerolls; by default his blank dice."""
        said = [one for one in self.standing if isinstance(one, StandingReroll)]
        return said[-1].policy if said else Reroll.BLANKS

    def shield(self) -> StandingShield:
        """Princess Rong-Chang's shield; by default as far as possible."""
        said = [one for one in self.standing if isinstance(one, StandingShield)]
        return said[-1] if said else StandingShield(use=True)

    def assassinate(self) -> tuple[GeneralId, ...]:
        """Whom to wound with Assassinations, best first."""
        said = [one for one in self.standing if isinstance(one, StandingAssassinate)]
        return said[-1].generals if said else ()

    def heal(self) -> tuple[GeneralId, ...]:
        """Whom to heal with Medical Officers, best first."""
        said = [one for one in self.standing if isinstance(one, StandingHeal)]
        return said[-1].generals if said else ()

    def hidden(self) -> tuple[StandingHidden, ...]:
        """What to recruit with Hidden forces; by default nothing."""
        return tuple(one for one in self.standing if isinstance(one, StandingHidden))

    def reset(self) -> StandingReset | None:
        """Whom to deploy with Reset; by default nobody."""
        said = [one for one in self.standing if isinstance(one, StandingReset)]
        return said[-1] if said else None

    def split(self) -> int | None:
        """What the team-mate gets of a Bountiful Harvest; by default half."""
        said = [one for one in self.standing if isinstance(one, StandingSplit)]
        return said[-1].amount if said else None

    def lends(self) -> bool:
        """Whether the team-mate may use this player's legions as supports; by default yes."""
        said = [one for one in self.standing if isinstance(one, StandingLend)]
        return said[-1].yes if said else True


class Wills(Value, frozen=True):
    """What all players want."""

    each: Mapping[Power, Will] = field(default_factory=dict)

    def of(self, power: Power) -> Will:
        """What *power* wants."""
        return self.each.get(power, Will(power))


def merged(kept: Sequence[Order], new: Sequence[Order]) -> tuple[Order, ...]:
    """Standing instructions after *new* orders: a new one replaces all kept ones of its kind."""
    fresh = [order for order in new if isinstance(order, STANDING)]
    kinds = {type(order) for order in fresh}
    return (*(order for order in kept if type(order) not in kinds), *fresh)
