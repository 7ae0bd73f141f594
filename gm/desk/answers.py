"""Answers to receipts: “1”, “2 and 4”, “line 3: 1”, “5: b” choose among numbered proposals.

A number counts for one receipt only: the one that the letter answers, quotes, or names. What is not
beyond doubt is asked back with a sentence, never guessed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gm.desk.offers import Offered, Proposal, recall
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.vocabulary import Fault, Node, Power, Problem
from gm.parsing.choosing import Reader
from gm.parsing.filling import Source
from gm.parsing.folding import fold
from gm.parsing.pieces import Piece, Verdict
from gm.values import Value, replace

LONGEST = 120
"""Longer lines are no answers."""

EXCLUDED = "These numbers cannot all be followed; please leave one out."
WRITE_OUT = "Please write the order in words."
UNASKED = "There is nothing to answer by a number: no receipt has asked you anything."


# --- what an answer says

_TOKEN = re.compile(
    r"\s*(?:(?P<receipt>(?:of |to |for |in )?receipt (?:no\.? ?|number ?|#)?\d{1,6})"
    r"|(?P<line>(?:for |in |to |on )?line (?:no\.? ?|number ?|#)?\d{1,4})"
    r"|(?P<range>\d{1,3} ?(?:-|to) ?\d{1,3}\b)"
    r"|(?P<pair>\d{1,4} ?[:=.)-]? ?\(?[a-f]\b\)?)"
    r"|(?P<number>(?:#|no\.? ?|nr\.? ?|number |option |proposal |answer |choice )?\(?\d{1,3}\b\)?)"
    r"|(?P<letter>\(?[b-f]\b\)?|\(a\)|a(?= ?[).,;]| ?$))"
    r"|(?P<choice>or\b|either\b|not\b|neither\b|maybe\b|perhaps\b|\?|/)"
    r"|(?P<word>[,;:.&+=()!-]|and\b|then\b))"
)
_BEFORE = re.compile(
    r"(?:(?:please|ok|okay|yes|hi|hello|so|well|then|sorry|gm|(?:my )?answers?(?: is| are)?|"
    r"i (?:choose|take|pick|want|mean|meant|go for|go with|will take|would like)|we take|take|"
    r"choose|pick|use|go for|go with|it is|it's|that is|that's|let's|let us|the)\b[ ,:.!]*)*"
)
_AFTER = re.compile(
    r"(?: ?,? ?(?:please|thanks|thank you|(?:is|was|are) (?:right|correct|fine|it|good|meant|"
    r"what (?:i|we) (?:meant|mean|want))|it is|then))*[ .!]*$"
)
_ASSENT = re.compile(
    r"(?:yes|yep|yeah|yup|correct|right|that is right|that's right|exactly|"
    r"(?:the )?(?:first|second|third|last)(?: one)?|both|all(?: of them)?|neither|"
    r"none(?: of them)?|either)(?: please)?[ .!]*"
)


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")


class Said(Value, frozen=True):
    """One choice in an answer: a number, or a letter, for a line where one is named."""

    number: int | None
    letter: str | None = None
    line: int | None = None


class Answer(Value, frozen=True):
    """A line that answers a receipt; ``is_clear`` is false where it leaves a choice open."""

    line: int
    text: str
    said: tuple[Said, ...]
    receipt: int | None = None
    is_clear: bool = True


def read_answer(text: str, line: int) -> Answer | None:
    """What a line answers, if it consists of numbers and the words that go with them."""
    if len(text) > LONGEST:
        return None
    folded = fold(text).strip(' "*')
    if _ASSENT.fullmatch(folded):
        return Answer(line, text.strip(), (), is_clear=False)
    begun = _BEFORE.match(folded)
    core = _AFTER.sub("", folded[begun.end() if begun else 0 :])
    if _ASSENT.fullmatch(core):
        return Answer(line, text.strip(), (), is_clear=False)
    core = _IN_WORDS.sub(lambda found: str(_NUMBERS.index(found.group()) + 1), core)
    tokens = _tokens(core)
    if tokens is None:
        return None
    said: list[Said] = []
    receipt: int | None = None
    of_line: int | None = None
    for kind, token in tokens:
        number = int(digits[0]) if (digits := re.search(r"\d+", token)) else None
        if kind == "receipt":
            receipt = number
        elif kind == "line":
            of_line = number
        elif kind in ("pair", "letter"):
            letter = re.findall("[a-f]", token)[-1]
            said.append(Said(None, letter, number if kind == "pair" else of_line))
        elif kind in ("number", "range"):
            said.append(Said(number, None, of_line))
    is_clear = not any(kind in ("choice", "range") for kind, _ in tokens)
    return Answer(line, text.strip(), tuple(said), receipt, is_clear) if said else None


def _tokens(core: str) -> list[tuple[str, str]] | None:
    """Kind and text of the words of an answer; None if there are others among them."""
    tokens: list[tuple[str, str]] = []
    place = 0
    while place < len(core):
        found = _TOKEN.match(core, place)
        if found is None or found.lastgroup is None:
            return None
        tokens.append((found.lastgroup, found.group()))
        place = found.end()
    return tokens


# --- what becomes of it


class Settled(Value, frozen=True):
    """An answer's piece for the order sheet, and the proposals that it chose.

    ``meaning`` are the orders that it stands for where they are more than those proposals: a plan
    completed by them, or none, if another line of the letter says it all.
    """

    piece: Piece
    chosen: tuple[Proposal, ...] = ()
    offered: Offered | None = None
    meaning: str | None = None


@dataclass(frozen=True)
class Settler:
    """Settles the answers of one letter. ``shown`` are the receipts that the letter shows.

    ``meant`` says that the letter counts for the present phase although its receipt was written
    before the gamemaster took a step back.
    """

    desk: Desk
    now: Standing
    power: Power
    reader: Reader
    shown: frozenset[int]
    meant: bool = False

    def settle_all(self, found: Sequence[Answer]) -> list[Settled]:
        """Settles answers in several lines; those that contradict each other are asked back."""
        settled = [self.settle(answer) for answer in found]
        chosen: dict[tuple[int, int, str], set[Proposal]] = {}
        for one in settled:
            for proposal in one.chosen:
                chosen.setdefault(_thing(one, proposal), set()).add(proposal)
        return [
            Settled(_asked(answer, _contradiction_of(rivals), rivals)) if rivals else one
            for answer, one in zip(found, settled, strict=True)
            for rivals in [_rivals(one, chosen)]
        ]

    def settle(self, answer: Answer) -> Settled:
        """The piece that an answer is: understood with its orders, or asked back."""
        offered = self._offered(answer)
        if isinstance(offered, str):
            return Settled(_asked(answer, offered))
        if not answer.is_clear:
            return Settled(_asked(answer, f"Please answer with the numbers. {_known(offered)}"))
        found = [self._chosen(offered, said) for said in answer.said]
        unclear = [one for one in found if isinstance(one, str)]
        chosen = [one for one in found if isinstance(one, Proposal)]
        if unclear:
            return Settled(_asked(answer, unclear[0]))
        return self._followed(answer, offered, chosen)

    def _followed(self, answer: Answer, offered: Offered, chosen: Sequence[Proposal]) -> Settled:
        """The answer with the orders of the proposals chosen, if all of them can be meant."""
        reason = _contradiction(chosen)
        read = [self.reader.read(proposal.text) or () for proposal in chosen]
        if reason is None and self._exclude_each_other(read):
            reason = EXCLUDED
        if reason is not None:
            return Settled(_asked(answer, reason, chosen))
        if not all(read):
            return Settled(_asked(answer, f"This cannot be read any more. {WRITE_OUT}"))
        nodes = tuple(node for one in read for node in one)
        piece = Piece(answer.text, answer.line, Verdict.UNDERSTOOD, nodes)
        return Settled(piece, tuple(dict.fromkeys(chosen)), offered)

    def _exclude_each_other(self, read: Sequence[tuple[Node, ...]]) -> bool:
        """Whether orders that can be followed alone cannot be followed together."""
        alone = [self.reader.agree([one]) for one in read]
        return len(read) > 1 and all(alone) and not self.reader.agree(read)

    def _offered(self, answer: Answer) -> Offered | str:
        """The proposals that an answer is about, or why that is not clear."""
        numbers = {answer.receipt} if answer.receipt is not None else self.shown
        if not numbers:
            return (
                "Your letter does not show which receipt this answers. Please reply to the receipt "
                "itself, or write its number too, such as “receipt 4: 1”."
            )
        if len(numbers) > 1:
            listed = " and ".join(map(str, sorted(numbers)))
            return f"Your letter shows the receipts {listed}; please say which of them you answer."
        (number,) = numbers
        offered = recall(self.desk, self.now.match.name, self.power, number)
        if offered is None:
            return f"There is no receipt {number} of yours with proposals. {WRITE_OUT}"
        if not self._is_current(offered):
            present = self.now.phase.label if self.now.phase else "the end of the match"
            return (
                f"Receipt {number} was about {offered.phase}, which is over, so its numbers no "
                f"longer count. The match stands at {present}. {WRITE_OUT}"
            )
        if not offered.proposals:
            return f"Receipt {number} has no numbered proposals. {WRITE_OUT}"
        return offered

    def _is_current(self, offered: Offered) -> bool:
        if offered.step == self.now.step.number:
            return True
        is_same = self.now.phase is not None and offered.phase == self.now.phase.label
        return self.meant and is_same

    def _chosen(self, offered: Offered, said: Said) -> Proposal | str:
        """The one proposal that a choice means, or why it is not clear."""
        if said.letter is not None:
            return self._by_letter(offered, said.letter, said.line)
        proposal = offered.by_number(said.number or 0)
        if proposal is None:
            return f"Receipt {offered.receipt} has no number {said.number}. {_known(offered)}"
        if said.line is not None and proposal.line != said.line:
            known = ", ".join(str(one.number) for one in offered.of_line(said.line))
            listed = f"line {said.line} has {known}" if known else f"line {said.line} has none"
            return f"The number {said.number} is for line {proposal.line}; {listed}."
        return proposal

    def _by_letter(self, offered: Offered, letter: str, group: int | None) -> Proposal | str:
        """The proposal by its letter: "b" is the second of a line.

        The line is named by its number in the letter, or counted among those that were asked.
        """
        place = "abcdef".index(letter)
        lines = list(dict.fromkeys(one.line for one in offered.proposals))
        if group is None:
            groups = set(lines) if len(lines) == 1 else set()
        else:
            groups = {group} & set(lines) | set(lines[group - 1 : group] if group else ())
        lists = [offered.of_line(line) for line in groups]
        found = {
            options[place]
            for options in lists
            if place < len(options) and len({one.about for one in options}) == 1
        }
        if len(found) != 1:
            return f"It is not clear which proposal “{letter}” is. {_known(offered)}"
        return found.pop()


def _known(offered: Offered) -> str:
    if not offered.proposals:
        return WRITE_OUT
    numbers = [one.number for one in offered.proposals]
    if len(numbers) == 1:
        return f"Receipt {offered.receipt} has the number {numbers[0]} only."
    return f"Receipt {offered.receipt} has the numbers {numbers[0]} to {numbers[-1]}."


def _thing(settled: Settled, proposal: Proposal) -> tuple[int, int, str]:
    """What a proposal is for: the receipt, the line, and the words in it."""
    return settled.offered.receipt if settled.offered else 0, proposal.line, proposal.about


def _rivals(
    settled: Settled, chosen: Mapping[tuple[int, int, str], set[Proposal]]
) -> list[Proposal]:
    """The proposals for one thing, if answers choose several of them."""
    for proposal in settled.chosen:
        both = chosen[_thing(settled, proposal)]
        if len(both) > 1:
            return sorted(both, key=lambda one: one.number)
    return []


def _contradiction_of(rivals: Sequence[Proposal]) -> str:
    numbers = " and ".join(str(one.number) for one in rivals)
    about, line = rivals[0].about, rivals[0].line
    return f"The numbers {numbers} are all for “{about}” in line {line}; please choose one."


def _contradiction(chosen: Sequence[Proposal]) -> str | None:
    """Why several proposals cannot all be meant: two are for one thing."""
    for one in chosen:
        rivals = {other for other in chosen if (other.line, other.about) == (one.line, one.about)}
        if len(rivals) > 1:
            return _contradiction_of(sorted(rivals, key=lambda other: other.number))
    return None


def unasked(answer: Answer) -> Settled:
    """An answer though nothing was asked."""
    return Settled(_asked(answer, f"{UNASKED} {WRITE_OUT}"))


def asked_back(settled: Settled, reason: str) -> Settled:
    """An answer that cannot be followed after all, and why."""
    problem = Problem(Fault.AMBIGUOUS, settled.piece.text, reason)
    return Settled(replace(settled.piece, verdict=Verdict.ASKED, nodes=(), problem=problem))


def _asked(answer: Answer, reason: str, chosen: Sequence[Proposal] = ()) -> Piece:
    proposals = tuple(dict.fromkeys(one.text for one in chosen))
    problem = Problem(Fault.AMBIGUOUS, answer.text, reason, proposals=proposals)
    return Piece(answer.text, answer.line, Verdict.ASKED, problem=problem)


def answers_in(lines: Sequence[Source]) -> Iterator[Answer]:
    """The player's own lines that answer a receipt."""
    for line in lines:
        if line.is_own and line.text.strip():
            answer = read_answer(line.text, line.number)
            if answer is not None:
                yield answer
