"""What the gamemaster may say by answering a digest: ``extend 24h``, ``adjudicate``, ``accept 3``.

An answer counts only in the thread of a letter that this desk wrote to the gamemaster about a
match: its Message-ID cannot be guessed, the address of a sender can.
"""

import re
from collections.abc import Callable
from datetime import datetime
from enum import Enum

from gm import deadlines
from gm.desk import dictated, timing
from gm.desk.announcing import add_note
from gm.desk.dictated import Said
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.status import ANSWERS, desk_status, lines
from gm.errors import GmError, UsageError
from gm.mail.letter import Letter
from gm.records import LetterFate
from gm.values import Value


def match_of(desk: Desk, letter: Letter) -> str | None:
    """The match of the last letter to the gamemaster in whose thread *letter* stands."""
    for reference in reversed(letter.references):
        sent = desk.store.outgoing_with_id(reference)
        if sent is not None:
            to_gamemaster = sent.power is None and letter.sender in [*map(str.casefold, sent.to)]
            return sent.match if to_gamemaster else None
    return None


class Done(Value, frozen=True):
    """What became of the lines of a letter: a heading, and a sentence for each."""

    heading: str
    sentences: tuple[str, ...]


class Followed(Enum):
    """Whether a line was followed."""

    DONE = 0
    REFUSED = 1
    UNCLEAR = 2


def obey(desk: Desk, now: datetime, name: str, who: str, text: str) -> Done:
    """Does what each line of *text* says."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return Done("Nothing was done", ("There was nothing in your letter.", _choices()))
    done = [_obey_line((desk, now, name, who), line) for line in lines]
    told = [part for sentence, _ in done for part in sentence.split("\n")]
    fates = {fate for _, fate in done}
    if Followed.UNCLEAR in fates:
        told.append(_choices())
    if Followed.DONE not in fates:
        return Done("Nothing was done", tuple(told))
    whole = "Done as you say" if fates == {Followed.DONE} else "Not all of it was done"
    return Done(whole, tuple(told))


def _choices() -> str:
    return f"What can be said: {'; '.join(ANSWERS)}."


def _obey_line(said: Said, line: str) -> tuple[str, Followed]:
    for pattern, action in _ACTIONS:
        if found := pattern.fullmatch(line):
            try:
                return action(said, found), Followed.DONE
            except (GmError, deadlines.ScheduleError) as error:
                return f"“{line}” was not done: {error}", Followed.REFUSED
    return f"“{line[:80]}” was not understood.", Followed.UNCLEAR


def _extend_by(said: Said, found: re.Match[str]) -> str:
    desk, now, name, who = said
    present = timing.running(desk, name)
    if present.match.deadline is None:
        raise UsageError("The match is paused and has no deadline; answer “resume” instead.")
    length = deadlines.read_length(found[1])
    until = deadlines.later(present.match.deadline, length, present.schedule.zone)
    return _deadline(timing.extend(desk, now, name, until, _word(who, found[2])))


def _extend_to(said: Said, found: re.Match[str]) -> str:
    desk, now, name, who = said
    present = timing.running(desk, name)
    until = deadlines.read_moment(found[1], present.schedule.zone)
    return _deadline(timing.extend(desk, now, name, until, _word(who, found[2])))


def _word(who: str, reason: str | None) -> timing.Word:
    """Who decides, and the reason as a sentence for players."""
    said = reason and f"{reason[:1].upper()}{reason[1:].rstrip('.')}."
    return timing.Word(who, said or None)


def _pause(said: Said, _: re.Match[str]) -> str:
    desk, now, name, who = said
    timing.pause(desk, now, name, timing.Word(who))
    return "The match is paused; the players are told."


def _resume(said: Said, _: re.Match[str]) -> str:
    desk, now, name, who = said
    return _deadline(timing.resume(desk, now, name, timing.Word(who)))


def _deadline(after: Standing) -> str:
    if after.match.deadline is None:
        return "The match has no deadline now."
    shown = deadlines.shown(after.match.deadline, after.schedule.zone)
    return f"The deadline is {shown} now; the players are told."


def _adjudicate(said: Said, found: re.Match[str]) -> str:
    desk, now, name, who = said
    present = timing.running(desk, name)
    at_once = bool(found[1])
    if present.match.deadline is None and not at_once:
        raise UsageError("The match is paused and has no deadline; answer “adjudicate now”.")
    label = present.phase.label if present.phase else ""
    desk.store.set_fact(f"go {name}", f"{present.step.number} {'now' if at_once else 'due'}")
    desk.log(now, "adjudicate", f"{label}: {found[0]}", name, who)
    if at_once or (present.match.deadline is not None and present.match.deadline <= now):
        return f"{label} will be adjudicated by the next turn of the desk."
    return f"{label} will be adjudicated at its deadline, even if orders are missing."


def _wait(said: Said, _: re.Match[str]) -> str:
    desk, now, name, who = said
    present = timing.running(desk, name)
    label = present.phase.label if present.phase else ""
    desk.store.set_fact(f"go {name}", f"{present.step.number} wait")
    desk.log(now, "wait", f"{label}: not without all orders.", name, who)
    return (
        f"If orders are missing at its deadline, {label} waits for you: answer “adjudicate” or "
        "“extend 24h” then."
    )


def _accept(said: Said, found: re.Match[str]) -> str:
    desk, now, name, who = said
    letter = desk.store.letter(int(found[1]))
    if letter is None or letter.match != name:
        raise UsageError(f"There is no letter {found[1]} about the match {name}.")
    if letter.fate is not LetterFate.LATE:
        raise UsageError(f"Letter {found[1]} is not late, but: {letter.fate.value}.")
    present = standing(desk, desk.match(name))
    if letter.raw.received < present.step.at:
        raise UsageError(
            f"The phase of letter {found[1]} has been adjudicated; gm undo {name} takes that back."
        )
    desk.store.read_again(letter.number, present.step.number)
    desk.log(now, "accept", f"The late letter {letter.number} counts.", name, who)
    return f"Letter {letter.number} counts for the present phase; its sender gets a receipt."


def _note(said: Said, found: re.Match[str]) -> str:
    desk, now, name, who = said
    add_note(desk, now, name, found[1], who)
    return "The next report will say it."


def _status(said: Said, _: re.Match[str]) -> str:
    desk, now, name, _who = said
    return "\n".join(lines(desk_status(desk, now, name)))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?:please )?{text}[.!]?", re.IGNORECASE)


_WHY = r" because (?:of )?(.+?)"

_ACTIONS: tuple[tuple[re.Pattern[str], Callable[[Said, re.Match[str]], str]], ...] = (
    (_pattern(rf"extend (?:to|until) (.+?)(?:{_WHY})?"), _extend_to),
    (_pattern(rf"extend (?:by )?(.+?)(?:{_WHY})?"), _extend_by),
    (_pattern(r"adjudicate( now)?"), _adjudicate),
    (_pattern(r"accept (?:letter )?(\d{1,9})"), _accept),
    (_pattern(r"wait"), _wait),
    (_pattern(r"pause"), _pause),
    (_pattern(r"resume"), _resume),
    (_pattern(r"note:? (.+)"), _note),
    (_pattern(r"status"), _status),
    (_pattern(r"undo(?: to(?: step)? (\d{1,5}))?"), dictated.undo),
    (_pattern(r"redo"), dictated.redo),
    (_pattern(rf"orders for (.+?): ?(.+?){_WHY}"), dictated.enter),
    (_pattern(rf"((?:move|place|remove|owner|eliminate|set) .+?){_WHY}"), dictated.mend),
    (_pattern(r"seat (.+?): ?(standby|\S+@\S+?)(?:[ ,]+(.+?))?"), dictated.seat),
    (_pattern(r"vacate (.+?)"), dictated.vacate),
    (_pattern(r"absence (.+?):? (\d{4}-\d\d-\d\d) (?:to )?(\d{4}-\d\d-\d\d)"), dictated.absent),
    (_pattern(r"winner (.+?): ?(.+?)"), dictated.win),
    (_pattern(r"(?:end|abandon) the match: ?(.+?)"), dictated.abandon),
)
