"""One line of a letter at a time: what it says, what it may not say, and what is mere talk."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gm.games.vocabulary import Fault, Node, Problem
from gm.parsing import framing
from gm.parsing.alone import Things, miscounted, several, things_of, which, with_names
from gm.parsing.belonging import BELONGS
from gm.parsing.comparing import named_in
from gm.parsing.corrections import TAKES_BACK, correcting, corrects_itself
from gm.parsing.drafts import (
    NOBODY,
    QUESTION,
    REASONS,
    REMARK,
    Draft,
    corrected,
    prefix_of,
)
from gm.parsing.folding import fold
from gm.parsing.forms import Forms
from gm.parsing.haste import LONGEST_SENTENCE, hurried, too_long
from gm.parsing.headings import Headings
from gm.parsing.likeness import (
    is_mostly_names,
    is_verb_alone,
    looks_like_order,
    proposals,
    without_english_names,
)
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, SheetContext, Verdict
from gm.parsing.remarks import doubtful
from gm.parsing.sentences import (
    Line,
    is_rubbish,
    is_unticked,
    items_of,
    sentences_of,
    without_bullet,
    without_remark,
)
from gm.values import replace

CANCEL = "cancel all orders"
"""How the grammars say that no order of earlier letters counts any more."""
MOST_DOUBTED = 500
"""So many lines that are no plain orders are looked at closely; more are no letter."""

_OWN_CONDITION = re.compile(r"(?:but |and )?(?:if|when|unless|in case|otherwise|else)[ :,]")


def _asks(folded: str) -> bool:
    """Whether a text ends as a question, also as an excited one ("?!")."""
    return folded.rstrip("!. ").endswith("?")


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
    def forms(self) -> Forms:
        """The forms in which a text is tried."""
        units = (unit for some in self.things.values() for unit in some)
        return Forms(self.parser, frozenset(named_in(self.parser, " ".join(units))))

    @cached_property
    def things(self) -> Things:
        """What the writer has, by the words of the grammar for its kinds."""
        return things_of(self.context.asked, self.parser.notes.alone)

    def line(self, line: Line) -> tuple[Draft, ...]:
        """The drafts of one line, item by item where a numbered list was written in it."""
        if is_unticked(line.text):
            return tuple(framing.unticked(draft) for draft in self._item(line))
        items = () if is_rubbish(line.text) else items_of(line.text)
        drafts = self._list(line, items) if len(items) > 1 else self._item(line)
        return tuple(correcting(self.parser, draft, self.context.kind) for draft in drafts)

    def _list(self, line: Line, items: Sequence[str]) -> tuple[Draft, ...]:
        """The drafts of a numbered list in one line, unless it is an order with numbers in it."""
        whole = self._read(line, without_bullet(line.text, signs=False))
        if whole is not None:
            return (whole,)
        drafts = tuple(draft for item in items for draft in self._item(replace(line, text=item)))
        is_list = any(draft.piece.verdict is not Verdict.TALK for draft in drafts[1:])
        return drafts if is_list else self._item(line)

    def _item(self, line: Line) -> tuple[Draft, ...]:
        """The drafts of a line or item: one if it can be read whole, else one for each sentence."""
        text = without_bullet(line.text, signs=self.context.kind == "adjustments")
        if not text.strip(" .,;:!?-_=*#~"):
            return ()
        is_apart = is_rubbish(text) or corrects_itself(self.parser, text, self.context.kind)
        whole = None if is_apart else self._read(line, text)
        if whole is not None:
            return (whole,)
        if is_rubbish(text) or not self.may_matter(text):
            return (self._draft(line, text, Verdict.TALK),)
        self.seen[0] += 1
        if self.is_hurried:
            return (hurried(self.parser, line, text),)
        heading = self._heading(line, text)
        if heading is not None:
            return tuple(heading)
        return self._sentences(line, text)

    def _sentences(self, line: Line, text: str) -> tuple[Draft, ...]:
        """The drafts of the sentences of a line; names apart may be an order together."""
        drafts = self._parts(line, sentences_of(text))
        if len(drafts) > 1 and all(one.piece.verdict is Verdict.TALK for one in drafts):
            folded = fold(text)
            if len(folded) <= LONGEST_SENTENCE and self._is_mostly_names(folded):
                return (self._doubted(line, text, folded),)
        return drafts

    def _parts(self, line: Line, parts: Sequence[str]) -> tuple[Draft, ...]:
        """The drafts of sentences; one without a verb goes on with what stands before it.

        Where that is asked back ("Hidden forces: ...; 2 in Kai"), it is so too.
        """
        drafts: list[Draft] = []
        for part in parts:
            draft = self._sentence(line, part)
            before = [one.piece for one in drafts[-1:] if one.piece.verdict is Verdict.ASKED]
            goes_on = any(piece.text.endswith((";", ",")) for piece in before)
            if goes_on and self._is_fragment(draft):
                draft = self._asked(line, part, BELONGS, (part,))
            drafts.append(draft)
        return tuple(drafts)

    def _is_fragment(self, draft: Draft) -> bool:
        """Whether what was read has no verb of its own."""
        folded = fold(draft.piece.text)
        has_verb = self.parser.verbs.search(folded) is not None
        has_dash = "-" in self.parser.places.sub("~", folded)  # which is a verb to some
        return draft.piece.verdict is Verdict.UNDERSTOOD and not has_verb and not has_dash

    def _is_mostly_names(self, folded: str) -> bool:
        sides = re.compile(f"{self.headings.own.pattern}|{self.headings.others.pattern}")
        return is_mostly_names(self.parser, folded, sides)

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
            or self._has("earlier", folded)
            or self._has("again", folded)
            or self._has("all", folded)
            or self._has("below", folded)
            or self.parser.hints.search(folded) is not None
            or framing.frames(self.parser.phrases, folded)
            or re.search(r"^(?:a|f) |[a-z]{3} ?- ?[a-z]{3}", folded)
        )

    # --- reading

    def _read(self, line: Line, text: str) -> Draft | None:
        """The draft of a text that can be read from beginning to end."""
        if len(text) > LONGEST_SENTENCE:
            return None
        return self._taking_back_letters(line, text) or self._read_orders(line, text)

    def _read_orders(self, line: Line, text: str) -> Draft | None:
        bare, remark = without_remark(self.headings.without_own_brackets(text))
        if not bare:
            return self._draft(line, text, Verdict.TALK) if remark else None
        if "brackets" in self.parser.notes.keeps and not remark:
            nodes = self._exactly(fold(bare))
            if nodes is not None:
                return self._understood(line, text, nodes, fold(bare))
        for attempt, dropped in self.forms.attempts(bare):
            nodes = self._exactly(attempt)
            if nodes is None:
                continue
            is_whole = len(nodes) == 1 and not dropped
            doubt = doubtful(
                self.forms, self._exactly, bare, remark, dropped=dropped, is_whole=is_whole
            )
            if doubt is not None:
                return self._asked(line, text, REMARK.format(remark=doubt), proposals=(attempt,))
            return self._understood(line, text, nodes, attempt)
        return None

    def _taking_back_letters(self, line: Line, text: str) -> Draft | None:
        """The draft of a sentence that takes back earlier letters, but nothing of this one."""
        if not self._has("earlier", fold(text)):
            return None
        nodes = self._exactly(CANCEL)
        if nodes is None:
            return None
        return replace(self._draft(line, text, Verdict.UNDERSTOOD, nodes), is_first=True)

    def _exactly(self, folded: str) -> tuple[Node, ...] | None:
        if _asks(folded):
            if not self.parser.phrases.pattern("request").search(folded):
                return None
            folded = folded.rstrip("?!. ")
        nodes = self.parser.exactly(folded, self.context.kind)
        if not isinstance(nodes, tuple) and self.things:
            named = with_names(folded, self.things, self.parser)
            nodes = nodes if named is None else self.parser.exactly(named, self.context.kind)
        return nodes if isinstance(nodes, tuple) else None

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
            return [replace(draft, heading=heading, prefix=prefix_of(fold(text)))]
        if not heading.named:
            return None
        nodes = self._tried(heading.rest)
        if nodes is None:
            before, _, rest = text.partition(":")
            is_heading = self.headings.pattern.fullmatch(f"{fold(before)}:") is not None
            if heading.concerns_writer and is_heading:
                parts = [self._sentence(line, part) for part in sentences_of(rest)]
                return [replace(parts[0], heading=heading), *parts[1:]] if parts else None
            return None
        draft = self._understood(line, text, nodes, heading.rest)
        return [replace(draft, heading=heading)]

    def _headed(self, line: Line, text: str) -> Draft | None:
        """The draft of a sentence that names the writer or the turn ("For spring, Kai holds")."""
        heading = self.headings.of_line(fold(text))
        if heading is None or not (heading.named and heading.concerns_writer and heading.rest):
            return None
        nodes = self._tried(heading.rest)
        return None if nodes is None else self._understood(line, text, nodes, heading.rest)

    def _tried(self, folded: str) -> tuple[Node, ...] | None:
        for attempt, _ in self.forms.attempts(folded):
            nodes = self._exactly(attempt)
            if nodes is not None:
                return nodes
        return None

    def _sentence(self, line: Line, text: str) -> Draft:
        """The draft of one sentence of a line that cannot be read whole."""
        folded, phrases = fold(text), self.parser.phrases
        read = (
            too_long(self.parser, line, text) or self._read(line, text) or self._headed(line, text)
        )
        if read is not None:
            return read
        ends_orders = self._has("below", folded)
        if ends_orders or self._has("fallback", folded):
            return replace(self._draft(line, text, Verdict.TALK), ends_orders=ends_orders)
        taken = None if framing.introduces(phrases, folded) else self._taking_back(folded)
        aside = framing.frames(phrases, folded)
        is_told = folded.endswith(":") and not framing.introduces(phrases, folded)
        others = is_told and self.headings.others.search(folded) is not None
        is_list = folded.endswith(":") and self.parser.verbs.fullmatch(folded.rstrip(": "))
        if is_list or not self._may_be_order(folded) or self._has("talk", folded):
            if taken is not None:
                asked = self._asked(line, text, TAKES_BACK)
                is_link = self.parser.phrases.pattern("or").fullmatch(folded) is not None
                return replace(asked, takes_back=taken, is_aside=bool(is_link or aside or others))
            draft = self._draft(line, text, Verdict.TALK)
            aside = aside or self.headings.to_writer.match(folded) is not None
            return replace(draft, is_aside=bool(aside or others), prefix=prefix_of(folded))
        asked = self._doubted(line, text, folded)
        if is_verb_alone(self.parser, folded) and not self.parser.notes.follows:
            asked, taken = self._asked(line, text, NOBODY), taken or "last"
        return replace(asked, takes_back=taken, is_aside=bool(aside or others))

    def _may_be_order(self, folded: str) -> bool:
        is_odd = self._has("foreign", folded) or self._has("likewise", folded)
        is_foreign = is_odd and self.parser.places.search(folded) is not None
        is_names = not folded.endswith(":") and self._is_mostly_names(folded)
        return is_foreign or is_names or looks_like_order(self.parser, folded)

    def _taking_back(self, folded: str) -> str | None:
        if self._has("all", folded):
            return "all"
        has_order = _OWN_CONDITION.match(folded) and self.parser.verbs.search(folded)
        if self.parser.notes.follows and has_order:  # a condition with an order of its own
            return None
        return "last" if self._has("last", folded) else None

    def _doubted(self, line: Line, text: str, folded: str) -> Draft:
        """The draft of a text that looks like an order and cannot be taken for one."""
        if framing.tells_of(self.headings.others, self.parser, folded):
            own = self._meant(folded)
            if not own:
                return self._draft(line, text, Verdict.TALK)
            return self._asked(line, text, dict(REASONS)["report"], own)
        asks = _asks(folded) or self._has("question", folded)
        if asks and not self._has("request", folded):
            return self._asked(line, text, QUESTION, self._meant(folded.rstrip("?!. ")))
        for why, meant in (which(folded, self.things), several(folded, self.things)):
            read = [one for one in meant if self._exactly(one) is not None]
            if read:
                return self._asked(line, text, why, read)
        words = without_english_names(self.parser, folded)
        for section, reason in REASONS:
            if section not in ("report", "past") and self._has(section, words):
                return self._asked(line, text, self._why(section, reason), self._meant(folded))
        return self._mended(line, text, folded)

    def _mended(self, line: Line, text: str, folded: str) -> Draft:
        """The draft of a text with misspelt names, or with something that is not understood."""
        bare, remark = without_remark(text)
        problems: list[Problem] = []
        for attempt, dropped in self.forms.attempts(bare):
            found = self.parser.read(attempt.rstrip("?! "), self.context.kind)
            if isinstance(found, Problem):
                problems.append(found)
                continue
            doubt = doubtful(self.forms, self._exactly, bare, remark, dropped=dropped)
            if doubt is not None:
                return self._asked(line, text, REMARK.format(remark=doubt))
            return Draft(replace(corrected(line, text, found), read=attempt))
        best = max(problems, key=lambda problem: len(problem.proposals))
        meant = () if best.proposals else self._meant(folded)
        if meant:
            best = replace(best, proposals=meant)
        bare = self.parser.places.sub("~", folded)
        for section, reason in REASONS:
            if self._has(section, bare) and not best.proposals:
                return self._asked(line, text, self._why(section, reason), self._meant(folded))
        why = framing.preface(self.parser, folded, self.context.kind)
        why = why or miscounted(folded, self.things)
        if why is not None:
            return self._asked(line, text, why, best.proposals)
        if self.headings.others.match(folded):
            return self._asked(line, text, dict(REASONS)["report"])
        return Draft(Piece(text, line.number, Verdict.ASKED, problem=replace(best, quoted=text)))

    def _why(self, section: str, reason: str) -> str:
        """The reason in the words of the game, where its grammar has others."""
        return self.parser.notes.reasons.get(section, reason)

    def _meant(self, folded: str) -> tuple[str, ...]:
        return proposals(self.parser, folded, self.context.kind)

    # --- drafts

    def _draft(self, line: Line, text: str, verdict: Verdict, nodes: Sequence[Node] = ()) -> Draft:
        return Draft(Piece(text, line.number, verdict, tuple(nodes)))

    def _understood(self, line: Line, text: str, nodes: Sequence[Node], read: str) -> Draft:
        return Draft(Piece(text, line.number, Verdict.UNDERSTOOD, tuple(nodes), read=read))

    def _asked(self, line: Line, text: str, reason: str, proposals: Sequence[str] = ()) -> Draft:
        problem = Problem(Fault.INVALID, text, reason, proposals=tuple(proposals))
        return Draft(Piece(text, line.number, Verdict.ASKED, problem=problem))
