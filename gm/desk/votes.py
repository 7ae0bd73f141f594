"""Votes of the players on the end of a match: a draw, the victory of a power, or an end.

Who remains may vote. A vote stands until its player withdraws it or votes otherwise. When enough
agree the match ends, or, where the rules know no draw, the gamemaster is asked to name the winner.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from gm.config import Ballots, Motion, Needed
from gm.desk.announcing import tell
from gm.desk.conduct import BY_VOTE
from gm.desk.ending import conclude
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.timing import Word, pause
from gm.games.game import Settling
from gm.games.vocabulary import Power
from gm.records import MatchStatus
from gm.values import Value


class Ballot(Value, frozen=True):
    """What a player votes for; *power* is who shall win."""

    motion: Motion
    power: Power | None = None

    def spelt(self, present: Standing) -> str:
        """The motion for people, as what follows “a vote for”."""
        match self.motion:
            case Motion.DRAW:
                return "a draw"
            case Motion.VICTORY:
                return f"the victory of {present.side(self.power or Power('')).name}"
            case Motion.END:
                return "ending the match without a winner"


class Withdrawal:
    """The player takes the vote back, or votes against what others propose."""


Vote = Ballot | Withdrawal

_WITHDRAW = re.compile(
    r"\b(?:withdraw|withdrawn|retract|cancel|take back|remove|clear|delete|revoke|none|nothing)\b"
)
_AGAINST = re.compile(r"\b(?:no|nay|not|against|reject|refuse|decline|never|abstain)\b")
_DRAW = re.compile(r"\b(?:draw|drawn|peace|shared?)\b")
_END = re.compile(r"\b(?:end|abandon|stop|call off|nobody|no winner|without a winner)\b")


def read_vote(present: Standing, text: str) -> Vote | None:
    """The vote that *text* (what follows “vote”) casts; None if it is not clear."""
    said = " ".join(text.casefold().replace("\u2019", "'").split())
    named = _named(present, said)
    if _WITHDRAW.search(said):
        return Withdrawal()
    kinds = [
        Ballot(Motion.DRAW) if _DRAW.search(said) else None,
        *(Ballot(Motion.VICTORY, power) for power in named),
        Ballot(Motion.END) if not named and _END.search(said) else None,
    ]
    found = [kind for kind in kinds if kind is not None]
    if _AGAINST.search(said.replace("no winner", "")):
        return Withdrawal()
    return found[0] if len(found) == 1 else None


def _named(present: Standing, said: str) -> list[Power]:
    return [
        side.id
        for side in present.offer.game.sides
        if any(
            re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", said)
            for name in (side.name, side.id.replace("_", " "), *side.aliases)
            if len(name) > 2
        )
    ]


def voters(present: Standing) -> tuple[Power, ...]:
    """The powers that may vote: not eliminated, and with a player."""
    return tuple(
        power
        for power in remaining(present)
        if power in present.seats and present.seats[power].addresses
    )


def remaining(present: Standing) -> tuple[Power, ...]:
    """The powers that are not eliminated."""
    game = present.offer.game
    if isinstance(game, Settling):
        return game.remaining(present.state)
    return tuple(side.id for side in game.sides)


def ballots(desk: Desk, present: Standing) -> dict[Power, Ballot]:
    """The votes that stand, of the powers that may vote."""
    kept: Mapping[str, Sequence[str]] = json.loads(desk.store.fact(_fact(present)) or "{}")
    may, left = voters(present), remaining(present)
    return {
        Power(power): Ballot(Motion(motion), Power(whom[0]) if whom else None)
        for power, (motion, *whom) in kept.items()
        if power in may and all(one in left for one in whom)
    }


class Count(Value, frozen=True):
    """How a motion stands: its votes, and how many it needs; *powers* is who gave them."""

    ballot: Ballot
    powers: tuple[Power, ...]
    needed: int


def counts(desk: Desk, present: Standing) -> list[Count]:
    """How every motion stands that has a vote, in the order of its first voter."""
    votes = ballots(desk, present)
    order = [side.id for side in present.offer.game.sides if side.id in votes]
    found = []
    for ballot in dict.fromkeys(votes[power] for power in order):
        needed, _ = _count(present, votes, ballot)
        powers = tuple(one for one in order if votes[one] == ballot and one != ballot.power)
        found.append(Count(ballot, powers, needed))
    return found


def told(desk: Desk, present: Standing) -> list[str]:
    """How the votes stand, in sentences for the gamemaster: who voted only where votes are open."""
    is_open = present.config.votes.ballots is Ballots.OPEN
    sentences = []
    for one in counts(desk, present):
        given = f"{len(one.powers)} of the {one.needed} that it needs"
        names = ", ".join(present.side(power).name for power in one.powers)
        whose = f" ({names})" if is_open and names else ""
        sentences.append(f"Votes for {one.ballot.spelt(present)}: {given}{whose}.")
    return sentences


def own(desk: Desk, present: Standing, power: Power) -> str | None:
    """The vote of a power that stands, as a sentence for its player; None if there is none."""
    vote = ballots(desk, present).get(power)
    return f"Your vote for {vote.spelt(present)} stands." if vote is not None else None


def forget(desk: Desk, present: Standing, power: Power) -> None:
    """Drops vote and concession of a power whose player has changed; in a transaction."""
    kept = {one: vote for one, vote in ballots(desk, present).items() if one != power}
    _keep(desk, present, kept)
    fact = f"conceded {present.match.name}"
    conceded = set(json.loads(desk.store.fact(fact) or "[]"))
    desk.store.set_fact(fact, json.dumps(sorted(conceded - {power})))


def agreed(desk: Desk, present: Standing) -> Ballot | None:
    """The motion that has all the votes that it needs, since others do not vote any more."""
    if present.phase is None:
        return None
    return next(
        (one.ballot for one in counts(desk, present) if len(one.powers) >= max(one.needed, 1)), None
    )


def settle(desk: Desk, now: datetime, present: Standing) -> Standing:
    """Ends the match if those who still vote agree; in the caller's transaction."""
    vote = agreed(desk, present)
    return present if vote is None else _decided(desk, now, present, vote)


def _fact(present: Standing) -> str:
    return f"ballots {present.match.name}"


def _keep(desk: Desk, present: Standing, votes: Mapping[Power, Ballot]) -> None:
    data = {
        power: [vote.motion.value, *([vote.power] if vote.power else [])]
        for power, vote in votes.items()
    }
    desk.store.set_fact(_fact(present), json.dumps(data))


def cast(
    desk: Desk, now: datetime, present: Standing, power: Power, text: str
) -> tuple[Standing, str]:
    """Takes the vote that *text* casts: how the match stands after it, and a sentence.

    In the transaction of the letter; the match may be over after it.
    """
    if (refusal := _refusal(present, power)) is not None:
        return present, refusal
    match read_vote(present, text):
        case None:
            said = text.strip()[:60]
            return present, f"Your vote “{said}” was not understood. {_choices(present)}"
        case Withdrawal():
            return present, _withdraw(desk, now, present, power)
        case Ballot(motion) as vote if motion not in present.config.votes.allowed:
            return present, f"This match has no votes on {vote.spelt(present)}. {_choices(present)}"
        case Ballot() as vote:
            return _vote(desk, now, present, power, vote)


def _refusal(present: Standing, power: Power) -> str | None:
    """Why a power cannot vote now, if it cannot."""
    if present.phase is None:
        return "The match is over; there is nothing to vote on."
    if not present.config.votes.allowed:
        return "This match has no votes; write to the gamemaster."
    if power not in voters(present):
        return "Your power is out of the match, so your vote does not count."
    return None


def _choices(present: Standing) -> str:
    words = {
        Motion.DRAW: "“vote draw”",
        Motion.VICTORY: f"“vote: {present.offer.game.sides[0].name} wins”",
        Motion.END: "“vote end”",
    }
    listed = [words[motion] for motion in present.config.votes.allowed]
    return f"What you can write: {', '.join(listed)}, “withdraw my vote”."


def _withdraw(desk: Desk, now: datetime, present: Standing, power: Power) -> str:
    votes = ballots(desk, present)
    had = votes.pop(power, None)
    if had is None:
        return "You have no vote that stands; whatever others propose, it does not have yours."
    _keep(desk, present, votes)
    desk.log(now, "vote", f"{power} withdrew a vote.", present.match.name, power)
    if present.config.votes.ballots is Ballots.OPEN:
        name = present.side(power).name
        told = f"{name} has withdrawn the vote for {had.spelt(present)}."
        _tell(desk, now, present, "A vote", [told], but=power)
    return f"Your vote for {had.spelt(present)} is withdrawn."


def _vote(
    desk: Desk, now: datetime, present: Standing, power: Power, vote: Ballot
) -> tuple[Standing, str]:
    votes = {**ballots(desk, present), power: vote}
    _keep(desk, present, votes)
    is_open = present.config.votes.ballots is Ballots.OPEN
    desk.log(now, "vote", f"{power} voted.", present.match.name, power)
    said = f"Your vote for {vote.spelt(present)} is taken; it stands until you withdraw it."
    needed, given = _count(present, votes, vote)
    if given >= needed:
        return _decided(desk, now, present, vote), f"{said} It has decided the vote."
    if is_open:
        told = f"{present.side(power).name} votes for {vote.spelt(present)}."
        paragraphs = [told, f"{given} of the {needed} votes that it needs."]
        _tell(desk, now, present, "A vote", paragraphs, but=power)
        return present, f"{said} It has {given} of the {needed} votes that it needs."
    return present, f"{said} Nobody is told of it before enough agree."


def _count(present: Standing, votes: Mapping[Power, Ballot], vote: Ballot) -> tuple[int, int]:
    """How many votes a motion needs and has; who shall win need not vote for it."""
    may = [power for power in voters(present) if power != vote.power]
    needed = len(may) // 2 + 1 if present.config.votes.needed is Needed.MAJORITY else len(may)
    return needed, sum(1 for power in may if votes.get(power) == vote)


def _decided(desk: Desk, now: datetime, present: Standing, vote: Ballot) -> Standing:
    """Ends the match as was agreed."""
    name, game = present.match.name, present.offer.game
    how = "All that remain" if present.config.votes.needed is Needed.ALL else "The majority"
    desk.log(now, "vote", f"{how} agreed on {vote.spelt(present)}.", name)
    _keep(desk, present, {})
    match vote.motion:
        case Motion.VICTORY:
            winner = present.side(vote.power or Power(""))
            others = "All others" if how.startswith("All") else how
            agree = "agree" if others == "All others" else "agrees"
            why = f"{others} {agree} that {winner.name} has won."
            return conclude(desk, now, name, [winner.id], why=why, who=BY_VOTE)
        case Motion.END:
            return conclude(desk, now, name, [], why=f"{how} agreed to end the match.", who=BY_VOTE)
        case Motion.DRAW:
            if isinstance(game, Settling) and not game.shares_draws:
                return _ask_gamemaster(desk, now, present)
            left = remaining(present)
            names = [present.side(power).name for power in left]
            why = f"An agreed draw: {', '.join(names[:-1])} and {names[-1]} share the match."
            return conclude(desk, now, name, left, why=why, who=BY_VOTE)


def _ask_gamemaster(desk: Desk, now: datetime, present: Standing) -> Standing:
    """The players agree on a draw that the rules do not know: the gamemaster names the winner."""
    name = present.match.name
    is_whole = present.config.votes.needed is Needed.ALL
    who = "All players agree" if is_whole else "The majority of the players agrees"
    reason = (
        f"{who} on a draw. The rules know no draw: the gamemaster names the winner, and the match "
        "waits for that."
    )
    desk.concern(
        now,
        f"{who} on a draw in {name}; the rules ask you to name the winner. Answer “winner POWER: "
        f"SENTENCE”, or: gm conclude {name} --winner POWER --why SENTENCE.",
        name,
    )
    desk.store.set_fact(f"held {name}", f"None | {who.lower()} on a draw: name the winner")
    if present.match.status is MatchStatus.PAUSED:
        _tell(desk, now, present, "The players agree on a draw", [reason])
        return present
    pause(desk, now, name, Word(BY_VOTE, reason))
    return standing(desk, desk.match(name))


def concede(desk: Desk, now: datetime, present: Standing, power: Power) -> tuple[Standing, str]:
    """A concession in a game whose orders know none: it ends when but one has not conceded."""
    if present.phase is None:
        return present, "The match is over."
    name = present.match.name
    fact = f"conceded {name}"
    conceded = {*json.loads(desk.store.fact(fact) or "[]"), power}
    desk.store.set_fact(fact, json.dumps(sorted(conceded)))
    desk.log(now, "vote", f"{power} conceded.", name, power)
    left = [one for one in voters(present) if one not in conceded]
    if len(left) == 1:
        desk.store.set_fact(fact, "[]")
        winner = present.side(left[0]).name
        why = f"All others have conceded: {winner} has won."
        return conclude(desk, now, name, left, why=why, who=BY_VOTE), "Your concession is taken."
    return present, (
        "Your concession is taken. It decides when all but one have conceded; until then you play "
        "on, and nobody is told. “Withdraw my concession” takes it back."
    )


def take_back_concession(desk: Desk, now: datetime, present: Standing, power: Power) -> str:
    """Takes a concession back; a sentence that says so."""
    fact = f"conceded {present.match.name}"
    conceded = set(json.loads(desk.store.fact(fact) or "[]"))
    if power not in conceded:
        return "You have not conceded."
    desk.store.set_fact(fact, json.dumps(sorted(conceded - {power})))
    desk.log(now, "vote", f"{power} took a concession back.", present.match.name, power)
    return "Your concession is withdrawn."


def _tell(  # noqa: PLR0913 (what, and to whom not)
    desk: Desk,
    now: datetime,
    present: Standing,
    heading: str,
    paragraphs: Sequence[str],
    *,
    but: Power | None = None,
) -> None:
    """Tells all players, but for the one who is answered in any case."""
    content = {"heading": heading, "paragraphs": list(paragraphs)}
    for power, seat in present.seats.items():
        if seat.addresses and power != but:
            tell(desk, now, present, power, content)
