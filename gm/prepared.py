"""What takes time to make and follows from files alone: shipped ready-made, or made once and kept.

Its name holds a digest of all that it follows from, so nothing kept is ever out of date. An
installed program brings the work of its own files along; that of others, as a grammar beside
``gm.yaml``, is kept in the cache folder of the user. What cannot be kept (no home, a full disk) is
made anew each time.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gm.resources import package

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FOLDER = "tables"
"""Where an installed program has what came with it, inside the package."""
MOST_KEPT = 8
"""How many versions of one thing may lie in the cache folder."""


def cache_folder() -> Path:
    """Where things are kept: ``gm-desk`` in the cache folder of the user.

    Raises:
        RuntimeError: the user has no home.
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "gm-desk"


def digest(*parts: bytes) -> str:
    """Sixteen letters that differ where any of *parts* does."""
    import hashlib  # takes long to load, and is seldom all that a command needs

    key = hashlib.sha256()
    for part in parts:
        key.update(part + b"\0")
    return key.hexdigest()[:16]


def find(name: str) -> bytes | None:
    """What came with the program or was kept under *name*, or None."""
    shipped: Traversable = package() / FOLDER / name
    if shipped.is_file():
        return shipped.read_bytes()
    try:
        kept = cache_folder() / name
        return kept.read_bytes() if _is_own(kept.parent) and _is_own(kept) else None
    except (OSError, RuntimeError):
        return None


def keep(name: str, data: bytes) -> None:
    """Keeps *data* in the cache folder, if there can be one; *name* is ``what.digest.kind``."""
    what, _, rest = name.partition(".")
    kind = rest.rpartition(".")[2]
    try:
        file = cache_folder() / name
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in sorted(file.parent.glob(f"{what}.*.{kind}"))[MOST_KEPT - 1 :]:
            old.unlink(missing_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        beside.touch(mode=0o600)
        beside.write_bytes(data)
        beside.replace(file)
    except (OSError, RuntimeError):
        return


def _is_own(path: Path) -> bool:
    """Whether a file or folder belongs to the user and nobody else may write there."""
    if os.name != "posix":
        return True
    status = path.stat()
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022
