"""Positions corrected by the gamemaster's hand: a step of its own, told to everybody, replayable.

A change is a line that the game reads (``move A Kai to Sagami``), or ``set PATH=VALUE`` for any
value of the position as it is kept (``set holdings.japan.supply=29``).
"""

import copy
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from gm import __version__
from gm.desk.announcing import tell
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed, standing, stood
from gm.desk.timing import running
from gm.errors import UsageError
from gm.games.documents import DocumentError
from gm.games.game import Correctable, Game
from gm.games.vocabulary import Power
from gm.records import Note, Step
from gm.values import replace

SET = "set "


def changed(
    game: Game[Any, Any], state: Any, changes: Sequence[str]
) -> tuple[Any, tuple[str, ...]]:
    """*state* with the changes made in their order, and a sentence about each.

    Raises:
        UsageError: a change cannot be read, or cannot be made in this position.
    """
    said: list[str] = []
    for change in changes:
        if change.startswith(SET):
            state = _with_value(game, state, change)
            said.append(_told(game, state, change))
        elif isinstance(game, Correctable):
            try:
                state, sentences = game.corrected(state, [change])
                said += sentences
            except DocumentError as error:
                raise UsageError(error.sentence) from None
        else:
            raise UsageError(
                f"“{change}” cannot be made in {game.title}; its values are set by name: "
                "gm correct MATCH --set PATH=VALUE."
            )
    return state, tuple(said)


def _told(game: Game[Any, Any], state: Any, change: str) -> str:
    """What is said of a value set by hand; one that the public may not know is only named."""
    path, _, text = change.removeprefix(SET).partition("=")
    way = [part.strip() for part in path.split(".")]
    kept, shown = (game.codec.dump(one) for one in (state, game.view(state, None)))
    try:
        for part in way:
            kept, shown = _inside(kept, part, path), _inside(shown, part, path)
    except UsageError:
        shown = None
    if kept != shown:
        return f"Set by hand: {path.strip()}, to what is not told to everybody."
    return f"Set by hand: {path.strip()}={text.strip()}."


def _with_value(game: Game[Any, Any], state: Any, change: str) -> Any:
    """The state with one value of its kept form changed."""
    path, sign, text = change.removeprefix(SET).partition("=")
    if not sign:
        raise UsageError(f"“{change}” sets nothing; write PATH=VALUE.")
    try:
        value = json.loads(text)
    except ValueError:
        value = text.strip()
    data = copy.deepcopy(game.codec.dump(state))
    *way, last = [part.strip() for part in path.split(".")]
    place = data
    for part in way:
        place = _inside(place, part, path)
    key = last if _is_open(place) else _key(place, last, path)
    if not _is_open(place) or key in place:
        _require_like(place[key], value, path)
    place[key] = value
    try:
        made = game.codec.load_state(data)
        if isinstance(game, Correctable):
            made, _ = game.corrected(made, ())
        game.phase(made)
        game.awaiting(made)
        game.position(made, None)
    except DocumentError as error:
        raise UsageError(f"{path.strip()} cannot be {text.strip()}: {error.sentence}") from None
    except Exception as error:
        raise UsageError(
            f"{path.strip()} cannot be {text.strip()}: the game cannot use such a position "
            f"({type(error).__name__}: {error})."
        ) from None
    return made


def _require_like(old: Any, new: Any, path: str) -> None:
    """Refuses a word where a number stood, a list where a table stood, and the like."""
    kinds = {str: "a word", bool: "true or false", int: "a number", list: "a list", dict: "a table"}
    if old is not None and new is not None and type(old) is not type(new):
        shown = kinds.get(type(old), type(old).__name__)
        raise UsageError(f"{path.strip()} cannot be {new!r}: it is {shown} ({old!r}).")


def _inside(place: Any, part: str, path: str) -> Any:
    return place[_key(place, part, path)]


def _is_open(place: Any) -> bool:
    """Whether a table may get more entries: not that of an object, which says what it is."""
    return isinstance(place, dict) and "is" not in place


def _key(place: Any, part: str, path: str) -> Any:
    """The key, index or name in a list that a part of a path means."""
    if isinstance(place, dict) and part in place:
        return part
    if isinstance(place, list) and part.isdecimal() and int(part) < len(place):
        return int(part)
    names = [str(one["id"]) for one in place if _is_named(one)] if isinstance(place, list) else []
    for number, name in enumerate(names):
        if len(names) == len(place) and name.casefold() == part.casefold():
            return number
    raise UsageError(f"{path.strip()}: there is no “{part}”; there are {_known(place, names)}.")


def _is_named(one: Any) -> bool:
    return isinstance(one, dict) and "id" in one


def _known(place: Any, names: Sequence[str]) -> str:
    """What a place holds, for a sentence."""
    if isinstance(place, dict):
        return ", ".join(str(key) for key in place if key != "is") or "none"
    if isinstance(place, list):
        return ", ".join(names) or (f"0 to {len(place) - 1}" if place else "none")
    return "none"


def correct(  # noqa: PLR0913 (what is changed, why, by whom)
    desk: Desk, now: datetime, name: str, changes: Sequence[str], *, reason: str, who: str
) -> tuple[Standing, tuple[str, ...]]:
    """Corrects the position of a match; everybody is told now, and by the next report.

    Orders that came for the phase stand as far as they still can be followed.

    Raises:
        UsageError: the match is over, or a change cannot be made.
    """
    present = running(desk, name)
    game = present.offer.game
    state, said = changed(game, present.state, changes)
    with desk.store.transaction():
        step = Step(
            match=name,
            number=desk.store.next_number(name),
            after=present.step.number,
            phase=f"{present.phase.label if present.phase else ''}, corrected",
            at=now,
            deadline=present.match.deadline,
            orders={},
            events=(),
            state=game.codec.dump(state),
            ruling={"changes": list(changes), "why": reason},
            version=__version__,
        )
        desk.store.add_step(step)
        _carry_over(desk, present, step)
        told = f"The gamemaster corrected the position: {' '.join(said)} {reason}"
        desk.store.add_note(Note(name, step.number, told, now, who))
        after = standing(desk, desk.match(name))
        _tell(desk, now, present, after, [*said, f"Reason: {reason}"])
        desk.log(now, "correct", f"{' '.join(said)} ({reason})", name, who)
    return after, said


def _carry_over(desk: Desk, present: Standing, step: Step) -> None:
    """What came for the phase counts after the correction too.

    The last orders of a power get the fingerprint that they have now; ``_tell`` tells it.
    """
    name, old, number = present.match.name, present.step.number, step.number
    kept = [replace(one, step=number, number=None) for one in present.submissions]
    after = stood(desk, present.match, step, present.seats, tuple(kept))
    last = {one.power: place for place, one in enumerate(kept) if one.digest}
    for power, place in last.items():
        kept[place] = replace(kept[place], digest=_fingerprint(after, Power(power)))
    for submission in kept:
        desk.store.add_submission(submission)
    for side in present.offer.game.sides:
        said = desk.store.fact(f"wait {name} {old} {side.id}")
        if said is not None:
            desk.store.set_fact(f"wait {name} {number} {side.id}", said)
    for note in desk.store.notes(name, old):
        desk.store.add_note(replace(note, step=number))


def _fingerprint(present: Standing, power: Power) -> str:
    """The fingerprint of all that stands of a power's orders."""
    return present.digest(power, present.checked(power).orders)


def _tell(
    desk: Desk, now: datetime, before: Standing, after: Standing, said: Sequence[str]
) -> None:
    """Writes to every player; whose orders are concerned is told to nobody else."""
    for power, seat in after.seats.items():
        if not seat.addresses:
            continue
        lost = len(followed(after.checked(power))) < len(followed(before.checked(power)))
        stand = (
            "Some of the orders that you have sent cannot be followed any more; please look."
            if lost
            else "The orders that you have sent stand."
        )
        digest = _fingerprint(after, power)
        if after.sheets(power) and digest != _fingerprint(before, power):
            stand += f" Their fingerprint is {digest} now."
        paragraphs = [*said, stand, "“Map” on a line of a letter to the desk brings the position."]
        content = {"heading": "The position was corrected", "paragraphs": paragraphs}
        tell(desk, now, after, power, content)
