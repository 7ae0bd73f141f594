"""The compiled adjudicator gives what its source gives: it passes every test of the game."""

import os
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.wheels import ROOT, SUFFIX, build, compiled_program

FILES = "import gm.cli, gm.games.diplomacy.sight as one; print(gm.cli.__file__, one.__file__)"


has_compiler = runpy.run_path(str(ROOT / "gm" / "cli" / "build.py"))["is_to_compile"]


def test_the_compiled_adjudicator_passes_the_tests_of_the_game(tmp_path: Path):
    if not has_compiler() and os.environ.get("CI") != "true":
        pytest.skip("No C compiler, or no headers of Python: the adjudicator cannot be compiled.")
    run = compiled_program(tmp_path)

    files = subprocess.check_output([sys.executable, "-c", FILES], text=True, **run).split()
    assert files == [
        str(run["cwd"] / "gm" / "cli" / "__init__.py"),
        str(run["cwd"] / "gm" / "games" / "diplomacy" / f"sight{SUFFIX}"),
    ]

    tests = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "pythonpath="]
    where = ["-c", ROOT / "pyproject.toml", "--rootdir", ROOT, ROOT / "tests/games/diplomacy"]
    tried = subprocess.run(
        [sys.executable, *tests, *map(str, where)],
        **run, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tried.returncode == 0, tried.stdout[-4000:] + tried.stderr[-2000:]


def test_a_wheel_is_built_where_compiling_fails(tmp_path: Path):
    built = build(tmp_path, GM_COMPILE="", CC="false")

    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("gm_desk-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "gm/games/diplomacy/sight.py" in names
    assert not [name for name in names if name.endswith(SUFFIX)]
    if has_compiler():
        assert "The adjudicator could not be compiled" in built.stdout + built.stderr


def test_a_wheel_that_must_be_compiled_is_not_built_without(tmp_path: Path):
    built = build(tmp_path, GM_COMPILE="1", CC="false")

    assert built.returncode != 0
    assert "The adjudicator could not be compiled" in built.stdout + built.stderr
    assert not list(tmp_path.glob("*.whl"))
