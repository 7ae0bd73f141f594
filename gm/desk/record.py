"""Records (``gm.records`` and the like) to plain data for files, and back, led by their types."""

import types
import typing
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any

from gm.values import Value


def data_of(record: Value) -> dict[str, Any]:
    """The fields of a value as plain data; moments as ISO 8601 with their zone."""
    return {name: _plain(getattr(record, name)) for name in record.__struct_fields__}


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case tuple() | list():
            return [_plain(item) for item in value]
        case Mapping():
            return {key: _plain(item) for key, item in value.items()}
        case _:
            return value


def record_of(kind: type[Value], data: Mapping[str, Any]) -> Any:
    """The record of that kind whose fields *data* holds; other names in it are passed over.

    Raises:
        KeyError: a field is missing.
        TypeError, ValueError: a value is none of its type.
    """
    hints = typing.get_type_hints(kind)
    return kind(**{name: _value(hints[name], data[name]) for name in kind.__struct_fields__})


def _value(hint: Any, value: Any) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        kinds = [one for one in arguments if one is not type(None)]
        return None if value is None else _value(kinds[0], value)
    if origin is tuple:
        return tuple(_value(arguments[0], item) for item in value)
    if origin is Mapping:
        return {key: _value(arguments[1], item) for key, item in value.items()}
    return _single(hint, value)


def _single(hint: Any, value: Any) -> Any:
    if hint is datetime:
        return datetime.fromisoformat(value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if hint in (int, str) and not isinstance(value, hint):
        raise TypeError(f"{value!r} is no {hint.__name__}")
    return value
