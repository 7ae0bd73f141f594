"""How a match stands: its game, the present state, and what each power has sent for the phase."""

from collections.abc import Mapping, Sequence
from typing import Any

from gm import deadlines
from gm.catalogue import Offer
from gm.config import Config, schedule
from gm.desk import digests
from gm.desk.room import Desk
from gm.errors import DataError
from gm.games.vocabulary import Checked, Demand, End, Fate, Phase, Power, Side
from gm.records import Match, Seat, Step, Submission
from gm.values import Value, replace


class Standing(Value, frozen=True):
    """A match as it stands after its latest step.

    ``config`` holds the settings of the desk with those of the match before them. ``phase`` is the
    present phase, None when the match is over; ``end`` then says how it ended. ``submissions`` are
    the order sheets for the phase, oldest first.
    """

    match: Match
    config: Config
    offer: Offer
    schedule: deadlines.Schedule
    seats: Mapping[Power, Seat]
    step: Step
    state: Any
    phase: Phase | None
    end: End | None
    awaiting: Mapping[Power, Demand]
    submissions: tuple[Submission, ...]

    def side(self, power: Power) -> Side:
        """The power as people know it."""
        return next(side for side in self.offer.game.sides if side.id == power)

    @property
    def played(self) -> tuple[Power, ...]:
        """The powers that owe something now and have a player to send it."""
        return tuple(
            power for power in self.awaiting if power in self.seats and self.seats[power].addresses
        )

    def sheets(self, power: Power) -> list[list[Any]]:
        """The orders of a power for this phase, sheet by sheet, oldest first."""
        load = self.offer.game.codec.load_order
        return [
            list(map(load, submission.orders))
            for submission in self.submissions
            if submission.power == power
        ]

    def checked(self, power: Power) -> Checked[Any]:
        """All orders of a power for this phase, checked together."""
        return self.offer.game.check(self.state, power, self.sheets(power))

    def with_sheet(self, submission: Submission) -> tuple["Standing", int]:
        """The standing with one more order sheet, and the sheet's place among its power's.

        Sheets count in the order in which they arrived; a letter that is read once more takes the
        place of what was read in it before.
        """
        letter = submission.letter
        others = [one for one in self.submissions if letter is None or one.letter != letter]
        before = [one for one in others if one.received <= submission.received]
        own = [one for one in before if one.power == submission.power]
        placed = (*before, submission, *others[len(before) :])
        return replace(self, submissions=placed), len(own)

    def digest(self, power: Power, orders: Sequence[Any]) -> str:
        """The fingerprint of the orders of a power in this phase (``gm.desk.digests``)."""
        notation = list(map(self.offer.game.notation, orders))
        name, key = self.match.name, self.key(power)
        return digests.fingerprint(name, self.phase_key, power, key, notation)

    def key(self, power: Power) -> str:
        """The key of the fingerprints of a power in this phase."""
        return digests.key(self.match, self.phase_key, power)

    @property
    def phase_key(self) -> str:
        """What names the present phase in fingerprints; ``end`` after the end."""
        return self.phase.key if self.phase else "end"


def standing(desk: Desk, match: Match, step: Step | None = None) -> Standing:
    """How *match* stands now, or stood after *step*.

    Raises:
        DataError: the match has no step, or its map is broken.
        SettingsError: a setting of the match is impossible.
    """
    step = step or desk.store.latest_step(match.name)
    if step is None:
        raise DataError(f"The match {match.name} has no first position; the store is damaged.")
    seats = {Power(seat.power): seat for seat in desk.store.seats(match.name)}
    return stood(desk, match, step, seats, desk.store.submissions(match.name, step.number))


def stood(
    desk: Desk,
    match: Match,
    step: Step,
    seats: Mapping[Power, Seat],
    submissions: tuple[Submission, ...],
) -> Standing:
    """How *match* stood after *step*, with the order sheets given; looks at no store.

    Raises:
        DataError: its map is broken.
        SettingsError: a setting of the match is impossible.
    """
    made = desk.offer(match)
    game = made.game
    config = desk.config_of(match)
    position = desk.position(made, match.name, step.state)
    return Standing(
        match=match,
        config=config,
        offer=made,
        schedule=schedule(config.calendar, game.timing),
        seats=seats,
        step=step,
        state=position.state,
        phase=position.phase,
        end=position.end,
        awaiting=position.awaiting,
        submissions=submissions,
    )


def followed(checked: Checked[Any]) -> list[Any]:
    """The orders that will be followed: without those that are only kept to be revealed."""
    refused = [one.order for sheet in checked.sheets for one in sheet if one.fate is Fate.REFUSED]
    return [order for order in checked.orders if order not in refused]


def instead(checked: Checked[Any]) -> list[tuple[Any, Any]]:
    """What units do whose only order is refused, each with that order."""
    return [
        (one.instead, one.order)
        for sheet in checked.sheets
        for one in sheet
        if one.fate is Fate.REFUSED and one.instead is not None
    ]


def owes(checked: Checked[Any]) -> bool:
    """Whether a power still has to send something that the rules ask of it."""
    return any(not task.optional for task in checked.missing)
