"""The numbered proposals of receipts: kept until they are answered, and found by what letters show.

A number counts for one receipt only: the one that the letter answers, quotes, or names.
"""

import json
import re
from collections.abc import Iterator, Sequence

from gm.desk.post import receipt_number
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.vocabulary import Fault, Power, Problem
from gm.mail.letter import Letter
from gm.parsing.filling import Source, words
from gm.parsing.folding import fold
from gm.values import Value

MOST = 6
"""So many proposals are repeated."""
MOST_RECEIPTS = 50
"""So many receipts back proposals are looked for."""


class Proposal(Value, frozen=True):
    """One numbered proposal of a receipt.

    ``line`` is the line of the letter that it answered, ``about`` what was doubtful in it.
    """

    number: int
    line: int
    about: str
    text: str


class Offered(Value, frozen=True):
    """The proposals of a receipt; ``letter`` is the letter it answered, ``step`` the position.

    ``settled`` are the numbers that have been answered with.
    """

    receipt: int
    step: int
    phase: str
    letter: int
    proposals: tuple[Proposal, ...]
    settled: tuple[int, ...] = ()

    def by_number(self, number: int) -> Proposal | None:
        """The proposal of that number."""
        return next((one for one in self.proposals if one.number == number), None)

    def unanswered(self) -> tuple[str, ...]:
        """What is doubtful and was not answered with a number."""
        answered = {(one.line, one.about) for one in self.proposals if one.number in self.settled}
        things = dict.fromkeys((one.line, one.about) for one in self.proposals)
        return tuple(thing[1] for thing in things if thing not in answered)

    def of_line(self, line: int) -> tuple[Proposal, ...]:
        """The proposals for a line of the letter."""
        return tuple(one for one in self.proposals if one.line == line)


def _fact(match: str, power: str, receipt: int) -> str:
    return f"receipt {match} {power} {receipt}"


def keep(desk: Desk, match: str, power: str, offered: Offered) -> None:
    """Keeps the proposals of a receipt until somebody answers."""
    data = {
        "step": offered.step,
        "phase": offered.phase,
        "letter": offered.letter,
        "proposals": [[one.number, one.line, one.about, one.text] for one in offered.proposals],
        "settled": list(offered.settled),
    }
    desk.store.set_fact(_fact(match, power, offered.receipt), json.dumps(data, ensure_ascii=False))


def recall(desk: Desk, match: str, power: str, receipt: int) -> Offered | None:
    """The proposals of the receipt of that number, if it was written."""
    kept = desk.store.fact(_fact(match, power, receipt))
    if kept is None:
        return None
    data = json.loads(kept)
    proposals = tuple(Proposal(*one) for one in data["proposals"])
    settled = tuple(data["settled"])
    return Offered(receipt, data["step"], data["phase"], data["letter"], proposals, settled)


# --- which receipt a letter is about


def receipts_shown(
    desk: Desk, letter: Letter, lines: Sequence[Source], match: str, power: str
) -> frozenset[int]:
    """The receipts that a letter answers by its thread, or shows in its subject or quotation."""
    by_thread = _by_thread(desk, letter, match, power)
    if by_thread is not None:
        return frozenset([by_thread])
    found = re.search(r"\breceipt (\d{1,6})\b", letter.subject, re.IGNORECASE)
    if found is not None:
        return frozenset([int(found[1])])
    heading = rf"^(?:>\s?)?\s*match {re.escape(match)} \(.{{1,80}}\), receipt (\d{{1,6}})\b"
    shown = (re.match(heading, line.text, re.IGNORECASE) for line in lines)
    return frozenset(int(one[1]) for one in shown if one is not None)


def _by_thread(desk: Desk, letter: Letter, match: str, power: str) -> int | None:
    """The receipt to this seat that is the last letter of ours in the thread."""
    for reference in reversed(letter.references):
        sent = desk.store.outgoing_with_id(reference)
        if sent is not None:
            return receipt_number(sent) if (sent.match, sent.power) == (match, power) else None
    return None


def has_open(desk: Desk, now: Standing, power: Power) -> bool:
    """Whether a receipt to the seat in the present phase has proposals."""
    return any(offered.proposals for offered in of_phase(desk, now, power))


def of_phase(desk: Desk, now: Standing, power: Power) -> Iterator[Offered]:
    """What the receipts to a seat in the present phase propose, the latest first."""
    last = desk.store.count_outgoing(now.match.name, power, "receipt")
    for number in range(last, max(0, last - MOST_RECEIPTS), -1):
        offered = recall(desk, now.match.name, power, number)
        if offered is None or offered.step != now.step.number:
            return
        yield offered


# --- what looks like an answer and is none

LONGEST_HINT = 80
_LIKE_AN_ANSWER = re.compile(
    r"\W*(?:(?:i |we )?(?:choose|take|pick|mean|meant|want) )?(?:the )?"
    r"(?:#|no\b\.?|nr\b\.?|number|option|proposal|answer|choice|line|receipt)?\W*(?:\d{1,3}|[a-f])\b"
)


def missed(text: str, offered: Sequence[Offered]) -> Problem | None:
    """What to ask about a line of talk that may have been meant as an answer to a receipt.

    It begins like one, or names what only some proposals name.
    """
    folded = fold(text)
    if len(folded) > LONGEST_HINT or not offered:
        return None
    said = set(words(text))
    named = [
        one.text
        for receipt in offered
        for one in receipt.proposals
        if said & (set(words(one.text)) - _common(receipt))
    ]
    if not named and not _LIKE_AN_ANSWER.match(folded):
        return None
    reason = f"If this answers receipt {offered[0].receipt}, please reply with the number alone."
    return Problem(Fault.AMBIGUOUS, text, reason, proposals=tuple(dict.fromkeys(named))[:MOST])


def _common(offered: Offered) -> set[str]:
    """The words that all proposals of a receipt have, and those that tell nothing."""
    each = [set(words(one.text)) for one in offered.proposals]
    return set.intersection(*each) | {"a", "the", "to", "and", "of", "on", "from", "at", "in"}
