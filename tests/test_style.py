"""The tools decide style, types and who may import whom; they are part of the tests."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_ruff_finds_nothing():
    assert_passes("ruff", "check", ".")


def test_everything_is_formatted():
    assert_passes("ruff", "format", "--check", ".")


def test_types_are_strict():
    assert_passes("mypy")


def test_imports_keep_their_contracts():
    assert_passes("lint-imports", "--no-cache")


def test_games_open_no_files():
    for module in (ROOT / "gm" / "games").rglob("*.py"):
        assert "open(" not in module.read_text("utf-8").replace("_open(", ""), module


def assert_passes(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(tool)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "120"}
    found = subprocess.run(
        [program, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
