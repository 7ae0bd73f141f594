"""What mail servers say about letters that did not arrive: which letter, to whom, for good or not.

In: the bytes of a letter that :func:`gm.mail.manners.automatic` calls a bounce. Out: one
:class:`Failure` for each address, from the machine-readable part (RFC 3464) where there is one,
else from the prose of older servers.
"""

import re

from gm.mail.charsets import text_of
from gm.mail.headers import Headers, addresses, message_ids, split_headers
from gm.mail.mime import Part, split
from gm.values import Value

MAX_FAILURES = 50

_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_REPLY_CODE = re.compile(r"\b([45]\d\d)[ -]")
_FOR_NOW = re.compile(
    r"\b(delayed|will be retried|will keep trying|not yet been delivered|temporar\w+ (?:failure|"
    r"problem)|warning only|still being retried|no action is required)\b",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"^[> \t]{0,20}message-id:\s{0,20}(<[^<>\s]{1,500}>)", re.IGNORECASE | re.MULTILINE
)
_PROSE_ADDRESS = re.compile(
    r"^[ \t]{0,20}<?([^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@]{1,255})>?"
    r"(?::|[ \t]{0,20}$|[ \t]{1,20}\()",
    re.MULTILINE,
)


class Failure(Value, frozen=True):
    """One address that a letter did not reach.

    ``message_id`` is that of our letter, None if the report does not tell. ``permanent`` is false
    while the server is still trying. ``status`` is such as ``5.1.1``, ``reason`` what was said.
    """

    message_id: str | None
    recipient: str | None
    permanent: bool
    status: str | None = None
    reason: str = ""


def failures(raw: bytes) -> tuple[Failure, ...]:
    """Every failure that the letter reports; none if it reports only successes.

    A letter that is a bounce but tells nothing gives one failure of an unknown address.
    """
    root, _ = split(raw)
    reported = [part for part in root.walk() if part.media == "message/delivery-status"]
    if reported:
        return _from_report(root, reported[0])
    return _from_prose(root)


def _from_report(root: Part, report: Part) -> tuple[Failure, ...]:
    identifier = _returned_identifier(root)
    found = []
    for group in re.split(rb"\n[ \t]*\n", report.content())[: MAX_FAILURES + 1]:
        about = split_headers(group.strip(b"\n"))
        if "final-recipient" not in about and "original-recipient" not in about:
            continue
        action = about.get("action").partition(" ")[0].lower()
        status = _STATUS.search(about.get("status"))
        if action in {"delivered", "relayed", "expanded"}:
            continue
        permanent = action == "failed" or (action != "delayed" and _is_permanent(status))
        found.append(
            Failure(
                identifier,
                _recipient(about),
                permanent,
                status[1] if status else None,
                _sentence(about.get("diagnostic-code")),
            )
        )
    return tuple(found)


def _is_permanent(status: re.Match[str] | None) -> bool:
    return status is None or status[1].startswith("5")


def _recipient(about: Headers) -> str | None:
    """The address that we wrote to, rather than the one it was passed on to."""
    for name in ("original-recipient", "final-recipient"):
        found = addresses((about.get(name).rpartition(";")[2],))
        if found:
            return found[0]
    return None


def _sentence(diagnostic: str) -> str:
    return " ".join(diagnostic.partition(";")[2].split() or diagnostic.split())[:300]


def _returned_identifier(root: Part) -> str | None:
    """The Message-ID of the letter that comes back, whole or with its headers only."""
    for part in root.walk():
        if part.media in {"message/rfc822", "text/rfc822-headers", "message/rfc822-headers"}:
            returned = split_headers(part.content().partition(b"\n\n")[0])
            identifiers = message_ids(returned.get("message-id"))
            if identifiers:
                return identifiers[0]
    return _answered(root)


def _answered(root: Part) -> str | None:
    """What the report claims to answer; some servers return nothing else."""
    for name in ("in-reply-to", "references"):
        identifiers = message_ids(root.headers.get(name))
        if identifiers:
            return identifiers[-1]
    return None


def _from_prose(root: Part) -> tuple[Failure, ...]:
    text = "\n".join(
        text_of(part.content(200_000), part.parameters.get("charset"))
        for part in root.walk()
        if part.media.startswith(("text/", "message/"))
    )[:400_000]
    identifier = _IDENTIFIER.search(text)
    status, code = _STATUS.search(text), _REPLY_CODE.search(text)
    permanent = not _FOR_NOW.search(text)
    if permanent and (status or code):
        permanent = (status or code)[1].startswith("5")  # type: ignore[index]  # one of them is there
    recipients = addresses(root.headers.all("x-failed-recipients")) or tuple(
        dict.fromkeys(found.lower() for found in _PROSE_ADDRESS.findall(text))
    )
    return tuple(
        Failure(
            identifier[1] if identifier else _answered(root),
            recipient,
            permanent,
            status[1] if status else None,
            _reason(text, recipient),
        )
        for recipient in recipients[:MAX_FAILURES] or (None,)
    )


def _reason(text: str, recipient: str | None) -> str:
    """The paragraph below the address, where servers say what was wrong."""
    _, _, below = text.partition(recipient or "\0")
    paragraph = below.partition("\n")[2].lstrip("\n").partition("\n\n")[0]
    lines = (line.strip() for line in paragraph.split("\n")[:6])
    return " ".join(line for line in lines if line and not line.startswith("---"))[:300]
