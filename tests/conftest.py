"""Options of the whole suite: ``pytest --accept`` rewrites the documents that tests compare."""

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="Rewrite expected documents with what was found; read the changes before a commit.",
    )


@pytest.fixture
def compare(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a whole document with the kept one, line by line."""

    def compared(kept: Path, found: str) -> None:
        if request.config.getoption("--accept"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(found, encoding="utf-8")
            return
        assert kept.is_file(), f"{kept} is not there; pytest --accept writes it."
        wanted = kept.read_text(encoding="utf-8")
        difference = "\n".join(
            difflib.unified_diff(
                wanted.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=1
            )
        )
        assert not difference, f"{kept.name} reads otherwise now:\n{difference}"

    return compared
