"""Values: frozen structures that are compared by what they hold, and copies with other contents.

They are structures of msgspec, not dataclasses, since a command loads some hundreds of classes and
uses a few of them: the standard library compiles six methods for each, which takes longer than
reading a letter does. A structure is made in a fiftieth of that time.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from dataclasses import replace as replace  # its names and types are checked, field by field
else:
    from msgspec.structs import replace as replace


class Value(Struct, frozen=True):
    """What all values are; each kind repeats ``frozen=True``, which tells the type checker."""
