"""What is kept; the only user of SQL."""

from gm.errors import SettingsError
from gm.store.keeping import Store
from gm.store.migrations import migrate

__all__ = ["Store", "open_store"]


def open_store(url: str) -> Store:
    """The store at *url*: ``sqlite:PATH`` (``sqlite::memory:`` for one that is never written).

    Raises:
        SettingsError: no such kind of store, or one of a newer program.
        TryAgainError: it cannot be opened now.
    """
    kind, _, place = url.partition(":")
    if kind != "sqlite" or not place:
        raise SettingsError(f"“{url}” names no store; write it like sqlite:gm.sqlite.")
    from gm.store.sqlite import SqliteDatabase  # only the driver that is used

    database = SqliteDatabase(place)
    migrate(database)
    return Store(database)
