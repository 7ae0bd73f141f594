"""The Jinja environment: templates by name, from the desk's own folder first, then the program's.

In: the name of a template (``mail/receipt.txt.j2``) and its content. Out: the text. A name that a
template uses and the content lacks is an error, never an empty place in somebody's letter.
"""

import textwrap
from collections.abc import Sequence
from functools import cache

from jinja2 import (
    Environment,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    UndefinedError,
)

from gm.errors import DataError
from gm.games.vocabulary import Content
from gm.rendering.boards import Board, Point
from gm.rendering.colours import firm, ink, mixed, tint
from gm.rendering.curves import bent, short, toward, wave
from gm.resources import Folders

WIDTH = 72
"""Columns of a plain text letter."""


def fill(name: str, content: Content, folders: Folders | None = None) -> str:
    """The template *name* filled with *content*.

    Raises:
        DataError: there is no such template, it is broken, or it uses a name that is not there.
    """
    try:
        return environment(folders or Folders()).get_template(name).render(content)
    except UndefinedError as fault:
        raise DataError(f"templates/{name}: the content lacks a name: {fault.message}.") from None
    except TemplateSyntaxError as fault:
        where = f"templates/{fault.name or name}, line {fault.lineno}"
        raise DataError(f"{where}: the template cannot be read: {fault.message}") from None
    except TemplateNotFound as fault:
        raise DataError(f"templates/{name} asks for {fault.name}, which is not there.") from None
    except TemplateError as fault:
        raise DataError(f"templates/{name} cannot be filled: {fault}") from None


def exists(name: str, folders: Folders | None = None) -> bool:
    """Whether there is a template *name*."""
    return (folders or Folders()).find("templates", name) is not None


@cache
def environment(folders: Folders) -> Environment:
    """The environment over *folders*; markup is escaped in documents for HTML and SVG."""

    def source(name: str) -> str | None:
        found = folders.find("templates", name)
        return None if found is None else found.read_text(encoding="utf-8")

    made = Environment(
        loader=FunctionLoader(source),
        undefined=StrictUndefined,
        autoescape=is_markup,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.do"],
    )
    made.filters.update(listed=listed, counted=counted, wrapped=wrapped, capital=capital)
    made.filters.update(mixed=mixed, ink=ink, tint=tint, firm=firm, px=short, spot=spot)
    made.globals.update(bent=bent, wave=wave, toward=toward)
    return made


def is_markup(name: str | None) -> bool:
    """Whether a template makes HTML, SVG or XML, by its name (``report.html.j2``)."""
    return name is not None and any(kind in name for kind in (".html", ".svg", ".xml"))


def listed(items: Sequence[object], last: str = "and") -> str:
    """``Omi, Mino and Kai`` for a list; *last* joins the last two."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, word: str, plural: str | None = None) -> str:
    """``1 centre``, ``no centres``, ``3 centres``."""
    return f"{number or 'no'} {word if number == 1 else plural or word + 's'}"


def wrapped(text: str, indent: int = 0, first: int | None = None) -> str:
    """*text* in lines of a plain letter, *indent* blanks before each (*first* before the first)."""
    return textwrap.fill(
        " ".join(str(text).split()),
        WIDTH,
        initial_indent=" " * (indent if first is None else first),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def capital(text: str) -> str:
    """*text* with a capital first letter and the rest untouched."""
    return text[:1].upper() + text[1:]


def spot(place: str, on: Board) -> Point:
    """Where a unit in *place* is drawn *on* a board."""
    return on.unit(place)
