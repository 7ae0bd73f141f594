"""The ids that an order of Far East War holds, wherever in it they stand."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def strings_of(value: Any) -> Iterator[str]:
    """The ids and other strings that an order, or a part of one, holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from strings_of(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from strings_of(getattr(value, part.name))
