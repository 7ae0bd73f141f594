"""Words for all that a side has of a kind: "the army" where it has one, "both fleets" where two.

In goes a folded text that the grammar does not read; out comes the text with the names in their
place. Where there are more, or fewer, nothing is put: the text is asked about. The grammar says for
which kinds that is done (``// alone: army fleet``); what a side has is what it is asked for.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from gm.parsing.comparing import named_in
from gm.parsing.finding import Finder
from gm.parsing.folding import fold
from gm.parsing.parser import Parser

WHICH = "You have more than one {kind}. Please say which one is meant."
EACH = "Please write an order for each of them, in a line of its own."
MISCOUNTED = "“{words}” would be two, and you have {count}. Please write an order for each."
PLURALS = {"armies": "army", "fleets": "fleet"}

Things = Mapping[str, Sequence[str]]
"""What a side has, folded ("army kai"), by its kind."""


def things_of(subjects: Iterable[str], kinds: Iterable[str]) -> Things:
    """The *subjects* of what a side is asked for that are of one of these *kinds*."""
    named = [fold(subject) for subject in subjects]
    return {kind: [one for one in named if one.startswith(f"{kind} ")] for kind in sorted(kinds)}


def with_names(folded: str, things: Things, parser: Parser) -> str | None:
    """The text with names for "my army", "both fleets"; None where it says nothing like it."""
    text = folded
    for kind, named in things.items():
        if len(named) == 1 and kind in text:
            text = _single(kind).sub(partial(_put, named=named[0], places=parser.places), text)
    if (found := _excepting().fullmatch(text.rstrip(" .,;!"))) is not None:
        text = _others(found, things, parser) or text
    if "both" in text or "two" in text or "all" in text:
        text = _several().sub(partial(_all_of, things=things, parser=parser), text)
    return None if text == folded else text


def which(folded: str, things: Things) -> tuple[str, Sequence[str]]:
    """Why "the army" does not say which of several is meant, and the text with each of them."""
    for kind, named in things.items():
        if len(named) > 1 and kind in folded and (found := _single(kind).search(folded)):
            put = (f"{found['lead']}{one}" for one in named)
            return WHICH.format(kind=kind), [_with(folded, found, one) for one in put]
    return "", ()


def several(folded: str, things: Things) -> tuple[str, Sequence[str]]:
    """Why "both fleets" cannot be told the same, and the text with each of them."""
    found = _group().search(folded) if things and folded[-1:] != "?" else None
    if found is None:
        return "", ()
    named = _meant(found, things)
    wanted = None if found["count"] == "all" else 2
    if wanted not in {None, len(named)}:
        return MISCOUNTED.format(words=found.group(), count=len(named)), _each(folded, found, named)
    return EACH, _each(folded, found, named)


def miscounted(folded: str, things: Things) -> str | None:
    """Why "both armies" cannot be told apart: there are not two."""
    why, _ = several(folded, things)
    return why if why not in {"", EACH} else None


def _each(folded: str, found: "re.Match[str]", named: Sequence[str]) -> Sequence[str]:
    return [_with(folded, found, one) for one in named]


def _with(folded: str, found: "re.Match[str]", put: str) -> str:
    """The text with other words in the place of those found."""
    return f"{folded[: found.start()]}{put}{folded[found.end() :]}"


def _others(found: "re.Match[str]", things: Things, parser: Parser) -> str | None:
    """An order for all but those named ("everyone but Kai holds")."""
    if bool(found["before"]) == bool(found["after"]):
        return None
    named = named_in(parser, found["but"])
    if not named or _UNNAMED.search(parser.places.sub("", found["but"])):
        return None
    units = {one: named_in(parser, one) for one in _meant(found, things)}
    meant = [one for one, ids in units.items() if not set(ids) & set(named)]
    is_known = len(units) == len(meant) + len(set(named))
    return f"{' and '.join(meant)} hold" if meant and is_known else None


_UNNAMED = re.compile(r"\b(?!(?:a|f|army|fleet|the|my|our|in|at|of|and)\b)[a-z]")


def _put(found: "re.Match[str]", named: str, places: Finder) -> str:
    """The name in place of a kind, unless a place follows that says which is meant."""
    rest = found.string[found.end() :].lstrip(" ")
    return found.group() if places.match(rest) else f"{found['lead']}{named}"


def _all_of(found: "re.Match[str]", things: Things, parser: Parser) -> str:
    named = _meant(found, things)
    fits = len(named) == 2 or (len(named) > 2 and found["count"] == "all" and found["kind"])
    helped = set(named_in(parser, found.string[found.end() :]))
    if any(helped.intersection(named_in(parser, one)) for one in named):
        return found.group()  # one of them cannot support itself
    return " and ".join(named) if fits else found.group()


def _meant(found: "re.Match[str]", things: Things) -> Sequence[str]:
    kind = PLURALS.get(found["kind"] or "", "")
    return things.get(kind, ()) if kind else [one for some in things.values() for one in some]


@cache
def _single(kind: str) -> "re.Pattern[str]":
    """Finds a *kind* at the start of a clause or as somebody's own, told what to do."""
    return re.compile(
        r"(?P<lead>(?:^|(?<=[,;:.] ))(?:(?:and|but|while|then|please|also|now|so|let|have|move|send"
        r"|sail|march|order|retreat|disband|withdraw|hold|keep) )*"
        r"|\b(?:and|but|while|if|when|in case|should) (?:then )?|(?=\b(?:my|our) ))"
        rf"(?:(?:the|my|our) )?{kind}(?![a-z0-9'])"
        r"(?! (?:in|at|of|from|near|there|is in|and fleet)\b)"
    )


_WORDS = (
    r"(?:(?:the|my|our) )*\b(?P<count>both|two|all)(?: of)?(?: (?:the|my|our))*"
    r"(?: (?P<kind>armies|fleets)| units)?"
)


@cache
def _excepting() -> "re.Pattern[str]":
    """Finds an order to hold for all but those that are named."""
    holds = "(?:holds?|stays?(?: put)?|stands?(?: fast)?)"
    return re.compile(
        r"(?:everyone|everybody|everything"
        r"|all(?: (?:my |the |our )*(?P<kind>armies|fleets)| (?:my |the |our )*units)?)(?: else)?"
        rf"(?: (?P<before>{holds}))?,? (?:but|except|save|other than|apart from)(?: for)?"
        rf" (?P<but>.+?)(?: (?P<after>{holds}))?"
    )


@cache
def _group() -> "re.Pattern[str]":
    """Finds words for several, told whatever it be."""
    return re.compile(rf"^{_WORDS}(?= (?!(?:but|except|save|other|apart)\b)[a-z-])")


@cache
def _several() -> "re.Pattern[str]":
    """Finds words for several, told to support or to disband, which each can do by itself."""
    return re.compile(
        rf"{_WORDS}(?= (?:(?:will|shall|should|must|to) )*"
        r"(?:s|supports?|helps?|assists?|backs?|aids?|disbands?|d)(?![a-z0-9'-]))"
    )
