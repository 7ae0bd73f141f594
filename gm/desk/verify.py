"""Whether the published history of a match is what its letters produce.

Every letter is read anew, every step is adjudicated anew, every fingerprint and the digest of the
seed are worked out anew, and each is compared with what was kept and told. Works on a chronicle, so
on a desk as well as on an archive that somebody else keeps.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gm import __version__, deadlines
from gm.desk import conduct, digests, rolls
from gm.desk.chronicle import Chronicle, WrittenLetter
from gm.desk.history import (
    first_state,
    outcome_of,
    same_events,
    same_state,
    versions,
)
from gm.desk.reading import orders_in
from gm.desk.rereading import differing
from gm.desk.room import Desk
from gm.desk.standing import Standing, stood
from gm.desk.summary import Summary
from gm.errors import EXIT_FAILED, EXIT_OK
from gm.games.game import Game, Rolling
from gm.games.vocabulary import Power
from gm.records import KeptLetter, LetterFate, Step, Submission
from gm.values import replace


def verify(
    desk: Desk,
    found: Chronicle,
    progress: Callable[[int], None] = lambda _: None,
    raw: Callable[[int], KeptLetter | None] | None = None,
) -> Summary:
    """Checks a match from its first letter to its last step; *desk* knows games and parsers.

    With *raw*, which gives letters as they came, what is kept of each is compared with the letter
    too. The exit code is not 0 if anything differs; each difference is a sentence.
    """
    name = found.match.name
    counts = {"steps": 0, "letters": 0, "fingerprints": 0, "dice": 0, "rolls": 0}
    summary = Summary("verify", data={"match": name, **counts, "differences": [], "remarks": []})
    check = _Check(desk, found, summary, raw)
    check.seed()
    for step in found.steps:
        check.step(step)
        progress(summary.data["steps"])
    check.letters()
    check.remarks()
    if summary.data["differences"]:
        number = len(summary.data["differences"])
        summary.say(
            f"{name}: {number} difference{'' if number == 1 else 's'}, by gm {__version__}. The "
            "published history is not what the letters produce."
        )
    else:
        data = summary.data
        dice = f", {data['dice']} dice rolled anew" if data["dice"] else ""
        if data["rolls"]:
            dice += f" ({data['rolls']} rolls, each from seed, match, step and purpose)"
        summary.say(
            f"{name}: {data['steps']} steps, {data['letters']} letters read anew, "
            f"{data['fingerprints']} fingerprints{dice}; the published history is what the letters "
            "produce."
        )
        if found.match.seed:
            summary.say(
                f"SHA-256 of {digests.committed(found.match)}: {digests.commitment(found.match)}; "
                "compare it with what your letter of welcome told."
            )
    return summary


def is_whole(desk: Desk) -> Callable[[Chronicle], bool]:
    """The question whether a chronicle verifies, asked with the games of *desk*."""
    return lambda found: verify(desk, found).exit_code == EXIT_OK


DOUBTFUL = "doubtful"
"""How the remark on a letter begins of which a part was asked back."""


@dataclass(slots=True)
class _Check:
    """One walk over a chronicle, with what it has found."""

    desk: Desk
    found: Chronicle
    summary: Summary
    raw: Callable[[int], KeptLetter | None] | None = None

    def _fail(self, sentence: str) -> None:
        self.summary.fail(EXIT_FAILED, sentence)
        self.summary.add("differences", sentence)

    def _remark(self, sentence: str) -> None:
        self.summary.say(sentence)
        self.summary.add("remarks", sentence)

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.desk.offer(self.found.match).game

    def name(self, power: str) -> str:
        """The name of a power for people."""
        names = [side.name for side in self.game.sides if side.id == power]
        return names[0] if names else power

    def seed(self) -> None:
        """The digest of the seed that was told before the first order is that of the seed."""
        welcome = self.found.welcome
        if not self.found.match.seed:
            self._remark("The match goes on, so its seed is not told yet; dice are not checked.")
            return
        digest = digests.commitment(self.found.match)
        if welcome is None:
            self._remark("No welcome letter is kept, so nothing says what was told of the seed.")
        elif digest not in "".join(welcome.split()):
            self._fail(
                f"The welcome letters did not tell the digest of the seed that the dice of this "
                f"match come from ({digest})."
            )

    def step(self, step: Step) -> None:
        """One step: its orders are those of the letters, its outcome is that of its orders."""
        self.summary.data["steps"] += 1
        for difference in self._of_step(step):
            self._fail(f"Step {step.number} ({step.phase}): {difference}{versions(step)}.")

    def _of_step(self, step: Step) -> Iterator[str]:
        game, match = self.game, self.found.match
        if step.after is None:
            if not same_state(game, step, first_state(game, match)):
                yield "the seed and the scenario give another first position"
            yield from self._of_dice(None, step)
            return
        start = next((one for one in self.found.steps if one.number == step.after), None)
        if start is None:
            yield f"step {step.after}, from which it was adjudicated, is missing"
            return
        before = self._stood(start)
        if step.ruling is None and step.withdrawn is None:
            yield from self._of_orders(before, step)
        yield from self._fingerprints(before, step)
        outcome = outcome_of(game, before.state, step)
        if not same_events(game, step, outcome):
            yield "other events come of its orders"
        if not same_state(game, step, outcome.state):
            yield "another position comes of its orders"
        yield from self._of_dice(start, step)

    def _of_dice(self, before: Step | None, step: Step) -> Iterator[str]:
        """Each roll is what seed, match, step and purpose give, and what was told of it."""
        game, match = self.game, self.found.match
        if not isinstance(game, Rolling):
            return
        load = game.codec.load_state
        first = 0 if before is None else game.dice_drawn(load(before.state))
        drawn = game.dice_drawn(load(step.state)) - first
        if drawn < 0:
            yield f"it gives back {-drawn} dice that were drawn before"
        found = rolls.rolls_of(game, before, step)
        report = "".join(self.found.reports.get(step.number, "").split())
        for one in found:
            roll = one.roll
            right = replace(roll, faces=roll.recounted(match.seed, match.name))
            named = f"{roll.step}, {roll.purpose}"
            if right.faces != roll.faces:
                yield (
                    f"the dice for “{named}” are {one.faces} where seed, match, step and purpose "
                    f"give {game.faces(right)}"
                )
            elif (
                report
                and not roll.secret
                and "".join(f"{one.faces}{roll.purpose}".split()) not in report
            ):
                yield f"the report that was mailed shows other dice for “{named}”"
        if step.withdrawn is None:
            self.summary.data["dice"] += max(0, drawn)
            self.summary.data["rolls"] += len(found)
            for one in found:
                self.summary.add("draws", [one.roll.step, one.roll.purpose, one.faces])

    def _stood(self, step: Step) -> Standing:
        seats = {Power(seat.power): seat for seat in self.found.seats}
        submissions = self.found.submissions.get(step.number, ())
        return stood(self.desk, self.found.match, step, seats, submissions)

    def _of_orders(self, before: Standing, step: Step) -> Iterator[str]:
        """Whether letters and the gamemaster's entries give the orders that were adjudicated."""
        dump = before.offer.game.codec.dump
        for side in before.offer.game.sides:
            orders = tuple(map(dump, before.checked(side.id).orders))
            if orders != tuple(step.orders.get(side.id, ())):
                yield f"the order sheets of {side.name} give other orders than were adjudicated"

    def _fingerprints(self, before: Standing, step: Step) -> Iterator[str]:
        """Whether the fingerprints told are those of the orders, and those of the receipts."""
        load = before.offer.game.codec.load_order
        told = self.found.published.get(step.number, {})
        report = "".join(self.found.reports.get(step.number, "").split())
        for power, orders in step.orders.items():
            if not orders or power in self.found.withheld.get(step.number, ()):
                continue
            self.summary.data["fingerprints"] += 1
            notation = [before.offer.game.notation(load(order)) for order in orders]
            key = self.found.key(before.phase_key, power)
            name = self.found.match.name
            digest = digests.fingerprint(name, before.phase_key, power, key, notation)
            if told.get(power) != digest:
                yield (
                    f"the fingerprint of the orders of {self.name(power)} is {digest}, told was "
                    f"{told.get(power, 'none')}"
                )
            elif report and digest not in report:
                yield f"the report that was mailed shows another fingerprint for {self.name(power)}"
            receipts = [one.digest for one in before.submissions if one.power == power]
            if step.withdrawn is None and receipts and digest not in receipts:
                yield (
                    f"the orders of {self.name(power)} that were adjudicated are those of no "
                    "receipt"
                )

    def letters(self) -> None:
        """Every letter gives the orders that were kept of it, and every sheet has its letter."""
        kept: dict[int, list[Standing]] = {}
        for step in self.found.steps:
            submissions = self.found.submissions.get(step.number, ())
            if not submissions:
                continue
            before = self._stood(step)
            for submission in submissions:
                if submission.letter is not None:
                    kept.setdefault(submission.letter, []).append(before)
                self._submission(before, submission)
        for number, phases in kept.items():
            if number in self.found.letters:
                self._as_it_came(phases, self.found.letters[number])
        for letter in self.found.letters.values():
            if letter.number not in kept:
                self._unused(letter)

    def _submission(self, before: Standing, submission: Submission) -> None:
        whose = self.name(submission.power)
        where = before.phase.label if before.phase else "the end"
        if submission.letter is None:
            return
        letter = self.found.letters.get(submission.letter)
        if letter is None:
            self._fail(f"{where}: letter {submission.letter} of {whose} is missing.")
            return
        self.summary.data["letters"] += 1
        if letter.power != submission.power:
            self._fail(f"{where}: letter {letter.number} is of {self.name(letter.power)}.")
            return
        found = self._read(before, letter)
        if found != submission.orders:
            shown = self._compared(before, submission.orders, found)
            self._fail(
                f"{where}: letter {letter.number} of {whose} reads as other orders than were "
                f"kept.{shown}"
            )

    def _as_it_came(self, phases: Sequence[Standing], letter: WrittenLetter) -> None:
        """Whether what is kept of a letter is what the letter says, if that is at hand.

        It counts in several *phases* where the position was corrected, or one was played again.
        """
        came = self.raw(letter.number) if self.raw is not None else None
        if came is None:
            return
        found = [differing(self.desk, before, came) for before in phases]
        other, before = found[0], phases[0]
        if other is None or None in found:
            return
        where = before.phase.label if before.phase else "the end"
        shown = ""
        if self._is_past(before):
            shown = f" Kept: “{other.kept}”. The letter says: “{other.said}”."
        self._fail(
            f"{where}: what is kept of letter {letter.number} of {self.name(letter.power)} is not "
            f"what the letter says.{shown}"
        )

    def _is_past(self, before: Standing) -> bool:
        """Whether the phase is over, so that orders for it are told."""
        return any(step.after == before.step.number for step in self.found.standing_steps())

    def _compared(self, before: Standing, kept: Sequence[Any], found: Sequence[Any]) -> str:
        """What was kept and what is read now, of a phase that is past."""
        if not self._is_past(before):
            return ""
        load, spell = before.offer.game.codec.load_order, before.offer.game.spell
        kept_ones, read_ones = (
            "; ".join(spell(load(one)) for one in orders) or "nothing" for orders in (kept, found)
        )
        return f" Kept: {kept_ones}. Read now: {read_ones}."

    def _read(self, before: Standing, letter: WrittenLetter) -> tuple[Any, ...]:
        orders = orders_in(self.desk, before, Power(letter.power), letter)
        return tuple(map(before.offer.game.codec.dump, orders))

    def _unused(self, letter: WrittenLetter) -> None:
        """A letter of which nothing was kept holds no orders, or was late."""
        step = self._step_of(letter)
        before = self._stood(step) if step else None
        if before is None or before.phase is None:
            return
        where, whose = before.phase.label, self.name(letter.power)
        if letter.fate is LetterFate.LATE:
            self._late(before, letter)
            return
        self.summary.data["letters"] += 1
        self._as_it_came([before], letter)
        if not self._read(before, letter):
            return
        if letter.reason and not letter.reason.startswith(DOUBTFUL):
            self._remark(
                f"{where}: letter {letter.number} of {whose} does not count: {letter.reason}."
            )
            return
        self._fail(
            f"{where}: letter {letter.number} of {whose} holds orders, but none were kept of it."
        )

    def _late(self, before: Standing, letter: WrittenLetter) -> None:
        following = [one for one in self.found.steps if one.after == before.step.number]
        deadline = following[-1].deadline if following else self.found.match.deadline
        inclusive = before.schedule.inclusive
        if deadline and deadlines.is_in_time(letter.received, deadline, inclusive=inclusive):
            self._remark(
                f"{before.phase.label if before.phase else ''}: letter {letter.number} of "
                f"{self.name(letter.power)} came in time, but only after the adjudication was it "
                "here; it does not count."
            )

    def _step_of(self, letter: WrittenLetter) -> Step | None:
        """The step for whose phase a letter came: the last one that stood when it came.

        A letter that came in the grace after a deadline belongs to the phase of that deadline.
        """
        at = letter.received
        steps = [
            step
            for step in self.found.steps
            if step.at <= at and (step.withdrawn is None or step.withdrawn > at)
        ]
        return steps[-1] if steps else None

    def remarks(self) -> None:
        """What the gamemaster did beside the rules, for everybody to know."""
        steps, log = self.found.steps, self.found.log
        entered = conduct.entered(steps, self.found.submissions, self.name)
        for line in (*conduct.looks(log), *conduct.rulings(steps), *entered):
            self._remark(line)
