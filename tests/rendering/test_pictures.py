"""Pictures: what they show, that they are the same everywhere, and that they can be read."""

import io
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from gm.rendering.boards import board
from gm.rendering.colours import PAPER, ink, luminance, mixed, tint
from gm.rendering.curves import bent, wave
from gm.rendering.drawing import draw
from gm.rendering.fonts import with_fonts
from gm.rendering.pixels import png
from gm.resources import Folders
from tests.rendering.staging import case, game_of, play

HERE = Path(__file__).parent
SVG = "{http://www.w3.org/2000/svg}"


def pictures() -> dict[str, Any]:
    game = game_of("sengoku").game
    return {
        picture["name"]: picture
        for before, outcome in play(case("kinki"))
        for phase in game.report(before, outcome, None)["resolved"]
        for picture in phase["pictures"]
    }


PICTURES = pictures()


def drawn(name: str, look: str = "usual") -> str:
    picture = {**PICTURES[name], "look": look}
    return draw("diplomacy", picture, picture["geometry"])


def test_three_pictures_for_a_movement() -> None:
    assert [name for name in PICTURES if "movement" in name] == [
        "1573-fall-movement-orders",
        "1573-fall-movement-result",
        "1573-fall-movement-position",
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_marks_are_those_expected(name: str, compare: Any) -> None:
    marks = {key: PICTURES[name][key] for key in ("title", "subtitle", "orders", "standoffs")}
    lines = [f"{marks['title']}. {marks['subtitle']}."]
    for it in marks["orders"]:
        rest = {
            key: value
            for key, value in sorted(it.items())
            if key not in ("id", "kind", "power", "at", "label", "result") and value
        }
        lines.append(f"{it['kind']} {it['result']}: {it['power']} {it['at']} {rest}")
    lines += [
        f"unit {it['state']}: {it['power']} {it['kind']} {it['at']}"
        for it in PICTURES[name]["units"]
    ]
    lines += [f"standoff: {at}" for at in marks["standoffs"]]

    compare(HERE / "expected" / "kinki" / "marks" / f"{name}.txt", "\n".join(lines) + "\n")


def test_the_drawing_is_the_expected_one(compare: Any) -> None:
    picture = PICTURES["1573-fall-movement-result"]
    svg = draw("diplomacy", picture, picture["geometry"], shared=True)

    compare(HERE / "expected" / "kinki" / "result.svg", svg)


@pytest.mark.parametrize("look", ["usual", "safe", "print"])
@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_sound_svg_that_says_what_it_is(name: str, look: str) -> None:
    root = ElementTree.fromstring(drawn(name, look))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', drawn(name, look))

    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    assert len(ids) == len(set(ids))
    assert set(used) <= set(ids)
    assert "://" not in drawn(name, look).replace("http://www.w3.org/2000/svg", "")


def test_every_unit_and_every_place_has_its_name_as_title() -> None:
    root = ElementTree.fromstring(drawn("1573-fall-movement-position"))
    titles = {element.text for element in root.iter(f"{SVG}title")}

    assert {"Army Omi (Oda)", "Army Omi (Asakura)", "Fleet Inland Sea (Mori)"} <= titles
    assert {"Sea of Japan", "Mino, Oda", "Suo"} <= titles


def test_in_print_there_is_no_colour() -> None:
    found = set(re.findall(r'fill="(#[0-9a-f]{6})"', drawn("1573-fall-movement-position", "print")))
    coloured = {colour for colour in found if max(_channels(colour)) - min(_channels(colour)) > 40}

    assert coloured <= {"#c1121f"}  # the burst behind a dislodged unit, dark in black and white


@pytest.mark.parametrize("look", ["safe", "print"])
def test_every_power_has_a_pattern_of_its_own(look: str) -> None:
    svg = drawn("1573-fall-movement-position", look)
    patterns = re.findall(r'<pattern id="[^"]+"[^>]*><g[^>]*>(.*?)</g></pattern>', svg)

    assert len(patterns) == len(set(patterns)) == 8


def test_letters_of_powers_differ() -> None:
    for name in ("sengoku", "classic"):
        game = game_of(name).game
        letters = [
            side["letter"] for side in game.position(game.start("standard", ""), None)["sides"]
        ]
        assert len(set(letters)) == len(letters)


def test_names_can_be_read_on_every_land() -> None:
    dark = luminance("#221a10")
    for side in game_of("sengoku").game.sides:
        for land in (tint(side.colour), mixed(PAPER, tint(side.colour), 0.5)):
            contrast = (luminance(land) + 0.05) / (dark + 0.05)
            assert contrast >= 4.5, (side.name, land)


def test_letters_can_be_read_on_every_unit() -> None:
    for side in game_of("sengoku").game.sides:
        one, other = sorted((luminance(side.colour), luminance(ink(side.colour))))
        assert (other + 0.05) / (one + 0.05) >= 4.5, side.name


def test_png_has_its_words_on_a_machine_without_fonts() -> None:
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">'
        '<rect width="200" height="60" fill="#fff"/>'
        '<text x="10" y="40" font-family="Map Label" font-size="30">Mōri</text></svg>'
    )
    with Image.open(io.BytesIO(png(words, 200))) as image:
        dark = sum(value < 100 for value in image.convert("L").tobytes())

    assert dark > 200


def test_png_is_small_and_always_the_same() -> None:
    svg = drawn("1573-fall-movement-result")

    first, again = png(svg), png.__wrapped__(svg)

    assert first == again
    assert len(first) < 200_000


def test_svg_can_carry_its_fonts() -> None:
    svg = with_fonts(drawn("1573-fall-movement-position"))

    assert svg.count("@font-face") == 5
    ElementTree.fromstring(svg)


def test_a_curve_leaves_room_at_its_ends() -> None:
    whole = bent((0, 0), (100, 0))
    part = whole.trimmed(20, 30)

    assert part.start[0] == pytest.approx(20, abs=1)
    assert part.end[0] == pytest.approx(70, abs=1)
    assert whole.at(0.5)[1] == pytest.approx(8)


def test_an_exchange_shows_as_two_lines() -> None:
    there, back = bent((0, 0), (60, 0)), bent((60, 0), (0, 0))

    assert there.at(0.5)[1] == -back.at(0.5)[1] != 0


def test_a_wave_goes_through_its_points() -> None:
    line = wave([(0, 0), (50, 40), (100, 0)])

    assert (50, 40) in line.points
    assert line.end == (100, 0)
    assert line.trimmed(10, 10).points[0] != (0, 0)


def test_waters_that_touch_differ() -> None:
    shown = board("sengoku-geometry.json", Folders())
    rules = game_of("sengoku").game.board

    for sea, near in rules.sea_borders.items():
        assert all(shown.areas[sea].tone != shown.areas[other].tone for other in near), sea


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
