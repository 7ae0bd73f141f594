"""From a saved game to a match: every phase is adjudicated again and compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gm.games.diplomacy import sequence
from gm.games.diplomacy.checks import check
from gm.games.diplomacy.events import EndReason, Event, MatchEnded
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Order
from gm.games.diplomacy.phases import ended
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.savedgame.comparing import Past, position_differences, result_differences
from gm.games.diplomacy.savedgame.notation import COMPLETED, phase_name, power_name
from gm.games.diplomacy.savedgame.pages import Page
from gm.games.diplomacy.sequence import Calendar
from gm.games.diplomacy.state import State
from gm.games.interchange import PlayedStep, Ruling
from gm.games.vocabulary import Outcome, Power


@dataclass(slots=True)
class Playing:
    """A saved game as it is played again.

    ``state`` is the position of the page *at*; ``past`` is what led to it by the rules.
    """

    board: Board
    rules: Rulebook
    calendar: Calendar
    pages: Sequence[Page]
    state: State
    at: int = 0
    past: Past | None = None
    steps: list[PlayedStep[State]] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The page to be compared and adjudicated next."""
        return self.pages[self.at]

    @property
    def following(self) -> Page | None:
        """The page after it, None if it is the last one."""
        return self.pages[self.at + 1] if self.at + 1 < len(self.pages) else None


def play(playing: Playing, until: str | None) -> None:
    """Plays all pages, or those before *until*, as far as nothing differs."""
    names = [page.name for page in playing.pages]
    last = len(names) - 1 if until is None else names.index(until)
    while True:
        _compare(playing)
        if playing.differences or playing.following is None or playing.at >= last:
            return
        if _is_ruled(playing.page, playing.following):
            past = Past(playing.page.name, ())
            found = position_differences(playing.board, playing.state, playing.following, past)
            playing.differences = list(found)
            if not playing.differences:
                _conclude(playing, playing.following)
            return
        _adjudicate(playing)
        if playing.differences or playing.at == len(playing.pages):
            return
        if playing.page.key is None and playing.state.ended is None:
            _compare(playing)
            if not playing.differences:
                _conclude(playing, playing.page)
            return


def _name(state: State) -> str:
    return phase_name((state.year, state.season, state.stage))


def _compare(playing: Playing) -> None:
    """Compares position and phase of the present page with what the rules give."""
    board, state, page = playing.board, playing.state, playing.page
    is_over = state.ended is not None
    expected = COMPLETED if is_over else _name(state)
    if page.name != expected and page.key is not None:
        playing.differences = list(_phase_differences(playing, expected))
        return
    playing.differences = list(position_differences(board, state, page, playing.past))


def _phase_differences(playing: Playing, expected: str) -> Iterator[str]:
    """That another phase comes next than the file says, and what that may follow from."""
    board, state, page, past = playing.board, playing.state, playing.page, playing.past
    if past is None:
        yield f"The file begins with {page.name}; a match here begins with {expected}."
        return
    why = f" {state.ended.sentence}" if state.ended else ""
    yield (
        f"After {past.phase} the file goes on with {page.name}; by the rules here {expected} comes "
        f"next.{why}"
    )
    yield from position_differences(board, state, page, past)


def _is_ruled(page: Page, following: Page) -> bool:
    """True if the game ended there without another adjudication: by a draw."""
    return following.key is None and not page.results and not any(page.orders.values())


def _conclude(playing: Playing, last: Page) -> None:
    """Ends the match as the file says."""
    note = last.note.removeprefix("Victory by: ").split(", ")
    winners = tuple(one for one in playing.board.powers if power_name(one)[:3] in note)
    ruling = Ruling(winners, _ended_sentence(playing.board, winners))
    event = MatchEnded(winners, EndReason.GAMEMASTER, ruling.why)
    before = playing.state
    playing.state = ended(before, event)
    outcome = Outcome(playing.state, (event,))
    playing.steps.append(PlayedStep(before, {}, outcome, ruling, playing.page.at))


def _ended_sentence(board: Board, winners: Sequence[Power]) -> str:
    """How a game ended that nobody won by the rules."""
    names = [board.power_name(one) for one in winners]
    if not names:
        return "The game was ended there without a winner."
    if len(names) == 1:
        return f"{names[0]} has won; the game was ended there."
    return f"The game was ended there in a draw of {', '.join(names[:-1])} and {names[-1]}."


def _adjudicate(playing: Playing) -> None:
    """Adjudicates the orders of the present page, and turns to the page after it."""
    board, rules, calendar = playing.board, playing.rules, playing.calendar
    page, before = playing.page, playing.state
    orders = checked_orders(board, rules, before, page.orders)
    outcome = sequence.adjudicate(board, rules, calendar, before, orders)
    playing.steps.append(PlayedStep(before, orders, outcome, at=page.at))
    state, happened = before, list[Event]()
    for carried in sequence.steps(board, rules, calendar, before, orders):
        name = _name(state)
        if playing.page.name == name:
            happened = [*carried.events]
            if state is not before:
                _compare_passed(playing, state)
            if playing.page.results:
                playing.differences += result_differences(board, playing.page, carried.events)
            playing.past = Past(name, happened)
            playing.at += 1
            if playing.differences or playing.at == len(playing.pages):
                break
        state = carried.state
    playing.state = outcome.state


def _compare_passed(playing: Playing, state: State) -> None:
    """Compares a page that nobody has a choice in, and that a match here passes over."""
    found = position_differences(playing.board, state, playing.page, playing.past)
    playing.differences += found


def checked_orders(
    board: Board, rules: Rulebook, state: State, orders: Mapping[Power, Sequence[Order]]
) -> dict[Power, tuple[Order, ...]]:
    """The orders of all powers as they are adjudicated."""
    found: dict[Power, tuple[Order, ...]] = {}
    for power in board.powers:
        checked = check(board, rules, state, power, [orders.get(power, ())])
        if checked.present or checked.orders:
            found[power] = checked.orders
    return found
