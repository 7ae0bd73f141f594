"""Every letter of the desk, whole: plain text, and HTML as a browser without style reads it."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from gm.errors import DataError
from gm.rendering.documents import render
from gm.resources import Folders
from tests.rendering.reading import Page

HERE = Path(__file__).parent
LETTERS = yaml.safe_load((HERE / "letters.yaml").read_text(encoding="utf-8"))["letters"]


@pytest.mark.parametrize("name", LETTERS)
def test_letter_reads_as_expected(name: str, compare: Any) -> None:
    document = render("mail", name, LETTERS[name])

    compare(
        HERE / "expected" / "mail" / f"{name}.txt",
        f"Subject: {document.subject}\n\n{document.text}",
    )


@pytest.mark.parametrize("name", LETTERS)
def test_html_says_what_the_text_says(name: str) -> None:
    document = render("mail", name, LETTERS[name])
    page = Page.of(document.html)

    said = set(_words(page.text))
    assert [word for word in _words(document.text) if word not in said] == []


def _words(text: str) -> list[str]:
    """The words in small letters, without marks: the text writes its headings in capitals."""
    return re.findall(r"[\w@./<>&]*\w", text.casefold())


@pytest.mark.parametrize("name", LETTERS)
def test_html_is_sound_and_fetches_nothing(name: str) -> None:
    page = Page.of(render("mail", name, LETTERS[name]).html)

    assert page.faults == []
    assert page.fetched == []


def test_what_players_write_is_never_markup() -> None:
    html = render("mail", "receipt", LETTERS["receipt"]).html

    assert "either holds &lt;or&gt; moves &amp; waits" in html


def test_a_name_that_is_missing_stops_the_letter() -> None:
    content = {key: value for key, value in LETTERS["note"].items() if key != "heading"}

    with pytest.raises(DataError, match=r"templates/mail/note\.subject\.j2: .*'heading'"):
        render("mail", "note", content)


def test_a_template_that_is_missing_is_named() -> None:
    with pytest.raises(DataError, match=r"templates/mail/ode\.subject\.j2"):
        render("mail", "ode", {})


def test_a_broken_template_is_named_with_its_line(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "mail" / "note.subject.j2"
    own.parent.mkdir(parents=True)
    own.write_text("{% if heading %}\n{{ heading", encoding="utf-8")

    with pytest.raises(DataError, match=r"templates/mail/note\.subject\.j2, line 2"):
        render("mail", "note", LETTERS["note"], Folders(tmp_path))


def test_a_template_of_the_desk_wins(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "mail" / "note.subject.j2"
    own.parent.mkdir(parents=True)
    own.write_text("Hear ye: {{ heading }}", encoding="utf-8")

    document = render("mail", "note", LETTERS["note"], Folders(tmp_path))

    assert document.subject == "Hear ye: A ruling"
    assert "The bridge between Suo and Iyo counts." in document.text
