"""Code words: written into a letter as ``code word: sakura-77``, kept only as a strong hash.

A letter is freed of them before anything else is done with it, so that none is ever shown, quoted,
passed on or logged. Only the letter itself, as it came, still holds its own.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata

from gm.mail.letter import Letter
from gm.values import replace

SHORTEST, LONGEST = 6, 64
"""Characters of a code word."""
MOST = 4
"""Code words of one letter that are tried; each costs some time."""

_COST, _BLOCK, _LANES = 2**14, 8, 1
"""Work factors of scrypt (RFC 7914): some 16 MB and 50 ms for each try."""
_SALT = 16

_WORD = r"[^\W_](?:[\w'\u2019.-]{0,200}[^\W_])?"
_MARKS = r"[*_`\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019<>]{0,4}"
_SAID = re.compile(
    rf"""(?<![\w-])(?:my\s|our\s|the\s)?{_MARKS}
    (?:code[ \t-]{{0,3}}word|pass[ \t-]{{0,3}}(?:word|phrase)){_MARKS}
    (?:[ \t]{{0,3}}[:=\uff1a]|[ \t]{{1,3}}is\b:?){_MARKS}[ \t]{{0,3}}{_MARKS}
    (?P<word>{_WORD}){_MARKS}[.,;!]?{_MARKS}""",
    re.IGNORECASE | re.VERBOSE,
)


def without_code_words(letter: Letter) -> tuple[Letter, tuple[str, ...]]:
    """The letter freed of the code words in its subject, text and attached texts, and those words.

    What stands beside a code word on its line stays.
    """
    words: dict[str, None] = {}

    def freed(text: str) -> str:
        def taken(found: re.Match[str]) -> str:
            words[found["word"]] = None
            return ""

        return _SAID.sub(taken, text)

    clean = replace(
        letter,
        subject=" ".join(freed(letter.subject).split()).rstrip(",;- "),
        text=freed(letter.text),
        attachments=tuple(
            replace(one, text=freed(one.text)) if one.text else one for one in letter.attachments
        ),
    )
    return clean, tuple(words)[:MOST]


def fault(word: str) -> str | None:
    """Why *word* cannot be a code word, as a sentence; None if it can."""
    if not SHORTEST <= len(word) <= LONGEST:
        return f"A code word has {SHORTEST} to {LONGEST} characters; this one has {len(word)}."
    if not re.fullmatch(_WORD, word):
        return (
            "A code word is one word of letters, digits, dashes and dots that begins and ends "
            "with a letter or a digit."
        )
    return None


def hashed(word: str) -> str:
    """The hash of a code word, with the salt and the work factors that it was made with."""
    salt = secrets.token_bytes(_SALT)
    digest = _scrypt(word, salt, _COST, _BLOCK, _LANES)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${digest.hex()}"


def is_word(word: str, kept: str) -> bool:
    """Whether *word* is the one whose hash was *kept*; capitals do not matter, phones make them."""
    _, cost, block, lanes, salt, digest = kept.split("$")
    found = _scrypt(word, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(found, bytes.fromhex(digest))


def _scrypt(word: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    plain = unicodedata.normalize("NFKC", word).replace("\u2019", "'").casefold()
    return hashlib.scrypt(
        plain.encode("utf-8", "replace"), salt=salt, n=cost, r=block, p=lanes, maxmem=64 * 2**20
    )
