"""Texts that the grammar does not read: misspelt names that are close to one name, or questions.

A misspelt name is taken for a known one only when no other is near (``gm.parsing.names``); a name
that exists is never changed. Everything else becomes a problem with proposals.
"""

import re
from collections.abc import Container, Iterator, Sequence

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from gm.games.vocabulary import Fault, Problem
from gm.parsing.folding import key
from gm.parsing.lexer import SeveralNames
from gm.parsing.names import Names
from gm.parsing.nearness import nearness
from gm.parsing.readings import Correction, Exact, LoneUnit, LooseWords, Reading
from gm.values import Value

MOST_CORRECTIONS = 3
LOOSE = "This may be an order or mere talk. Please write it as an order if it is one."
MOST_PROPOSALS = 5
ALIKE = 0.5
"""How near what follows an existing name must be to the rest of a longer one."""
MOST_WORDS = 4
"""How many words a misspelt name may have."""
_WORDS = re.compile(r"[a-z0-9']+(?:[. -]{1,2}(?=[a-z]))?")


class _Gap(Value, frozen=True):
    """Where a text stopped making sense, and what could have stood there."""

    start: int
    before: int | None
    """Where the name just before began, if there was one: it may be part of a longer one."""
    expected: frozenset[str]


class _Guess(Value, frozen=True):
    """A stretch of text that may be a misspelt name."""

    start: int
    end: int
    kind: str
    ids: tuple[str, ...]
    sure: bool


def mend(parser: Exact, text: str, folded: str, kind: str, fault: Exception) -> Reading | Problem:
    """What *folded* gives when misspelt names are taken for the one name they are close to."""
    corrections: list[Correction] = []
    attempt = folded
    if parser.is_patient():
        for _ in range(MOST_CORRECTIONS):
            if isinstance(fault, SeveralNames | LooseWords):
                break
            guess = _guess(parser, attempt, fault)
            if guess is None or not guess.sure:
                break
            meant = parser.names[guess.kind].printed[guess.ids[0]]
            mended = attempt[: guess.start] + key(meant) + attempt[guess.end :]
            corrections.append(Correction(attempt[guess.start : guess.end].strip(), meant))
            found = parser.exactly(mended, kind)
            if isinstance(found, tuple):
                return Reading(found, tuple(corrections))
            attempt, fault = mended, found
    return _problem(parser, text, attempt, kind, fault)


def _problem(parser: Exact, text: str, folded: str, kind: str, fault: Exception) -> Problem:
    if isinstance(fault, SeveralNames):
        return _several(parser, text, folded, kind, fault)
    if isinstance(fault, LoneUnit):
        return Problem(
            Fault.INVALID,
            text,
            "This names something, but does not say what it should do.",
            _hint(parser, None),
        )
    if isinstance(fault, LooseWords):
        return Problem(Fault.INVALID, text, LOOSE)
    guess = _guess(parser, folded, fault)
    if guess is not None and guess.ids:
        return _unknown(parser, text, folded, kind, guess)
    gap = _gap(parser, folded, fault)
    rest = folded[gap.start :].strip(" ,;.!-")
    if not rest:
        reason = "Something is missing at the end of this."
    elif not folded[: gap.start].strip():
        reason = f"I do not understand “{_cut(rest)}”."
    else:
        reason = f"I do not understand “{_cut(rest)}” after “{_cut(folded[: gap.start].strip())}”."
    return Problem(Fault.INVALID, text, reason, _hint(parser, gap))


def _several(parser: Exact, text: str, folded: str, kind: str, fault: SeveralNames) -> Problem:
    names = parser.names[fault.kind]
    printed = [names.printed[ident] for ident in fault.ids]
    end = fault.start + len(fault.text)
    return Problem(
        Fault.AMBIGUOUS,
        text,
        f"“{fault.text}” can be {_listed(printed)}.",
        "Please write the whole name.",
        tuple(_with_names(parser, folded, (fault.start, end), printed, kind)),
    )


def _unknown(parser: Exact, text: str, folded: str, kind: str, guess: _Guess) -> Problem:
    names = parser.names[guess.kind]
    printed = [names.printed[ident] for ident in guess.ids[:3]]
    written = folded[guess.start : guess.end].strip()
    return Problem(
        Fault.INVALID,
        text,
        f"There is no “{written}” here.",
        f"Did you mean {_listed(printed)}?",
        tuple(_with_names(parser, folded, (guess.start, guess.end), printed, kind)),
    )


def _with_names(
    parser: Exact, folded: str, span: tuple[int, int], printed: Sequence[str], kind: str
) -> Iterator[str]:
    """The text with each of the names in place of the stretch *span*, where that can be read."""
    for name in printed[:MOST_PROPOSALS]:
        whole = f"{folded[: span[0]]}{key(name)}{folded[span[1] :]}"
        if isinstance(parser.exactly(whole, kind), tuple):
            yield f"{folded[: span[0]]}{name}{folded[span[1] :]}"


def _guess(parser: Exact, folded: str, fault: Exception) -> _Guess | None:
    """The misspelt name that the text stumbles over, if it is one."""
    gap = _gap(parser, folded, fault)
    best: _Guess | None = None
    for kind, names in parser.names.items():
        known = {name for one in parser.names.values() if one is not names for name in one.exact}
        starts = [gap.start] if kind.upper() in gap.expected else []
        if gap.before is not None and names.exact:
            starts.append(gap.before)
        for start in starts:
            for guess in _guesses(names, kind, folded, (start, gap.start), known):
                if best is None or (guess.sure and not best.sure):
                    best = guess
    return best


def _guesses(
    names: Names, kind: str, folded: str, span: tuple[int, int], known: Container[str]
) -> Iterator[_Guess]:
    """Stretches that begin with *span*, reach beyond it and are near to names, longest first.

    *known* are names of other kinds.
    """
    start, stop = span
    first = start
    while first < len(folded) and folded[first] == " ":
        first += 1
    ends = []
    position = first
    for _ in range(MOST_WORDS):
        word = _WORDS.match(folded, position)
        if word is None:
            break
        ends.append(first + len(folded[first : word.end()].rstrip(" .-")))
        position = word.end()
    for end in reversed([end for end in ends if end > stop]):
        if _holds_names(names, folded[first:end]) or folded[first:end] in known:
            continue
        match = names.resolve(folded[first:end])
        if start == stop:
            ids = match.ids
        else:  # a name that exists is never changed: what goes on after one is only asked about
            begun, rest = key(folded[first:stop]), key(folded[stop:end])
            ids = tuple(one for one in match.ids if _goes_on(names, one, begun, rest))
        if ids:
            yield _Guess(first, end, kind, ids, sure=match.sure and start == stop)


def _goes_on(names: Names, ident: str, begun: str, rest: str) -> bool:
    """Whether some spelling of a name begins with *begun* and goes on much like *rest*."""
    return any(
        form.startswith(f"{begun} ") and nearness(form[len(begun) + 1 :], rest) >= ALIKE
        for form, one in names.exact.items()
        if ident in one.removeprefix("?").split("|")
    )


def _holds_names(names: Names, text: str) -> bool:
    """Whether a stretch is two names that exist, one after the other."""
    words = text.split()
    return any(
        "".join(words[:cut]) in names.squeezed and "".join(words[cut:]) in names.squeezed
        for cut in range(1, len(words))
    )


def _gap(parser: Exact, folded: str, fault: Exception) -> _Gap:
    match fault:
        case UnexpectedCharacters():
            history = fault.token_history or []
            last = history[-1] if history else None
            before = last.start_pos if last is not None and _is_name(parser, last.type) else None
            return _Gap(fault.pos_in_stream or 0, before, frozenset(fault.allowed or ()))
        case UnexpectedToken():
            start = fault.token.start_pos if fault.token.type != "$END" else None
            return _Gap(
                len(folded) if start is None else start, None, frozenset(fault.accepts or ())
            )
        case UnexpectedInput():
            return _Gap(fault.pos_in_stream or 0, None, frozenset())
        case _:
            return _Gap(len(folded), None, frozenset())


def _is_name(parser: Exact, terminal: str) -> bool:
    return terminal.lower() in parser.names


def _hint(parser: Exact, gap: _Gap | None) -> str | None:
    """What could stand where the text stopped making sense, in words."""
    says = parser.notes.says
    expected = says if gap is None else [name for name in says if name in gap.expected]
    words = [says[name] for name in expected if gap is not None or name in parser.notes.verbs]
    return f"I expected {_listed(words)} there." if words else None


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
