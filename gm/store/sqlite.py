"""The store in one SQLite file."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gm.errors import DataError, SettingsError, TryAgainError
from gm.store.database import Row

PATIENCE = 30.0
"""Seconds to wait for another writer."""
_OUTER = ("BEGIN IMMEDIATE", ("ROLLBACK",), "COMMIT")
_INNER = ("SAVEPOINT inner", ("ROLLBACK TO inner", "RELEASE inner"), "RELEASE inner")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
OLDEST = (3, 37, 0)
"""The first SQLite with strict tables."""


class SqliteDatabase:
    """One connection to a SQLite file, made if it is not there."""

    def __init__(self, path: Path | str) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            raise SettingsError(
                f"This Python was built with SQLite {sqlite3.sqlite_version}; the store needs "
                f"{'.'.join(map(str, OLDEST))} or newer. Use another build of Python."
            )
        self._path = path
        _make_private(path)
        try:
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._connection.row_factory = _row
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.OperationalError as error:
            raise TryAgainError(f"The store {path} cannot be opened: {error}.") from error
        except sqlite3.DatabaseError as error:
            raise DataError(f"The file {path} is no store of gm: {error}.") from error

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Runs one statement and gives the rows it returns."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_ERROR:
                raise  # a wrong statement is a fault of the program
            raise TryAgainError(f"The store {self._path} cannot be used: {error}.") from error
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in _DAMAGED:
                raise
            raise DataError(
                f"The store {self._path} is damaged: {error}. Take the last good copy of it."
            ) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All statements inside are kept together or not at all."""
        begin, undo, end = _OUTER if not self._connection.in_transaction else _INNER
        self.execute(begin)
        try:
            yield
        except BaseException:
            for statement in undo:
                self._connection.execute(statement)
            raise
        self.execute(end)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


def _make_private(path: Path | str) -> None:
    """Lets a new store be read by its owner only: it holds the orders and letters of all."""
    if str(path) == ":memory:":
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise TryAgainError(f"The store {path} cannot be made: {error.strerror}.") from error


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> Row:
    return {column[0]: value for column, value in zip(cursor.description, values, strict=True)}
