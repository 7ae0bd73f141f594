"""Answers to what letters ask for: help, status, the sender's orders, the map, a past turn.

Each is complete as plain text and holds only what the sender may know.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import field

from gm import deadlines
from gm.config import Ballots
from gm.desk import votes
from gm.desk.commands import Ask, Command
from gm.desk.offers import of_phase
from gm.desk.parts import form_for
from gm.desk.post import frame
from gm.desk.reports import Turned, report
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed, owes, stood
from gm.games.forms import text_of
from gm.games.game import Phrased
from gm.games.vocabulary import Content, Outcome, Power
from gm.parsing.filling import words
from gm.records import MatchStatus, Step
from gm.values import Value, replace

FINGERPRINTED = """The fingerprint is the SHA-256, the first 32 digits, of these lines, with a line
feed between them and none at the end: match, phase, side, key, orders."""
MOST_REPORTS = 4
"""So many past reports are sent in one answer."""


class Told(Value, frozen=True):
    """One answer: its heading, sentences, preformatted text, and pictures (SVG) by name."""

    heading: str
    paragraphs: Sequence[str] = ()
    text: str | None = None
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> Content:
        """The answer for a template: ``gm.rendering.content.Answered``."""
        return {
            "heading": self.heading,
            "paragraphs": list(self.paragraphs),
            "text": self.text,
            "pictures": list(self.pictures),
        }


def told(desk: Desk, at: datetime, now: Standing, power: Power, command: Command) -> Told:
    """The answer to a command of the player of *power*."""
    asked = _Asked(desk, at, now, power, command)
    answer = {
        Ask.HELP: asked.help,
        Ask.STATUS: asked.status,
        Ask.ORDERS: asked.orders,
        Ask.MAP: asked.map,
        Ask.HISTORY: asked.history,
        Ask.SHEET: asked.sheet,
        Ask.CONCEDE: asked.concede,
        Ask.TAKE_BACK: asked.take_back,
        Ask.VOTE: asked.vote,
    }
    return answer[command.ask]()


class _Asked(Value, frozen=True):
    desk: Desk
    at: datetime
    now: Standing
    power: Power
    command: Command

    @property
    def phase(self) -> str:
        """The present phase, as people call it."""
        return self.now.phase.label if self.now.phase else "the end"

    def help(self) -> Told:
        from gm.rendering.templates import fill  # only when there is something to write

        demand = self.now.awaiting.get(self.power)
        examples = [task.choices[0] for task in demand.tasks if task.choices] if demand else []
        game = self.now.offer.game
        book = game.phrases(self.now.state) if isinstance(game, Phrased) else ()
        content = {
            **frame(self.now, self.power, self.at),
            "examples": examples[:3],
            "book": [{"what": what, "says": says} for what, says in book],
        }
        text = fill("mail/help.txt.j2", content, self.desk.folders).strip("\n")
        return Told("How to write to the gamemaster", text=text)

    def status(self) -> Told:
        match = self.now.match
        if self.now.end is not None:
            return Told("How the match stands", [f"The match is over. {self.now.end.sentence}"])
        said = [f"The match stands at {self.phase}."]
        if match.status is MatchStatus.PAUSED:
            said.append("The match is paused; there is no deadline now.")
        elif match.deadline is not None:
            shown = deadlines.shown(match.deadline, self.now.schedule.zone)
            said.append(f"The deadline is {shown}; {self._left(match.deadline)}.")
        return Told("How the match stands", [*said, *self._own_state()])

    def _left(self, deadline: datetime) -> str:
        if deadline <= self.at:
            return "it has passed, and the phase will be adjudicated soon"
        return f"{deadlines.time_left(self.at, deadline)} left"

    def _own_state(self) -> Iterator[str]:
        yield from self._orders_here()
        yield from filter(None, [votes.own(self.desk, self.now, self.power)])
        if self.now.config.votes.ballots is Ballots.OPEN:
            yield from votes.told(self.desk, self.now)

    def _orders_here(self) -> Iterator[str]:
        if self.power not in self.now.awaiting:
            yield "You have nothing to send in this phase."
            return
        checked = self.now.checked(self.power)
        missing = [task.subject for task in checked.missing if not task.optional]
        if not checked.present and not followed(checked):
            yield "No orders of yours are here."
        elif owes(checked):
            yield f"Your orders are here but for: {', '.join(missing)}."
        else:
            yield "All your orders are here; “show my orders” lists them."
        letters = sum(1 for one in self.now.submissions if one.power == self.power)
        if letters:
            yield f"Letters of orders from you in this phase: {letters}."
        for offered in reversed(list(of_phase(self.desk, self.now, self.power))):
            if things := offered.unanswered():
                listed = ", ".join(f"“{one}”" for one in things)
                yield (
                    f"Receipt {offered.receipt} asked about {listed}. Unless you have written that "
                    "anew since, please answer it with its numbers."
                )

    def orders(self) -> Told:
        if self.now.phase is None:
            return self.status()
        game = self.now.offer.game
        checked = self.now.checked(self.power)
        standing = [f"  {game.spell(order)}" for order in followed(checked)]
        heading = f"Your orders for {self.phase}"
        if not standing:
            return Told(heading, ["No orders of yours are here.", *self._missing(checked.missing)])
        digest = self.now.digest(self.power, checked.orders)
        digested = [self.now.match.name, self.now.phase_key, self.power, self.now.key(self.power)]
        digested += map(game.notation, checked.orders)
        said = [*self._missing(checked.missing), f"Fingerprint of these orders: {digest}."]
        below = [*standing, "", FINGERPRINTED, *(f"  {line}" for line in digested)]
        return Told(heading, said, "\n".join(below))

    def _missing(self, tasks: Sequence[Any]) -> Iterator[str]:
        for task in tasks:
            optional = " (as you like)" if task.optional else ""
            yield f"Without an order{optional}: {task.subject}. {task.default}"

    def map(self) -> Told:
        from gm.rendering.documents import render  # only when there is something to write

        game = self.now.offer.game
        view = game.view(self.now.state, self.power)
        content = {
            **frame(self.now, self.power, self.at),
            **game.position(view, self.power),
        }
        document = render(self.now.offer.templates, "position", content, self.desk.folders)
        return Told(
            f"The position, {self.phase}", text=document.text.rstrip(), pictures=document.pictures
        )

    def sheet(self) -> Told:
        form = form_for(self.now, self.power)
        if not form.rows:
            return Told("Order sheet", ["You have nothing to send in this phase."])
        return Told("Order sheet", text=text_of(form).rstrip())

    # --- past turns

    def history(self) -> Told:
        steps = _line_of_steps(self.desk, self.now)
        about = words(self.command.about)
        if not steps:
            return Told("History", ["Nothing has been adjudicated yet."])
        wants_last = not about and "history" not in words(self.command.text)
        if not about and not wants_last:
            return self._list(steps)
        found = steps[-1:] if wants_last else [one for one in steps if _is_named(about, one.phase)]
        if not found:
            listed = self._list(steps)
            said = f"There is no turn “{self.command.about}” in this match."
            return replace(listed, paragraphs=[said, *listed.paragraphs])
        documents = [self._report(step) for step in found[-MOST_REPORTS:]]
        heading = "; ".join(step.phase for step in found[-MOST_REPORTS:])
        pictures: dict[str, str] = {}
        for step, document in zip(found[-MOST_REPORTS:], documents, strict=True):
            pictures |= {f"{step.number}-{name}": svg for name, svg in document.pictures.items()}
        rule = f"\n{'=' * 72}\n\n"
        return Told(f"History: {heading}", text=rule.join(one.text for one in documents).rstrip(),
                    pictures=pictures)  # fmt: skip

    def _list(self, steps: Sequence[Step]) -> Told:
        zone = self.now.schedule.zone
        listed = [f"  {step.phase}: {deadlines.shown(step.at, zone)}" for step in steps]
        said = f"“history {steps[-1].phase.split(',')[0]}” gets the report of that turn."
        return Told("History", [said], "Adjudicated:\n" + "\n".join(listed))

    def _report(self, step: Step) -> Any:
        store, name = self.desk.store, self.now.match.name
        start = store.step(name, step.after or 0)
        if start is None:
            raise LookupError(f"Step {step.after} of {name} is gone; the store is damaged.")
        match = self.now.match
        before = stood(
            self.desk, match, start, self.now.seats, store.submissions(name, start.number)
        )
        after = stood(self.desk, match, step, self.now.seats, ())
        load = self.now.offer.game.codec
        outcome: Outcome[Any] = Outcome(after.state, tuple(map(load.load_event, step.events)))
        turned = Turned(before, outcome, after)
        return report(self.desk, self.at, turned, self.power, is_letter=False)

    # --- what does something

    def vote(self) -> Told:
        _, said = votes.cast(self.desk, self.at, self.now, self.power, self.command.about)
        return Told("Your vote", [said])

    def concede(self) -> Told:
        _, said = votes.concede(self.desk, self.at, self.now, self.power)
        return Told("Your concession", [said])

    def take_back(self) -> Told:
        said = votes.take_back_concession(self.desk, self.at, self.now, self.power)
        return Told("Your concession", [said])


def _line_of_steps(desk: Desk, now: Standing) -> list[Step]:
    """The adjudicated steps that led to the present position, oldest first."""
    line: list[Step] = []
    step: Step | None = now.step
    while step is not None and step.after is not None:
        line.append(step)
        step = desk.store.step(now.match.name, step.after)
    return line[::-1]


def _is_named(about: Sequence[str], phase: str) -> bool:
    """Whether words name a phase: all of them stand in its label ("Spring 1571")."""
    label = words(phase)
    return all(word in label for word in about)
