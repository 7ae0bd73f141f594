"""Letters that machines wrote: never answered, so that no two machines talk for ever (RFC 3834).

A header that merely asks others not to send automatic replies (``X-Auto-Response-Suppress``)
makes no letter automatic: Outlook puts it on letters of people.
"""

import re
from collections.abc import Collection
from enum import Enum

from gm.mail.headers import media_type
from gm.mail.letter import Letter

DESK_FIELD = "X-Gm-Desk"
"""The field by which a desk knows its own letters; its value is the desk's address."""


class Automatic(Enum):
    """Which kind of machine wrote a letter. None of them is answered or read for orders."""

    BOUNCE = "bounce"
    """A mail server tells that a letter was not, or not yet, delivered."""
    AUTO_REPLY = "automatic reply"
    """Out of office, received with thanks, read receipts."""
    LIST = "mailing list"
    """A letter to many: a list, a newsletter, bulk mail."""
    OWN = "our own letter"
    NO_REPLY = "address that takes no answers"


_DAEMONS = re.compile(r"(mailer-daemon|mail-daemon|postmaster|mailerdaemon|mdaemon)([+.@-]|$)")
_NO_REPLIES = re.compile(r"(^|[@._+-])(no|do-?not|never)[._-]?reply([+.@_-]|$)|^nobody@")
_LIST_FIELDS = {
    "list-id", "list-post", "list-unsubscribe", "list-help", "list-subscribe", "list-owner",
    "list-archive", "mailing-list", "x-mailing-list", "x-mailman-version",
}  # fmt: skip
_REPLY_FIELDS = {
    "x-autoreply", "x-autorespond", "x-autoresponder", "x-autoreply-from", "x-auto-reply",
    "x-auto-reply-from", "x-mail-autoreply", "x-facebook-notify", "x-vacation",
}  # fmt: skip
_REPLY_SUBJECTS = re.compile(
    r"(out of (the )?office|automatic reply|auto-?reply|autoresponse|auto response|automatische "
    r"antwort|abwesenheitsnotiz|abwesenheit:|réponse automatique|respuesta automática|"
    r"resposta automática|risposta automatica|automatisch antwoord|autosvar|automatiskt svar|"
    r"odpowiedź automatyczna|automaattinen vastaus|自動応答|自动回复)",
    re.IGNORECASE,
)


def automatic(letter: Letter, own_addresses: Collection[str] = ()) -> Automatic | None:
    """Which machine wrote the letter; None if a person did.

    *own_addresses* are those the desk writes from.
    """
    if _is_own(letter, own_addresses):
        return Automatic.OWN
    if _is_bounce(letter):
        return Automatic.BOUNCE
    if _is_reply(letter):
        return Automatic.AUTO_REPLY
    if _is_for_many(letter):
        return Automatic.LIST
    if letter.sender and _NO_REPLIES.search(letter.sender):
        return Automatic.NO_REPLY
    return None


def is_spam(letter: Letter) -> bool:
    """Whether the mail server has marked the letter as spam."""
    return any(
        letter.headers.get(name).strip().lower().startswith("yes")
        for name in ("x-spam-flag", "x-spam-status", "x-spam")
    )


def _is_own(letter: Letter, own_addresses: Collection[str]) -> bool:
    return DESK_FIELD.lower() in letter.headers or (
        letter.sender is not None and letter.sender in {own.lower() for own in own_addresses}
    )


def _is_bounce(letter: Letter) -> bool:
    if letter.media == "multipart/report":
        kind = media_type(letter.headers.get("content-type"))[1].get("report-type", "").lower()
        if kind in {"", "delivery-status", "feedback-report"}:
            return True
    if letter.sender and _DAEMONS.match(letter.sender):
        return True
    from_nobody = any(value.strip() in {"<>", ""} for value in letter.headers.all("return-path"))
    return "x-failed-recipients" in letter.headers or (from_nobody and not _says_automatic(letter))


def _says_automatic(letter: Letter) -> bool:
    word = letter.headers.get("auto-submitted").partition(";")[0].strip().lower()
    return word not in {"", "no"}


def _is_reply(letter: Letter) -> bool:
    precedence = letter.headers.get("precedence").strip().lower().replace("-", "_")
    return (
        _says_automatic(letter)
        or letter.media == "multipart/report"
        or precedence in {"auto_reply", "autoreply"}
        or any(name in letter.headers for name in _REPLY_FIELDS)
        or bool(_REPLY_SUBJECTS.match(letter.subject))
    )


def _is_for_many(letter: Letter) -> bool:
    precedence = letter.headers.get("precedence").strip().lower()
    return precedence in {"bulk", "list", "junk"} or any(
        name in letter.headers for name in _LIST_FIELDS
    )
