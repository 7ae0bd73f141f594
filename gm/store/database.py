"""What the store needs of a database: statements, and transactions that hold or never were."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = Mapping[str, Any]


class Database(Protocol):
    """A connection to one database."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Runs one statement and gives the rows it returns.

        Raises:
            TryAgainError: the database is locked or away.
        """

    def transaction(self) -> AbstractContextManager[None]:
        """All statements inside are kept together or not at all; one may hold others.

        A second writer waits from the beginning, so what is read inside stays true until the end.
        """

    def close(self) -> None:
        """Ends the connection."""
