"""Frozen values to plain data (what JSON can hold) and back, led by their type hints.

Values become mappings of their fields; where a field may hold one of several,
the mapping also says which (``"is": "Move"``). Enums become their values, tuples lists, frozensets
sorted lists, mappings lists of pairs unless their keys are strings.
"""

import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any

from gm.values import Value

Load = Callable[[Any], Any]


class PlainCodec(Value, frozen=True):
    """What every game keeps its values by: see ``gm.games.game.Codec``.

    *state*, *order* and *event* are the types of the game, of orders and events unions of classes.
    """

    state: Any
    order: Any
    event: Any

    def dump(self, value: object) -> Any:
        """Plain data for a state, an order or an event."""
        return dump(value)

    def load_state(self, data: Any) -> Any:
        """The state that ``dump`` made *data* from."""
        return loader(self.state)(data)

    def load_order(self, data: Any) -> Any:
        """The order that ``dump`` made *data* from."""
        return loader(self.order)(data)

    def load_event(self, data: Any) -> Any:
        """The event that ``dump`` made *data* from."""
        return loader(self.event)(data)


def dump(value: Any) -> Any:
    """Plain data for *value*; every kind of ``Value`` says which it is."""
    match value:
        case None | bool() | int() | float() | str():
            return value.value if isinstance(value, Enum) else value
        case Enum():
            return value.value
        case tuple() | list():
            return [dump(item) for item in value]
        case frozenset() | set():
            return sorted((dump(item) for item in value), key=repr)
        case Mapping():
            return _dump_mapping(value)
        case Value():
            data = {"is": type(value).__name__}
            return data | {name: dump(getattr(value, name)) for name in value.__struct_fields__}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form.")


def _dump_mapping(value: Mapping[Any, Any]) -> Any:
    if all(isinstance(key, str) for key in value):
        return {str(key): dump(item) for key, item in value.items()}
    return [[dump(key), dump(item)] for key, item in value.items()]


@cache
def loader(hint: Any) -> Load:
    """The function that makes a value of type *hint* from what ``dump`` gave for it."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, typing.NewType):
        return loader(hint.__supertype__)
    if origin in (types.UnionType, typing.Union):
        return _union(arguments)
    if origin is not None:
        if issubclass(origin, Mapping):
            return _mapping(*arguments)
        return _collection(origin, arguments)
    return _plain_or_class(hint)


def _plain_or_class(hint: Any) -> Load:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if _is_class(hint):
        return _class(hint)
    return lambda data: data


def _is_class(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Value)


def _union(arguments: tuple[Any, ...]) -> Load:
    members: tuple[Any, ...] = tuple(kind for kind in arguments if kind is not type(None))
    classes = {kind.__name__: kind for kind in members if _is_class(kind)}
    rest = [kind for kind in members if not _is_class(kind)]

    def load(data: Any) -> Any:
        if data is None:
            return None
        if isinstance(data, dict) and data.get("is") in classes:
            return loader(classes[data["is"]])(data)
        return loader(rest[0])(data)

    return load


def _collection(kind: Any, arguments: tuple[Any, ...]) -> Load:
    if kind is tuple and (len(arguments) != 2 or arguments[1] is not Ellipsis):
        return lambda data: tuple(
            loader(hint)(item) for hint, item in zip(arguments, data, strict=True)
        )
    return lambda data: kind(map(loader(arguments[0]), data))


def _mapping(key: Any, item: Any) -> Load:
    def load(data: Any) -> Any:
        pairs = data.items() if isinstance(data, dict) else data
        return {loader(key)(one): loader(item)(other) for one, other in pairs}

    return load


def _class(kind: type) -> Load:
    hints: dict[str, Any] | None = None

    def load(data: Any) -> Any:
        nonlocal hints
        if hints is None:
            hints = typing.get_type_hints(kind)
        return kind(
            **{name: loader(hints[name])(item) for name, item in data.items() if name != "is"}
        )

    return load
