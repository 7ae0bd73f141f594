"""The fonts that come with the program: for pages and for SVG that carries its own."""

import base64

from gm.resources import Folders
from gm.values import Value


class Face(Value, frozen=True):
    """One font: its family, style and weight in CSS, and its file without ending."""

    family: str
    style: str
    weight: int
    stem: str


FACES = (
    Face("Map Label", "normal", 400, "map-label-regular"),
    Face("Map Label", "normal", 500, "map-label-medium"),
    Face("Map Label", "normal", 700, "map-label-bold"),
    Face("Map Serif", "italic", 500, "map-serif-italic"),
    Face("Map Serif", "normal", 600, "map-serif-semibold"),
)


def font_css(folders: Folders) -> str:
    """Style rules that hold all fonts, so that nothing need be fetched."""
    return "\n".join(_rule(face, folders) for face in FACES)


def with_fonts(svg: str, folders: Folders | None = None) -> str:
    """*svg* with its fonts inside: it looks the same wherever it is opened."""
    return svg.replace("<style>", f"<style>\n{font_css(folders or Folders())}", 1)


def _rule(face: Face, folders: Folders) -> str:
    content = base64.b64encode(folders.read_bytes("templates", f"fonts/{face.stem}.woff2"))
    return (
        f'@font-face{{font-family:"{face.family}";font-style:{face.style};'
        f"font-weight:{face.weight};"
        f'src:url(data:font/woff2;base64,{content.decode("ascii")}) format("woff2")}}'
    )
