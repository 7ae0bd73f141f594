"""Is the From field true? What a trusted mail server found, and how much of that is asked for.

Mailing lists and forwarding break these checks for honest people: a failed check is a reason to
ask the player, never to drop orders without a word.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from gm.values import Value

if TYPE_CHECKING:
    from gm.mail.letter import Letter


class Proof(Enum):
    """How sure it is that the letter is from where it says."""

    PROVEN = "proven"
    """A check of the sender's own domain succeeded."""
    UNPROVEN = "unproven"
    """Nobody that we trust says anything about it."""
    CONTRADICTED = "contradicted"
    """A check failed: the letter is forged, or a list or a forwarding changed it."""


class Trust(Enum):
    """How much a desk asks for before it believes a From field (``mail.trust``)."""

    ADDRESS = "address"
    """The address alone is believed. For friends, and for mail that a server has checked before."""
    UNLESS_CONTRADICTED = "unless-contradicted"
    """The address is believed unless a check failed."""
    PROVEN = "proven"
    """The address is believed only if a check succeeded."""
    CODE_WORD = "code-word"
    """The address is never believed: every letter must hold the code word of its seat."""


class Verdict(Value, frozen=True):
    """What was found out about the sender, and how, as a sentence for the gamemaster."""

    proof: Proof
    sentence: str


def is_enough(verdict: Verdict, trust: Trust) -> bool:
    """Whether the address may be believed; else ask for the code word or for confirmation."""
    match trust:
        case Trust.ADDRESS:
            return True
        case Trust.UNLESS_CONTRADICTED:
            return verdict.proof is not Proof.CONTRADICTED
        case Trust.PROVEN:
            return verdict.proof is Proof.PROVEN
        case Trust.CODE_WORD:
            return False


NOTHING_SAID = Verdict(Proof.UNPROVEN, "No trusted mail server says anything about the sender.")


def server_verdict(letter: "Letter", server: str) -> Verdict:
    """What the mail server *server* found (its name in ``Authentication-Results``, RFC 8601).

    Only the topmost of its fields count, down to the next ``Received``: below may stand what the
    sender wrote. The server should also remove such fields from outside, as the RFC asks.
    """
    if letter.sender is None:
        return Verdict(Proof.UNPROVEN, "The From field names no single address.")
    domain = letter.sender.rpartition("@")[2]
    results = tuple(_results(letter, server))
    for method, agrees in (("dmarc", _dmarc_agrees), ("dkim", _dkim_agrees), ("spf", _spf_agrees)):
        if any(
            result.method == method and result.verdict == "pass" and agrees(result, domain)
            for result in results
        ):
            return Verdict(Proof.PROVEN, f"{server} found {method}=pass for {domain}.")
        if method == "dmarc" and any(
            result.method == method and result.verdict == "fail" for result in results
        ):
            return Verdict(Proof.CONTRADICTED, f"{server} found dmarc=fail for {domain}.")
    failed = [item.method for item in results if item.verdict in {"fail", "softfail", "permerror"}]
    if failed:
        return Verdict(
            Proof.CONTRADICTED, f"{server} found {failed[0]} failing and nothing that succeeds."
        )
    return NOTHING_SAID


def is_aligned(signer: str, domain: str) -> bool:
    """Whether a check of *signer* speaks for *domain*: the same, or one within the other."""
    signer, domain = signer.lower().strip("."), domain.lower().strip(".")
    if "." not in signer or "." not in domain:
        return signer == domain != ""
    return signer == domain or domain.endswith(f".{signer}") or signer.endswith(f".{domain}")


class _Result(Value, frozen=True):
    method: str
    verdict: str
    properties: dict[str, str]


_COMMENT = re.compile(r"\([^()]{0,500}\)")
_RESULT = re.compile(r"\s*([a-z0-9-]{1,30})(?:/\d+)?\s*=\s*([a-z]{1,20})\b([^;]*)", re.IGNORECASE)
_PROPERTY = re.compile(r'([a-z]+\.[a-z0-9-]+)\s*=\s*("[^"]*"|[^\s;]+)', re.IGNORECASE)


def _results(letter: "Letter", server: str) -> Iterator[_Result]:
    """The results of the topmost fields of *server*; of each method only the first field's."""
    seen: set[str] = set()
    found = False
    for name, value in letter.headers.fields:
        if name == "received" and found:
            return
        if name != "authentication-results":
            continue
        value = _COMMENT.sub(" ", value)
        writer, _, rest = value.partition(";")
        if (writer.split() or [""])[0].lower() != server.lower():
            continue
        found = True
        here = [_result(item) for item in _RESULT.finditer(rest)]
        yield from (result for result in here if result.method not in seen)
        seen |= {result.method for result in here}


def _result(found: re.Match[str]) -> _Result:
    properties = {key.lower(): text.strip('"').lower() for key, text in _PROPERTY.findall(found[3])}
    return _Result(found[1].lower(), found[2].lower(), properties)


def _dmarc_agrees(result: _Result, domain: str) -> bool:
    return result.properties.get("header.from", domain).rpartition("@")[2] == domain


def _dkim_agrees(result: _Result, domain: str) -> bool:
    signer = result.properties.get("header.d") or result.properties.get("header.i", "")
    return is_aligned(signer.rpartition("@")[2], domain)


def _spf_agrees(result: _Result, domain: str) -> bool:
    return is_aligned(result.properties.get("smtp.mailfrom", "").rpartition("@")[2], domain)
