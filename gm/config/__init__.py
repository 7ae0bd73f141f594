"""``gm.yaml`` -> Config; every setting with default and meaning."""

from gm.config.calendar import schedule
from gm.config.playing import Ballots, Dropout, Motion, Named, Needed, Press, Publish
from gm.config.reading import FILE, load, override, parse, secret
from gm.config.settings import (
    CatchUp,
    Config,
    Missing,
    Offered,
    Pictures,
    Signatures,
    example,
    table,
)

__all__ = [
    "FILE", "Ballots", "CatchUp", "Config", "Dropout", "Missing", "Motion", "Named", "Needed",
    "Offered", "Pictures", "Press", "Publish", "Signatures", "example", "load", "override", "parse",
    "schedule", "secret", "table",
]  # fmt: skip
