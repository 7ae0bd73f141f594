"""Pages of the site: sound, self-contained, linked to each other, strict about what may run."""

import base64
import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gm.desk.appendix import rule_contents
from gm.rendering.charts import line_chart
from gm.rendering.site import index_page, match_pages, step_page
from tests.rendering.reading import Page
from tests.rendering.staging import case, game_of, play

HERE = Path(__file__).parent
MOMENT = {
    "local": "Tuesday, 10 February 2026, 20:00 EST",
    "zone": "America/New_York",
    "utc": "Wednesday, 11 February 2026, 01:00 UTC",
    "left": None,
    "iso": "2026-02-11T01:00:00Z",
}
SITE = {"club": "The <club>", "address": "https://example.org/games"}
EDO = {"name": "edo", "game": "Sengoku"}


def players() -> list[dict[str, Any]]:
    sides = game_of("sengoku").game.sides
    return [{"name": it.name, "colour": it.colour, "player": f"Player {it.name}"} for it in sides]


def site() -> dict[str, str]:
    game, steps = game_of("sengoku").game, play(case("kinki"))
    labels = [game.phase(before).label for before, _ in steps]
    pages: dict[str, str] = {}
    for number, (before, outcome) in enumerate(steps, start=1):
        pages |= step_page({
            **SITE, "match": EDO, "family": "diplomacy", "number": number,
            "label": labels[number - 1], "at": MOMENT, "notes": ["A ruling & its reason."],
            "before": {"number": number - 1, "label": labels[number - 2]} if number > 1 else None,
            "after": {"number": number + 1, "label": labels[number]} if number < 3 else None,
            "report": game.report(before, outcome, None),
            "appendix": [
                {"heading": "Fingerprints", "paragraphs": ["Yours & <theirs>."],
                 "rows": [["Oda", "<0f>"]], "lines": ["Oda  <0f>"]},
            ],
        })  # fmt: skip
    pages |= match_pages({
        **SITE, "match": EDO, "family": "diplomacy", "deadline": MOMENT, "players": players(),
        "position": game.position(steps[-1][1].state, None),
        "steps": [
            {"number": number, "label": label, "at": MOMENT, "says": ""}
            for number, label in enumerate(labels, start=1)
        ],
        "rules": rule_contents(game),
        "notes": [], "archive": None, "calendar": None, "appendix": [],
        "figures": game.statistics(
            steps[-1][1].state, [game.count_step(before, outcome) for before, outcome in steps]
        ),
        "orders_to": "gm@example.org",
    })  # fmt: skip
    over = {"match": {"name": "old", "game": "Sengoku"}, "phase": None, "deadline": None}
    going = {"match": EDO, "phase": "Spring 1574, movement", "deadline": MOMENT, "ended": None}
    pages |= index_page({
        **SITE,
        "matches": [
            {**going, "players": players()},
            {**over, "ended": "Oda has 25 centres.", "players": []},
        ],
    })  # fmt: skip
    return pages


PAGES = site()
HTML = [path for path in PAGES if path.endswith(".html")]


def test_these_are_the_pages() -> None:
    assert sorted(PAGES) == [
        "edo/001.html", "edo/002.html", "edo/003.html", "edo/feed.xml", "edo/figures.html",
        "edo/index.html", "edo/orders.html", "edo/rules.html", "fonts.css", "index.html",
    ]  # fmt: skip


@pytest.mark.parametrize("path", HTML)
def test_page_is_sound_and_fetches_nothing_from_outside(path: str) -> None:
    page = Page.of(PAGES[path])

    assert page.faults == []
    assert page.fetched == []
    assert page.handlers == []
    assert "style=" not in PAGES[path]


@pytest.mark.parametrize("path", HTML)
def test_only_the_page_s_own_style_and_script_may_run(path: str) -> None:
    html = PAGES[path]
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None

    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        allowed = re.search(rf"{rule} ([^;]+)", policy.group(1))
        assert allowed is not None
        for text in re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in allowed.group(1)
        assert "unsafe" not in allowed.group(1)
    assert policy.group(1).startswith("default-src 'none'")


@pytest.mark.parametrize("path", HTML)
def test_links_lead_to_pages(path: str) -> None:
    folder = path.rpartition("/")[0]
    for link in Page.of(PAGES[path]).links:
        if link.startswith(("#", "mailto:", "old/")):
            continue
        parts = [*folder.split("/"), *link.split("/")] if folder else link.split("/")
        while ".." in parts:
            at = parts.index("..")
            del parts[at - 1 : at + 1]
        assert "/".join(parts) in PAGES, link


def test_a_step_tells_every_order_and_its_reason() -> None:
    text = " ".join(Page.of(PAGES["edo/001.html"]).text.split())

    assert "Army Omi supports Fleet Echizen" in text
    assert "Army Mino dislodged it (Cutting Support)." in text
    assert "A ruling & its reason." in text


def test_orders_in_words_and_on_the_map_have_the_same_names() -> None:
    html = PAGES["edo/001.html"]
    rows = set(re.findall(r'<tr data-order="([^"]+)"', html))
    marks = set(re.findall(r'<g class="order[^"]*" data-order="([^"]+)"', html))

    assert marks <= rows
    assert {"oda-min", "takeda-mus", "mori-aki"} <= marks


def test_the_board_s_shapes_are_on_a_page_once() -> None:
    assert PAGES["edo/001.html"].count('id="board-kai"') == 1
    assert PAGES["edo/001.html"].count('href="#board-kai"') == 3


def test_feed_is_sound() -> None:
    root = ElementTree.fromstring(PAGES["edo/feed.xml"].encode())
    atom = "{http://www.w3.org/2005/Atom}"

    assert root.findtext(f"{atom}id") == "https://example.org/games/edo/"
    assert [entry.findtext(f"{atom}title") for entry in root.iter(f"{atom}entry")] == [
        "Fall 1573, adjustments", "Fall 1573, retreats", "Fall 1573, movement",
    ]  # fmt: skip


def test_names_are_never_markup() -> None:
    assert "The &lt;club&gt;" in PAGES["index.html"]
    assert "<club>" not in PAGES["index.html"]


def test_pages_are_light() -> None:
    for path in HTML:
        assert len(PAGES[path].encode()) < 400_000, path


def test_match_page_reads_as_expected(compare: Any) -> None:
    words = "\n".join(
        line.strip() for line in Page.of(PAGES["edo/index.html"]).text.splitlines() if line.strip()
    )

    compare(HERE / "expected" / "kinki" / "match-page.txt", words + "\n")


def test_labels_of_a_chart_never_collide() -> None:
    rows = [{"name": f"Side {n}", "colour": "#000000", "counts": [2, 3]} for n in range(8)]

    heights = sorted(line["label_y"] for line in line_chart(["start", "1570"], rows)["lines"])

    assert all(other - one >= 15 for one, other in pairwise(heights))
    assert heights[-1] <= 300 - 28


def test_a_chart_marks_what_wins_where_it_is_near() -> None:
    near = [{"name": "Oda", "colour": "#000000", "counts": [2, 24]}]
    far = [{"name": "Oda", "colour": "#000000", "counts": [2, 4]}]

    assert line_chart(["start", "1570"], near, 25)["goal"] is not None
    assert line_chart(["start", "1570"], far, 25)["goal"] is None
