"""A real browser for the pages, where there is one; continuous integration must have one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("the extra “web” is not installed (pip install gm-desk[web])")
    if CHROMIUM is None:
        _without("there is no chromium (apt-get install chromium)")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


def _without(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"The pages must be tried in a browser here, but {reason}.")
    pytest.skip(f"not tried in a browser: {reason}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of test_site.py as files."""
    from tests.rendering.test_site import PAGES

    place = tmp_path_factory.mktemp("site")
    for path, text in PAGES.items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return place
