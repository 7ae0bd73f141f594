"""“What if”: orders and assumptions tried in private, told to the sender, and kept nowhere.

The sender's standing orders hold but where the letter says otherwise. Under a side's name, or after
“assume”, stands what that side is thought to order. What the sender may not know plays no part, and
chance is drawn anew, so that the answer tells nothing of dice and cards to come.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gm.desk.commands import Supposed
from gm.desk.replies import Told
from gm.desk.reports import about
from gm.desk.room import Desk
from gm.desk.sheets import read_orders
from gm.desk.standing import Standing
from gm.games.game import Supposable
from gm.games.vocabulary import Fate, Outcome, Power
from gm.parsing.folding import fold
from gm.parsing.pieces import Verdict
from gm.values import replace

HEADING = "What if"
NOBODY_TOLD = (
    "This was only tried: nothing of it is kept, no order was changed, and nobody else is told."
)
CHANCE = (
    "Dice and cards were drawn for this answer alone and say nothing about those to come; things "
    "the position hides from you were left out."
)
FAULT = (
    "This could not be tried: it is a fault of the program, of which the gamemaster has been told. "
    "Your orders are not touched by it."
)
ASSUME = re.compile(
    r"(?:(?:and|also|please|let's|let us|if)[ ,]+)*(?:assum(?:e|ing)|suppos(?:e|ing)|say)"
    r"(?: that)?[ :,]+", re.IGNORECASE,
)  # fmt: skip
MINE = ("me", "mine", "my orders", "my own", "i", "own", "we", "ours")


@dataclass
class Try:
    """What is tried: the text for each power, and what the answer says about single lines."""

    texts: dict[Power, list[str]] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)


def told(desk: Desk, at: datetime, now: Standing, power: Power, supposed: Supposed) -> Told:
    """The answer to one “what if” of the player of *power*."""
    game = now.offer.game
    if now.phase is None:
        return Told(HEADING, ["The match is over, so there is nothing left to try."])
    if not isinstance(game, Supposable):
        return Told(HEADING, ["In this game nothing can be tried."])
    state = game.suppose(now.state, power, f"{at.isoformat()} {now.match.name} {power}")
    if state is None:
        return Told(HEADING, ["In the middle of a turn nothing can be tried; please wait for it."])
    tried = _Trial(desk, replace(now, state=state, submissions=()), power)
    asked = tried.texts(supposed)
    own = now.sheets(power)
    orders = {side: sheets for side in asked.texts if (sheets := tried.sheet(asked, side))}
    followed, notes = tried.checked(orders, own)
    outcome = game.adjudicate(state, followed)
    said = [NOBODY_TOLD, *([] if game.is_certain else [CHANCE]), *asked.doubts, *notes]
    return _report(desk, tried, outcome, [*said, *tried.summary(followed)])


@dataclass
class _Trial:
    """One supposition in one position."""

    desk: Desk
    now: Standing
    power: Power

    def texts(self, supposed: Supposed) -> Try:
        """Whose orders the lines are: the sender's, but under another side's name."""
        found = Try()
        current = self.power
        for line in supposed.lines:
            text = line.text.strip().lstrip("*•-> ")
            is_assumed = ASSUME.match(text) is not None
            text = ASSUME.sub("", text, count=1)
            named, rest = self._heading(text)
            if named is not None:
                if not rest:
                    current = named
                else:
                    found.texts.setdefault(named, []).append(rest)
                continue
            if text.rstrip(": ") and is_assumed:
                owner = self._owner(text)
                found.texts.setdefault(owner or current, []).append(text)
            elif text.rstrip(": "):
                found.texts.setdefault(current, []).append(text)
        return found

    def _heading(self, text: str) -> tuple[Power | None, str]:
        """The side that a line begins with, and what follows its name."""
        folded = fold(text)
        for side in self.now.offer.game.sides:
            for name in sorted((side.name, side.id, *side.aliases), key=len, reverse=True):
                known = re.escape(fold(name))
                found = re.match(
                    rf"(?:the |clan )?{known}(?:'s)?(?: orders?)?(?: ?[:=-] ?| |$)", folded
                )
                if found is not None:
                    return side.id, self._after(text, folded[found.end() :])
        for word in MINE:
            if re.match(rf"{word} ?:", folded):
                return self.power, text.partition(":")[2].strip()
        return None, text

    @staticmethod
    def _after(text: str, rest: str) -> str:
        """What follows in the text as written; folded where that cannot be told."""
        written = text.partition(":")[2].strip()
        return written if written and fold(written) == rest.strip() else rest.strip()

    def _owner(self, text: str) -> Power | None:
        """The one side for which an assumed line without a name is an order it can give."""
        able = [side.id for side in self.now.offer.game.sides if self._fits(side.id, text)]
        return able[0] if len(able) == 1 else None

    def _fits(self, power: Power, text: str) -> bool:
        orders = read_orders(self.desk, self.now, power, text).orders
        if not orders:
            return False
        (checked,) = self.now.offer.game.check(self.now.state, power, [orders]).sheets
        return all(one.fate is Fate.STANDS for one in checked)

    def sheet(self, asked: Try, power: Power) -> list[Any]:
        """The orders supposed for a power; what is not understood is told."""
        text = "\n".join(asked.texts[power])
        read = read_orders(self.desk, self.now, power, text)
        for piece in read.sheet.pieces:
            if piece.verdict is Verdict.ASKED and piece.problem is not None:
                asked.doubts.append(f"Left out: “{piece.text}”. {piece.problem.reason}")
        return list(read.orders)

    def checked(
        self, orders: Mapping[Power, list[Any]], own: Sequence[Sequence[Any]]
    ) -> tuple[dict[Power, tuple[Any, ...]], list[str]]:
        """The orders to follow: the sender's standing ones too; and why others are not."""
        game = self.now.offer.game
        followed: dict[Power, tuple[Any, ...]] = {}
        notes: list[str] = []
        for side in game.sides:
            sheets = [*own] if side.id == self.power else []
            sheets += [orders[side.id]] if side.id in orders else []
            checked = game.check(self.now.state, side.id, sheets)
            if checked.present or checked.orders:
                followed[side.id] = checked.orders
            notes += _refusals(game, side.name, checked.sheets[-1:] if side.id in orders else ())
        return followed, notes

    def summary(self, followed: Mapping[Power, Sequence[Any]]) -> Iterator[str]:
        """What was tried for each side, as sentences."""
        game = self.now.offer.game
        for side in game.sides:
            if followed.get(side.id):
                listed = "; ".join(map(game.notation, followed[side.id]))
                whose = "your orders" if side.id == self.power else "assumed"
                yield f"{side.name} ({whose}): {listed}."
        yield "All others send nothing."


def _refusals(game: Any, name: str, sheets: Sequence[Sequence[Any]]) -> list[str]:
    return [
        f"Not possible for {name}: {game.spell(one.order)}. {one.problems[0].reason}"
        for sheet in sheets
        for one in sheet
        if one.fate is Fate.REFUSED and one.problems
    ]


def _report(desk: Desk, tried: _Trial, outcome: Outcome[Any], said: Sequence[str]) -> Told:
    """The report that would be, as the sender would get it."""
    from gm.rendering.documents import render  # only when there is something to write

    now, game = tried.now, tried.now.offer.game
    content = {
        **about(now, tried.power),
        **game.report(now.state, outcome, tried.power),
        "notes": [],
        "sheet": None,
        "appendix": [],
    }
    document = render(now.offer.templates, "report", content, desk.folders)
    label = now.phase.label if now.phase else ""
    return Told(f"{HEADING}: {label}", said, document.text.rstrip(), document.pictures)
