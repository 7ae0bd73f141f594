"""SVG to PNG for letters: mail programs show no SVG. Needs the extra ``png``.

The fonts are those of the program, never those of the machine, so the picture is the same
everywhere.
"""

import io
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from gm.errors import UsageError
from gm.rendering.fonts import FACES
from gm.resources import Folders

MAIL_WIDTH = 1200
"""Pixels across in a letter: sharp on a phone, and a few pictures stay under 500 kB."""
PHONE_WIDTH = 800
"""The same for a picture that stands upright."""


def can_make_png() -> bool:
    """Whether the library that draws PNG is installed."""
    return find_spec("resvg_py") is not None


@lru_cache(maxsize=8)
def png(svg: str, width: int = MAIL_WIDTH, folders: Folders | None = None) -> bytes:
    """*svg* as a PNG of *width* pixels, with at most 256 colours where Pillow is installed.

    The letters of one turn show the same pictures, so the last few are remembered.

    Raises:
        UsageError: the extra ``png`` is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise UsageError(
            "Drawing PNG needs the extra “png”: install gm-desk[png], or ask for SVG."
        ) from None
    with TemporaryDirectory() as place:
        fonts = _unpacked(folders or Folders(), Path(place))
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=fonts,
            sans_serif_family="Map Label",
            serif_family="Map Serif",
            font_family="Map Label",
        )
    return _with_palette(bytes(drawn))


def _unpacked(folders: Folders, place: Path) -> list[str]:
    """The fonts as files: the program may lie in an archive."""
    files = []
    for face in FACES:
        file = place / f"{face.stem}.ttf"
        file.write_bytes(folders.read_bytes("templates", f"fonts/{face.stem}.ttf"))
        files.append(str(file))
    return files


def _with_palette(picture: bytes) -> bytes:
    if find_spec("PIL") is None:
        return picture
    from PIL import Image

    out = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as image:
        few = image.convert("RGB").quantize(
            256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        few.save(out, "PNG", compress_level=6)
    return out.getvalue()
