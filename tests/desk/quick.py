"""Desks that share games, parsers and compiled templates, so that tests are quick."""

from pathlib import Path
from typing import Any

from gm.desk.room import Desk, open_desk
from gm.resources import Folders

_OFFERS: dict[Any, Any] = {}
_PARSERS: dict[Any, Any] = {}


def quick_desk(folder: Path) -> Desk:
    """The desk in *folder*, without data files of its own."""
    desk = open_desk(folder)
    desk.folders = Folders()
    desk._offers, desk._parsers = _OFFERS, _PARSERS
    return desk
