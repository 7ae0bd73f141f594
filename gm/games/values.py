"""Values that are made by the hundred."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

KindT = TypeVar("KindT")


@dataclass_transform(frozen_default=True)
def value(kind: type[KindT]) -> type[KindT]:
    """Makes a class of values: frozen for the type checker, which is where it counts.

    An adjudication makes several for every unit; a check at run time that none is changed would
    cost more than working them out.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)
