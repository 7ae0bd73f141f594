"""What the gamemaster did beside the rules, as sentences for everybody: last report and check.

Times are in UTC, so that the same sentences are made everywhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from gm.records import IMPORTED, LogEntry, Step, Submission

BY_VOTE = "vote"
"""Who ended a match that the players voted to end."""
LOOKS = ("peek", "preview")
"""The kinds of log lines that say that orders were seen before the deadline."""


def looks(log: Sequence[LogEntry]) -> Iterator[str]:
    """Each look at orders before their deadline."""
    for entry in log:
        if entry.what in LOOKS:
            yield f"{_at(entry.at)}, {entry.who}: {entry.detail}"


def rulings(steps: Sequence[Step]) -> Iterator[str]:
    """Each step that was taken back, and each that is no adjudication."""
    for step in steps:
        if step.ruling is not None:
            yield f"{_at(step.at)}: step {step.number} ({step.phase}) {_ruled(step)}."
        if step.withdrawn is not None:
            yield f"{_at(step.withdrawn)}: step {step.number} ({step.phase}) was taken back."


def _ruled(step: Step) -> str:
    if "changes" in step.ruling:
        return f"is a correction of the position: {step.ruling['why'].rstrip('.')}"
    if step.ruling.get("by") == BY_VOTE:
        return "ended the match, as the players had agreed"
    return "ended the match by the gamemaster's word"


def entered(
    steps: Sequence[Step],
    submissions: Mapping[int, Sequence[Submission]],
    name: Callable[[str], str],
) -> Iterator[str]:
    """Orders that were entered for players."""
    labels = {step.after: step.phase for step in steps}
    came = [one for sheets in submissions.values() for one in sheets if one.by == IMPORTED]
    if came:
        yield f"{len(came)} order sheets came with the match from another program (gm import)."
    for number, sheets in submissions.items():
        for sheet in sheets:
            if sheet.letter is None and sheet.by != IMPORTED:
                where = labels.get(number, "the present phase")
                yield (
                    f"{_at(sheet.received)}, {sheet.by or 'gm'}: orders for {name(sheet.power)}, "
                    f"{where}, were entered: {sheet.reason or 'no reason was given'}"
                )


def _at(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
