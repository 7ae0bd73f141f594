"""Whether a text that cannot be read may still be meant as an order; if not, it is talk."""

import re
from collections.abc import Iterator
from itertools import pairwise

from gm.parsing.finding import Finder
from gm.parsing.folding import fold, key
from gm.parsing.parser import Parser

NEAR = 40
"""How many letters may lie between a name and a verb that belong together."""
NEXT = 16
"""The same for two names with "to" between them."""
SHORT = 4
"""How many words a sentence may have that begins with a verb and names nothing."""

FEW = 4
"""How many words may stand beside a name at the start that is asked about without a verb."""
MANY = 2
"""A text with more names that are no everyday words, of a kind that has such, is asked about."""
SHORT_NAME = 3
"""Names of so many letters or less may be everyday words ("You") where many such are names."""

MOST_RUN_TOGETHER = 12
"""So many names a text may have in which orders are looked for that nothing parts."""
FEW_BESIDE = 3
"""The same beside two names anywhere."""

Span = tuple[int, int]


def looks_like_order(parser: Parser, folded: str) -> bool:
    """Whether folded text holds what orders are made of, close enough together."""
    return (
        parser.phrases.pattern("again").search(folded) is not None
        or _begins_with_unit(parser, folded)
        or _has_places_together(parser, folded)
        or _has_verb_for_something(parser, folded)
        or _begins_with_unknown_unit(parser, folded)
        or _holds_hint(parser, folded)
        or next(parser.proposed(folded), None) is not None
    )


def is_mostly_names(parser: Parser, folded: str, sides: "re.Pattern[str]") -> bool:
    """Whether a text is little more than names of things on the map (not of *sides*).

    It begins with one and is short, names two with few words beside them, or has no word that is
    not a name.
    """
    text = re.sub(r"^(?:(?:and|also|the|my|our|then|so) )+", "", folded.strip(" .,;:!?-"))
    places = (one for one in parser.places.finditer(text) if len(one.group()) > 1)
    named = [one for one in places if not sides.fullmatch(one.group())]
    found = [one for one in named if not _is_strong(parser, one.group())]
    beside = len(re.findall(r"[a-z0-9']+", parser.places.sub(" ", text)))
    if found and found[0].start() == 0 and beside <= FEW:
        return beside > 0 or len(found) > 1
    long = [one for one in named if one in found or len(key(one.group())) > SHORT_NAME]
    if (long and len(named) > 1 and beside <= FEW_BESIDE) or len(long) - len(found) > MANY:
        return True
    words = text.split()
    return bool(found) and len(words) > 1 and all(_is_form(parser, word) for word in words)


def _is_strong(parser: Parser, name: str) -> bool:
    """Whether a name is of a kind whose names are also everyday words ("You")."""
    squeezed = re.sub(r"[ .'/-]", "", name)
    return any(names.strong and squeezed in names.squeezed for names in parser.names.values())


def _is_form(parser: Parser, word: str) -> bool:
    return any(word in names.squeezed for names in parser.names.values() if not names.strong)


def is_verb_alone(parser: Parser, folded: str) -> bool:
    """Whether a text tells what to do, and not whom ("Hold.", "Attack there instead!")."""
    found = parser.verbs.match(folded)
    return found is not None and _BESIDE_A_VERB.fullmatch(folded[found.end() :]) is not None


_BESIDE_A_VERB = re.compile(
    r"(?:\W|\b(?:it|her|him|them|all|both|this|that|there|here|now|then|instead|rather|please|again"
    r"|still|to|the|on|off|back|up|down|out|for|today|anyway|only|just|do|one|units?|position)\b)*"
)


def unglued(parser: Parser, text: str) -> str:
    """The text with a blank between a letter for a kind and the name it is glued to ("AKai")."""

    def apart(found: re.Match[str]) -> str:
        letter, name = found.group(1) or found.group(2), found.group(3)
        return f"{letter} {name}" if parser.places.fullmatch(fold(name)) else found.group()

    return _GLUED.sub(apart, text)


_GLUED = re.compile(
    r"(?<![A-Za-z.])(?:([AF])(?=[A-Z][a-z]{2})|([AFaf])[./](?=[A-Za-z.]{3}))([A-Za-z]{3,}|[A-Z]\.[A-Za-z]{3,})"
)


def without_english_names(parser: Parser, folded: str) -> str:
    """The text with a mark for each English word in it that stands as a name ("not", Noto)."""
    for found in reversed(list(parser.places.finditer(folded))):
        before, after = folded[: found.start()], folded[found.end() :].lstrip()
        is_place = re.search(r"(?:^|\b)(?:a|f|army|fleet) $", before) or not after[:1].isalpha()
        if is_place and found.group() in parser.phrases.english:
            folded = f"{folded[: found.start()]}~{folded[found.end() :]}"
    return folded


def proposals(parser: Parser, folded: str, kind: str) -> tuple[str, ...]:
    """Orders that a doubtful text may mean: by its idioms, and its parts that can be read alone."""
    meant = tuple(dict.fromkeys(parser.proposed(folded, kind)))
    if meant:
        return meant[:5]
    chosen = re.sub(r"\beither ", "", folded)
    parts = (part.strip(" ,;.!?-") for part in _parts(parser, chosen))
    read = (part for part in parts if part and isinstance(parser.exactly(part, kind), tuple))
    meant = tuple(dict.fromkeys(read))[:5]
    return meant or tuple(_run_together(parser, folded.rstrip(" .!"), kind))[:5]


def _run_together(parser: Parser, folded: str, kind: str) -> list[str]:
    """The orders of a text that has nothing between them ("kai h ssh h"), if that is all of it."""
    names = [found.start() for found in parser.places.finditer(folded)]
    if not 1 < len(names) <= MOST_RUN_TOGETHER:
        return []
    parts: list[str] = []
    start = 0
    while start < len(folded):
        for end in (len(folded), *reversed([one for one in names if one > start])):
            part = folded[start:end].strip()
            if isinstance(parser.exactly(part, kind), tuple):
                parts.append(part)
                start = end
                break
        else:
            return []
    return parts


def _holds_hint(parser: Parser, folded: str) -> bool:
    """Whether a text that neither asks nor only looks back holds what is known from orders."""
    text = folded
    found = parser.hints.search(text)
    if found is None and "~" in parser.notes.hints:
        text = parser.marked(folded)
        found = parser.hints.search(text)
    if found is None or folded.endswith("?"):
        return False
    bare = parser.places.sub("~", folded)
    told = not re.match(r"(?:i|we) ", folded) and any(
        parser.phrases.pattern(one).search(bare) for one in ("past", "report")
    )
    orders = parser.hints.match(text) and not re.match(r"[a-z][0-9]", folded)
    return not told or bool(orders) or re.search(r"\b(?:if|unless)\b", folded) is not None


def _begins_with_unit(parser: Parser, folded: str) -> bool:
    letter = re.match(r"(?:a|f)\.? ", folded)
    if letter is not None and parser.places.match(folded[letter.end() :]):
        return True
    if re.match(r"[af][a-z]{3,} ?(?:-|[hsc]\b)", folded) and parser.places.match(folded[1:]):
        return True
    start = _OF_OURS.match(folded)
    begin = start.end() if start else 0
    thing = parser.things.match(folded, begin)
    if thing is None:
        return False
    rest = folded[thing.end() :].lstrip(" ")
    goal = _TOWARDS.match(rest)
    if goal is not None:
        return bool(parser.places.match(rest[goal.end() :]))
    return begin == 0 and bool(parser.places.match(rest))


_OF_OURS = re.compile(r"(?:the|my|our) ")
_TOWARDS = re.compile(r"(?:to|into|towards|against|-) ?(?:the )?")


def _has_places_together(parser: Parser, folded: str) -> bool:
    """Names beside a dash, with "to" between them, or with nothing else than names."""
    places = _spans(parser.places, folded)
    if any(
        re.match(r" ?-", folded[end:]) or folded[:start].endswith(("-", "- "))
        for start, end in places
    ):
        return True
    for one, other in pairwise(places):
        between = folded[one[1] : other[0]]
        if len(between) <= NEXT and re.search(r"\b(?:to|into) $", between):
            return True
    return len(places) > 1 and not re.sub(r"\W|\b[af]\b", "", parser.places.sub("", folded))


def _has_verb_for_something(parser: Parser, folded: str) -> bool:
    """A verb near a name, beside "army" or "fleet", or at the start of a short sentence."""
    places = _spans(parser.places, folded)
    verbs = [span for span in _spans(parser.verbs, folded) if span[1] - span[0] > 2 or places]
    things = _spans(parser.things, folded)
    return (
        _are_near(places, verbs, NEAR)
        or any(0 < _apart(one, other) <= 2 for one in things for other in verbs)
        or bool(verbs and verbs[0][0] == 0 and verbs[0][1] > 3 and len(folded.split()) <= SHORT)
    )


def _begins_with_unknown_unit(parser: Parser, folded: str) -> bool:
    """Whether a text begins like an order for a unit at a place that nobody knows."""
    found = re.match(
        r"(?:the |my )?(a|f|[a-z]+) (?:in |at )?([a-z0-9.' ]{2,24}?) ?(?:-|\b[a-z]+\b)", folded
    )
    if found is None:
        return False
    is_thing = parser.things.fullmatch(found.group(1)) is not None
    if found.group(1) not in ("a", "f") and not is_thing:
        return False
    rest = folded[found.start(2) :]
    if re.match(r"[a-z0-9]{2,12} ?-", rest) or _is_near_name(parser, rest):
        return True
    if is_thing and any(names.resolve(rest.split()[0]).sure for names in parser.names.values()):
        return True
    goals = (_TOWARDS.match(rest, start.end()) for start in re.finditer(" ?(?=-)| ", rest))
    if is_thing and any(goal and parser.places.match(rest, goal.end()) for goal in goals):
        return True
    verb = parser.verbs.search(rest)
    return is_thing and verb is not None and verb.start() < 24


def _is_near_name(parser: Parser, folded: str) -> bool:
    """Whether a text begins with a misspelt name and goes on with a verb."""
    word, _, rest = folded.partition(" ")
    near = any(names.resolve(word).ids for names in parser.names.values())
    return near and parser.verbs.match(rest) is not None


def _parts(parser: Parser, folded: str) -> Iterator[str]:
    yield folded
    head, mark, tail = folded.partition(" or ")
    verb = parser.verbs.search(head)
    if mark and verb and parser.verbs.match(tail):  # "Army Kai either holds or moves ..."
        yield head
        yield head[: verb.start()] + tail
        return
    yield from re.split(r"[,;:]", folded)  # the longest parts first: they lose the fewest words
    yield from _BETWEEN.split(folded)
    if mark:
        tail = re.split(r"[,;]", tail)[0]
        yield head
        names = list(parser.places.finditer(head))
        if names:
            yield head[: names[-1].start()] + tail.removeprefix("to ")


_BETWEEN = re.compile(
    r"[,;:]| (?:and|so|or|(?<!everyone )(?<!everything )(?<!everybody )(?<!all )but|if|unless"
    r"|because|when|that) "
)


def _spans(pattern: Finder, folded: str) -> list[Span]:
    return [found.span() for found in pattern.finditer(folded)]


def _are_near(some: list[Span], others: list[Span], limit: int) -> bool:
    """Whether any two of two ordered lists of stretches lie close together."""
    return any(_apart(one, other) <= limit for one in some[:50] for other in others[:50])


def _apart(one: Span, other: Span) -> int:
    """How many letters lie between two stretches."""
    return max(one[0] - other[1], other[0] - one[1], 0)
