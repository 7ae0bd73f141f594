"""DKIM signatures checked by ourselves (the extra ``auth``), where no mail server does it for us.

Looking up a signer's key is the only thing here that leaves the machine, and can be replaced.
"""

import logging
import re
from collections.abc import Callable

from gm.errors import EXIT_TRY_AGAIN, GmError, SettingsError
from gm.mail.headers import split_headers
from gm.mail.trust import NOTHING_SAID, Proof, Verdict, is_aligned

MAX_SIGNATURES = 5
"""Signatures of a letter that are tried; each may cost a question to the name service."""

LookUp = Callable[[bytes], bytes | None]
"""The text record of a name such as ``selector._domainkey.example.org.``, None if there is none."""


class NameServiceAwayError(GmError):
    """A signer's key could not be looked up just now; the letter can be checked later."""

    exit_code = EXIT_TRY_AGAIN


_TAG = re.compile(r"(?:^|;)\s*([a-z]{1,3})\s*=\s*([^;]*)")


def signature_verdict(raw: bytes, sender: str | None, look_up: LookUp | None = None) -> Verdict:
    """Whether a valid signature of the sender's own domain covers the whole letter.

    A signature that covers only a part of the text (``l=``) proves nothing: anybody could add
    orders below. Without *look_up*, the name service is asked.

    Raises:
        SettingsError: the extra is not installed.
        NameServiceAwayError: a key could not be looked up just now.
    """
    domain = (sender or "").rpartition("@")[2]
    signers = _signers(raw)
    if not domain or not signers:
        return NOTHING_SAID
    failed = None
    for place, (signer, is_whole) in enumerate(signers[:MAX_SIGNATURES]):
        if not is_aligned(signer, domain):
            continue
        if is_whole and _is_valid(raw, place, look_up):
            return Verdict(Proof.PROVEN, f"The letter carries a valid signature of {signer}.")
        failed = signer
    if failed is None:
        return Verdict(Proof.UNPROVEN, f"No signature in the letter is of {domain}.")
    return Verdict(
        Proof.CONTRADICTED, f"The signature of {failed} does not fit the letter: it was changed."
    )


def _signers(raw: bytes) -> list[tuple[str, bool]]:
    """For each signature its domain, and whether it covers the whole text."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found = []
    for value in split_headers(head).all("dkim-signature"):
        tags = dict(_TAG.findall(value))
        found.append((re.sub(r"\s", "", tags.get("d", "")), "l" not in tags))
    return found


def _is_valid(raw: bytes, place: int, look_up: LookUp | None) -> bool:
    try:
        import dkim  # type: ignore[import-untyped, unused-ignore]  # an extra without types
    except ImportError as error:
        raise SettingsError(
            "Checking signatures needs an extra package: pip install 'gm-desk[auth]'."
        ) from error
    quiet = logging.getLogger(f"{__name__}.quiet")
    quiet.setLevel(logging.CRITICAL + 1)
    check = dkim.DKIM(raw, logger=quiet, minkey=1024)
    try:
        if look_up is None:
            return bool(check.verify(idx=place))

        def answer(name: bytes, timeout: float = 5) -> bytes | None:  # noqa: ARG001 (dkimpy's signature)
            return look_up(name)

        return bool(check.verify(idx=place, dnsfunc=answer))
    except dkim.DnsTimeoutError as error:
        raise NameServiceAwayError(f"The name service does not answer: {error}.") from error
    except (dkim.DKIMException, ValueError, IndexError, KeyError, TypeError, AttributeError):
        return False  # whatever is wrong with a signature, it is not valid
