"""Records of Three Kingdoms 190-280: the game, made from its map document.

``ThreeKingdoms.from_document`` makes the game from the plain data of a map file with its parts;
nothing here knows where those files are.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from gm.games.dice import BOUND, Roll, dice_of
from gm.games.documents import DocumentError
from gm.games.plain import PlainCodec
from gm.games.three_kingdoms import naming, reading, sequence, start
from gm.games.three_kingdoms.doubts import doubt
from gm.games.three_kingdoms.events import Event, GameEnded
from gm.games.three_kingdoms.manners import CHANGING, CHOICES, CHOICES_IN_WORDS, WRITING
from gm.games.three_kingdoms.orders import Order
from gm.games.three_kingdoms.rulebook import Readings, Rulebook, rulebook_from
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import (
    Checked,
    Content,
    Demand,
    Doubt,
    End,
    Node,
    Outcome,
    Phase,
    Power,
    ReadText,
    Said,
    Side,
    Timing,
    Trial,
)
from gm.values import replace

PHASE_NAMES = {
    Step.DRAFT: "draft of the unaffiliated generals",
    Step.PLACEMENT: "placement of the generals",
    Step.PLAN: "action plans",
    Step.ANSWER: "a question",
    Step.MUSTER: "muster",
    Step.OVER: "the end",
}


@dataclass(frozen=True, slots=True, eq=False)
class ThreeKingdoms:
    """The game: its rulebook, and the rule choices in force."""

    name: str
    title: str
    rules: Rulebook
    rule_choices: Mapping[str, str]
    sides: tuple[Side, ...]
    timing: Timing
    geometry: str | None
    codec: PlainCodec = PlainCodec(State, Order, Event)  # noqa: RUF009 (a frozen value)

    @classmethod
    def from_document(
        cls, document: Mapping[str, Any], rules: Mapping[str, str] | None = None
    ) -> Self:
        """The game that a map file with its parts describes.

        Raises:
            DocumentError: the document is wrong; it says what, and what to write.
        """
        choices = _choices({**document.get("rules", {}), **(rules or {})})
        parts = {name: document.get(name) for name in ("generals", "tables", "scenarios")}
        for name, part in parts.items():
            if not isinstance(part, Mapping):
                raise DocumentError(("parts", name), f'the part "{name}" is missing.')
        try:
            rulebook = rulebook_from(
                {"map": document, **parts},  # type: ignore[dict-item]  # looked at just above
                optional=choices["optional_generals"] == "yes",
            )
            return cls(
                name=document["name"],
                title=document["title"],
                rules=_narrowed(_read_so(rulebook, choices), choices["scenario"]),
                rule_choices=choices,
                sides=_sides(document["sides"], rulebook, choices["scenario"]),
                timing=Timing(**document["timing"]),
                geometry=document.get("geometry"),
            )
        except KeyError as error:
            raise DocumentError((), f"the field {error} is missing.") from None
        except (TypeError, ValueError) as error:
            raise DocumentError((), str(error)) from None

    def with_choices(self, rules: Mapping[str, str]) -> Self:
        """The same game with other readings of the rulebook, for one case.

        Raises:
            ValueError: there is no such choice, or it changes what the game is made of.
        """
        fixed = [name for name in rules if name in ("scenario", "optional_generals", "rhythm")]
        if fixed:
            raise ValueError(f"{fixed[0]} is chosen for all cases: --rules {fixed[0]}=...")
        try:
            choices = _choices({**self.rule_choices, **{k: str(v) for k, v in rules.items()}})
        except DocumentError as error:
            raise ValueError(error.sentence) from None
        chosen = _read_so(self.rules, choices)
        return dataclasses.replace(self, rules=chosen, rule_choices=choices)

    def rule_words(self) -> Mapping[str, str]:
        """What the rule choices of this match mean, in sentences; without what it begins with."""
        return {
            name: CHOICES_IN_WORDS[name][choice]
            for name, choice in self.rule_choices.items()
            if (name, choice) != ("scenario", "all")
        }

    def manners(self, state: State) -> Mapping[str, str]:
        """How orders of the present phase are written, and what a later letter replaces."""
        return {"write": WRITING.get(state.step, WRITING[Step.PLAN]), "change": CHANGING}

    # ---- matches

    def scenarios(self) -> Mapping[str, str]:
        """The scenarios on offer with one line about each."""
        return {
            key: f"{one.title}, turns {one.turns[0]} to {one.turns[1]}; seats: "
            f"{', '.join(seat.id for seat in one.seats)}."
            for key, one in self.rules.scenarios.items()
        }

    def start(self, scenario: str, seed: str, match: str = "", form: int = BOUND) -> State:
        """The position before the first letter; scenarios without a set-up choice roll at once."""
        if scenario not in self.rules.scenarios:
            raise ValueError(f'{self.title} has no scenario "{scenario}".')
        state = start.opening(self.rules, scenario, dice_of(seed, match, form))
        if state.step is Step.DRAFT:
            return state
        table = Table(self.rules, state)
        start.start_turn(table)
        if self._by_impulse:
            return sequence.proceed(self.rules, table.freeze(), {}, by_impulse=True)[0]
        return table.freeze()

    def phase(self, state: State) -> Phase:
        """Where in the sequence of play *state* stands."""
        years = self.rules.figures.years.get(state.turn, "")
        turn = f"Turn {state.turn}"
        key = f"turn-{state.turn}-{state.step.value}"
        if state.halt is not None:
            key += f"-{state.halt.key}"
        label = f"{turn} ({years}), {PHASE_NAMES[state.step]}"
        return Phase(key, label, turn, state.step.value)

    def end(self, state: State) -> End | None:
        """How the match ended, or None while it goes on."""
        return state.ended

    def dice_drawn(self, state: State) -> int:
        """How many dice were drawn; shuffling cards draws too."""
        return state.dice.drawn

    def rolls(self, state: State, drawn: int) -> tuple[Roll, ...]:
        """What was rolled in the step that led to *state*, after the first *drawn* dice."""
        return state.dice.since(drawn)

    def faces(self, roll: Roll) -> str:
        """The faces of a roll as numbers."""
        return " ".join(f"{number}" for number in roll.faces)

    def conclude(self, state: State, winners: Sequence[Power], why: str) -> Outcome[State]:
        """Ends the match by the gamemaster's word."""
        event = GameEnded(tuple(winners), why)
        ended = replace(state, step=Step.OVER, ended=End(tuple(winners), why), resume=None)
        return Outcome(replace(ended, halt=None, plans={}), (event,))

    def awaiting(self, state: State) -> Mapping[Power, Demand]:
        """What each power owes now; empty when the match is over."""
        from gm.games.three_kingdoms.demands import awaiting  # only what a command needs is loaded

        return awaiting(self.rules, self.speller, state)

    # ---- orders

    @property
    def speller(self) -> Speller:
        """What spells this game's orders."""
        return Speller(self.rules)

    @property
    def _by_impulse(self) -> bool:
        return self.rule_choices["rhythm"] == "impulse"

    def words(self, state: State) -> Mapping[str, Mapping[str, str]]:  # noqa: ARG002 (the data's)
        """The names that orders may use: ``name`` and ``stratagem``."""
        return naming.words(self.rules)

    def read(self, tree: Node) -> tuple[Order, ...]:
        """The orders that a parse tree spells."""
        return reading.read(tree)

    def spell(self, order: Order) -> str:
        """The order in its standard wording."""
        return self.speller.spell(order)

    def notation(self, order: Order) -> str:
        """The order in its standard wording, which is compact already."""
        return self.speller.spell(order)

    def check(
        self, state: State, power: Power, sheets: Sequence[Sequence[Order]]
    ) -> Checked[Order]:
        """Checks all order sheets of a power for the present phase, oldest first."""
        from gm.games.three_kingdoms.checks import check  # only what a command needs is loaded

        return check(self.rules, self.speller, state, power, sheets)

    def doubt(self, state: State, power: Power, said: Said) -> Doubt | None:
        """What in a text contradicts the position, if anything does."""
        return doubt(self.rules, state, power, said)

    def suggestions(
        self, state: State, power: Power, meant: Sequence[Sequence[Order]], folded: str
    ) -> Iterable[Sequence[Order]]:
        """Orders to propose for a text that cannot be read."""
        from gm.games.three_kingdoms.suggesting import suggestions  # only for doubtful letters

        return suggestions(self.rules, state, power, meant, folded)

    # ---- play

    def adjudicate(self, state: State, orders: Mapping[Power, Sequence[Order]]) -> Outcome[State]:
        """Carries the match on to the next point where a power must choose."""
        after, events = sequence.proceed(self.rules, state, orders, by_impulse=self._by_impulse)
        while self._by_impulse and after.step is Step.PLAN:  # straight on to the first question
            after, more = sequence.proceed(self.rules, after, {}, by_impulse=True)
            events = (*events, *more)
        return Outcome(after, events)

    def view(self, state: State, power: Power | None) -> State:
        """The state without the dice to come and without what other players have planned."""
        own = {} if power is None else {power: state.standing.get(power, ())}
        plans = {power: state.plans[power]} if power is not None and power in state.plans else {}
        return replace(
            state,
            standing=own,
            plans=plans,
            dice=replace(state.dice, seed="hidden", rolls=()),
            forced=(),
            answers=(),
            resume=None,
        )

    is_certain = False
    """Dice decide much."""

    def suppose(self, state: State, power: Power, seed: str) -> State | None:
        """The position as *power* knows it, with other dice; None in the middle of a turn."""
        if state.step in (Step.ANSWER, Step.OVER):
            return None
        return replace(self.view(state, power), dice=dice_of(seed, "supposed"))

    # ---- reports

    def report(self, before: State, outcome: Outcome[State], reader: Power | None) -> Content:
        """What happened, as plain data for templates."""
        from gm.games.three_kingdoms.report import report  # only what a command needs is loaded

        return report(self, before, outcome, reader)

    def explain(self, outcome: Outcome[State], subject: str) -> tuple[str, ...]:
        """Everything that was told of the general or area that *subject* names."""
        from gm.games.three_kingdoms.report import said_of  # only what a command needs is loaded

        return said_of(self, outcome, subject)

    def position(self, state: State, reader: Power | None) -> Content:
        """How things stand, as plain data for templates."""
        from gm.games.three_kingdoms.report import position  # only what a command needs is loaded

        return position(self, state, reader)

    def pose(self, case: Mapping[str, Any], others: State | None) -> State:  # noqa: ARG002 (Posable's)
        """The state that *case* describes, to try orders in; the rest is the scenario's set-up.

        Raises:
            DocumentError: the case is broken; the sentence says what is wrong.
        """
        from gm.games.three_kingdoms.case_words import WrongCase
        from gm.games.three_kingdoms.posing import pose  # only for tried positions

        try:
            return pose(self.rules, case)
        except WrongCase as wrong:
            raise DocumentError((), str(wrong)) from None

    def trial(self, case: Mapping[str, Any], read_text: ReadText) -> Trial:
        """Plays one case of a case file and compares it with what the case expects."""
        from gm.games.three_kingdoms.trial import trial  # only what a command needs is loaded

        return trial(self, case, read_text)


def _choices(wanted: Mapping[str, str]) -> Mapping[str, str]:
    for name, choice in wanted.items():
        if name not in CHOICES:
            raise DocumentError(
                ("rules", name),
                f'there is no rule choice "{name}"; there are {", ".join(CHOICES)}.',
            )
        if choice not in CHOICES[name]:
            raise DocumentError(
                ("rules", name),
                f'"{choice}" is no choice here; write one of {", ".join(CHOICES[name])}.',
            )
    return {name: wanted.get(name, choices[0]) for name, choices in CHOICES.items()}


def _read_so(rules: Rulebook, choices: Mapping[str, str]) -> Rulebook:
    """The rulebook read as the rule choices say."""
    readings = Readings(
        moves_unpaid=choices["unpaid_battle"] == "move_only",
        shares_supply=choices["partner_supply"] == "yes",
    )
    return replace(rules, readings=readings)


def _narrowed(rules: Rulebook, scenario: str) -> Rulebook:
    if scenario == "all":
        return rules
    return replace(rules, scenarios={scenario: rules.scenarios[scenario]})


def _sides(data: Mapping[str, Any], rules: Rulebook, scenario: str) -> tuple[Side, ...]:
    seats = [seat.id for seat in rules.scenarios[scenario].seats] if scenario != "all" else None
    return tuple(
        Side(
            Power(key),
            one["name"],
            one["colour"],
            tuple(one["aliases"]),
            tuple(Power(other) for other in one.get("leads", ())),
        )
        for key, one in data.items()
        if seats is None or key in seats
    )
