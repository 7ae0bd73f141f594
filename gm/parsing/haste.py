"""Texts that are too long, or too far down a long letter, to be looked at closely."""

from gm.games.vocabulary import Fault, Problem
from gm.parsing.drafts import HURRIED, Draft
from gm.parsing.folding import fold
from gm.parsing.likeness import looks_like_order
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Verdict
from gm.parsing.sentences import Line

LONGEST_SENTENCE = 600
TOO_LONG = "This is too long to be read as one order."


def hurried(parser: Parser, line: Line, text: str) -> Draft:
    """The draft of a line far down in a letter that is mostly something else than orders."""
    return _unread(parser, line, text, HURRIED)


def too_long(parser: Parser, line: Line, text: str) -> Draft | None:
    """The draft of a text that nobody can have meant as one order."""
    return None if len(text) <= LONGEST_SENTENCE else _unread(parser, line, text, TOO_LONG)


def _unread(parser: Parser, line: Line, text: str, reason: str) -> Draft:
    if looks_like_order(parser, fold(text[:LONGEST_SENTENCE])):
        problem = Problem(Fault.INVALID, text, reason)
        return Draft(Piece(text, line.number, Verdict.ASKED, problem=problem))
    return Draft(Piece(text, line.number, Verdict.TALK))
