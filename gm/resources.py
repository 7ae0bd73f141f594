"""Where the data folders are: in a checkout, inside an installed wheel, and beside ``gm.yaml``.

The only code that knows about this. A gamemaster may lay folders of the same names beside
``gm.yaml``; a file there wins over the one that came with the program.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from gm.errors import DataError
from gm.values import Value

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def package() -> "Traversable":
    """The folder of the program, be it on the disk or in an archive."""
    folder = Path(__file__).parent
    if folder.is_dir():
        return folder
    from importlib import resources  # takes long to load, and is needed only for an archive

    return resources.files("gm")


def shipped(name: str) -> "Traversable":
    """The folder *name* (``maps``, ``grammars``, ``templates``, ``examples``) of the program.

    In a checkout it lies beside ``pyproject.toml``; an editable install leaves a stale copy inside
    the package, so the checkout is looked at first.
    """
    program = package()
    if isinstance(program, Path) and (program.parent / "pyproject.toml").is_file():
        return program.parent / name
    return program / name


class Folders(Value, frozen=True):
    """The data folders as one desk sees them: its own files first, then the shipped ones."""

    overlay: Path | None = None

    def find(self, folder: str, name: str) -> "Traversable | None":
        """The file *name* (may hold slashes) of *folder*, or None if there is none."""
        if self.overlay is not None and (own := self.overlay / folder / name).is_file():
            return own
        found = shipped(folder)
        for part in name.split("/"):
            found = found / part
        return found if found.is_file() else None

    def read_bytes(self, folder: str, name: str) -> bytes:
        """The content of a data file.

        Raises:
            DataError: there is no such file, neither on the desk nor in the program.
        """
        found = self.find(folder, name)
        if found is None:
            raise DataError(f"There is no file {folder}/{name}, neither here nor in the program.")
        return found.read_bytes()

    def read_text(self, folder: str, name: str) -> str:
        """The content of a data file as text (UTF-8)."""
        return self.read_bytes(folder, name).decode("utf-8")
