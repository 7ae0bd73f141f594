"""Order sheets: what a power may send, numbered, as a block of text that a reply can fill in.

Each unit or choice has a short line that ends in an arrow, and its options below it. Numbers follow
from the position alone, so that a sheet that comes back is read without a copy of it. Pure.
"""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from gm.games.vocabulary import Task
from gm.values import Value

MOST_OPTIONS = 40
"""So many options are numbered; others are written in words."""
WIDTH = 72
ARROW = "=>"
INDENT = "    "
LONG_LABEL = 48
"""Options with longer names, or with commas in them, get lines of their own."""

HOW = (
    "Reply with a number, or with an order in words, behind an arrow. Lines that stay empty count "
    "for nothing. Orders may be written freely too."
)


class Option(Value, frozen=True):
    """One numbered choice: its short name, and the order in the order language."""

    number: int
    label: str
    order: str


class Row(Value, frozen=True):
    """One line to fill in; ``notes`` are words below it that are no options.

    Rows with the same options follow one another; they stand below the last of them only, and
    ``is_last`` is false for the others. ``prefix`` goes before an order for the row
    (``gm.games.vocabulary.Task``).
    """

    subject: str
    options: tuple[Option, ...]
    notes: tuple[str, ...] = ()
    is_last: bool = True
    prefix: str = ""

    def option(self, number: int) -> Option | None:
        """The option of that number."""
        return next((one for one in self.options if one.number == number), None)

    @property
    def said(self) -> str:
        """All words below the line."""
        if not self.is_last:
            return ""
        return " ".join([*(f"{one.number} {one.label}" for one in self.options), *self.notes])


class Form(Value, frozen=True):
    """An order sheet: *title* says for which position its numbers count, *how* how to fill it."""

    title: str
    how: str
    rows: tuple[Row, ...]


def title_of(match: str, step: int, phase: str) -> str:
    """The first line of the sheet for the position after a step; the start is step 0."""
    return f"ORDER SHEET {match}/{step} ({phase})"


def form_of(title: str, tasks: Sequence[Task]) -> Form:
    """The sheet for all that a power may send."""
    defaults = {task.default for task in tasks}
    shared = f" Without an order: {defaults.pop()}" if len(defaults) == 1 else ""
    rows: list[Row] = []
    for options, group in groupby(tasks, _options_of):
        *others, last = group
        rows += (Row(task.subject, options, is_last=False, prefix=task.prefix) for task in others)
        notes = tuple(_notes(last, options, told=bool(shared)))
        rows.append(Row(last.subject, options, notes, prefix=last.prefix))
    return Form(title, HOW + shared, tuple(rows))


def _options_of(task: Task) -> tuple[Option, ...]:
    labels = task.labels or task.choices
    pairs = list(zip(labels, task.choices, strict=True))[:MOST_OPTIONS]
    return tuple(Option(number, *pair) for number, pair in enumerate(pairs, 1))


def _notes(task: Task, options: Sequence[Option], *, told: bool) -> Iterator[str]:
    if len(task.choices) > len(options):
        yield f"and {len(task.choices) - len(options)} more"
    if not told:
        yield f"(Without an order: {task.default})"


def text_of(form: Form) -> str:
    """The sheet as it stands in a letter."""
    return "\n".join([form.title, "", *textwrap.wrap(form.how, WIDTH), "", *_lines(form)]) + "\n"


def _lines(form: Form) -> Iterator[str]:
    for row in form.rows:
        yield f"{row.subject} {ARROW}"
        if row.is_last:
            yield from _below(row)


def _below(row: Row) -> Iterator[str]:
    # A number and its option stay together: a lone one at the start of a line looks like an answer.
    options = [f"{one.number}\xa0{one.label}" for one in row.options]
    is_long = any(len(one.label) > LONG_LABEL or "," in one.label for one in row.options)
    for part in (*options, *row.notes) if is_long else ("; ".join(options), *row.notes):
        yield from (line.replace("\xa0", " ") for line in _wrapped(part))


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=INDENT,
        subsequent_indent=INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
