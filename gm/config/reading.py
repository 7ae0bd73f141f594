"""``gm.yaml`` to settings.

Unknown settings and impossible values are refused with file, line and what to write instead.
"""

import os
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from gm import deadlines
from gm.config.settings import Config, sections, table
from gm.errors import DataError, SettingsError
from gm.strict_yaml import Document, read_yaml
from gm.values import replace

FILE = "gm.yaml"


def load(folder: Path) -> Config:
    """The settings of the desk in *folder*.

    Raises:
        SettingsError: there is no ``gm.yaml``, or it says something impossible.
    """
    path = folder / FILE
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise SettingsError(
            f"There is no {FILE} in {folder.resolve()}; make a desk with: gm init DIR, or name one "
            "with --desk DIR."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    return parse(text, folder)


def parse(text: str, folder: Path) -> Config:
    """The settings that *text*, the ``gm.yaml`` in *folder*, spells."""
    try:
        document = read_yaml(text, FILE)
    except DataError as error:
        raise SettingsError(str(error)) from None
    return _apply(Config(folder=folder), document)


def override(config: Config, settings: Mapping[str, str | None], where: str) -> Config:
    """*config* with the settings of one match (``calendar.deadline`` -> text) in place.

    None leaves a setting as it is.

    Raises:
        SettingsError: there is no such setting, or the value is impossible.
    """
    for name, text in settings.items():
        section, _, key = name.partition(".")
        if text is None:
            if name not in {one.name for one in table()}:
                known = [one.name for one in table() if one.name.startswith(f"{section}.")]
                raise _unknown(Document(where, {}, {(): 1}), (name,), known or sections())
            continue
        try:
            value = read_yaml(text, where).value
        except DataError as error:
            raise SettingsError(f"{where}, {name}: {error}") from None
        config = _apply(config, Document(where, {section: {key: value}}, {(): 1}))
    return config


def _apply(config: Config, document: Document) -> Config:
    kinds = sections()
    changed = {}
    for section in _mapping(document, ()):
        if section not in kinds:
            raise _unknown(document, (section,), kinds)
        now = getattr(config, section)
        names = kinds[section].__struct_fields__
        hints = typing.get_type_hints(kinds[section])
        new = {}
        for key, value in _mapping(document, (section,)).items():
            if key not in names:
                raise _unknown(document, (section, key), names)
            new[key] = _read(hints[key], value, document, (section, key))
        changed[section] = replace(now, **new)
    return replace(config, **changed)


def _mapping(document: Document, path: tuple[str, ...]) -> Mapping[str, Any]:
    value = document.value
    for part in path:
        value = value[part]
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise SettingsError(f"{document.at(*path)}: here must stand settings, one on a line.")
    return value


def _unknown(document: Document, path: tuple[str, ...], known: Iterable[str]) -> SettingsError:
    near = get_close_matches(path[-1], list(known), n=1)
    proposal = f"did you mean “{near[0]}”?" if near else f"there are {', '.join(known)}."
    return SettingsError(f"{document.at(*path)}: there is no setting “{path[-1]}”; {proposal}")


def _read(hint: Any, value: Any, document: Document, path: tuple[str, ...]) -> Any:
    """The value of one setting of the type *hint*."""
    try:
        return _value(hint, value)
    except (deadlines.ScheduleError, ValueError) as error:
        raise SettingsError(f"{document.at(*path)}: {error}") from None


def _value(hint: Any, value: Any) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if type(None) in arguments and (value is None or value == ""):
        return None
    if origin in (types.UnionType, typing.Union):
        return _value(next(one for one in arguments if one is not type(None)), value)
    if origin is tuple:
        items = value if isinstance(value, list) else [] if value is None else [value]
        return tuple(_value(arguments[0], item) for item in items)
    if origin is Mapping:
        if not isinstance(value, dict):
            raise ValueError("here must stand names with values, such as {retreats: 3 days}.")
        return {key: deadlines.read_rhythm(_text(item)) for key, item in value.items()}
    return _single(hint, value)


def _single(hint: Any, value: Any) -> Any:
    if hint in _READERS:
        return _READERS[hint](_text(value))
    if issubclass(hint, Enum):
        return _choice(hint, _text(value))
    return "" if value is None else _text(value)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"“{text}” is no whole number.")
    return int(text)


def _text(value: Any) -> str:
    if isinstance(value, str | int | float):
        return str(value)
    raise ValueError("here must stand a single value.")


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"“{text}” is no day; write it like 2026-12-24.") from None


_READERS: Mapping[Any, Callable[[str], Any]] = {
    ZoneInfo: deadlines.read_zone,
    timedelta: deadlines.read_length,
    deadlines.Rhythm: deadlines.read_rhythm,
    date: _date,
    int: _number,
}


def _choice(kind: type[Enum], text: str) -> Enum:
    choices = [str(one.value) for one in kind]
    if text not in choices:
        raise ValueError(f"“{text}” is none of {', '.join(choices)}.")
    return kind(text)


def secret(text: str, folder: Path) -> str:
    """A secret as it is meant: ``env:NAME`` from the environment, ``file:PATH`` from a file.

    Raises:
        SettingsError: there is no such variable or file.
    """
    kind, _, place = text.partition(":")
    match kind:
        case "env" if place:
            if place not in os.environ:
                raise SettingsError(f"The environment has no variable {place} (for {text}).")
            return os.environ[place]
        case "file" if place:
            try:
                return (folder / place).read_text("utf-8").strip()
            except OSError as error:
                raise SettingsError(f"The secret in {place} cannot be read: {error}.") from None
        case _:
            return text
