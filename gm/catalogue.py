"""The games on offer: a map file put together with the engine, grammar and templates of its family.

The only place that knows all games, and the only reader of YAML maps. A map file beside
``gm.yaml`` is a game on offer like the shipped ones.
"""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from gm import prepared
from gm.errors import DataError, UsageError
from gm.games.documents import DocumentError, Path, nearest
from gm.games.game import Game
from gm.resources import Folders, shipped
from gm.values import Value

FAMILIES = {
    "diplomacy": ("gm.games.diplomacy", "Diplomacy"),
    "far_east_war": ("gm.games.far_east_war", "FarEastWar"),
    "three_kingdoms": ("gm.games.three_kingdoms", "ThreeKingdoms"),
}
"""Family -> module and class of its engine; grammar and templates have the family's name."""


class Offer(Value, frozen=True):
    """A game on offer: its rules and the names of its grammar, templates and map geometry."""

    name: str
    game: Game[Any, Any]
    grammar: str
    templates: str
    geometry: str | None


def offers(folders: Folders = Folders()) -> tuple[str, ...]:
    """The names of the games on offer, sorted; a file name with a dash is part of another's."""
    names = {entry.name for entry in shipped("maps").iterdir()}
    if folders.overlay is not None and (own := folders.overlay / "maps").is_dir():
        names |= {entry.name for entry in own.iterdir()}
    games = (name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))
    return tuple(sorted(name for name in games if "-" not in name))


def offer(
    name: str,
    *,
    folders: Folders = Folders(),
    rules: Mapping[str, str] | None = None,
) -> Offer:
    """The game *name*, with other rule choices where *rules* names them.

    Raises:
        UsageError: there is no such game, or no such rule choice.
        DataError: its map file is broken; the sentence says where and what to write.
    """
    known = offers(folders)
    if name not in known:
        proposal = nearest(name, known) or "."
        raise UsageError(f'There is no game "{name}"{proposal} On offer are {", ".join(known)}.')
    file = f"{name}.yaml"
    content = folders.read_bytes("maps", file)
    document = _known_document(content, file)
    parts = {
        key: _known_document(folders.read_bytes("maps", part), part)
        for key, part in document.get("parts", {}).items()
    }
    document = {**document, **parts}
    family = str(document.get("family", name))
    if family not in FAMILIES:
        raise DataError(f'maps/{file}, family: there is no family "{family}".')
    module, kind = FAMILIES[family]
    engine = getattr(import_module(module), kind)
    try:
        game = engine.from_document(document, rules)
    except DocumentError as error:
        if rules and error.path[:1] == ("rules",) and _is_sound(engine, document):
            raise UsageError(f"The rule choices of {name}: {error.sentence}") from None
        _, lines = read_document(content, f"maps/{file}")
        raise DataError(
            f"maps/{file}{place(document, error.path, lines)}: {error.sentence}"
        ) from None
    return Offer(name, game, family, family, document.get("geometry"))


def _is_sound(engine: Any, document: Mapping[str, Any]) -> bool:
    """Whether a map file is right as it is, so that a fault lies in choices made by hand."""
    try:
        engine.from_document(document, None)
    except DocumentError:
        return False
    return True


def _known_document(content: bytes, file: str) -> Mapping[str, Any]:
    """The plain data of a file of ``maps/``, which was perhaps read before.

    Raises:
        DataError: it is no YAML, a key is given twice, or the top is no mapping.
    """
    called = f"{file.partition('.')[0]}.{prepared.digest(READING, content)}.json"
    kept = prepared.find(called)
    if kept is not None:
        try:
            known: Mapping[str, Any] = json.loads(kept)
        except ValueError:  # cut short, as by a full disk
            pass
        else:
            return known
    document, _ = read_document(content, f"maps/{file}")
    prepared.keep(called, json.dumps(document).encode())
    return document


READING = b"1"
"""Changes with what ``gm.strict_yaml`` makes of a text, so that nothing read otherwise is used."""
Lines = Mapping[Path, int]
"""The line on which each part of a YAML file begins."""


def read_document(content: bytes, file: str) -> tuple[Mapping[str, Any], Lines]:
    """The plain data of a YAML file whose top is a mapping, and its lines.

    Raises:
        DataError: it is no YAML, a key is given twice, or the top is no mapping.
    """
    document, lines = read_yaml(content, file)
    if not isinstance(document, dict):
        raise DataError(f"{file}: fields with values are expected.")
    return document, lines


def read_yaml(content: bytes, file: str) -> tuple[Any, Lines]:
    """The plain data of a YAML file and the line on which each part of it begins.

    Raises:
        DataError: it is no YAML, or a key is given twice.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{file}: this is no YAML: {error}.") from None
    from gm import strict_yaml  # takes long to load, and what was read before does not need it

    document = strict_yaml.read_yaml(text, file)
    return document.value, document.lines


def place(document: Any, path: Path, lines: Lines) -> str:
    """Where in a file *path* is, for people: ``, line 40, provinces, bizen``."""
    known = path
    while known and known not in lines:
        known = known[:-1]
    return "".join([f", line {lines.get(known, 1)}", *_steps(document, path)])


def _steps(document: Any, path: Path) -> Iterator[str]:
    for step in path:
        inner = None
        if isinstance(document, Mapping):
            inner = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            inner = document[step]
        named = inner.get("id") if isinstance(inner, Mapping) and isinstance(step, int) else None
        if not isinstance(step, int) or named:
            yield f", {named or step}"
        document = inner
