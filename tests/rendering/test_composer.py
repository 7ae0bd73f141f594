"""The page for writing orders: only legal choices, all of them, and a text that reads as meant."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from gm.games.vocabulary import Fate, Power, Problem
from gm.parsing.parser import parser_for
from gm.rendering.site import match_pages
from tests.rendering.staging import case, game_of, play
from tests.rendering.test_browser import DESKTOP, Visit
from tests.rendering.test_site import EDO, MOMENT, SITE, players


def states() -> dict[str, Any]:
    game, steps = game_of("sengoku").game, play(case("kinki"))
    return {
        "start": game.start("standard", ""),
        "movement": steps[0][0],
        "retreats": steps[1][0],
        "adjustments": steps[2][0],
    }


STATES = states()


@pytest.mark.parametrize("name", STATES)
def test_every_choice_reads_as_one_legal_order(name: str) -> None:
    offer, state = game_of("sengoku"), STATES[name]
    parser = parser_for(offer.grammar, offer.game.words(state))

    for power in offer.game.position(state, None)["composer"]:
        for _, _, _, text in (option for task in power["tasks"] for option in task["options"]):
            nodes = parser.read_text(text)
            assert not isinstance(nodes, Problem), text
            (order,) = offer.game.read(nodes[0])
            checked = offer.game.check(state, Power(power["id"]), [[order]])
            assert [one.fate for one in checked.sheets[0]] == [Fate.STANDS], text
            assert offer.game.spell(checked.orders[0]) == text


def test_what_the_reports_propose_is_among_the_choices() -> None:
    game, state = game_of("sengoku").game, STATES["movement"]
    for power in game.position(state, None)["composer"]:
        offered = {option[3] for task in power["tasks"] for option in task["options"]}
        proposed = {
            choice for task in game.awaiting(state)[power["id"]].tasks for choice in task.choices
        }
        assert proposed <= offered


def test_absent_and_finished_sides_have_nothing_to_choose() -> None:
    game = game_of("sengoku").game

    retreating = [power["id"] for power in game.position(STATES["retreats"], None)["composer"]]

    assert retreating == ["chosokabe", "asakura", "takeda"]


@pytest.fixture(scope="module")
def composers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in each state, as files."""
    game, place = game_of("sengoku").game, tmp_path_factory.mktemp("composers")
    for name, state in STATES.items():
        pages = match_pages({
            **SITE, "match": EDO, "family": "diplomacy", "deadline": MOMENT,
            "players": players(), "position": game.position(state, None), "steps": [],
            "rules": [], "notes": [], "archive": None, "calendar": None,
            "orders_to": "gm@example.org",
            "appendix": [],
        })  # fmt: skip
        (place / f"{name}.html").write_text(pages["edo/orders.html"], encoding="utf-8")
    (place.parent / "fonts.css").write_text("", encoding="utf-8")
    return place


def opened(browser: Any, path: Path, power: str) -> Any:
    visit = Visit(browser, DESKTOP)
    page = visit.open(path)
    page.get_by_label("Side").select_option(power)
    return page


def at(page: Any, place: str) -> None:
    """Clicks the middle of a place, where its unit would stand."""
    point = json.loads(page.locator("#choices").text_content())["points"][place]
    spot = page.evaluate(
        """([x, y]) => { const map = document.querySelector('.view svg.map');
        map.scrollIntoView(); const matrix = map.getScreenCTM();
        return [x * matrix.a + matrix.e, y * matrix.d + matrix.f]; }""",
        point,
    )
    page.mouse.click(*spot)


def written(page: Any) -> str:
    text: str = page.get_by_label("Orders as they will be sent").input_value()
    return text


def test_a_move_is_a_unit_and_its_goal(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")

    at(page, "kai")
    assert page.locator("#step").inner_text() == "Army Kai: where to?"
    at(page, "sur")

    assert written(page) == "Takeda Orders, Spring 1570\n\nArmy Kai moves to Suruga\n"
    assert "Still without an order: Army South Shinano." in page.locator("#left").inner_text()


def test_a_place_out_of_reach_is_no_choice(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")

    at(page, "kai")
    at(page, "omi")

    assert written(page) == ""


def test_a_support_is_a_unit_another_and_its_goal(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")

    at(page, "ssh")
    page.keyboard.press("s")
    at(page, "omi")
    at(page, "min")

    assert "Army South Shinano supports Army Omi moving to Mino\n" in written(page)


def test_a_convoy_and_its_army(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "movement.html", "mori")

    at(page, "ins")
    page.get_by_role("button", name="Convoy").click()
    at(page, "aki")
    at(page, "san")
    at(page, "aki")
    at(page, "san")

    assert "Fleet Inland Sea convoys Army Aki to Sanuki\n" in written(page)
    assert "Army Aki moves to Sanuki\n" in written(page)


def test_holding_needs_one_key(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")

    at(page, "kai")
    page.keyboard.press("h")

    assert "Army Kai holds\n" in written(page)


def test_retreats_and_removals(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "retreats.html", "asakura")
    page.get_by_label("Army Omi", exact=True).focus()
    at(page, "tmb")
    assert "Army Omi retreats to Tamba\n" in written(page)

    page = opened(browser, composers / "adjustments.html", "oda")
    page.get_by_label("Build 1").select_option(label="Build Army Owari")
    second = page.get_by_label("Build 2")
    assert second.locator("option", has_text="Build Army Owari").is_disabled()
    second.select_option(label="Waive 1 build")
    assert "Build Army Owari\nWaive 1 build\n" in written(page)


def test_all_by_keyboard_alone(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")

    page.get_by_label("Army Kai", exact=True).focus()
    page.keyboard.type("Army Kai moves to Mus")

    assert "Army Kai moves to Musashi\n" in written(page)


def test_the_letter_holds_the_text_and_the_match(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")
    page.get_by_label("Army Kai", exact=True).select_option(label="Army Kai holds")

    link = urlsplit(page.locator("#mail").get_attribute("href"))
    fields = parse_qs(link.query)

    assert link.path == "gm@example.org"
    assert fields["subject"] == ["[edo] Takeda Orders, Spring 1570"]
    assert fields["body"] == ["Takeda Orders, Spring 1570\r\n\r\nArmy Kai holds\r\n"]


def test_orders_are_still_there_after_a_visit_elsewhere(browser: Any, composers: Path) -> None:
    page = opened(browser, composers / "start.html", "takeda")
    page.get_by_label("Army Kai", exact=True).select_option(label="Army Kai holds")

    page.reload()
    page.get_by_label("Side").select_option("takeda")

    assert "Army Kai holds\n" in written(page)
    page.get_by_role("button", name="Begin again").click()
    assert written(page) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_composer(browser: Any, composers: Path, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visit = Visit(browser, DESKTOP, scheme)
    page = visit.open(composers / "start.html")
    page.get_by_label("Side").select_option("takeda")
    page.get_by_label("Army Kai", exact=True).select_option(label="Army Kai holds")

    assert visit.faults == []
    found = Axe().run(page).response["violations"]

    assert [(one["id"], node["target"]) for one in found for node in one["nodes"]] == []
    visit.context.close()
