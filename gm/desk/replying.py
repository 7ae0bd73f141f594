"""What a player's letter gets: its orders kept and a receipt, and answers to what it asks for."""

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gm.desk import offers, press, replies, sheets, whatif
from gm.desk.commands import Ask, Supposed
from gm.desk.noted import text_fact
from gm.desk.parts import Parts, take_apart, without_needless
from gm.desk.post import Thread, frame, mail, moment, post
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed, standing
from gm.desk.wishes import Patience, fulfil, take_out
from gm.errors import TryAgainError
from gm.games.vocabulary import Power
from gm.mail.body import Body
from gm.mail.letter import Letter
from gm.parsing.messages import lines_in
from gm.parsing.phrases import load_phrases
from gm.parsing.pieces import Message, Verdict
from gm.parsing.sentences import lines_of
from gm.records import KeptLetter, LetterFate, Submission
from gm.rendering.documents import Document
from gm.values import replace


@dataclass
class Reply:
    """A letter of a player whose match is known, on its way to being answered."""

    desk: Desk
    moment: datetime
    kept: KeptLetter
    letter: Letter
    body: Body
    now: Standing
    power: Power
    parts: Parts = field(init=False)

    def __post_init__(self) -> None:
        """Takes the letter apart."""
        meant = self.kept.meant == self.now.step.number
        self.parts = take_apart(
            self.desk, self.now, self.power, self.letter, self.body, meant=meant
        )
        self.body = without_needless(self.body, self.parts)

    @property
    def asks(self) -> bool:
        """Whether it asks for something."""
        return bool(self.parts.commands or self.parts.supposed)

    def only_asks(self) -> bool:
        """Whether it asks for something and says nothing else that matters.

        Then it is answered whatever the deadline is, and it is no order sheet.
        """
        if not self.asks or self.parts.notes:
            return False
        text, wishes = self._text()
        if wishes or self._messages():
            return False
        if self.now.phase is None:
            return True
        read = sheets.read_orders(self.desk, self.now, self.power, text)
        return all(piece.verdict is Verdict.TALK for piece in read.sheet.pieces)

    def _text(self) -> tuple[str, Sequence[Any]]:
        today = self.kept.raw.received.astimezone(self.now.schedule.zone).date()
        return take_out(self.parts.text, today, load_phrases(self.desk.folders))

    # --- messages to other players

    def pass_on(self) -> list[str]:
        """Passes the messages in the letter on, whenever it came; a sentence about each."""
        sender = press.Sender(self.power, self.kept.number, self.kept.raw.received)
        return press.deliver(self.desk, self.moment, self.now, sender, self._messages())

    def _messages(self) -> list[Message]:
        lines = list(lines_of(self.parts.text))
        found = dict.fromkeys(one for _, one in lines_in(load_phrases(self.desk.folders), lines))
        return [one for one in found if one is not None]

    def tell_passed_on(self, said: Sequence[str]) -> None:
        """Says what became of messages, where no receipt does."""
        if said:
            content = {**frame(self.now, self.power, self.moment),
                       "heading": "Your messages", "paragraphs": list(said)}  # fmt: skip
            key = f"passed on {self.kept.number} {self.now.step.number}"
            self._post(key, "note", mail(self.desk, "note", content), self.now)

    # --- orders

    def take_orders(self) -> tuple[LetterFate, str | None]:
        """Keeps the orders of the letter and writes its receipt; gives what became of it."""
        now = self.now
        text, wishes = self._text()
        said = self.pass_on()
        lasting = any(not isinstance(wish, Patience) for wish in wishes)
        is_first = lasting and self._is_first("wishes")
        for wish in wishes:
            if not (is_first or isinstance(wish, Patience)):
                continue  # it was fulfilled when the letter was read before
            now, sentence = fulfil(self.desk, self.moment, now, self.power, wish)
            said.append(sentence)
        read = sheets.read_orders(self.desk, now, self.power, text)
        read = sheets.with_problems(read, self.parts.problems)
        read = sheets.with_doubts(read, lambda line: offers.missed(line, self.parts.offered))
        before = now.checked(self.power)
        if not read.orders:
            done = sheets.CheckedSheet(read, now, before)
        else:
            submission = self._submission(now, read)
            after, place = now.with_sheet(submission)
            checked = after.checked(self.power)
            done = sheets.CheckedSheet(read, after, checked, checked.sheets[place])
            digest = after.digest(self.power, checked.orders)
            self.desk.store.add_submission(replace(submission, digest=digest))
            self._settle()
        self._keep_text()
        self._receipt(done, followed(before), said)
        return (
            LetterFate.ORDERS if read.orders else LetterFate.ANSWERED,
            f"doubtful: {done.doubts}" if done.doubts else None,
        )

    def _is_first(self, what: str) -> bool:
        """Whether this is the first reading of the letter that comes to *what* it asks for.

        A letter that is read again, since the gamemaster took a step back or let it count, must
        not cast a vote anew that was withdrawn since.
        """
        fact = f"{what} {self.kept.number}"
        if self.desk.store.fact(fact) is not None:
            return False
        self.desk.store.set_fact(fact, "done")
        return True

    def _keep_text(self) -> None:
        """Keeps what the orders were read from, where the letter alone does not say it."""
        fact = text_fact(self.kept.number)
        if self.parts.text != self.body.written or self.desk.store.fact(fact) is not None:
            self.desk.store.set_fact(fact, self.parts.text)

    def _submission(self, now: Standing, read: sheets.ReadSheet) -> Submission:
        return Submission(
            match=now.match.name,
            step=now.step.number,
            power=self.power,
            received=self.kept.raw.received,
            orders=tuple(map(now.offer.game.codec.dump, read.orders)),
            digest="",
            letter=self.kept.number,
            pieces=tuple(
                {"text": piece.text, "line": piece.line, "verdict": piece.verdict.value}
                for piece in read.sheet.pieces
            ),
        )

    def _settle(self) -> None:
        """Marks the lines of earlier letters that this one has settled."""
        for one in self.parts.chosen:
            if one.offered is not None:
                self._remember(one.offered.receipt, [proposal.number for proposal in one.chosen])
        settled = {
            (one.offered.letter, proposal.line, proposal.about)
            for one in self.parts.chosen
            if one.offered is not None
            for proposal in one.chosen
        }
        for sheet in self.now.submissions:
            pieces = tuple(
                {**piece, "verdict": SETTLED}
                if (sheet.letter, piece["line"], piece["text"]) in settled
                else piece
                for piece in sheet.pieces
            )
            if pieces != sheet.pieces:
                self.desk.store.add_submission(replace(sheet, pieces=pieces))

    def _remember(self, receipt: int, numbers: Sequence[int]) -> None:
        """Keeps with which numbers a receipt was answered."""
        name = self.now.match.name
        offered = offers.recall(self.desk, name, self.power, receipt)
        if offered is not None:
            both = tuple(dict.fromkeys([*offered.settled, *numbers]))
            offers.keep(self.desk, name, self.power, replace(offered, settled=both))

    def _receipt(
        self, done: sheets.CheckedSheet, before: Sequence[Any], said: Sequence[str]
    ) -> None:
        now, store = done.standing, self.desk.store
        number = store.count_outgoing(now.match.name, self.power, "receipt") + 1
        content = sheets.receipt_content(done, self.power, before)
        numbered = sheets.number_proposals(content["pieces"], self._is_order)
        proposals = tuple(offers.Proposal(*one) for one in numbered)
        label = now.phase.label if now.phase else ""
        offered = offers.Offered(number, now.step.number, label, self.kept.number, proposals)
        offers.keep(self.desk, now.match.name, self.power, offered)
        chosen = [
            f"“{one.piece.text}” answers receipt {one.offered.receipt}: "
            f"{'; '.join(proposal.text for proposal in one.chosen)}."
            for one in self.parts.chosen
            if one.offered is not None
        ]
        notes = [
            *dict.fromkeys(chosen),
            *said,
            *self.parts.notes,
            *map(str, self.body.notes),
            *content["notes"],
        ]
        of_lines = {proposal.line: proposal.number for proposal in reversed(proposals)}
        content |= {
            **frame(now, self.power, self.moment),
            "received": moment(self.kept.raw.received, now, self.moment, self.power),
            "number": number,
            "notes": notes,
            "proposed": sorted(of_lines.values())[:2],
        }
        key = f"receipt {self.kept.number} {now.step.number} {number}"
        self._post(key, "receipt", mail(self.desk, "receipt", content), now)

    def _is_order(self, text: str) -> bool:
        from gm.parsing.choosing import Reader  # reminders need no parser

        game = self.now.offer.game
        parser = self.desk.parser(self.now.offer, game.words(self.now.state))
        return Reader(parser, game, self.now.state, self.power).read(text) is not None

    # --- answers

    def answer(self) -> None:
        """Answers what the letter asks for, in one letter that only its sender gets."""
        commands = self.parts.commands[:MOST_COMMANDS]
        if any(one.ask in BINDING for one in commands) and not self._is_first("votes"):
            commands = tuple(one for one in commands if one.ask not in BINDING)
        if not commands and not self.parts.supposed:
            return
        self._keep_text()
        told = [
            replies.told(self.desk, self.moment, self._present(), self.power, command)
            for command in commands
        ]
        told += map(self._tried, self.parts.supposed[:MOST_SUPPOSED])
        told = _told_apart(told)
        now = self._present()
        content = {
            **frame(now, self.power, self.moment),
            "heading": "; ".join(dict.fromkeys(one.heading for one in told)),
            "sections": [one.content for one in told],
        }
        document = mail(self.desk, "answer", content)
        pictures = {name: svg for one in told for name, svg in one.pictures.items()}
        document = replace(document, pictures=pictures)
        self._post(f"answer {self.kept.number} {now.step.number}", "answer", document, now)

    def _tried(self, supposed: Supposed) -> replies.Told:
        """The answer to one “what if”; a fault in it must not cost the orders of the letter."""
        try:
            return whatif.told(self.desk, self.moment, self._present(), self.power, supposed)
        except TryAgainError:
            raise
        except Exception:  # the position supposed may be one that no match would come to
            why = traceback.format_exc(limit=0).strip().splitlines()[-1]
            number, name = self.kept.number, self.now.match.name
            self.desk.concern(
                self.moment, f"“What if” in letter {number} could not be tried: {why[:200]}", name
            )
            return replies.Told(whatif.HEADING, [whatif.FAULT])

    def _present(self) -> Standing:
        """The match as it stands now; a command may have changed it."""
        return standing(self.desk, self.desk.match(self.now.match.name))

    def _post(self, key: str, kind: str, document: Document, about: Standing) -> None:
        thread = Thread(self.letter.message_id, self.letter.references)
        post(
            self.desk, self.moment, key, document, [str(self.letter.sender)],
            kind=kind, about=about, power=self.power, thread=thread,
        )  # fmt: skip


def _told_apart(told: Sequence[replies.Told]) -> list[replies.Told]:
    """Answers in which different pictures have different names."""
    known: dict[str, str] = {}
    done: list[replies.Told] = []
    for place, one in enumerate(told, 1):
        pictures = {
            name if known.get(name, svg) == svg else f"{name}-{place}": svg
            for name, svg in one.pictures.items()
        }
        known |= pictures
        done.append(replace(one, pictures=pictures))
    return done


BINDING = (Ask.VOTE, Ask.CONCEDE, Ask.TAKE_BACK)
"""What is asked for once, however often the letter is read."""
MOST_COMMANDS = 12
MOST_SUPPOSED = 4
"""So many are answered in one letter."""
SETTLED = "settled"
"""The verdict on a line that was asked back and answered since."""
