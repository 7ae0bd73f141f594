"""One suite for every database; today there is one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:{tmp_path / 'gm.sqlite'}")
    yield opened
    opened.close()
