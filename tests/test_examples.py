"""The shipped matches, played from their letters and compared document by document.

``examples/NAME/expected`` holds what went out. ``pytest tests/test_examples.py --accept`` writes it
anew after a change of wording; read the difference before it is committed.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import unified_diff
from pathlib import Path

import pytest

from gm.cli import example as examples
from gm.cli import run
from gm.cli.papers import papers
from gm.desk.history import replay
from gm.desk.status import desk_status, lines
from gm.rendering import pixels
from gm.resources import shipped

FOLDER = Path(str(shipped("examples")))
WITH_HTML = ("01-", "05-", "06-", "11-")
"""Phases whose public report is kept in HTML too."""
ONE_BY_ONE = re.compile(r"(?P<kind>[a-z-]+)-(?P<reader>[a-z_]+)\.txt")


def condensed(found: Mapping[str, str]) -> dict[str, str]:
    """The papers with each thing once.

    Of the letters that say almost the same to every reader, the first is kept whole and one more,
    another in each phase; of the others the lines that differ from the first.
    """
    kept: dict[str, str] = {}
    for number, folder in enumerate(sorted({name.split("/")[0] for name in found})):
        inside = {
            name.removeprefix(f"{folder}/"): text
            for name, text in found.items()
            if name.startswith(f"{folder}/")
        }
        kept |= {f"{folder}/{name}": text for name, text in _condensed(inside, number).items()}
    return kept


def _condensed(inside: Mapping[str, str], number: int) -> dict[str, str]:
    kept = {name: text for name, text in inside.items() if name in PLAIN}
    for kind in ("welcome", "report"):
        readers = {
            found["reader"]: text
            for name, text in sorted(inside.items())
            if (found := ONE_BY_ONE.fullmatch(name)) and found["kind"] == kind
        }
        if not readers:
            continue
        first = "gamemaster" if "gamemaster" in readers else min(readers)
        others = [reader for reader in readers if reader != first]
        whole = others[number % len(others)]
        kept[f"{kind}-{first}.txt"] = readers[first]
        kept[f"{kind}-{whole}.txt"] = readers[whole]
        kept[f"{kind}s-to-others.txt"] = "".join(
            f"=== {reader}\n{_difference(readers[first], readers[reader])}\n"
            for reader in others
            if reader != whole
        )
    return kept


PLAIN = ("answers.txt", "reminders.txt", "digests.txt")


def _difference(first: str, other: str) -> str:
    changes = unified_diff(first.splitlines(), other.splitlines(), n=0, lineterm="")
    return "".join(f"{line}\n" for line in changes if not line.startswith(("---", "+++", "@@")))


@pytest.fixture(scope="module", params=examples.names())
def played(request, tmp_path_factory, monkeypatch_module):
    """An example, and all documents that came of it."""
    monkeypatch_module.setattr(pixels, "can_make_png", lambda: False)
    folder = tmp_path_factory.mktemp("desk")
    example = examples.load(request.param)
    desk = examples.set_up(example, folder)
    happenings = list(examples.play(desk, example))
    mail = papers(happenings)
    found = condensed(mail)
    found |= {
        name: text
        for name, text in mail.items()
        if name.startswith(WITH_HTML) and name.endswith("report-gamemaster.html")
    }
    found["status.txt"] = _text(lines(desk_status(desk, happenings[-1].at)))
    found["site/index.html"] = (folder / "site" / "index.html").read_text("utf-8")
    found["site/files.txt"] = _text(
        str(path.relative_to(folder / "site"))
        for path in sorted((folder / "site").rglob("*"))
        if path.is_file()
    )
    yield example, desk, found, mail
    desk.store.close()


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def _text(some: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in some)


def test_every_document_is_as_expected(played, request):
    example, _, found, _ = played
    expected = FOLDER / example.folder / "expected"

    if request.config.getoption("--accept"):
        for path in sorted(expected.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        for name, text in found.items():
            (expected / name).parent.mkdir(parents=True, exist_ok=True)
            (expected / name).write_text(text, "utf-8")

    assert found == {
        str(path.relative_to(expected)): path.read_text("utf-8")
        for path in expected.rglob("*")
        if path.is_file()
    }


def test_kept_orders_give_the_same_match_again(played):
    example, desk, *_ = played

    assert replay(desk, example.match).exit_code == 0


def test_what_the_demo_proposes_to_read_is_there(played):
    example, _, _, mail = played

    assert example.sights
    assert [paper for paper, _ in example.sights if paper not in mail] == []


def test_demo_leaves_a_desk_with_site_and_papers(tmp_path, capsys):
    folder = tmp_path / "demo"

    assert run(["demo", str(folder), "--example", "three-kingdoms"]) == 0

    said = capsys.readouterr().out
    assert f"{folder}/site/index.html" in said
    for name in ("gm.yaml", "gm.sqlite", "site/index.html", "papers", "mail/out/new"):
        assert (folder / name).exists()
    assert run(["replay", examples.load("three-kingdoms").match, "--desk", str(folder)]) == 0
    assert run(["demo", str(folder)]) == 64
    assert "There is a desk in" in capsys.readouterr().err
