"""Corrections within a letter: which sentences are some, and what above them they are about.

In some games an order further down takes the place of one for the same unit; in others it adds to
those above (``// keeps: corrections``, or ``corrections:KIND`` in phases of one kind), so that the
words must show that it corrects them.
"""

import re
from collections.abc import Sequence

from gm.games.vocabulary import Fault, Problem
from gm.parsing.comparing import named_in
from gm.parsing.drafts import Draft
from gm.parsing.folding import fold
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Verdict
from gm.parsing.sentences import sentences_of
from gm.values import replace

TAKES_BACK = "This seems to take something back."
_NUMBER = re.compile(
    r"(?:[a-z]+[,:]? ){0,3}(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight)(?: [a-z]+)?[ .!]*"
)
"""A number put right ("No, two.")."""


def _keeps(parser: Parser, kind: str) -> bool:
    """Whether an order further down adds to those above it in phases of this *kind*."""
    return not parser.notes.keeps.isdisjoint({"corrections", f"corrections:{kind}"})


def correcting(parser: Parser, draft: Draft, kind: str) -> Draft:
    """The draft of a sentence, with what it corrects above it."""
    if draft.takes_back is None and _is_for_all(parser, draft.piece):
        return replace(draft, takes_back="all")
    return _one_correcting(parser, draft, kind)


def _one_correcting(parser: Parser, draft: Draft, kind: str) -> Draft:
    piece = draft.piece
    if draft.takes_back is not None or not (piece.verdict is Verdict.ASKED or _keeps(parser, kind)):
        return draft
    folded = fold(piece.text)
    is_correction = parser.phrases.pattern("correction").search(folded) is not None
    if not is_correction and not parser.phrases.pattern("change").search(folded):
        return draft
    match piece.verdict:
        case Verdict.UNDERSTOOD:
            return replace(draft, takes_back="corrected" if is_correction else "changed")
        case Verdict.ASKED:
            return replace(draft, takes_back="corrected")
        case Verdict.TALK if _NUMBER.fullmatch(folded):
            problem = Problem(Fault.AMBIGUOUS, piece.text, TAKES_BACK)
            asked = replace(piece, verdict=Verdict.ASKED, problem=problem)
            return replace(draft, piece=asked, takes_back="last")
        case _:
            return draft


def _is_for_all(parser: Parser, piece: Piece) -> bool:
    """Whether an order for all takes the place of those above it ("No, everyone holds.")."""
    if piece.verdict is not Verdict.UNDERSTOOD or not parser.notes.alone:
        return False
    folded = fold(piece.text)
    is_group = _ALL.search(folded) is not None and not named_in(parser, folded)
    return is_group and parser.phrases.pattern("change").search(folded) is not None


_ALL = re.compile(
    r"^(?!.*\b(?:else|rest|others?|remain\w*|remainder|but|except|save)\b)"
    r".*\b(?<!after )(?<!at )(?:all|everyone|everybody|everything)\b(?!.*[,;])"
)


def corrects_itself(parser: Parser, text: str, kind: str) -> bool:
    """Whether a sentence of a line corrects one before it, so that they are read apart."""
    if not _keeps(parser, kind):
        return False
    return any(
        parser.phrases.pattern(section).search(fold(part))
        for part in sentences_of(text)[1:]
        for section in ("correction", "change")
    )


def about(parser: Parser, draft: Draft, said: Sequence[tuple[int, Draft]]) -> list[int]:
    """Which of the pieces *said* before a draft it takes back, by their places.

    A correction takes back those that name some of what it names, or order the same; without any
    the last, unless it may be no correction at all. One that names something is about none that
    names nothing ("Attack J6 instead of J7" after "Move 1 space").
    """
    if draft.takes_back == "all":
        return [place for place, _ in said]
    names = _named(parser, draft)
    last = [place for place, one in said if not names or _named(parser, one)][-1:]
    if draft.takes_back == "last":
        return last
    rules = {node.rule for node in draft.piece.nodes}
    alike = [
        place
        for place, one in said
        if names & _named(parser, one) or rules & {node.rule for node in one.piece.nodes}
    ]
    return alike or (last if draft.takes_back == "corrected" else [])


def _named(parser: Parser, draft: Draft) -> frozenset[str]:
    """The names and codes of units in a draft."""
    return frozenset().union(*named_in(parser, fold(draft.piece.text)))
