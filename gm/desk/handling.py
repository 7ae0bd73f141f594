"""What becomes of one letter: who wrote it, for which match, in time or late, and the answer."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from gm import deadlines
from gm.desk import dictation, identity
from gm.desk.addressing import Known, Stranger, Unclear, find_seat
from gm.desk.due import is_waiting
from gm.desk.post import Thread, frame, mail, may_refuse, moment, post
from gm.desk.replying import Reply
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.games.vocabulary import Power
from gm.mail.body import read_body
from gm.mail.bounces import Failure, failures
from gm.mail.code_words import without_code_words
from gm.mail.compose import can_be_written_to
from gm.mail.letter import Letter, Note, NoteKind, open_letter
from gm.mail.manners import Automatic, automatic, is_spam
from gm.mail.trust import Proof
from gm.records import KeptLetter, LetterFate
from gm.values import replace


def handle(desk: Desk, now: datetime, kept: KeptLetter) -> KeptLetter:
    """Answers a letter, stores its orders, and gives it with what became of it."""
    return Reading(desk, now, kept, open_letter(kept.raw.content)).handled()


class Reading:
    """One letter on its way: who wrote it, whether it is in time, what it orders."""

    def __init__(self, desk: Desk, now: datetime, kept: KeptLetter, letter: Letter) -> None:
        self.desk, self.now = desk, now
        letter, self.code_words = without_code_words(letter)
        self.letter, self.body = letter, read_body(letter)
        text = f"{letter.sender}\n{letter.subject}\n{letter.text}"
        self.kept = replace(
            kept,
            sender=letter.sender,
            subject=letter.subject[:200],
            text_digest=sha256(text.encode("utf-8", "replace")).hexdigest(),
            match=None,
            power=None,
            reason=None,
        )

    def became(self, fate: LetterFate, reason: str | None = None) -> KeptLetter:
        """The letter with what became of it."""
        return replace(self.kept, fate=fate, reason=reason)

    def handled(self) -> KeptLetter:
        """Handles the letter and gives it with what became of it."""
        if machine := automatic(self.letter, [self.desk.config.desk.address]):
            return self._machine(machine)
        if self.letter.sender is None:
            if is_spam(self.letter):
                return self.became(LetterFate.SET_ASIDE, "spam, as the mail server calls it")
            return self._for_gamemaster("it names no sender beyond doubt")
        if len(self.kept.raw.content) > self.desk.config.mail.largest:
            return self._too_large(len(self.kept.raw.content))
        if (same := self._same()) is not None:
            return self.became(LetterFate.SET_ASIDE, f"the same as letter {same}")
        return self._by_sender()

    def _by_sender(self) -> KeptLetter:
        match find_seat(self.desk.store, self.letter, self.desk.config.desk.address):
            case Stranger():
                return self._stranger()
            case Unclear(names, foreign):
                return self._unclear(names, foreign)
            case Known(match, power):
                return self._player(match, Power(power))

    def _same(self) -> int | None:
        raw, digest = self.kept.raw, self.kept.text_digest
        if raw.message_id is None or digest is None:
            return None
        return self.desk.store.same_letter(raw.message_id, digest, self.kept.number)

    def _too_large(self, size: int) -> KeptLetter:
        """Tells a player, since the gamemaster may look only after the deadline."""
        if self.desk.store.seats_of(str(self.letter.sender)):
            limit = self.desk.config.mail.largest
            self._refuse(
                f"too large {self.kept.number}",
                f"Your letter has {size / 1e6:.1f} MB; letters of more than {limit / 1e6:.1f} MB "
                "are kept, but not read.",
                "Please send your orders again in a letter that holds nothing else. The "
                "gamemaster has been told too.",
            )
        return self._for_gamemaster("it is larger than mail.largest allows")

    def _for_gamemaster(self, reason: str) -> KeptLetter:
        self.desk.concern(self.now, f"Letter {self.kept.number} was not read: {reason}.")
        return self.became(LetterFate.FAILED, reason)

    def _machine(self, machine: Automatic) -> KeptLetter:
        if machine is Automatic.BOUNCE:
            self._note_bounces()
        return self.became(LetterFate.SET_ASIDE, machine.value)

    def _note_bounces(self) -> None:
        """Finds out which of our letters a mail server could not deliver for good."""
        for failure in failures(self.kept.raw.content):
            ours = self.desk.store.outgoing_with_id(failure.message_id or "")
            if ours is None:
                self._note_unknown_bounce(failure)
            if ours is None or not failure.permanent:
                continue
            whom = f"{ours.power} in {ours.match}" if ours.power else ", ".join(ours.to)
            why = failure.reason or failure.status or "no reason given"
            number = self.kept.number
            self.desk.store.mark_bounced(ours.key, f"sent back (letter {number}): {why[:200]}")
            self.desk.concern(
                self.now,
                f"The {ours.kind} “{ours.subject}” did not reach {whom}; a mail server sent it "
                f"back (letter {number}): {why[:200]}",
                ours.match,
            )

    def _note_unknown_bounce(self, failure: Failure) -> None:
        """Tells the gamemaster of a player's address that fails, though not for which letter."""
        seats = self.desk.store.seats_of(failure.recipient or "")
        if not seats or not failure.permanent:
            return  # an answer to a forged letter, or one that may still arrive
        why = failure.reason or failure.status or "no reason given"
        self.desk.concern(
            self.now,
            f"A mail server could not deliver a letter to {failure.recipient}, of "
            f"{', '.join(f'{power} in {match}' for match, power in seats)} (letter "
            f"{self.kept.number} does not say which one): {why[:200]}",
            seats[0][0] if len(seats) == 1 else None,
        )

    def _stranger(self) -> KeptLetter:
        sender = str(self.letter.sender)
        if sender in map(str.casefold, self.desk.config.desk.gamemasters):
            return self._gamemaster(sender)
        matches = identity.matches_to_try(self.desk, self.letter)
        robbed = tuple(identity.owners(self.desk, self.code_words, matches))
        identity.tell_of_misuse(self.desk, self.now, self.kept, sender, robbed)
        if is_spam(self.letter):
            return self.became(LetterFate.SET_ASIDE, "a stranger's; the mail server calls it spam")
        if not robbed:
            self.desk.concern(
                self.now,
                f"Letter {self.kept.number} came from {sender}, who has no seat here: "
                f"“{self.letter.subject[:100]}”.",
            )
        key = f"refusal {sender} {self.now:%Y-%m-%d}"
        if (why := self._why_silent(sender, key)) is not None:
            return self.became(LetterFate.SET_ASIDE, why)
        self._refuse(
            key,
            "This address is not registered for any match here.",
            "If you play here, write from the address that you gave the gamemaster, or ask the "
            "gamemaster to add this one. The gamemaster has been told of your letter; this answer "
            "is sent once a day.",
        )
        return self.became(LetterFate.ANSWERED, "a stranger")

    def _why_silent(self, sender: str, key: str) -> str | None:
        """Why a stranger gets no answer; None if the refusal *key* may go out."""
        if self.desk.store.outgoing(key) is not None:
            return "a stranger who was answered today"
        if not can_be_written_to(sender):
            return "a stranger to whom no letter can be sent"
        if not may_refuse(self.desk, self.now):
            return "too many strangers were answered today"
        verdict = identity.verdict_on(self.desk.config, self.letter, self.kept.raw.content)
        if verdict.proof is Proof.CONTRADICTED:
            return "a stranger, and not from where it says"
        return None

    def _gamemaster(self, sender: str) -> KeptLetter:
        name = dictation.match_of(self.desk, self.letter)
        if name is None:
            return self.became(LetterFate.SET_ASIDE, "the gamemaster's, but no answer to a digest")
        if not identity.is_trusted_gamemaster(self.desk.config, self.letter, self.kept.raw.content):
            return self._for_gamemaster("it has a gamemaster's address, but mail.trust asks more")
        done = dictation.obey(self.desk, self.now, name, sender, self.body.written)
        now = standing(self.desk, self.desk.match(name))
        content = {**frame(now, None, self.now), "heading": done.heading,
                   "paragraphs": list(done.sentences)}  # fmt: skip
        self._answer(f"done {self.kept.number}", "note", content, now)
        self.kept = replace(self.kept, match=name)
        return self.became(LetterFate.ANSWERED, "the gamemaster's")

    def _unclear(self, names: Sequence[str], foreign: str | None) -> KeptLetter:
        listed = " or ".join(f"“{name}”" for name in names)
        reason = (
            f"Your letter names the match “{foreign}”, in which this address has no seat."
            if foreign
            else "It is not clear for which of your matches this letter is meant."
        )
        hint = f"Send it again with the name of the match in the subject: {listed}."
        self._refuse(f"which match {self.kept.number}", reason, hint)
        return self.became(LetterFate.ANSWERED, "it names no match of its sender beyond doubt")

    def _refuse(self, key: str, reason: str, hint: str) -> None:
        content = {
            "reason": reason,
            "hint": hint,
            "quoted_subject": self.letter.subject[:100] or None,
            "address": self.desk.config.desk.address,
            "gm": self.desk.config.desk.name,
        }
        self._answer(key, "refusal", content)

    def _answer(
        self,
        key: str,
        name: str,
        content: dict[str, Any],
        standing: Standing | None = None,
        power: Power | None = None,
    ) -> None:
        document = mail(self.desk, name, content)
        thread = Thread(self.letter.message_id, self.letter.references)
        sender = [str(self.letter.sender)]
        post(
            self.desk, self.now, key, document, sender,
            kind=name, about=standing, power=power, thread=thread,
        )  # fmt: skip

    def _player(self, name: str, power: Power) -> KeptLetter:
        now = standing(self.desk, self.desk.match(name))
        self.kept = replace(self.kept, match=name, power=power)
        if not self._is_believed(now, power):
            return self.became(LetterFate.ANSWERED, "the sender is not sure; nothing was taken")
        reply = Reply(self.desk, self.now, self.kept, self.letter, self.body, now, power)
        if reply.only_asks():
            reply.answer()
            return self.became(LetterFate.ANSWERED)
        done = self._done(reply, now, power)
        reply.answer()
        return done

    def _done(self, reply: Reply, now: Standing, power: Power) -> KeptLetter:
        """What becomes of a letter that holds more than questions."""
        if now.phase is None:
            reply.tell_passed_on(reply.pass_on())
            return self._over(now, power)
        if self.kept.meant != now.step.number:
            if now.step.after is not None and self.kept.raw.received < now.step.at:
                reply.tell_passed_on(reply.pass_on())
                return self._late(now, power, now.step.phase, now.step.deadline or now.step.at)
            if now.match.deadline is not None and not self._is_in_time(now):
                reply.tell_passed_on(reply.pass_on())
                return self._late(now, power, now.phase.label, now.match.deadline)
        return self.became(*reply.take_orders())

    def _is_believed(self, now: Standing, power: Power) -> bool:
        """Whether the seat's letter is believed; if not, player and gamemaster are told."""
        seat, content = now.seats[power], self.kept.raw.content
        others = identity.owners(self.desk, self.code_words, [now.match.name], (seat.match, power))
        sender = str(self.letter.sender)
        identity.tell_of_misuse(self.desk, self.now, self.kept, sender, tuple(others))
        why = identity.doubt(now.config, self.letter, content, self.code_words, seat)
        if why is None:
            if self.code_words and seat.code_word is None:
                self.body = replace(self.body, notes=(*self.body.notes, _NEEDLESS_WORD))
            return True
        self.desk.concern(
            self.now,
            f"Letter {self.kept.number} has an address of {now.side(power).name} in "
            f"{now.match.name}, but was not taken. {why} If it is genuine, enter its orders with "
            f"gm correct {now.match.name} {power}.",
            now.match.name,
        )
        paragraphs = [
            f"A letter with your address ({sender}) came in, and nothing of it was taken.",
            why,
            "If you wrote it, please send it again so that it can be believed, or ask the "
            "gamemaster. If you did not, you need to do nothing: somebody else wrote it.",
        ]
        heading = "A letter in your name was not taken"
        content_of_note = {**frame(now, power, self.now), "heading": heading,
                           "paragraphs": paragraphs}  # fmt: skip
        post(
            self.desk, self.now, f"doubt {self.kept.number}",
            mail(self.desk, "note", content_of_note), seat.addresses,
            kind="note", about=now, power=power,
            thread=Thread(self.letter.message_id, self.letter.references),
        )  # fmt: skip
        return False

    def _is_in_time(self, now: Standing) -> bool:
        deadline = now.match.deadline
        return deadline is None or deadlines.is_in_time(
            self.kept.raw.received,
            deadline + now.config.calendar.grace,
            inclusive=now.schedule.inclusive,
        )

    def _over(self, now: Standing, power: Power) -> KeptLetter:
        why = now.end.sentence if now.end else ""
        reason = f"The match “{now.match.name}” is over. {why}"
        hint = "Nothing of your letter was taken as an order."
        content = {**frame(now, power, self.now), "reason": reason, "hint": hint,
                   "quoted_subject": self.letter.subject[:100] or None}  # fmt: skip
        self._answer(f"over {self.kept.number}", "refusal", content, now, power)
        return self.became(LetterFate.ANSWERED, "the match is over")

    def _late(self, now: Standing, power: Power, phase: str, missed: datetime) -> KeptLetter:
        received = self.kept.raw.received
        if deadlines.is_in_time(received, missed, inclusive=now.schedule.inclusive):
            self.desk.concern(
                self.now,
                f"Letter {self.kept.number} of {power} arrived in time for {phase} but came here "
                f"only after that had been adjudicated. gm undo {now.match.name} takes the step "
                "back and reads it.",
                now.match.name,
            )
        waits = is_waiting(self.desk, self.now, now) and missed == now.match.deadline
        if waits:
            number, name = self.kept.number, now.side(power).name
            self.desk.concern(
                self.now,
                f"Letter {number} of {name} came after the deadline of {phase}, while the match "
                f"{now.match.name} waits for you. Answer “accept {number}” to let it count.",
                now.match.name,
            )
        content = {
            **frame(now, power, self.now),
            "received": moment(received, now, self.now, power),
            "missed": moment(missed, now, self.now, power),
            "missed_phase": phase,
            "waits": waits,
        }
        key = f"late {self.kept.number} {now.step.number}"
        self._answer(key, "late", content, now, power)
        return self.became(LetterFate.LATE, f"it came after the deadline of {phase}")


_NEEDLESS_WORD = Note(
    NoteKind.CODE_WORD,
    "Your letter holds a code word, but your seat has none; it was left out and not needed.",
)
