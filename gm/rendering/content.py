"""What the letters of ``templates/mail/`` are made from: the keys of their content, with types.

Plain data throughout; every key must be there, and where nothing is to be said its value is None
or an empty list. Reports and positions are made by the games, which document their own keys; a
report that is mailed holds the keys of ``Frame`` besides.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict


class Moment(TypedDict):
    """A moment as people read it.

    ``local``: ``Tuesday, 10 February 2026, 20:00 EST``; ``zone``: ``America/New_York``; ``utc``:
    ``Wednesday, 11 February 2026, 01:00 UTC``; ``left``: ``6 days 3 hours``, None when it is past
    or nobody counts. ``own`` is the same by the reader's own clock, None if that is the same.
    """

    local: str
    zone: str
    utc: str
    left: str | None
    own: NotRequired[str | None]


class Match(TypedDict):
    """``name`` is the word for subject lines (``edo``), ``game`` the title of the game."""

    name: str
    game: str


class Seat(TypedDict):
    """Whom the letter is for: the power's id and name, and the player as the match knows them."""

    power: str
    power_name: str
    player: str | None


class Frame(TypedDict):
    """What every letter holds.

    ``phase`` is the label of the present phase (``Spring 1570, movement``) and ``turn`` what
    players write in headings (``Spring 1570``), both None before the match begins and after its
    end. ``deadline`` is that of the present phase. ``address`` is where orders go, ``gm`` the
    gamemaster's name, ``site`` the address of the match's page. ``manners`` says how orders are
    written and changed, in games where that differs from one order for each unit.
    """

    match: Match
    seat: Seat | None
    manners: NotRequired[Mapping[str, str] | None]
    phase: str | None
    turn: str | None
    deadline: Moment | None
    address: str
    gm: str
    site: str | None


class Said(TypedDict):
    """What is wrong with something (``gm.games.vocabulary.Problem``); ``fault`` is its value.

    ``numbers`` are those that proposals can be answered with, none where they have none.
    """

    fault: str
    quoted: str
    reason: str
    hint: str | None
    proposals: Sequence[str]
    numbers: Sequence[int]


class Spelt(TypedDict):
    """An order in standard wording and in compact notation; ``note`` says more of it."""

    wording: str
    notation: str
    note: NotRequired[str]


class ReadOrder(TypedDict):
    """An order of a letter: ``fate`` is ``stands``, ``replaced`` or ``refused``."""

    wording: str
    notation: str
    fate: str
    problems: Sequence[Said]


class Piece(TypedDict):
    """A line or sentence of a letter: ``verdict`` is ``understood``, ``asked`` or ``talk``.

    ``problem`` says what is asked back, else None.
    """

    text: str
    line: int
    verdict: str
    orders: Sequence[ReadOrder]
    problem: Said | None


class Section(TypedDict):
    """Something at the end of a report or page: a heading, sentences, and a table.

    ``lines`` are the ``rows`` of the table in columns of plain text.
    """

    heading: str
    paragraphs: Sequence[str]
    rows: Sequence[Sequence[str]]
    lines: Sequence[str]


class Owed(TypedDict):
    """A unit or an action without an order (``gm.games.vocabulary.Task``)."""

    subject: str
    default: str
    choices: Sequence[str]
    optional: bool


class Receipt(Frame):
    """``mail/receipt``: what was understood in one letter.

    ``received`` is when it arrived, ``number`` the receipt's number within the match, ``digest`` a
    fingerprint of the orders that stand and ``key`` its key. ``standing`` are all orders that now
    stand for the phase, ``missing`` what is still owed, ``notes`` sentences about the whole.
    ``present`` is false when nothing in the letter counts as orders for this phase.
    ``taken_back`` are the orders of earlier letters that it takes back with all others,
    ``proposed`` examples of numbers of proposals to answer with, for two lines if there are two.
    """

    received: Moment
    number: int
    digest: str
    key: str
    pieces: Sequence[Piece]
    standing: Sequence[Spelt]
    taken_back: Sequence[Spelt]
    proposed: Sequence[int]
    missing: Sequence[Owed]
    notes: Sequence[str]
    present: bool


class Reminder(Frame):
    """``mail/reminder``: before the deadline, to a player who owes something.

    ``summary`` is the demand in one sentence.
    """

    summary: str
    standing: Sequence[Spelt]
    missing: Sequence[Owed]
    sheet: "OrderSheet | None"


class Refusal(TypedDict):
    """``mail/refusal``: a letter that could not be taken, and nothing of any match.

    ``reason`` and ``hint`` are full sentences (the address is not registered; the letter names no
    match); ``quoted_subject`` is the subject of the letter that came.
    """

    reason: str
    hint: str | None
    quoted_subject: str | None
    address: str
    gm: str


class Late(Frame):
    """``mail/late``: the letter came after the deadline; ``missed`` is that deadline.

    ``missed_phase`` is the label of the phase it was meant for; ``waits`` says whether that is not
    adjudicated yet, since the match waits for the gamemaster.
    """

    received: Moment
    missed: Moment
    missed_phase: str
    waits: bool


class Parcel(TypedDict):
    """What who takes a power over has to know beside the welcome.

    ``orders`` are here already, ``history`` are lines, ``report`` is the text of the last report,
    ``press`` are sections.
    """

    orders: Sequence[Spelt]
    history: Sequence[str]
    report: str | None
    press: Sequence[Section]


class Welcome(Frame):
    """``mail/welcome``: the match begins.

    ``summary`` and ``tasks`` are the reader's first demand. ``powers`` lists the sides as
    ``{"id", "name", "colour", "player"}``. ``rules`` are the rule choices as ``{"name", "value",
    "says"}``, ``says`` a sentence or None,
    ``position`` is ``Game.position``, ``position_text`` and ``position_html`` the rendered document
    ``position`` of the family, to be shown as it is. ``schedule`` are sentences about deadlines,
    ``terms`` those about votes and messages where the match is not played as usual,
    ``chance`` is one about the seed of the match.
    """

    summary: str
    tasks: Sequence[Owed]
    powers: Sequence[Mapping[str, Any]]
    rules: Sequence[Mapping[str, str | None]]
    schedule: Sequence[str]
    terms: Sequence[str]
    chance: str
    sheet: "OrderSheet | None"
    position_text: str
    position_html: str
    pictures: Sequence[Mapping[str, Any]]
    parcel: NotRequired[Parcel | None]


class Note(Frame):
    """``mail/note``: a word of the GM to one or all players; ``paragraphs`` are plain text."""

    heading: str
    paragraphs: Sequence[str]


class Answered(TypedDict):
    """One thing that a player asked for: sentences, preformatted text, and names of pictures."""

    heading: str
    paragraphs: Sequence[str]
    text: str | None
    pictures: Sequence[str]


class Answer(Frame):
    """``mail/answer``: what a player asked for (help, status, a map, what if ...)."""

    heading: str
    sections: Sequence[Answered]


class OrderSheet(TypedDict):
    """What the reader may send, to fill in (``gm.games.forms``); part of reports.

    ``summary`` is the demand in one sentence, ``text`` the sheet as it must stand in a letter.
    """

    summary: str
    text: str


class Press(Frame):
    """``mail/press``: a message of one player to others.

    ``sender`` is None if it is not signed; ``readers`` are named in a row (``Oda and Hojo``),
    ``lines`` are the message's own, ``written`` is when it came.
    """

    sender: str | None
    readers: str
    lines: Sequence[str]
    written: Moment


class Moved(Frame):
    """``mail/deadline``: the deadline has moved; ``reason`` is a sentence of the GM or None.

    ``before`` is None if the match was paused.
    """

    before: Moment | None
    reason: str | None


class SeatStatus(TypedDict):
    """How one seat stands: ``state`` is a few words (``all orders in``, ``2 of 5 missing``)."""

    power_name: str
    player: str | None
    state: str
    awaited: bool


class MatchStatus(TypedDict):
    """How one match stands, for its GM; ``votes`` are sentences about the votes that stand."""

    match: Match
    phase: str
    deadline: Moment | None
    seats: Sequence[SeatStatus]
    votes: Sequence[str]


class Digest(TypedDict):
    """``mail/digest``: to the GM; ``concerns`` are sentences, the most urgent first.

    ``about`` is the match that all of them are about, if they are about one. ``answers`` are lines
    that the GM may answer with.
    """

    gm: str
    address: str
    about: str | None
    matches: Sequence[MatchStatus]
    concerns: Sequence[str]
    answers: NotRequired[Sequence[str]]
