"""A grammar's parse tables: shipped with an installed program, or made once and kept.

Tables depend on the grammar alone, not on the names of a map. Those of other grammars, as one that
lies beside ``gm.yaml``, are kept in the user's cache folder. What cannot be kept (no home, a full
disk) is made anew each time.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from gm.parsing.lexer import NameLexer

MOST_KEPT = 8
"""How many versions of one grammar may lie in the cache folder."""


def cache_folder() -> Path:
    """Where tables are kept: ``gm-desk`` in the cache folder of the user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "gm-desk"


def lark_for(name: str, grammar: str, shared: str, names: Mapping[str, Callable[..., Any]]) -> Lark:
    """The parser of a *grammar* that imports *shared* words; *names* are its terminals of names."""
    key = hashlib.sha256()
    for part in (grammar, shared, *sorted(names), lark.__version__):
        key.update(part.encode() + b"\0")
    called = f"{name}.{key.hexdigest()[:16]}.tables"
    ready = resources.files("gm") / "tables" / called
    kept = _kept(ready, names)
    if kept is not None:
        return kept
    try:
        file = cache_folder() / called
    except RuntimeError:  # there is no home
        return _made(grammar, shared, names)
    kept = _kept(file, names)
    if kept is not None:
        return kept
    made = _made(grammar, shared, names)
    _keep(file, made)
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


def _kept(file: Traversable, names: Mapping[str, Callable[..., Any]]) -> Lark | None:
    """The tables kept in a file, or None if there are none that can be used."""
    try:
        data = pickle.loads(file.read_bytes())
        data["data"]["options"]["lexer_callbacks"] = dict(names)
        made: Lark = Lark.__new__(Lark)._load(data)  # noqa: SLF001  # with the names put in
    except Exception:  # whatever is wrong with what was kept, it is made anew
        return None
    return made


def _keep(file: Path, made: Lark) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in sorted(file.parent.glob(f"{file.name.partition('.')[0]}.*"))[MOST_KEPT:]:
            old.unlink(missing_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        with beside.open("wb") as stream:
            made.save(stream, exclude_options={"lexer_callbacks", "import_paths"})
        beside.replace(file)
    except OSError:
        return
