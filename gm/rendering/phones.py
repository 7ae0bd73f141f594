"""A wide picture for a phone: its halves below each other, so that all is twice as large."""

import re

OVERLAP = 0.04
"""The part of the width that both halves show, so that no border is lost at the cut."""
GAP = 12
WIDE = 1.2
"""A board so much wider than high is cut; others stand upright as they are."""

_CLASS = re.compile(r' class="[^"]*"')
_ROOT = re.compile(r'(<svg\b[^>]*?) viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"([^>]*>)')


def for_phones(svg: str) -> str:
    """The western half of *svg* above its eastern half, as one upright picture, if it is wide.

    Raises:
        ValueError: the picture's root has no size of its own.
    """
    root = _ROOT.search(svg)
    if root is None:
        raise ValueError("A picture begins with its viewBox, width and height.")
    width, height = int(root.group(2)), int(root.group(3))
    if width < height * WIDE:
        return svg
    half = round(width * (0.5 + OVERLAP / 2))
    whole = 2 * height + GAP
    inner = svg[root.end() : svg.rindex("</svg>")]
    head = (
        f'{root.group(1)} viewBox="0 0 {half} {whole}" width="{half}" height="{whole}"'
        f"{root.group(4)}"
    )
    kind = _CLASS.search(root.group(4))
    styled = kind.group() if kind else ""  # what is used again has no other parent than itself
    first, second = (
        f'<svg x="0" y="{y}" width="{half}" height="{height}" viewBox="{x} 0 {half} {height}">'
        for x, y in ((0, 0), (width - half, height + GAP))
    )
    return (
        f'{svg[: root.start()]}{head}{first}<g id="whole-board"{styled}>{inner}</g></svg>'
        f'{second}<use href="#whole-board"/></svg></svg>\n'
    )
