"""What stands beside orders and says whether they are meant."""

import re

from gm.games.vocabulary import Fault, Problem
from gm.parsing.drafts import Draft
from gm.parsing.parser import Parser
from gm.parsing.phrases import Phrases
from gm.parsing.pieces import Verdict
from gm.values import replace

PREFACE = (
    "The words before the colon, “{words}”, may change what is meant. Please write it without them "
    "if it is your order."
)
UNTICKED = "The box before this is empty. Please write it without a box if it is your order."


def frames(phrases: Phrases, folded: str) -> bool:
    """Whether a text says that what stands below it is not meant ("For example:")."""
    if phrases.pattern("introduction").search(folded):
        return False
    is_opening = folded.endswith((":", ": -", "..."))
    return bool(
        (is_opening and phrases.pattern("aside").search(folded))
        or phrases.pattern("frame").search(folded)
    )


def corrects(parser: Parser, folded: str) -> bool:
    """Whether a remark beside an order names another place for it ("(alt: Suruga)")."""
    found = _CORRECTION.match(folded)
    if found is None:
        return False
    word = folded[found.end() :].partition(" ")[0].strip(".,!?")
    is_name = any(word in names.squeezed for names in parser.names.values())
    return is_name or parser.places.match(folded[found.end() :]) is not None


_CORRECTION = re.compile(
    r"(?:(?:alt(?:ernative(?:ly)?)?|sorry|oops|no|rather|better|correction|i (?:mean|meant)|meant"
    r"|backup|fallback|typo|slip|mistake|(?:it |that |this )?should (?:be|read|say|have been)|read"
    r"|make (?:it|that)|actually|really|instead)[,:.! -]+)+(?:(?:to|the|for|a|f|army|fleet) )*"
)


def preface(parser: Parser, folded: str, kind: str) -> str | None:
    """Why an order is not taken: words before a colon may change it ("My fear: Kai to Sagami")."""
    words, mark, order = folded.partition(":")
    if not mark or parser.places.search(words):
        return None
    nodes = parser.exactly(order.strip(), kind)
    return PREFACE.format(words=words.strip()) if isinstance(nodes, tuple) else None


def tells_of(others: "re.Pattern[str]", parser: Parser, folded: str) -> bool:
    """Whether a sentence tells what another side does ("Hojo moves to Sagami, I hear")."""
    bare = _ARTICLE.sub("", folded)
    found = others.match(bare)
    return found is not None and parser.verbs.match(bare[found.end() :].lstrip(" ")) is not None


_ARTICLE = re.compile(r"^(?:the|clan|lord|and|but|then|so) ")


def introduces(phrases: Phrases, folded: str) -> bool:
    """Whether a text introduces the orders themselves, whatever words are in it."""
    return folded.endswith(":") and phrases.pattern("introduction").search(folded) is not None


def unticked(draft: Draft) -> Draft:
    """The draft of a line with an empty box before it: an order there is not chosen."""
    piece = draft.piece
    if piece.verdict is not Verdict.UNDERSTOOD:
        return draft
    problem = Problem(Fault.AMBIGUOUS, piece.text, UNTICKED, proposals=(piece.text,))
    return replace(draft, piece=replace(piece, verdict=Verdict.ASKED, nodes=(), problem=problem))
