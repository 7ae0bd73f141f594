"""Is the sender who the letter says? Results of checks, and code words of seats.

A seat with a code word takes no letter without it, and with it needs no other proof. Other seats
take what ``mail.trust`` says is proof enough.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from gm.config import Config, Signatures
from gm.desk.announcing import tell
from gm.desk.post import frame, mail, post
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.mail.code_words import fault, hashed, is_word
from gm.mail.letter import Letter
from gm.mail.trust import NOTHING_SAID, Proof, Trust, Verdict, is_enough, server_verdict
from gm.records import KeptLetter, MatchStatus, Seat
from gm.values import replace

MOST_TRIES = 40
"""Seats with which the code words of one stranger's letter are compared; each takes some 50 ms."""


def verdict_on(config: Config, letter: Letter, raw: bytes, *, waits: bool = False) -> Verdict:
    """What the checks that the settings ask for say about the sender.

    Raises:
        NameServiceAwayError: a signature cannot be checked now, and the letter *waits* for it.
    """
    found = NOTHING_SAID
    if config.mail.trusted_server:
        found = server_verdict(letter, config.mail.trusted_server)
    if found.proof is Proof.UNPROVEN and config.mail.signatures is Signatures.CHECK:
        from gm.mail.signatures import (  # an extra, only where it is asked for
            NameServiceAwayError,
            signature_verdict,
        )

        try:
            found = signature_verdict(raw, letter.sender)
        except NameServiceAwayError:
            if waits:
                raise
    return found


def doubt(
    config: Config, letter: Letter, raw: bytes, words: Sequence[str], seat: Seat
) -> str | None:
    """Why the letter cannot be taken for one of *seat*, as a sentence; None if it can."""
    if seat.code_word is not None:
        if any(is_word(word, seat.code_word) for word in words):
            return None
        held = "not the code word of this seat" if words else "no code word"
        return f"It holds {held}. A line such as “code word: ...” must be in every letter."
    if config.mail.trust is Trust.CODE_WORD:
        return (
            "Letters are taken with a code word only, and this seat has none yet; "
            "the gamemaster can give it one."
        )
    verdict = verdict_on(config, letter, raw, waits=config.mail.trust is Trust.PROVEN)
    if is_enough(verdict, config.mail.trust):
        return None
    return f"It is not sure that the letter came from this address. {verdict.sentence}"


def is_trusted_gamemaster(config: Config, letter: Letter, raw: bytes) -> bool:
    """Whether the checks allow to believe a letter with a gamemaster's address.

    Gamemasters have no code word; their letters must also answer a digest, whose Message-ID nobody
    else knows.
    """
    trust = config.mail.trust
    verdict = verdict_on(config, letter, raw, waits=trust is Trust.PROVEN)
    return is_enough(verdict, Trust.UNLESS_CONTRADICTED if trust is Trust.CODE_WORD else trust)


def owners(
    desk: Desk, words: Sequence[str], matches: Iterable[str], but: tuple[str, str] | None = None
) -> Iterator[Seat]:
    """The seats in *matches* that have one of *words* for their code word."""
    tries = 0
    for name in matches if words else ():
        for seat in desk.store.seats(name):
            if seat.code_word is None or (seat.match, seat.power) == but:
                continue
            for word in words:
                tries += 1
                if tries > MOST_TRIES:
                    return
                if is_word(word, seat.code_word):
                    yield seat
                    break


def matches_to_try(desk: Desk, letter: Letter) -> tuple[str, ...]:
    """The matches that go on, those first that the letter's subject or addresses name."""
    named = f"{letter.subject} {' '.join(letter.recipients)}".casefold()
    going_on = [match for match in desk.store.matches() if match.status is not MatchStatus.OVER]
    return tuple(
        match.name for match in sorted(going_on, key=lambda match: match.name not in named)
    )


def tell_of_misuse(
    desk: Desk, now: datetime, kept: KeptLetter, sender: str, found: Sequence[Seat]
) -> None:
    """Tells the owners of code words, and the gamemaster, that *sender* has used them."""
    for seat in found:
        present = standing(desk, desk.match(seat.match))
        power = Power(seat.power)
        desk.concern(
            now,
            f"Letter {kept.number} from {sender} held the code word of "
            f"{present.side(power).name} in {seat.match}. It was not taken for that seat; the "
            f"player was told. A new word: gm seat {seat.match} {seat.power} --code-word",
            seat.match,
        )
        if not seat.addresses:
            continue
        content = {
            **frame(present, power, now),
            "heading": "Your code word came from another address",
            "paragraphs": [
                f"A letter from {sender} held the code word of your seat. Nothing of it was taken "
                "for your seat.",
                "If you wrote it: write from the address that is registered, or ask the "
                "gamemaster to add that one.",
                "If you did not: somebody knows your code word. Please ask the gamemaster for "
                "another one; the gamemaster has been told too.",
            ],
        }
        key = f"misuse {seat.match} {seat.power} {sender} {now:%Y-%m-%d}"
        document = mail(desk, "note", content)
        post(desk, now, key, document, seat.addresses, kind="note", about=present, power=power)


def set_code_word(desk: Desk, now: datetime, seat: Seat, word: str | None, who: str) -> Seat:
    """Gives a seat a code word, or (None) takes it away; the player is told, without the word.

    Raises:
        UsageError: the seat has no player, or *word* cannot be a code word.
    """
    if not seat.addresses:
        raise UsageError(f"{seat.power} has no player who could have a code word.")
    if word is not None and (why := fault(word)):
        raise UsageError(why)
    heading, paragraphs = _GIVEN if word is not None else _TAKEN
    with desk.store.transaction():
        made = replace(seat, code_word=hashed(word) if word is not None else None)
        desk.store.save_seat(made)
        present = standing(desk, desk.match(seat.match))
        content = {"heading": heading, "paragraphs": paragraphs}
        tell(desk, now, present, Power(seat.power), content)
        what = "has a code word now" if word is not None else "needs no code word any more"
        desk.log(now, "seat", f"{seat.power} {what}.", seat.match, who)
    return made


_GIVEN = (
    "Your seat has a code word",
    [
        "From now on each of your letters must hold a line “code word: ...” with the word that "
        "the gamemaster gives you, not by mail. Letters without it are not taken, whoever writes.",
        "The line may stand anywhere in your letter. It is taken out before anything else is done, "
        "so no receipt shows the word, and nobody else will read it.",
    ],
)
_TAKEN = (
    "Your seat has no code word any more",
    ["Your letters are taken without a code word from now on; one that is there does no harm."],
)
