"""Answers in games where a letter takes the place of the whole plan before it.

There the order that a number means would drop the rest of the plan. It goes into the letter that
was doubtful instead, at its line, and the letter so completed is what the answer says. Games in
which each order stands for itself need none of this; which is which, the game's check tells.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from gm.desk.answers import Settled, asked_back
from gm.desk.chronicle import written
from gm.desk.noted import bare, text_fact
from gm.desk.offers import Offered, Proposal
from gm.desk.reading import sheet_of
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed
from gm.games.vocabulary import Power
from gm.parsing.choosing import Reader
from gm.parsing.pieces import Verdict
from gm.values import Value, replace

SUPERSEDED = (
    "What receipt {receipt} asked about was part of a plan that a later letter has replaced. "
    "Please write the plan anew."
)


class Completer(Value, frozen=True):
    """Puts the answers of one letter into the letters that they complete, where that is needed."""

    desk: Desk
    now: Standing
    power: Power
    reader: Reader

    def completed(self, settled: Sequence[Settled]) -> list[Settled]:
        """The answers, each with what it means for the plan."""
        done = list(settled)
        receipts = {one.offered.receipt: one.offered for one in settled if one.offered}
        for offered in receipts.values():
            places = [at for at, one in enumerate(done) if one.chosen and one.offered == offered]
            chosen = [proposal for at in places for proposal in done[at].chosen]
            if places and self._drops(self._orders(chosen)):
                self._complete(done, places, offered, chosen)
        return done

    def _complete(
        self,
        done: list[Settled],
        places: Sequence[int],
        offered: Offered,
        chosen: Sequence[Proposal],
    ) -> None:
        """Lets the first of the answers mean the completed letter, and the others nothing more."""
        base = [*self._doubtful(offered), *self._orders(self._earlier(offered))]
        if not base:
            return
        if not all(order in self._before() for order in base):
            for at in places:
                done[at] = asked_back(done[at], SUPERSEDED.format(receipt=offered.receipt))
            return
        merged = list(self._merged(offered, [*chosen, *self._earlier(offered, chosen)]))
        spell = self.now.offer.game.spell
        meaning = "; ".join(map(spell, merged))
        for at in places:
            done[at] = replace(done[at], meaning=meaning if at == places[0] else "")

    def _before(self) -> list[Any]:
        return followed(self.now.checked(self.power))

    def _orders(self, chosen: Sequence[Proposal]) -> list[Any]:
        nodes = (node for one in chosen for node in self.reader.read(one.text) or ())
        return [order for node in nodes for order in self.now.offer.game.read(node)]

    def _drops(self, orders: Sequence[Any]) -> bool:
        """Whether these orders in a letter of their own drop others that they do not exclude."""
        game, before = self.now.offer.game, self._before()
        sheets = [*self.now.sheets(self.power), list(orders)]
        after = followed(game.check(self.now.state, self.power, sheets))
        beside = followed(game.check(self.now.state, self.power, [[*before, *orders]]))
        return any(order in beside and order not in after for order in before)

    def _doubtful(self, offered: Offered) -> list[Any]:
        """What of the doubtful letter was followed when it came."""
        game = self.now.offer.game
        for one in self.now.submissions:
            if one.letter == offered.letter and one.power == self.power:
                orders = list(map(game.codec.load_order, one.orders))
                return followed(game.check(self.now.state, self.power, [orders]))
        return []

    @staticmethod
    def _earlier(offered: Offered, chosen: Sequence[Proposal] = ()) -> list[Proposal]:
        """The proposals that earlier answers chose, but for what is *chosen* anew."""
        things = {(one.line, one.about) for one in chosen}
        numbers = (offered.by_number(number) for number in offered.settled)
        latest = {(one.line, one.about): one for one in numbers if one is not None}
        return [one for thing, one in latest.items() if thing not in things]

    def _merged(self, offered: Offered, chosen: Sequence[Proposal]) -> Iterator[Any]:
        """The orders of the doubtful letter, with those chosen at their places."""
        game = self.now.offer.game
        kept = self.desk.store.letter(offered.letter)
        if kept is None:
            return
        letter = written(kept, self.desk.store.fact(text_fact(offered.letter)))
        read = sheet_of(self.desk, self.now, self.power, letter)
        by_thing = {(one.line, one.about): self._orders([one]) for one in chosen}
        for piece, orders in zip(read.sheet.pieces, read.of_piece, strict=True):
            whole = by_thing.get((piece.line, bare(piece.text)))
            if whole is not None:
                yield from whole
            elif piece.verdict is Verdict.UNDERSTOOD:
                for order in orders:
                    yield from by_thing.get((piece.line, game.spell(order)), [order])
