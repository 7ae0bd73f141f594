"""Text to terminals: only what the grammar accepts at each point, names first.

Like Lark's contextual lexer, but names are found by one pattern of their own, and a terminal is
tried, and its pattern compiled, only where a letter stands that it can begin with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer

from gm.parsing.names import Names
from gm.parsing.needs import Wording, wordings_of

Terminals = tuple[str, ...]


class SeveralNames(Exception):  # noqa: N818  # caught at once and turned into a question
    """A name that fits several ids stands at ``start``."""

    def __init__(self, text: str, ids: Sequence[str], start: int, kind: str) -> None:
        super().__init__(text)
        self.text, self.ids, self.start, self.kind = text, tuple(ids), start, kind


@dataclass(frozen=True)
class NamesOfKind:
    """The names that a terminal of the grammar stands for."""

    kind: str
    names: Names

    @cached_property
    def wording(self) -> Wording:
        """Finds any of the names."""
        begins = {form[0] for form in self.names.forms}
        return Wording(self.names.pattern(), begins="".join(sorted(begins)))

    def __call__(self, token: Token) -> Token:
        """The token of a name with the id as its value.

        Raises:
            SeveralNames: the name fits several ids.
        """
        ident = self.names.ident(str(token))
        if ident.startswith("?"):
            raise SeveralNames(str(token), ident[1:].split("|"), token.start_pos or 0, self.kind)
        return token.update(value=ident)


class NameLexer(Lexer):
    """Finds the terminals that the parser accepts where it stands."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        self.ignored = frozenset(lexer_conf.ignore)
        self.names = {
            name: one for name, one in lexer_conf.callbacks.items() if isinstance(one, NamesOfKind)
        }
        self.ranked = sorted(
            (one for one in lexer_conf.terminals if one.name not in self.names),
            key=lambda one: (-one.priority, -len(one.pattern.value), one.name),
        )
        written = [(f"terminal {one.name}", one.pattern.to_regexp()) for one in self.ranked]
        made = zip(self.ranked, wordings_of("terminals", written), strict=True)
        self.wordings = {name: one.wording for name, one in self.names.items()}
        self.wordings |= {one.name: wording for one, wording in made}
        self.known: dict[int, tuple[Terminals, Terminals]] = {}
        self.likely: dict[tuple[int, str], Terminals] = {}

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of a text, each looked for when the parser asks for it."""
        text = lexer_state.text if isinstance(lexer_state.text, str) else lexer_state.text.text
        position, last = 0, None
        while position < len(text):
            name, end = self._first(text, position, parser_state)
            if name is None:
                names, others = self._accepted(parser_state)
                raise UnexpectedCharacters(  # type: ignore[no-untyped-call]  # Lark's
                    text,
                    position,
                    1,
                    position + 1,
                    allowed={*names, *others} - self.ignored,
                    state=parser_state,
                    token_history=[last] if last is not None else None,
                )
            if name not in self.ignored:
                last = Token(name, text[position:end], position, 1, position + 1, 1, end + 1, end)
                yield self.names[name](last) if name in self.names else last
            position = end

    def _accepted(self, parser_state: Any) -> tuple[Terminals, Terminals]:
        """The names and the other terminals accepted where the parser stands, in order."""
        state = parser_state.position
        if state not in self.known:
            accepts = set(parser_state.parse_conf.states[state]) | self.ignored
            self.known[state] = (
                tuple(name for name in self.names if name in accepts),
                tuple(one.name for one in self.ranked if one.name in accepts),
            )
        return self.known[state]

    def _first(self, text: str, position: int, parser_state: Any) -> tuple[str | None, int]:
        """The first of the accepted terminals that stands at a position, and its end."""
        for name in self._likely(parser_state, text[position]):
            found = self.wordings[name].match(text, position)
            if found is not None and found.end() > position:
                return name, found.end()
        return None, position

    def _likely(self, parser_state: Any, letter: str) -> Terminals:
        """Those of the accepted terminals that can begin with a letter, in order."""
        here = (parser_state.position, letter)
        if here not in self.likely:
            accepted = chain.from_iterable(self._accepted(parser_state))
            self.likely[here] = tuple(
                name for name in accepted if self.wordings[name].may_begin(letter)
            )
        return self.likely[here]
