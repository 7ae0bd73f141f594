"""The ids that an order of Far East War holds, wherever in it they stand."""

from collections.abc import Iterator
from typing import Any

from gm.values import Value


def strings_of(value: Any) -> Iterator[str]:
    """The ids and other strings that an order, or a part of one, holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from strings_of(one)
    elif isinstance(value, Value):
        for name in value.__struct_fields__:
            yield from strings_of(getattr(value, name))
