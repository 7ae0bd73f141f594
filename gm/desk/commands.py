"""What a letter asks the desk for beside its orders: help, status, a map, a past turn, what if ...

A command is a line of its own (or the subject) that says nothing else; courtesy around it does not
matter. Orders are never taken for one, and a letter may hold both.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

from gm.errors import DataError
from gm.games.vocabulary import Side
from gm.parsing import messages
from gm.parsing.choosing import Reader
from gm.parsing.filling import Source
from gm.parsing.folding import fold
from gm.parsing.needs import Wording, Wordings, wordings_of
from gm.parsing.phrases import Phrases, load_phrases
from gm.parsing.sentences import Line, sentences_of
from gm.resources import Folders
from gm.values import Value, replace


class Ask(Enum):
    """What can be asked for in a letter."""

    HELP = "help"
    STATUS = "status"
    ORDERS = "orders"
    MAP = "map"
    HISTORY = "history"
    SHEET = "sheet"
    CONCEDE = "concede"
    TAKE_BACK = "takeback"
    VOTE = "vote"


class Command(Value, frozen=True):
    """One thing asked for; *about* is what follows it ("Spring 1571", "yes to the draw")."""

    ask: Ask
    line: int
    text: str
    about: str = ""


class Supposed(Value, frozen=True):
    """Lines that stand under “what if”: tried, and never orders."""

    lines: tuple[Source, ...]


class Asked(Value, frozen=True):
    """What a letter asks for, and its lines with those of commands and suppositions empty.

    ``cancels`` are the lines that take back all orders, ``messages`` those of messages to others.
    """

    commands: tuple[Command, ...]
    supposed: tuple[Supposed, ...]
    lines: tuple[Source, ...]
    cancels: tuple[int, ...] = ()
    messages: frozenset[int] = frozenset()


_REPLY = re.compile(
    r"^(?:\s*(?:re|aw|sv|antw|fwd?|wg)\s*:|\s*\[[^\[\]]{1,60}\])*\s*", re.IGNORECASE
)
LONGEST = 160
"""Longer lines are no commands."""
LONGEST_SUPPOSED = 600
MOST_JOINED = 6

FILE = "commands.txt"


class Reach(Enum):
    """How far “what if” reaches: what stands there is only tried."""

    LETTER = "to its end mark, or the end of the letter"
    PARAGRAPH = "to the next empty line"
    LINE = "to the end of its line, and over lines about other sides below it"


@dataclass(frozen=True)
class Words:
    """How commands are worded: ``grammars/commands.txt``."""

    asks: tuple[tuple[Ask, Wording], ...]
    cancel: Wordings
    before: "re.Pattern[str]"
    after: "re.Pattern[str]"
    what_if: "re.Pattern[str]"
    end: "re.Pattern[str]"

    def command(self, text: str, line: int = 0) -> Command | None:
        """The command that a line is, if it says nothing else."""
        if not text.strip() or len(text) > LONGEST:
            return None
        said = self._bare(text)
        for ask, pattern in self.asks:
            found = pattern.fullmatch(said)
            if found is not None:
                about = (found.groupdict().get("about") or "").strip(" :,-")
                return Command(ask, line, " ".join(text.split()), about)
        return None

    def cancels(self, text: str) -> bool:
        """Whether a line takes back all orders and says nothing else."""
        return len(text) <= LONGEST and self.cancel.fullmatch(self._bare(text)) is not None

    def supposes(self, text: str) -> tuple[str, Reach] | None:
        """What follows “what if” in a line that begins with it, and how far it reaches."""
        if len(text) > LONGEST_SUPPOSED:
            return None
        bare = text.strip(" \t*_#-")
        found = self.what_if.match(bare)
        if found is None:
            return None
        rest = bare[found.end() :].strip(" \t:,?!.…")
        is_marked = bare[found.end() :].lstrip().startswith(":")
        return rest, Reach.PARAGRAPH if rest and is_marked else Reach.LINE if rest else Reach.LETTER

    def _bare(self, text: str) -> str:
        """Folded text without courtesy before and after it."""
        said = self.after.sub("", fold(text).strip(' "'))
        found = self.before.match(said)
        return said[found.end() :] if found and found.end() < len(said) else said


@cache
def words_of(folders: Folders) -> Words:
    """The wordings of the program, or those that lie beside ``gm.yaml``.

    Raises:
        DataError: a section is missing, or a wording is no regular expression.
    """
    sections = load_phrases(folders, FILE).sections
    names = dict(line.split(": ", 1) for line in sections.get("words", ()))

    def wordings(section: str) -> list[str]:
        if section not in sections:
            raise DataError(f"grammars/{FILE}: the section [{section}] is missing.")
        return [_filled(wording, names) for wording in sections[section]]

    def any_of(section: str, form: str = "{}") -> "re.Pattern[str]":
        return _pattern(section, form.format(f"(?:{'|'.join(wordings(section))})"))

    asks = [ask for ask in Ask for _ in wordings(ask.value)]
    written = [
        (f"grammars/{FILE}, section [{section}]", wording)
        for section in (*(ask.value for ask in Ask), "cancel")
        for wording in wordings(section)
    ]
    made = wordings_of("commands", written)
    return Words(
        asks=tuple(zip(asks, made, strict=False)),
        cancel=Wordings(tuple(made[len(asks) :])),
        before=any_of("courtesy", "{}*"),
        after=any_of("after", r"(?:[ ,]+{})*[ .!?,;:]*$"),
        what_if=any_of("whatif"),
        end=any_of("endif", "{}[ .!]*"),
    )


def _filled(wording: str, names: Mapping[str, str]) -> str:
    for name, text in names.items():
        wording = wording.replace(f"{{{name}}}", text)
    return wording


def _pattern(section: str, text: str) -> "re.Pattern[str]":
    try:
        return re.compile(text, re.IGNORECASE)
    except re.error as error:
        raise DataError(f"grammars/{FILE}, section [{section}]: {error}.") from error


def of_subject(subject: str, match: str) -> str:
    """The subject without reply marks, brackets and the name of the match."""
    bare = _REPLY.sub("", subject).strip()
    name = re.escape(match)
    return re.sub(rf"^{name}\b[ :,-]*|[ :,-]*\b{name}$", "", bare, flags=re.IGNORECASE).strip()


def take_out(
    lines: Sequence[Source],
    words: Words,
    phrases: Phrases,
    reader: Reader | None,
    subject: str = "",
) -> Asked:
    """What the player's own lines ask for; text between the marks of a message stays as it is.

    What the order language reads stays an order; without a *reader* (the match is over) it reads
    nothing.
    """
    commands = list(_commands(words, Source(0, subject), reader))
    if words.supposes(subject) == ("", Reach.LETTER):
        own = tuple(line for line in lines if line.is_own)
        return Asked(tuple(commands), (Supposed(own),), tuple(map(_emptied, lines)))
    taker = _Taker(words, reader, list(lines), commands)
    taker.take(phrases)
    different = {(one.ask, one.about): one for one in reversed(commands)}
    return Asked(
        tuple(different.values())[::-1],
        tuple(taker.supposed),
        tuple(taker.lines),
        tuple(taker.cancels),
        frozenset(taker.messages),
    )


@dataclass
class _Taker:
    """One walk over the lines of a letter."""

    words: Words
    reader: Reader | None
    lines: list[Source]
    commands: list[Command]
    supposed: list[Supposed] = field(default_factory=list)
    cancels: list[int] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)

    def take(self, phrases: Phrases) -> None:
        """Takes what is asked for, line by line, but not in messages."""
        is_inside = False
        place = 0
        while place < len(self.lines):
            line = self.lines[place]
            is_mark = line.is_own and _is_mark(phrases, line, end=is_inside)
            is_inside = is_inside != is_mark
            if line.is_own and (is_inside or is_mark):
                self.messages.append(line.number)
            place = self._take_line(place) if line.is_own and not is_inside else place + 1

    def _take_line(self, place: int) -> int:
        """Takes the command in a line, and gives the place after it."""
        line = self.lines[place]
        supposed = self.words.supposes(line.text)
        if supposed is not None:
            rest, reach = supposed
            end = self._end(place + 1, reach)
            inside = (replace(line, text=rest), *self.lines[place + 1 : end])
            if reach is not Reach.LINE or self._names_something(inside):
                self.supposed.append(Supposed(tuple(one for one in inside if one.is_own)))
                self.lines[place:end] = map(_emptied, self.lines[place:end])
                return end
        found = list(_commands(self.words, line, self.reader))
        if found:
            self.commands += found
            self.lines[place] = _emptied(line)
        elif self.words.cancels(line.text):
            self.cancels.append(line.number)
        else:
            self._take_sentences(place)
        return place + 1

    def _take_sentences(self, place: int) -> None:
        """Takes the sentences of a line that are commands, and leaves the others."""
        line = self.lines[place]
        if len(line.text) > LONGEST_SUPPOSED:
            return
        left: list[str] = []
        for sentence in sentences_of(line.text):
            found = list(_commands(self.words, replace(line, text=sentence), self.reader))
            self.commands += found
            left += [] if found else [sentence]
        if len(left) < len(sentences_of(line.text)):
            self.lines[place] = replace(line, text=" ".join(left))

    def _names_something(self, lines: Sequence[Source]) -> bool:
        """Whether "What if ..." is about the game, and no idle question."""
        return self.reader is None or any(
            self.reader.names_something(line.text) for line in lines if line.is_own
        )

    def _end(self, start: int, reach: Reach) -> int:
        """Where “what if” ends."""
        for place in range(start, len(self.lines)):
            line = self.lines[place]
            if not line.is_own:
                continue
            folded = fold(line.text)
            if self.words.end.fullmatch(folded or "-"):
                return place + (0 if folded.endswith(":") else 1)
            is_over = {
                Reach.LETTER: False,
                Reach.PARAGRAPH: not folded,
                Reach.LINE: not self._is_about_others(folded),
            }
            if is_over[reach] or self.words.supposes(line.text) is not None:
                return place
        return len(self.lines)

    def _is_about_others(self, folded: str) -> bool:
        """Whether a line says what another side is thought to do."""
        names = [fold(name) for side in self._sides() for name in (side.name, *side.aliases)]
        begins = "|".join(re.escape(name) for name in names)
        return re.match(rf"(?:and )?(?:assum|suppos|(?:{begins or '(?!)'})\b)", folded) is not None

    def _sides(self) -> Sequence[Side]:
        return self.reader.game.sides if self.reader is not None else ()


def _commands(words: Words, line: Source, reader: Reader | None) -> Iterator[Command]:
    """The commands of a line: one, or several with commas or "and" between them."""
    if len(line.text) > LONGEST:
        return
    command = words.command(line.text, line.number)
    found = [command] if command is not None else _joined(words, line)
    if found and (reader is None or not reader.is_order(line.text)):
        yield from found


def _joined(words: Words, line: Source) -> list[Command]:
    """The commands of a line that is nothing but several of them."""
    parts = [part for part in re.split(r",? and |[,;&+]", line.text) if part.strip(" .!?")]
    if not 1 < len(parts) <= MOST_JOINED:
        return []
    found = [words.command(one) or words.command(f"send me {one}") for one in parts]
    text = " ".join(line.text.split())
    known = [replace(one, line=line.number, text=text) for one in found if one is not None]
    return known if len(known) == len(parts) else []


def _is_mark(phrases: Phrases, line: Source, *, end: bool) -> bool:
    """Whether the line begins a message to other players, or ends the one that it stands in."""
    mark = Line(line.number, line.text.strip())
    return messages.ends(phrases, mark) if end else messages.begins(phrases, mark) is not None


def _emptied(line: Source) -> Source:
    return replace(line, text="")
