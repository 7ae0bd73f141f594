"""Reads kept letters: order sheets and receipts, each letter in one transaction.

Time of arrival decides whether orders are in time. What cannot be handled is marked with the
reason; one bad letter never stops the others.
"""

import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from gm.desk.room import Desk
from gm.desk.summary import Summary
from gm.errors import EXIT_BUG, GmError, TryAgainError
from gm.records import KeptLetter, LetterFate
from gm.values import replace


def read(
    desk: Desk,
    now: datetime,
    numbers: Sequence[int] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Reads the letters nobody has read yet, or those of these *numbers* once more.

    Raises:
        TryAgainError: the store is away; letters not read yet stay so.
    """
    summary = Summary("read", data={"read": 0})
    for number in desk.store.unread() if numbers is None else numbers:
        try:
            with desk.store.transaction():
                kept = _read_one(desk, now, number, again=numbers is not None)
        except TryAgainError:
            raise
        except GmError as error:
            summary.fail(error.exit_code, f"Letter {number} waits: {error}")
        except Exception:  # one bad letter never stops the others
            _mark_failed(desk, now, number)
            summary.fail(
                EXIT_BUG,
                f"Letter {number} could not be handled; it is kept and marked. This is a fault "
                f"of the program:\n{traceback.format_exc()}",
            )
        else:
            if kept is None:
                continue
            summary.data["read"] += 1
            summary.add("letters", _as_data(kept))
            summary.say(_line(kept))
        progress(summary.data["read"])
    if not summary.lines:
        summary.say("No letters to read.")
    return summary


def _line(kept: KeptLetter) -> str:
    whose = f"{kept.power} in {kept.match}" if kept.match else kept.sender or "nobody"
    reason = f" ({kept.reason})" if kept.reason else ""
    return f"Letter {kept.number} from {whose}: {kept.fate.value}{reason}"


def _as_data(kept: KeptLetter) -> dict[str, Any]:
    return {
        "number": kept.number,
        "sender": kept.sender,
        "match": kept.match,
        "power": kept.power,
        "fate": kept.fate.value,
        "reason": kept.reason,
    }


def _mark_failed(desk: Desk, now: datetime, number: int) -> None:
    kept = desk.store.letter(number)
    if kept is None:
        return
    reason = traceback.format_exc(limit=0).strip().splitlines()[-1]
    with desk.store.transaction():
        desk.store.mark_letter(
            replace(kept, fate=LetterFate.FAILED, reason=reason[:500], handled=now)
        )
        desk.concern(now, f"Letter {number} could not be handled: {reason[:200]}", kept.match)


def _read_one(desk: Desk, now: datetime, number: int, *, again: bool) -> KeptLetter | None:
    """Reads a letter; None if another process has read it since this one listed the letters."""
    kept = desk.store.letter(number)
    if kept is None:
        raise GmError(f"There is no letter {number}.")
    if kept.fate is not LetterFate.NEW and not again:
        return None
    from gm.desk.handling import handle  # only when there is something to read

    done = replace(handle(desk, now, kept), handled=now, meant=None)
    desk.store.mark_letter(done)
    desk.log(now, "read", _line(done), done.match)
    return done
