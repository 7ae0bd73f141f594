"""Text as grammars see it: what keyboards, phones and mail programs do to letters is undone.

In goes text as typed; out comes folded text: small letters without accents, one blank at a time,
every dash and arrow as ``-``, comparisons with a number in words, straight quotes, no invisible
characters and no ornament.
"""

import re
import unicodedata

_ARROWS = "→⇒⟶⟹➔➙➛➜➝➞➡➤➨➱►▶▸‣↣↠↦⇨⇢↗↘❯»›"  # noqa: RUF001  # what letters hold
_DASHES = "‐‑‒–—―−⁃﹘﹣－~∼〜˗➖─━ー"  # noqa: RUF001  # what letters hold
_APOSTROPHES = "‘’‚‛′´`ʹʻʼ＇"  # noqa: RUF001  # what letters hold
_QUOTES = "“”„‟″«"
_NOTHING = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u00ad\u061c\u202a\u202b\u202c\u202d\u202e"
_BULLETS = "•●○◦▪▫■□◆◇∙·‧★☆✓✔✅☐☑"  # what letters hold

INVISIBLE = str.maketrans("", "", _NOTHING)
_TABLE = str.maketrans(
    {
        **dict.fromkeys(_ARROWS, " - "),
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(_APOSTROPHES, "'"),
        **dict.fromkeys(_QUOTES, '"'),
        **dict.fromkeys(_NOTHING),
        **dict.fromkeys(_BULLETS, "*"),
        **dict.fromkeys("≠↛⇏≯⇎↮✗✘❌✖✕🚫⛔🛑❎", " not "),
        **dict.fromkeys("←⇐⟵⇦⬅", " from "),
        **dict.fromkeys("↔⇔⟷⬌", " exchange "),
        "ø": "o",
        "ł": "l",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
    }
)
_BACK = re.compile(r"\s*(?:<[-=~]+>|(?P<back><[-=~]+(?![-=~>])))\s*")
"""An arrow that points back, or both ways: no way to go."""
_ARROW = re.compile(
    r"\s*(?:<?[-=~_.]*[-=~]+>+|(?<=[\w).' ])>+(?=\s*\S)|\|>|\[-+>?\])\s*|\s+to\s*[-=]+>\s*|\s*~+\s*"
)
_STRUCK = re.compile(r"~~(?=[^~\s])([^~]{1,200})~~")
"""Text struck out, as chat programs write it."""
_ORNAMENT = re.compile(r"[*_|^\\{}\[\]<>=\"]+")
_ACCENT = re.compile(r"[\u0300-\u036f\u3099\u309a\ufe00-\ufe0f]+")
_PICTURE = re.compile(r"[^\w\s\x00-\x7f]+")
_POINTING = re.compile(
    r"[\u2190-\u21ff\u261a-\u261f\u2794-\u27bf\u27f0-\u27ff\u2900-\u297f\u2b00-\u2bff"
    r"\U0001f446-\U0001f449\U0001f800-\U0001f8ff]"
)
"""Arrows and pointing hands of every kind."""
_COMPARISON = re.compile(r"\s*(<=|=<|>=|=>|==|[<>=≤≥])\s*(?=\d)")
_COMPARED = {
    **dict.fromkeys(("<=", "=<", "≤"), " at most "),
    **dict.fromkeys((">=", "=>", "≥"), " at least "),
    **dict.fromkeys(("=", "=="), " equals "),
    "<": " less than ",
    ">": " more than ",
}
_SPACES = re.compile(r"\s+")
_PLAIN = re.compile(r"[a-z0-9 .,;:'()/&+!?-]*\Z")


def fold(text: str) -> str:
    """*text* as the grammars read it; brackets and question marks are kept."""
    low = _COMPARISON.sub(lambda found: _COMPARED[found.group(1)], text.lower())
    if not low.isascii():
        low = _POINTING.sub(_pointed, low.translate(_TABLE))
        low = unaccented(low).translate(_TABLE)
    if not _PLAIN.match(low):
        low = _STRUCK.sub(r" not \1 ", low)
        low = _BACK.sub(lambda found: " from " if found["back"] else " exchange ", low)
        low = _ORNAMENT.sub(" ", _ARROW.sub(" - ", low))
    return _INITIALS.sub(_undotted, _quoted(_SPACES.sub(" ", low).strip()))


_INITIALS = re.compile(r"(?<![a-z0-9.'])(?:[a-z]\.){2,}[a-z](?:\.|(?![a-z0-9.']))(?![a-z0-9])")
"""Three initials or more with full stops between them: ``s.s.j.``"""


def _undotted(found: "re.Match[str]") -> str:
    return found.group().replace(".", "")


def _quoted(folded: str) -> str:
    """A text without the apostrophes that stand around it for quotes."""
    inside = folded.rstrip(" .,;!")
    return inside[1:-1].strip() if re.fullmatch(r"'[^']+'", inside) else folded


def _pointed(found: "re.Match[str]") -> str:
    """A dash for an arrow or hand that points right, "from" for one that points left."""
    words = unicodedata.name(found.group(), "").split()
    is_right = any(word in words for word in ("RIGHTWARDS", "RIGHT")) and "LEFT" not in words
    is_left = any(word in words for word in ("LEFTWARDS", "LEFT")) and "RIGHT" not in words
    return " - " if is_right else " from " if is_left else found.group()


def unaccented(text: str) -> str:
    """*text* without accents, ligatures, full-width forms and pictures, in small letters."""
    taken_apart = unicodedata.normalize("NFKD", text)
    return _PICTURE.sub(" ", _ACCENT.sub("", taken_apart)).casefold()


def key(spelling: str) -> str:
    """What two spellings of one name have in common: folded, words apart by one blank."""
    return " ".join(re.sub(r"[.']", "", re.sub(r"[-/(),]", " ", fold(spelling))).split())
