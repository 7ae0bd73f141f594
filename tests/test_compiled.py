"""The compiled adjudicator gives what its source gives: it passes every test of the game."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
FILES = (
    "import gm.games.diplomacy.sight as one, gm.cli as other; print(one.__file__, other.__file__)"
)


def build(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False
    )


def has_compiler() -> bool:
    header = Path(sysconfig.get_path("include"), "Python.h")
    return header.is_file() and not subprocess.call(["which", "cc"], stdout=subprocess.DEVNULL)


def test_the_compiled_adjudicator_passes_the_tests_of_the_game(tmp_path: Path):
    if not has_compiler() and os.environ.get("CI") != "true":
        pytest.skip("No C compiler, or no headers of Python: the adjudicator cannot be compiled.")
    built = build(tmp_path, GM_COMPILE="1")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("gm_desk-*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    run = {"cwd": site, "env": os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}}

    files = subprocess.check_output([sys.executable, "-c", FILES], text=True, **run).split()
    assert files == [
        str(site / "gm" / "games" / "diplomacy" / f"sight{SUFFIX}"),
        str(site / "gm" / "cli" / "__init__.py"),
    ]

    tests = [*("-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "pythonpath="), "-n", "0"]
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
