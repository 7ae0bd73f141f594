"""Remarks beside an order, in brackets or after ``//``: whether they make it doubtful."""

from collections.abc import Callable, Sequence

from gm.games.vocabulary import Node
from gm.parsing import framing
from gm.parsing.folding import fold
from gm.parsing.forms import Forms
from gm.parsing.likeness import looks_like_order
from gm.parsing.sentences import brackets_in

Exactly = Callable[[str], Sequence[Node] | None]
"""Reads a folded text without any tolerance."""


def doubtful(  # noqa: PLR0913  # the text, what reads it, and how it was tried
    forms: Forms, exactly: Exactly, text: str, remark: str, *, dropped: bool, is_whole: bool = False
) -> str | None:
    """A remark in brackets or after ``//`` that makes the order beside it doubtful.

    Where all is *whole*, one order with what stands in brackets, these belong to it; *dropped* says
    that the order was read without them.
    """
    parser, void = forms.parser, forms.parser.phrases.pattern("void")
    beside = fold(remark)
    if remark and (forms.doubt(beside) or void.search(beside) or beside.endswith("?")):
        return remark
    for _, _, inside in brackets_in(text):
        folded = fold(inside)
        if forms.is_part(folded):
            continue
        is_doubtful = dropped and (
            forms.doubt(folded)
            or void.search(folded)
            or framing.corrects(parser, folded)
            or parser.hints.search(folded)
            or (looks_like_order(parser, folded) and not forms.is_tail(folded))
        )
        is_order = not is_whole and exactly(folded) is not None
        if is_doubtful or folded.endswith("?") or is_order:
            return inside.strip()
    return None
