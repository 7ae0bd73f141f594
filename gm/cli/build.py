"""What a wheel gets besides its files.

What every game needs read and worked out is made once, and the adjudicator is compiled where there
is a C compiler: the same modules, which work as they are where there is none. ``GM_COMPILE=0`` in
the environment leaves it out; ``GM_COMPILE=1`` ends a build that cannot do it.

Called by hatchling when it builds a wheel; no part of the installed program.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILING = ("mypy>=1.15", "setuptools>=77")


class WheelHook(BuildHookInterface[Any]):
    """Makes these files in a folder of its own, from which they go into the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides what the project file names."""
        return list(COMPILING) if is_to_compile() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files to what goes into the wheel; an editable install makes its own tables.

        Raises:
            RuntimeError: ``GM_COMPILE=1``, and the adjudicator could not be compiled.
        """
        if version == "editable":
            return
        self.folder = TemporaryDirectory()
        root, modules = Path(self.root), Path(self.folder.name, "modules")
        for file in prepared_files(root, Path(self.folder.name, "tables")):
            build_data["force_include"][str(file)] = f"gm/tables/{file.name}"
        compiled = self._compiled(root, modules) if is_to_compile() else []
        for file in compiled:
            build_data["force_include"][str(file)] = file.relative_to(modules).as_posix()
        if compiled:
            build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 (hatchling's)
        """Removes the folder of the files."""
        if version != "editable":
            self.folder.cleanup()

    def _compiled(self, root: Path, folder: Path) -> list[Path]:
        """The compiled modules, made below *folder*; none where that did not work."""
        command = [sys.executable, str(root / "gm" / "cli" / "compiling.py"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return sorted(file for file in folder.rglob("*") if file.is_file())
        said = f"The adjudicator could not be compiled:\n{done.stdout}{done.stderr}"
        if os.environ.get("GM_COMPILE") == "1":
            raise RuntimeError(said)
        self.app.display_warning(f"{said}It works all the same, only slower.")
        return []


def is_to_compile() -> bool:
    """Whether the adjudicator is to be compiled: if asked for, else if this Python could."""
    asked = os.environ.get("GM_COMPILE", "")
    if asked in {"0", "1"}:
        return asked == "1"
    compiler = (sysconfig.get_config_var("CC") or "").split(" ")[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    return bool(compiler and shutil.which(compiler)) and header.is_file()


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
