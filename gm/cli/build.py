"""What a wheel gets besides its files: what every game needs read and worked out once.

Called by hatchling when it builds a wheel; no part of the installed program.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface[Any]):
    """Makes these files in a folder of its own, from which they go into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files to what goes into the wheel; an editable install makes its own."""
        if version == "editable":
            return
        self.folder = TemporaryDirectory()
        for file in prepared_files(Path(self.root), Path(self.folder.name)):
            build_data["force_include"][str(file)] = f"gm/tables/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 (hatchling's)
        """Removes the folder of the files."""
        if version != "editable":
            self.folder.cleanup()


def prepared_files(root: Path, folder: Path) -> list[Path]:
    """What all games on offer need, made in *folder* by the program in *root*.

    These are the files of ``gm.prepared``.
    """
    sys.path.insert(0, str(root))
    os.environ["XDG_CACHE_HOME"] = str(folder)
    from gm.catalogue import offer, offers  # the program that is being built
    from gm.desk.commands import words_of
    from gm.parsing.parser import parser_for
    from gm.resources import Folders

    for name in offers():
        found = offer(name)
        state = found.game.start(next(iter(found.game.scenarios())), "seed")
        parser = parser_for(found.grammar, found.game.words(state), Folders())
        parser.phrases.pattern("talk")
    words_of(Folders())
    return sorted(file for file in folder.rglob("*") if file.is_file())
