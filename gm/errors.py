"""What can stop a job: every error a gamemaster sees is one full sentence with an exit code.

Faults of orders are no errors but values (``gm.games.vocabulary.Problem``); faults of the program
are ordinary exceptions. The exit codes are those that a mail server knows (sysexits).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 64
EXIT_DATA = 65
EXIT_BUG = 70
EXIT_TRY_AGAIN = 75
EXIT_SETTINGS = 78


class GmError(Exception):
    """What went wrong, where, and what to do about it, as sentences for the gamemaster."""

    exit_code = EXIT_FAILED


class UsageError(GmError):
    """The command was called in a way that makes no sense."""

    exit_code = EXIT_USAGE


class DataError(GmError):
    """A data file (map, grammar, template, seats, position) is broken."""

    exit_code = EXIT_DATA


class TryAgainError(GmError):
    """Store, disk or network are away for the moment; nothing was kept and nothing was lost."""

    exit_code = EXIT_TRY_AGAIN


class SettingsError(GmError):
    """``gm.yaml`` is missing or says something impossible."""

    exit_code = EXIT_SETTINGS


@contextmanager
def writing(kind: str, place: Path) -> Iterator[None]:
    """Makes a sentence of what the system says when *place* (a *kind*: “file”) cannot be written.

    Raises:
        TryAgainError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        where = f", at {error.filename}" if str(error.filename or place) != str(place) else ""
        why = error.strerror or str(error)
        raise TryAgainError(f"The {kind} {place} cannot be written: {why}{where}.") from error
