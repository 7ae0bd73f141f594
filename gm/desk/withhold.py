"""A chronicle as others may see it: without addresses and private press, and secrets kept.

While a match goes on, the seed and all that came for the present phase are left out. If the game
has secrets that last, positions become those that everybody may see; orders that stay secret are
left out of letters and sheets where the game names them, else all letters and orders are.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from gm.config import Ballots
from gm.desk import digests, unsigned
from gm.desk.chronicle import Chronicle, WrittenLetter
from gm.desk.press import GREY, may_all_read, without_press
from gm.desk.reading import sheet_of
from gm.desk.room import Desk
from gm.desk.standing import stood
from gm.games.game import Discreet, Game
from gm.games.vocabulary import Power
from gm.parsing.phrases import load_phrases
from gm.records import MatchStatus, Plain, PressMessage, Step, Submission
from gm.values import Value, replace

ADDRESS = re.compile(r"[^\s@<>,;:\"'()]+@[^\s@<>,;:\"'()]+\.[a-z]{2,}", re.IGNORECASE)
HIDDEN = "[address]"
WITHHELD = "(withheld)"
ROUTINE = ("read", "sent", "letter")
"""Log lines about single letters: they tell who wrote to whom, and letters are told apart."""


def shown(
    desk: Desk,
    found: Chronicle,
    is_whole: Callable[[Chronicle], bool],
    *,
    with_addresses: bool = False,
) -> Chronicle:
    """The chronicle as others may see it.

    *is_whole* says whether what is left still verifies; if it does not since orders were left out,
    all are.
    """
    game = desk.offer(found.match).game
    bare = _without_private(desk, found, with_addresses=with_addresses)
    if found.match.status is MatchStatus.OVER:
        return bare
    past = _past(bare, game)
    state = _latest_state(found, game)
    public, dump = game.view(state, None), game.codec.dump
    if dump(public) == dump(state):
        return past
    if isinstance(game, Discreet) and dump(game.without_secrets(state)) == dump(public):
        told = _Withholding(desk, past, game, game).told()
        if is_whole(told):
            return told
    return _hidden(past, game)


def _latest_state(found: Chronicle, game: Game[Any, Any]) -> Any:
    return game.codec.load_state(found.standing_steps()[-1].state)


def _without_private(desk: Desk, found: Chronicle, *, with_addresses: bool) -> Chronicle:
    """Without code words and press, and without addresses unless they are wanted."""
    phrases = load_phrases(desk.folders)
    found = unsigned.protected(found, phrases)
    cut = partial(without_press, phrases)
    plain = _as_it_is if with_addresses else partial(ADDRESS.sub, HIDDEN)
    is_secret = desk.config_of(found.match).votes.ballots is Ballots.SECRET
    seats = (replace(seat, code_word=None) for seat in found.seats)
    return replace(
        found,
        seats=tuple(
            seat if with_addresses else replace(seat, addresses=(), zone=None) for seat in seats
        ),
        submissions={
            number: tuple(replace(one, pieces=()) for one in sheets)
            for number, sheets in found.submissions.items()
        },
        letters={
            number: replace(
                letter,
                subject=plain(" ".join(letter.subject.split())),
                text=plain(cut(letter.text)),
            )
            for number, letter in found.letters.items()
        },
        press=tuple(_told(desk, found)),
        reports={number: plain(text) for number, text in found.reports.items()},
        log=tuple(
            replace(entry, who=plain(entry.who), detail=plain(entry.detail))
            for entry in found.log
            if entry.what not in ROUTINE
            if not (is_secret and entry.what == "vote" and entry.who != "gm")
        ),
    )


def _told(desk: Desk, found: Chronicle) -> Iterator[PressMessage]:
    """The messages that everybody may read, those that are not signed without their sender."""
    is_over = found.match.status is MatchStatus.OVER
    published = desk.config_of(found.match).press.published
    for message in found.press:
        if may_all_read(message, published, is_over=is_over):
            yield replace(message, sender="") if message.kind == GREY else message


def _as_it_is(text: str) -> str:
    return text


def _past(found: Chronicle, game: Game[Any, Any]) -> Chronicle:
    """Without the seed, and without all that came for the present phase, or may count again.

    Where a step was taken back, what had come for the phase after it counts when that comes round;
    where the position was corrected, the orders stand with both positions.
    """
    last = found.standing_steps()[-1]
    past = {step.after for step in found.standing_steps() if step.ruling is None}
    told, untold = (
        {
            one.letter
            for number, sheets in found.submissions.items()
            for one in sheets
            if (number in past) is is_past
        }
        for is_past in (True, False)
    )
    return replace(
        found,
        match=replace(found.match, seed="", reminded=None),
        submissions={
            number: sheets if number in past else () for number, sheets in found.submissions.items()
        },
        letters={
            number: letter
            for number, letter in found.letters.items()
            if number in told or (number not in untold and letter.received < last.at)
        },
        log=tuple(entry for entry in found.log if entry.at <= last.at and entry.what != "vote"),
        keys=dict(_keys(found, game)),
    )


def _keys(found: Chronicle, game: Game[Any, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """The keys of the fingerprints of all phases that are past."""
    starts = {step.after for step in found.steps}
    for step in found.steps:
        if step.number in starts:
            phase = game.phase(game.codec.load_state(step.state)).key
            keys = {side.id: digests.key(found.match, phase, side.id) for side in game.sides}
            yield phase, {str(power): key for power, key in keys.items()}


def _hidden(found: Chronicle, game: Game[Any, Any]) -> Chronicle:
    """Without letters, orders and events, with the positions that everybody may see.

    An end that was taken back is left out: its position and report lay open what is secret again.
    """
    steps = (
        replace(step, orders={}, events=(), ruling=_without_values(step.ruling))
        for step in found.steps
        if step.withdrawn is None or game.end(game.codec.load_state(step.state)) is None
    )
    return replace(
        found,
        steps=tuple(replace(step, state=_public(game, step)) for step in steps),
        submissions={},
        letters={},
        keys={},
        hides=True,
    )


def _without_values(ruling: Plain) -> Plain:
    """A ruling without what was set by hand, which may be hidden; the positions show the rest."""
    if not isinstance(ruling, dict) or "changes" not in ruling:
        return ruling
    return {**ruling, "changes": []}


def _public(game: Game[Any, Any], step: Step) -> Any:
    return game.codec.dump(game.view(game.codec.load_state(step.state), None))


class _Withholding(Value, frozen=True):
    """Leaves the orders out that stay secret, from steps, sheets and letters."""

    desk: Desk
    found: Chronicle
    game: Game[Any, Any]
    discreet: Discreet

    def told(self) -> Chronicle:
        """The chronicle without them."""
        withheld = {
            step.number: tuple(
                power for power, orders in step.orders.items() if any(map(self._is_secret, orders))
            )
            for step in self.found.steps
        }
        letters = dict(self.found.letters)
        for step in self.found.steps:
            for one in self.found.submissions.get(step.number, ()):
                if one.letter in letters and any(map(self._is_secret, one.orders)):
                    letters[one.letter] = self._cut(step, letters[one.letter])
        return replace(
            self.found,
            steps=tuple(map(self._step, self.found.steps)),
            submissions={
                number: tuple(map(self._sheet, sheets))
                for number, sheets in self.found.submissions.items()
            },
            letters=letters,
            keys=self._keys(withheld),
            withheld={number: powers for number, powers in withheld.items() if powers},
        )

    def _keys(self, withheld: Mapping[int, Sequence[str]]) -> dict[str, dict[str, str]]:
        """The keys without those that would let a fingerprint tell what is withheld."""
        keys = {phase: dict(of_phase) for phase, of_phase in self.found.keys.items()}
        states = {step.number: step.state for step in self.found.steps}
        for step in self.found.steps:
            if step.after is None:
                continue
            phase = self.game.phase(self.game.codec.load_state(states[step.after])).key
            for power in withheld[step.number]:
                keys.get(phase, {}).pop(power, None)
        return keys

    def _is_secret(self, data: Any) -> bool:
        return self.discreet.stays_secret(self.game.codec.load_order(data))

    def _kept(self, orders: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(one for one in orders if not self._is_secret(one))

    def _step(self, step: Step) -> Step:
        orders = {power: self._kept(one) for power, one in step.orders.items()}
        codec = self.game.codec
        state = codec.dump(self.discreet.without_secrets(codec.load_state(step.state)))
        return replace(step, orders=orders, state=state)

    def _sheet(self, sheet: Submission) -> Submission:
        return replace(sheet, orders=self._kept(sheet.orders))

    def _cut(self, step: Step, letter: WrittenLetter) -> WrittenLetter:
        """The letter without the pieces in which such orders stand."""
        before = stood(self.desk, self.found.match, step, {}, ())
        read = sheet_of(self.desk, before, Power(letter.power), letter)
        text = letter.text
        for piece, orders in zip(read.sheet.pieces, read.of_piece, strict=True):
            if any(map(self.discreet.stays_secret, orders)):
                text = text.replace(piece.text, WITHHELD)
        return replace(letter, text=text)
