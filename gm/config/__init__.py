"""``gm.yaml`` -> Config; every setting with default and meaning."""

from gm.config.calendar import schedule
from gm.config.reading import FILE, load, override, parse, secret
from gm.config.settings import CatchUp, Config, Missing, Pictures, Signatures, example, table

__all__ = [
    "FILE", "CatchUp", "Config", "Missing", "Pictures", "Signatures", "example", "load", "override",
    "parse", "schedule", "secret", "table",
]  # fmt: skip
