"""What takes time to make is made once, and nothing is taken that another may have put there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm import prepared
from gm.catalogue import offer
from gm.errors import DataError
from gm.parsing.parser import parser_for
from gm.resources import Folders

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gm-desk"


def _desk(folder: Path, text: str) -> Folders:
    maps = folder / "maps"
    maps.mkdir(exist_ok=True)
    (maps / "here.yaml").write_text(text, encoding="utf-8")
    return Folders(folder)


def _sengoku() -> str:
    return Folders().read_text("maps", "sengoku.yaml").replace("name: sengoku", "name: here", 1)


def test_a_map_is_read_once_and_again_when_it_changes(tmp_path: Path, cache: Path):
    text = _sengoku()

    first = offer("here", folders=_desk(tmp_path, text))
    (kept,) = cache.glob("here.*.json")
    again = offer("here", folders=_desk(tmp_path, text))
    other = offer("here", folders=_desk(tmp_path, text.replace("title: ", "title: Another ", 1)))

    assert json.loads(kept.read_bytes())["name"] == "here"
    assert again.game.title == first.game.title
    assert other.game.title == f"Another {first.game.title}"


def test_what_was_cut_short_is_made_anew(tmp_path: Path, cache: Path):
    folders = _desk(tmp_path, _sengoku())
    title = offer("here", folders=folders).game.title
    (kept,) = cache.glob("here.*.json")
    whole = kept.read_bytes()
    kept.write_bytes(whole[:100])

    assert offer("here", folders=folders).game.title == title
    assert kept.read_bytes() == whole


@pytest.mark.parametrize("open_to_all", ["the file", "the folder"])
def test_what_others_may_write_is_not_taken(cache: Path, open_to_all: str):
    prepared.keep("some.0.json", b"mine")
    assert prepared.find("some.0.json") == b"mine"

    (cache / "some.0.json" if open_to_all == "the file" else cache).chmod(0o777)

    assert prepared.find("some.0.json") is None


def test_only_some_versions_are_kept(cache: Path):
    for number in range(prepared.MOST_KEPT + 5):
        prepared.keep(f"some.{number:02}.json", b"")
    prepared.keep("some.0.tables", b"")
    prepared.keep("another.0.json", b"")

    assert len(list(cache.glob("some.*.json"))) == prepared.MOST_KEPT
    assert len(list(cache.iterdir())) == prepared.MOST_KEPT + 2


def test_without_a_place_to_keep_anything_all_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    prepared.keep("some.0.json", b"mine")

    assert prepared.find("some.0.json") is None
    assert offer("here", folders=_desk(tmp_path, _sengoku())).game.name == "here"


def test_a_broken_map_tells_the_line_also_if_it_was_read_before(tmp_path: Path):
    text = _sengoku().replace("start_year: ", "start_yaer: ", 1)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "calendar:" in one)
    folders = _desk(tmp_path, text)

    for _ in range(2):
        with pytest.raises(DataError, match=rf"here\.yaml, line {line}\b"):
            offer("here", folders=folders)


@pytest.mark.parametrize(
    ("game", "power", "text"),
    [
        ("sengoku", "takeda", "A Kai S A Ssh - Mino, A Ssh - Mino"),
        ("classic", "france", "A Par S A Mar - Bur, A Mar - Bur"),
    ],
)
def test_kept_parse_tables_read_as_those_just_made(cache: Path, game: str, power: str, text: str):
    """The tables come from another process, where hashes are others."""
    chosen = offer(game)
    words = chosen.game.words(chosen.game.start("standard", ""))
    made = parser_for(chosen.grammar, words).read_text(text)
    (kept,) = cache.glob("diplomacy.*.tables")
    whole = kept.read_bytes()

    command = ["-m", "gm", "parse", "--json", "--game", game, "--power", power]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        found = subprocess.run(
            [sys.executable, *command], input=text, env=environment, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert json.loads(found.stdout)["verdicts"][0]["verdict"] == "understood"
    assert parser_for(chosen.grammar, words).read_text(text) == made
    assert kept.read_bytes() == whole


def test_damaged_parse_tables_are_made_anew(cache: Path):
    chosen = offer("sengoku")
    words = chosen.game.words(chosen.game.start("standard", ""))
    made = parser_for(chosen.grammar, words).read_text("A Kai - Sagami")
    (kept,) = cache.glob("diplomacy.*.tables")
    kept.write_bytes(kept.read_bytes()[:-1000])

    assert parser_for(chosen.grammar, words).read_text("A Kai - Sagami") == made
