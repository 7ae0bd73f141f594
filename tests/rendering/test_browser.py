"""The site in a real browser, opened from a folder: keys, touch, light and dark, phone, axe."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PATHS = [
    "index.html",
    "edo/index.html",
    "edo/001.html",
    "edo/002.html",
    "edo/figures.html",
    "edo/rules.html",
]


class Visit:
    """A page in the browser with all that went wrong on it."""

    def __init__(self, browser: Any, size: dict[str, int], scheme: str = "light") -> None:
        self.context = browser.new_context(
            viewport=size, color_scheme=scheme, has_touch=size is PHONE, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.faults.append(f"asked for {request.url}")

    def open(self, path: Path) -> Any:
        self.page.goto(path.as_uri())
        return self.page


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_page_opens_quietly_and_fits(
    browser: Any, folder: Path, path: str, size: dict[str, int], tmp_path: Path
) -> None:
    visit = Visit(browser, size)
    page = visit.open(folder / path)

    assert visit.faults == []
    assert page.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth")
    page.screenshot(path=tmp_path / "page.png", full_page=True)  # pytest keeps it to be looked at
    with Image.open(tmp_path / "page.png") as shot:
        colours = shot.convert("RGB").getcolors(maxcolors=1 << 24)
        assert shot.width == size["width"]
        assert colours is not None
        assert len(colours) > 20, "The page looks empty."
    visit.context.close()


@pytest.mark.parametrize(
    ("path", "scheme"), [*((path, "light") for path in PATHS), ("edo/001.html", "dark")]
)
def test_axe_finds_nothing(browser: Any, folder: Path, path: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visit = Visit(browser, DESKTOP, scheme)
    page = visit.open(folder / path)

    found = Axe().run(page).response["violations"]

    assert [
        (one["id"], node["target"], node["failureSummary"])
        for one in found
        for node in one["nodes"]
    ] == []
    visit.context.close()


def test_arrow_keys_step_through_the_match(browser: Any, folder: Path) -> None:
    visit = Visit(browser, DESKTOP)
    page = visit.open(folder / "edo/001.html")

    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/edo/002.html")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/edo/003.html")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/edo/index.html")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/edo/003.html")
    visit.context.close()


def test_digits_and_tabs_choose_the_picture(browser: Any, folder: Path) -> None:
    visit = Visit(browser, DESKTOP)
    page = visit.open(folder / "edo/001.html")

    def seen() -> list[str]:
        views = page.locator("section.phase .view").all()
        return [view.get_attribute("aria-label") for view in views if view.is_visible()]

    assert seen() == ["Map of Sengoku: Fall 1573, after the moves."]
    page.keyboard.press("1")
    assert seen() == ["Map of Sengoku: the orders of Fall 1573."]
    page.get_by_text("Position after", exact=True).click()
    assert seen() == ["Map of Sengoku: the position, Fall 1573."]
    visit.context.close()


def test_an_order_lights_its_arrow(browser: Any, folder: Path) -> None:
    visit = Visit(browser, DESKTOP)
    page = visit.open(folder / "edo/001.html")

    page.locator('tr[data-order="oda-min"]').first.focus()

    lit = page.locator(".view:visible .order.lit")
    assert [one.get_attribute("data-order") for one in lit.all()] == ["oda-min"]
    assert "Army Mino moved to Omi" in page.locator(".said").first.inner_text()
    visit.context.close()


def test_a_unit_on_the_map_tells_what_became_of_it(browser: Any, folder: Path) -> None:
    visit = Visit(browser, DESKTOP)
    page = visit.open(folder / "edo/001.html")

    page.locator('.view:visible [data-unit="sad"]').first.click()

    assert "Fleet Echigo moves to Sado" in page.locator(".said").first.inner_text()
    visit.context.close()


def test_without_script_the_result_and_all_words_are_there(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=DESKTOP)
    page = context.new_page()
    page.goto((folder / "edo/001.html").as_uri())

    assert page.locator("td", has_text="Army Mino dislodged it (Cutting Support).").is_visible()
    assert page.locator(".view:visible svg.map").count() == 1
    context.close()


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.view svg.map')]
    .filter(map => map.getBoundingClientRect().width)
    .flatMap(map => [...map.querySelectorAll('.land-name, .sea-name, .unit, .title .panel')])
    .map(it => ({name: it.textContent.trim().slice(0, 40), kind: it.getAttribute('class'),
                 box: it.getBBox(), rect: it.getBoundingClientRect()}));
  const out = [];
  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
    const [a, b] = [boxes[i], boxes[j]];
    if (a.kind === 'unit' && b.kind === 'unit') continue;
    const dx = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
    const dy = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
    if (dx > 3 && dy > 4) out.push(`${a.name} | ${b.name} | ${dx.toFixed(1)} x ${dy.toFixed(1)}`);
  }
  return out;
}"""


def test_names_are_free_of_names_and_units_as_drawn(browser: Any, folder: Path) -> None:
    visit = Visit(browser, {"width": 1900, "height": 1300})
    page = visit.open(folder / "edo/001.html")
    page.keyboard.press("3")

    assert page.evaluate(OVERLAPS) == []
    visit.context.close()


def test_print_shows_result_and_position(browser: Any, folder: Path) -> None:
    visit = Visit(browser, DESKTOP)
    page = visit.open(folder / "edo/001.html")
    page.emulate_media(media="print")

    views = [view for view in page.locator(".view").all() if view.is_visible()]

    assert len(views) == 2
    assert not page.locator("nav.steps").first.is_visible()
    visit.context.close()
