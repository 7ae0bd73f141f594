"""What keeps letters from coming in or going out, and since when."""

from datetime import datetime, timedelta

from gm.desk.room import Desk
from gm.errors import GmError

LASTING = timedelta(hours=1)
"""Trouble that is over sooner is shown by ``gm status`` only."""
JOBS = {"receive": "Letters cannot be fetched", "send": "Mail cannot be sent"}
"""The jobs that need the world outside, and what it means when they fail."""


def note_trouble(desk: Desk, now: datetime, job: str, error: GmError | None) -> None:
    """Keeps that a job could not reach the world outside, or (None) that it could again."""
    fact = f"trouble {job}"
    kept = desk.store.fact(fact) or ""
    if error is None:
        if kept:
            desk.store.set_fact(fact, "")
            desk.log(now, job, f"{JOBS[job]}: that is over.")
        return
    since, told, _ = kept.split(" | ", 2) if kept else (now.isoformat(), "", "")
    with desk.store.transaction():
        if not told and now - datetime.fromisoformat(since) >= LASTING:
            told = "told"
            desk.concern(now, f"{JOBS[job]}, for more than an hour now. {error}")
        desk.store.set_fact(fact, f"{since} | {told} | {error}")


def troubles(desk: Desk) -> list[dict[str, str]]:
    """What lasts: the job, since when, and what was said, as sentences."""
    found = []
    for job, meaning in JOBS.items():
        if kept := desk.store.fact(f"trouble {job}"):
            since, _, said = kept.split(" | ", 2)
            found.append({"job": job, "since": since, "meaning": meaning, "said": said})
    return found
