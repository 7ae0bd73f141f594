"""A grammar's parse tables: shipped with an installed program, or made once and kept.

Tables depend on the grammar alone, not on the names of a map.
"""

import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import lark
from lark import Lark

from gm import prepared
from gm.parsing.lexer import NameLexer


def lark_for(name: str, grammar: str, shared: str, names: Mapping[str, Callable[..., Any]]) -> Lark:
    """The parser of a *grammar* that imports *shared* words; *names* are its terminals of names."""
    texts = (grammar, shared, *sorted(names), lark.__version__)
    called = f"{name}.{prepared.digest(*map(str.encode, texts))}.tables"
    kept = _kept(prepared.find(called), names)
    if kept is not None:
        return kept
    made = _made(grammar, shared, names)
    tables = io.BytesIO()
    made.save(tables, exclude_options={"lexer_callbacks", "import_paths"})
    prepared.keep(called, tables.getvalue())
    return made


def _made(grammar: str, shared: str, names: Mapping[str, Callable[..., Any]]) -> Lark:
    def imported(_base: object, _path: str) -> tuple[str, str]:
        return "words.lark", shared

    unknown = "\n".join(f"{terminal}: /(?!){terminal}/" for terminal in names)
    return Lark(
        f"{grammar}\n{unknown}",
        parser="lalr",
        lexer=NameLexer,
        import_paths=[imported],
        maybe_placeholders=False,
        lexer_callbacks=dict(names),
    )


def _kept(tables: bytes | None, names: Mapping[str, Callable[..., Any]]) -> Lark | None:
    """The parser of kept tables, or None if there are none that can be used."""
    if tables is None:
        return None
    try:
        data = pickle.loads(tables)
        data["data"]["options"]["lexer_callbacks"] = dict(names)
        made: Lark = Lark.__new__(Lark)._load(data)  # noqa: SLF001  # with the names put in
    except Exception:  # whatever is wrong with what was kept, it is made anew
        return None
    return made
