"""A new desk: its settings, its store, its mail folders."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from gm import config
from gm.desk.room import open_desk
from gm.errors import UsageError, writing


def make_desk(folder: Path, now: datetime, given: Mapping[str, str], identity: str) -> Path:
    """Makes a desk in *folder* with the settings *given*; gives the path of its ``gm.yaml``.

    *identity* is a secret of the desk that its Message-IDs are made with.

    Raises:
        UsageError: there is a desk already.
        SettingsError: a setting is impossible.
        TryAgainError: the folder cannot be written.
    """
    path = folder / config.FILE
    if path.exists():
        raise UsageError(f"There is a desk in {folder} already: {path}.")
    text = config.example({"mail.since": f"{now:%Y-%m-%d}", **given})
    made = config.parse(text, folder)
    with writing("folder", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for place in (made.mail.source, made.mail.sink):
            kind, _, name = place.partition(":")
            if kind == "maildir":
                for part in ("new", "cur", "tmp"):
                    (folder / name / part).mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    desk = open_desk(folder)
    try:
        with desk.store.transaction():
            desk.store.set_fact("desk", identity)
            desk.log(now, "init", "The desk was made.")
    finally:
        desk.store.close()
    return path
