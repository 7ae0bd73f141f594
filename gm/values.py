"""Classes of values: frozen dataclasses with slots that take little time to make.

A command loads hundreds of them and uses a few, and all that the standard library compiles for one
takes longer than reading a letter does. Here it finds the fields, and a method is compiled when it
is first called. What comes out is a dataclass: ``fields``, ``replace``, matching, copies work.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

from msgspec import Struct

KindT = TypeVar("KindT")


class Value(Struct, frozen=True, gc=False):
    """A value of which an adjudication makes several for every unit.

    It is made and compared several times as fast as a dataclass. It never holds anything that
    leads back to it, so nobody looks for cycles. Each kind of these repeats ``frozen=True``, which
    tells the type checker; ``msgspec.structs.replace`` gives a copy with some fields changed.
    """


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[KindT]) -> type[KindT]:
    """Makes a class of values, as ``dataclass(frozen=True, slots=True)`` would."""
    made = dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    _add(made, __repr__=_told, **{name: _late(name, text) for name, text in _TEXTS.items()})
    _add(made, __setattr__=_refused, __delattr__=_refused)
    _add(made, __getstate__=_contents, __setstate__=_filled)
    return made


def _add(made: type, **methods: Any) -> None:
    """Adds those of the *methods* that a class does not have of its own."""
    for name, method in methods.items():
        if made.__dict__.get(name) is None:  # a class that compares has None for a hash
            setattr(made, name, method)


def _late(name: str, text: Callable[[Any], str]) -> Callable[..., Any]:
    """A method that puts in its place what is compiled from its *text* for the class."""

    def method(self: Any, *values: Any, **named: Any) -> Any:
        kind = type(self)
        known: dict[str, Any] = {"_MISSING": MISSING, "_put": object.__setattr__}
        for one in fields(kind):
            known |= {f"_default_{one.name}": one.default, f"_make_{one.name}": one.default_factory}
        exec(text(kind), known)  # names of fields alone
        setattr(kind, name, known[name])
        return known[name](self, *values, **named)

    return method


def _init(kind: Any) -> str:
    lines = [f"def __init__({', '.join(['self', *map(_argument, fields(kind))])}):", " pass"]
    put = "_put(self, '{0}', {0})"
    for one in fields(kind):
        if one.default_factory is not MISSING:
            lines.append(f" if {one.name} is _MISSING: {one.name} = _make_{one.name}()")
        lines.append(f" {put.format(one.name)}")
    return "\n".join(lines)


def _argument(one: "Field[Any]") -> str:
    if one.default is not MISSING:
        return f"{one.name}=_default_{one.name}"
    return one.name if one.default_factory is MISSING else f"{one.name}=_MISSING"


def _eq(kind: Any) -> str:
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is not self.__class__: return NotImplemented\n"
        f" return {_compared(kind, 'self')} == {_compared(kind, 'other')}"
    )


def _hash(kind: Any) -> str:
    return f"def __hash__(self): return hash({_compared(kind, 'self')})"


def _compared(kind: Any, whose: str) -> str:
    return f"({''.join(f'{whose}.{one.name}, ' for one in fields(kind) if one.compare)})"


_TEXTS = {"__init__": _init, "__eq__": _eq, "__hash__": _hash}


def _told(self: Any) -> str:
    said = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _refused(self: Any, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change {name!r} of a {type(self).__qualname__}")


def _contents(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _filled(self: Any, contents: list[Any]) -> None:
    for one, content in zip(fields(self), contents, strict=True):
        object.__setattr__(self, one.name, content)
