"""Compiles the adjudicator for a wheel: the same modules, the same results, in half the time.

``python gm/cli/compiling.py FOLDER`` writes the compiled modules below FOLDER, where they belong in
the wheel. It is a program of its own since mypyc ends the process when it cannot go on. No part of
the installed program.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "conflicts", "convoys", "knots", "movement", "outcomes", "plain_results", "sight",
)  # fmt: skip
"""The conflicts and their results; what else a phase runs through gains nothing."""


def compile_into(folder: Path) -> None:
    """Compiles the modules. Raises SystemExit or an error of setuptools where that fails."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    sources = [str(ROOT / "gm" / "games" / "diplomacy" / f"{name}.py") for name in MODULES]
    with TemporaryDirectory() as scratch:
        os.chdir(scratch)  # the caches of mypy and mypyc go there
        # more than the lowest level of optimizing takes longer and brings nothing
        extensions = mypycify(
            sources, opt_level="1", debug_level="0", target_dir=scratch, group_name="gm_adjudicator"
        )
        command = build_ext(Distribution({"name": "gm", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder), scratch
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).resolve())
