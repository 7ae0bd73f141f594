"""One line of a letter at a time: what it says, what it may not say, and what is mere talk."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from gm.games.game import Fault, Node, Problem
from gm.parsing.folding import fold
from gm.parsing.headings import Heading, Headings
from gm.parsing.parser import Parser, Reading
from gm.parsing.pieces import Piece, SheetContext, Verdict
from gm.parsing.sentences import (
    Line,
    brackets_in,
    sentences_of,
    is_rubbish,
    without_bullet,
    without_remark,
    without_smileys,
)

LONGEST_SENTENCE = 600
MOST_DOUBTED = 500
"""So many lines that are no plain orders are looked at closely; more are no letter."""
NEAR = 40
"""How many letters may lie between a name and a verb that belong together."""

REASONS = (
    ("denial", "This says what is not to be done. Please write what the unit should do instead."),
    ("choice", "This leaves a choice open. Please choose one order."),
    ("condition", "This hangs on something else. Orders cannot wait for what others do."),
    ("again", "This refers to orders of another letter. Please write them out."),
    ("report", "This tells what somebody says or plans. Please write only your own orders."),
    ("doubt", "This does not sound decided. Please write it as an order if it is one."),
    ("past", "This tells what has happened. Please write what is to be done now."),
)
"""Why a text is not taken for an order, by the section of phrases that it holds."""

QUESTION = "This is a question. Please write it as an order if it is one."
FOREIGN = "This stands under the name of {name}. Please write only your own orders."
OTHER_TURN = "This stands under a heading for {turn}; orders are due for {now}."
HURRIED = "This is not a plain order, and the letter is too long for a closer look."
REMARK = "The remark beside this order makes it doubtful: “{remark}”."


@dataclass(frozen=True, slots=True)
class Draft:
    """A piece in the making. ``takes_back`` is "last" or "all" where it undoes pieces before it.

    ``heading`` and ``is_aside`` say what the lines after it are.
    """

    piece: Piece
    heading: Heading | None = None
    is_aside: bool = False
    takes_back: str | None = None
    prefix: str | None = None


@dataclass(frozen=True)
class Judge:
    """Gives every line of a letter its verdicts."""

    parser: Parser
    context: SheetContext
    seen: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)

    @cached_property
    def headings(self) -> Headings:
        """The headings of this letter's writer."""
        return Headings.of(self.parser.phrases, self.context)

    @cached_property
    def _openings(self) -> "re.Pattern[str]":
        openings = self.parser.phrases.pattern("opening").pattern
        links = self.parser.phrases.pattern("link").pattern
        return re.compile(rf"(?:(?:{openings}) ?[,:;.!-]+ ?|(?:{links})(?: ?[,:;.!-]+ ?| ))")

    def line(self, line: Line) -> tuple[Draft, ...]:
        """The drafts of one line: one if it can be read whole, else one for each sentence."""
        text = without_bullet(line.text, signs=self.context.kind == "adjustments")
        if not text.strip(" .,;:!?-_=*#~"):
            return ()
        if is_rubbish(text):
            return (self._draft(line, text, Verdict.TALK),)
        whole = self._read(line, text)
        if whole is not None:
            return (whole,)
        if not self.may_matter(text):
            return (self._draft(line, text, Verdict.TALK),)
        self.seen[0] += 1
        if self.is_hurried:
            return (self._hurried(line, text),)
        heading = self._heading(line, text)
        if heading is not None:
            return tuple(heading)
        return tuple(self._sentence(line, part) for part in sentences_of(text))

    @property
    def is_hurried(self) -> bool:
        """Whether so much was doubtful that only plain orders are still looked for."""
        return self.seen[0] > MOST_DOUBTED

    def may_matter(self, text: str) -> bool:
        """Whether a line holds anything that orders, headings or questions are made of."""
        if len(text) > LONGEST_SENTENCE * 5:
            return True
        folded = fold(text)
        return bool(
            self.parser.places.search(folded)
            or self.parser.verbs.search(folded)
            or self.parser.things.search(folded)
            or self.headings.pattern.match(folded)
            or self._has("last", folded)
            or self._has("again", folded)
            or self._has("all", folded)
            or (folded.endswith(":") and self._has("aside", folded))
            or re.search(r"^(?:a|f) |[a-z]{3} ?- ?[a-z]{3}", folded)
        )

    # --- reading

    def _read(self, line: Line, text: str) -> Draft | None:
        """The draft of a text that can be read from beginning to end."""
        if len(text) > LONGEST_SENTENCE:
            return None
        bare, remark = without_remark(text)
        if not bare:
            return self._draft(line, text, Verdict.TALK) if remark else None
        if "brackets" in self.parser.notes.keeps and not remark:
            nodes = self._exactly(fold(bare))
            if nodes is not None:
                return self._draft(line, text, Verdict.UNDERSTOOD, nodes)
        for attempt, dropped in self._attempts(bare):
            nodes = self._exactly(attempt)
            if nodes is None:
                continue
            doubtful = self._doubtful_remark(bare, remark, dropped=dropped)
            if doubtful is not None:
                return self._asked(line, text, REMARK.format(remark=doubtful), proposals=(attempt,))
            return self._draft(line, text, Verdict.UNDERSTOOD, nodes)
        return None

    def _exactly(self, folded: str) -> tuple[Node, ...] | None:
        if folded.endswith("?"):
            if not self.parser.phrases.pattern("request").search(folded):
                return None
            folded = folded.rstrip("?! ")
        nodes = self.parser.exactly(folded, self.context.kind)
        return nodes if isinstance(nodes, tuple) else None

    def _attempts(self, text: str) -> Iterator[tuple[str, bool]]:
        """Folded forms of a text and whether remarks in brackets were dropped from them."""
        bracketed = any(mark in text for mark in "([{")
        for drop in (False, True) if bracketed else (False,):
            opened = self._brackets(text, drop=drop) if bracketed else text
            for form in self._without_openings(fold(without_smileys(opened))):
                yield form, drop

    def _without_openings(self, folded: str) -> Iterator[str]:
        yield folded
        rest = folded
        for _ in range(4):
            found = self._openings.match(rest)
            if found is None or not found.group():
                break
            rest = rest[found.end() :]
            yield rest
        cut = self._without_tail(rest)
        if cut is not None:
            yield cut

    def _without_tail(self, folded: str) -> str | None:
        """The text before a tail that changes nothing in it ("..., good luck everyone")."""
        for mark in re.finditer(r"[,;(]| - | (?=because |since |so that )|(?<=[.!]) ", folded):
            tail = folded[mark.end() :].strip(" .!")
            if self.parser.phrases.pattern("tail").fullmatch(tail) and not self._doubt(tail):
                return folded[: mark.start()]
        return None

    def _brackets(self, text: str, *, drop: bool) -> str:
        """The text with brackets opened, but for remarks in them if *drop*."""
        parts, last = [], 0
        for start, end, inside in brackets_in(text):
            kept = f" {inside} " if not drop or self._is_part(fold(inside)) else " "
            parts += [text[last:start], kept]
            last = end
        return "".join([*parts, text[last:]])

    def _is_part(self, inside: str) -> bool:
        """Whether what stands in brackets belongs to the order ("A(Kai)", "(via convoy)")."""
        return bool(
            self.parser.places.fullmatch(inside)
            or self.parser.things.fullmatch(inside)
            or self.parser.verbs.fullmatch(inside)
        )

    def _doubtful_remark(self, text: str, remark: str, *, dropped: bool) -> str | None:
        """A remark in brackets or after ``//`` that makes the order beside it doubtful."""
        if remark and (self._doubt(fold(remark)) or fold(remark).endswith("?")):
            return remark
        for _, _, inside in brackets_in(text):
            folded = fold(inside)
            if self._is_part(folded):
                continue
            is_doubtful = dropped and self._doubt(folded)
            if is_doubtful or folded.endswith("?") or self._exactly(folded) is not None:
                return inside.strip()
        return None

    def _doubt(self, folded: str) -> str | None:
        """Why a text cannot be an order as it stands, or None."""
        for section, reason in REASONS:
            if section not in ("past", "report") and self._has(section, folded):
                return reason
        return None

    def _has(self, section: str, folded: str) -> bool:
        return self.parser.phrases.pattern(section).search(folded) is not None

    # --- what cannot be read

    def _heading(self, line: Line, text: str) -> list[Draft] | None:
        """The drafts of a line that is a heading or begins with one."""
        heading = self.headings.of_line(fold(text))
        if heading is None:
            return None
        if not heading.rest.strip(" .,;:!?-"):
            draft = self._draft(line, text, Verdict.TALK)
            return [replace(draft, heading=heading, prefix=_prefix(fold(text)))]
        if not heading.named:
            return None
        nodes = self._tried(heading.rest)
        if nodes is None:
            if heading.concerns_writer and ":" in text:
                rest = text.partition(":")[2]
                parts = [self._sentence(line, part) for part in sentences_of(rest)]
                return [replace(parts[0], heading=heading), *parts[1:]] if parts else None
            return None
        draft = self._draft(line, text, Verdict.UNDERSTOOD, nodes)
        return [replace(draft, heading=heading)]

    def _tried(self, folded: str) -> tuple[Node, ...] | None:
        for attempt, _ in self._attempts(folded):
            nodes = self._exactly(attempt)
            if nodes is not None:
                return nodes
        return None

    def _sentence(self, line: Line, text: str) -> Draft:
        """The draft of one sentence of a line that cannot be read whole."""
        if len(text) > LONGEST_SENTENCE:
            return self._too_long(line, text)
        folded = fold(text)
        taken = self._taking_back(folded)
        read = self._read(line, text)
        if read is not None:
            return read
        aside = folded.endswith((":", ": -", "...")) and self._has("aside", folded)
        others = folded.endswith(":") and self.headings.others.search(folded) is not None
        is_list = folded.endswith(":") and self.parser.verbs.fullmatch(folded.rstrip(": "))
        if is_list or not self.looks_like_order(folded) or self._has("talk", folded):
            if taken is not None:
                asked = self._asked(line, text, "This seems to take something back.")
                return replace(asked, takes_back=taken)
            draft = self._draft(line, text, Verdict.TALK)
            return replace(draft, is_aside=bool(aside or others), prefix=_prefix(folded))
        asked = self._doubted(line, text, folded)
        return replace(asked, takes_back=taken, is_aside=bool(aside or others))

    def _taking_back(self, folded: str) -> str | None:
        if self._has("all", folded):
            return "all"
        return "last" if self._has("last", folded) else None

    def _doubted(self, line: Line, text: str, folded: str) -> Draft:
        """The draft of a text that looks like an order and cannot be taken for one."""
        if self._is_about_others(folded):
            return self._draft(line, text, Verdict.TALK)
        if folded.endswith("?") or self._has("question", folded):
            if not self.parser.phrases.pattern("request").search(folded):
                return self._asked(line, text, QUESTION, self._proposals(folded.rstrip("? ")))
        for section, reason in REASONS:
            if section not in ("report", "past") and self._has(section, folded):
                return self._asked(line, text, reason, self._proposals(folded))
        return self._mended(line, text, folded)

    def _mended(self, line: Line, text: str, folded: str) -> Draft:
        """The draft of a text with misspelt names, or with something that is not understood."""
        bare, remark = without_remark(text)
        problems: list[Problem] = []
        for attempt, dropped in self._attempts(bare):
            found = self.parser.read(attempt.rstrip("?! "), self.context.kind)
            if isinstance(found, Problem):
                problems.append(found)
                continue
            doubtful = self._doubtful_remark(bare, remark, dropped=dropped)
            if doubtful is not None:
                return self._asked(line, text, REMARK.format(remark=doubtful))
            return self._corrected(line, text, found)
        for section, reason in REASONS:
            if self._has(section, folded):
                return self._asked(line, text, reason, self._proposals(folded))
        if self.headings.others.match(folded):
            return self._asked(line, text, dict(REASONS)["report"])
        best = max(problems, key=lambda problem: len(problem.proposals))
        return Draft(Piece(text, line.number, Verdict.ASKED, problem=replace(best, quoted=text)))

    def _corrected(self, line: Line, text: str, found: Reading) -> Draft:
        listed = ", ".join(f"“{one.written}” as {one.meant}" for one in found.corrections)
        warning = Problem(Fault.WARNING, text, f"I read {listed}.") if listed else None
        piece = Piece(text, line.number, Verdict.UNDERSTOOD, found.nodes, warning)
        return Draft(piece)

    def _is_about_others(self, folded: str) -> bool:
        """Whether a sentence tells what another side does ("Hojo moves to Sagami, I hear")."""
        found = self.headings.others.match(
            re.sub(r"^(?:the|clan|lord|and|but|then|so) ", "", folded)
        )
        if found is None:
            return False
        rest = re.sub(r"^(?:the|clan|lord|and|but|then|so) ", "", folded)[found.end() :]
        return self.parser.verbs.match(rest.lstrip(" ")) is not None

    def looks_like_order(self, folded: str) -> bool:
        """Whether a text that cannot be read may still be meant as an order."""
        parser = self.parser
        if self._has("again", folded):
            return True
        if re.match(r"(?:the |my |our )?(?:a|f) ", folded) and parser.places.match(folded[2:]):
            return True
        thing = parser.things.match(folded)
        if thing and parser.places.match(folded[thing.end() :].lstrip(" ")):
            return True
        places = [found.span() for found in parser.places.finditer(folded)]
        if any(
            re.match(r" ?-", folded[end:]) or folded[:start].endswith(("-", "- "))
            for start, end in places
        ):
            return True
        if any(
            one[1] < other[0] <= one[1] + 16 and re.search(r"\b(?:to|into) $", folded[: other[0]])
            for one in places
            for other in places
        ):
            return True
        words = [(*found.span(), len(found.group())) for found in parser.verbs.finditer(folded)]
        verbs = [(start, end) for start, end, length in words if length > 2 or places]
        things = [found.span() for found in parser.things.finditer(folded)]
        if any(_apart(one, other) <= NEAR for one in places for other in verbs):
            return True
        if any(0 < _apart(one, other) <= 2 for one in things for other in verbs):
            return True
        return bool(
            self._unknown_unit(folded)
            or (
                verbs
                and verbs[0][0] == 0
                and len(folded.split()) <= 4
                and self.context.kind
                and words[0][2] > 3
            )
        )

    def _unknown_unit(self, folded: str) -> bool:
        """Whether a text begins like an order for a unit at a place that nobody knows."""
        found = re.match(
            r"(?:the |my )?(a|f|[a-z]+) (?:in |at )?([a-z0-9.' ]{2,24}?) ?(?:-|\b[a-z]+\b)", folded
        )
        if found is None:
            return False
        first = found.group(1)
        is_thing = bool(self.parser.things.fullmatch(first))
        if first not in ("a", "f") and not is_thing:
            return False
        rest = folded[found.start(2) :]
        if re.match(r"[a-z0-9]{2,12} ?-", rest) or self._is_near_name(rest):
            return True
        verb = self.parser.verbs.search(rest)
        return is_thing and verb is not None and verb.start() < 24

    def _is_near_name(self, folded: str) -> bool:
        """Whether a text begins with a misspelt name and goes on with a verb."""
        word, _, rest = folded.partition(" ")
        near = any(names.resolve(word).ids for names in self.parser.names.values())
        return near and self.parser.verbs.match(rest) is not None

    def _proposals(self, folded: str) -> tuple[str, ...]:
        """Orders that a doubtful sentence may mean: its parts that can be read alone."""
        found: list[str] = []
        for part in self._parts(folded):
            clean = part.strip(" ,;.!?-")
            if clean and clean not in found and self._exactly(clean) is not None:
                found.append(clean)
        return tuple(found[:5])

    def _parts(self, folded: str) -> Iterator[str]:
        yield folded
        head, mark, tail = folded.partition(" or ")
        verb = self.parser.verbs.search(head)
        if mark and verb and self.parser.verbs.match(tail):  # "Army Kai either holds or moves ..."
            yield re.sub(r"\beither ", "", head)
            yield re.sub(r"\beither ", "", head[: verb.start()]) + tail
            return
        yield from re.split(r"[,;:]| (?:and|or|but|if|unless|because|when|that) ", folded)
        if mark:
            yield head
            names = list(self.parser.places.finditer(head))
            if names:
                yield head[: names[-1].start()] + tail.removeprefix("to ")
            yield re.sub(r"\beither ", "", head)

    # --- drafts

    def _draft(self, line: Line, text: str, verdict: Verdict, nodes: Sequence[Node] = ()) -> Draft:
        return Draft(Piece(text, line.number, verdict, tuple(nodes)))

    def _asked(self, line: Line, text: str, reason: str, proposals: Sequence[str] = ()) -> Draft:
        problem = Problem(Fault.INVALID, text, reason, proposals=tuple(proposals))
        return Draft(Piece(text, line.number, Verdict.ASKED, problem=problem))

    def _hurried(self, line: Line, text: str) -> Draft:
        """The draft of a line far down in a letter that is mostly something else than orders."""
        if self.looks_like_order(fold(text[:LONGEST_SENTENCE])):
            return self._asked(line, text, HURRIED)
        return self._draft(line, text, Verdict.TALK)

    def _too_long(self, line: Line, text: str) -> Draft:
        if not self.looks_like_order(fold(text[:LONGEST_SENTENCE])):
            return self._draft(line, text, Verdict.TALK)
        return self._asked(line, text, "This is too long to be read as one order.")


def _prefix(folded: str) -> str | None:
    """What a list heading ("Builds:") says of each line below it."""
    return folded.rstrip(" :") + ": " if folded.endswith(":") else None


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many letters lie between two stretches."""
    return max(one[0] - other[1], other[0] - one[1], 0)
