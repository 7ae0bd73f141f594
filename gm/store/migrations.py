"""Numbered changes of the store's form, each made and recorded in one transaction."""

from importlib import resources

from gm.errors import SettingsError
from gm.store.database import Database

CHANGES: tuple[tuple[int, str], ...] = (
    (1, "schema.sql"),
    (2, "code_words.sql"),
    (3, "press.sql"),
    (4, "pictures.sql"),
    (5, "versions.sql"),
)
"""Number and file of every change, oldest first; a change that was released is never edited."""

KEEP_RECORD = """
CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, file TEXT NOT NULL) STRICT
"""
MADE = "SELECT max(number) AS number FROM migrations"
RECORD = "INSERT INTO migrations (number, file) VALUES (?, ?)"


def migrate(database: Database) -> None:
    """Brings the store to the form that this program works with.

    Raises:
        SettingsError: the store was made by a newer program.
    """
    with database.transaction():
        database.execute(KEEP_RECORD)
    made = _made(database)
    if made > CHANGES[-1][0]:
        raise SettingsError(
            f"The store has form {made}, this program knows forms up to {CHANGES[-1][0]}: "
            "it was made by a newer gm. Install that one to work with it."
        )
    for number, file in CHANGES[made:]:
        with database.transaction():
            if _made(database) < number:
                _apply(database, number, file)


def _made(database: Database) -> int:
    return int(database.execute(MADE)[0]["number"] or 0)


def _apply(database: Database, number: int, file: str) -> None:
    script = (resources.files("gm.store") / file).read_text("utf-8")
    lines = [line for line in script.splitlines() if not line.startswith("--")]
    for statement in "\n".join(lines).split(";"):
        if statement.strip():
            database.execute(statement)
    database.execute(RECORD, (number, file))
