"""A grammar's parse tables: shipped with an installed program, or made once and kept.

Tables depend on the grammar alone, not on the names of a map.
"""

import io
import pickle
from collections.abc import Callable, Mapping
from copyreg import dispatch_table
from typing import Any, Self

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Action, IntParseTable
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.utils import SerializeMemoizer

from gm import prepared
from gm.parsing.lexer import NameLexer

FORM = "2"
"""Changes with how tables are kept."""


def lark_for(name: str, grammar: str, shared: str, names: Mapping[str, Callable[..., Any]]) -> Lark:
    """The parser of a *grammar* that imports *shared* words; *names* are its terminals of names."""
    texts = (FORM, grammar, shared, *sorted(names), lark.__version__)
    called = f"{name}.{prepared.digest(*map(str.encode, texts))}.tables"
    kept = _kept(prepared.find(called), names)
    if kept is not None:
        return kept
    made = _made(grammar, shared, names)
    prepared.keep(called, _finished(made))
    return made


class ReadyParser(LALR_Parser):
    """Lark's parser with a parse table that is finished: plain data would have to be gone through.

    Lark asks for it by the name ``LALR_Parser`` among its plugins.
    """

    @classmethod
    def deserialize(cls, data: Any, memo: object, callbacks: Any, debug: Any) -> Self:  # type: ignore[override]  # noqa: ARG003 (lark's)
        """The parser with the parse table *data*."""
        made = cls.__new__(cls)
        made._parse_table = data  # noqa: SLF001  # of its own
        made.parser = _Parser(data, callbacks, debug)
        return made


def _finished(made: Lark) -> bytes:
    """What ``Lark.save`` writes, with its rules, terminals and parse table as they are in use."""
    saved = io.BytesIO()
    made.save(saved, exclude_options={"lexer_callbacks", "import_paths"})
    tables = pickle.loads(saved.getvalue())
    kinds = {"Rule": Rule, "TerminalDef": TerminalDef}
    tables["memo"] = memo = SerializeMemoizer.deserialize(tables["memo"], kinds, {})
    parser = tables["data"]["parser"]
    parser["parser"] = IntParseTable.deserialize(parser["parser"], memo)  # type: ignore[no-untyped-call]
    finished = io.BytesIO()
    pickler = pickle.Pickler(finished, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = dispatch_table | {Action: lambda action: action.name}  # by its name
    pickler.dump(tables)
    return finished.getvalue()


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
        kept = pickle.loads(tables)
        for one in kept["memo"].values():
            if isinstance(one, Rule):  # whose hash is another in every process
                one._deserialize()  # type: ignore[no-untyped-call]  # noqa: SLF001 (lark has no public way)
        options = kept["data"]["options"]
        options["lexer_callbacks"] = dict(names)
        options["_plugins"] = {"LALR_Parser": ReadyParser}
        made: Lark = Lark.__new__(Lark)._load(kept)  # noqa: SLF001  # with the names put in
    except Exception:  # whatever is wrong with what was kept, it is made anew
        return None
    return made
