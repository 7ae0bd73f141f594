"""Colours as ``#rrggbb``: mixing, and which ink can be read on what."""

PAPER = "#f4ead2"
"""Land that nobody holds."""

DARK = "#1d150b"
LIGHT = "#ffffff"


def mixed(one: str, other: str, share: float) -> str:
    """*one* with *share* (0 to 1) of *other* in it."""
    parts = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in parts)


def luminance(colour: str) -> float:
    """Relative luminance from 0 (black) to 1 (white), as WCAG defines it."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: str) -> str:
    """Dark or white, whichever reads better on *colour*."""
    return DARK if luminance(colour) > 0.27 else LIGHT


def tint(colour: str, paper: str = PAPER) -> str:
    """*colour* on *paper*, as strong as dark names on it stay readable."""
    share = 0.66
    while luminance(mixed(paper, colour, share)) < 0.40 and share > 0.2:
        share -= 0.03
    return mixed(paper, colour, share)


def firm(colour: str) -> str:
    """*colour* darkened so that a thin line of it shows on any land."""
    return mixed(colour, "#000000", 0.12 if luminance(colour) < 0.3 else 0.45)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
