"""Letters that answer ours, quoted as mail programs do it (``quoting.yaml``)."""

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from gm.records import OutgoingLetter

STYLES: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "quoting.yaml").read_text(encoding="utf-8")
)["styles"]


def quoting(style: Mapping[str, Any], letter: str, answer: str) -> str:
    """The text of a reply in that style."""
    lines = [part for line in letter.split("\n") for part in _parts(style, line)]
    marked = "\n".join(lines)
    if style.get("spaced"):
        marked = marked.replace("\n", "\n\n")
    return str(style["text"].format(answer=answer, marked=marked, plain=marked))


def _parts(style: Mapping[str, Any], line: str) -> list[str]:
    mark, width = style["mark"], style.get("wrap")
    if not width or len(line) <= width:
        return [f"{mark}{line}"]
    indent = line[: len(line) - len(line.lstrip())]
    first, *rest = textwrap.wrap(line, width, initial_indent=indent)
    return [f"{mark}{first}", *(one if style.get("torn") else f"{mark}{one}" for one in rest)]


def filled(letter: str, said: Mapping[str, str]) -> str:
    """A letter of ours with words written behind the arrows of its order sheet."""
    lines = letter.split("\n")
    for subject, words in said.items():
        place = lines.index(f"{subject} =>")
        lines[place] += f" {words}"
    return "\n".join(lines)


def reply(
    deliver: Callable[..., bytes], to: OutgoingLetter, text: str, *, at: str, **more: Any
) -> None:
    """Delivers a letter in the thread of one of ours."""
    head = f"In-Reply-To: {to.message_id}\nReferences: {to.message_id}\n"
    deliver(text, subject=f"Re: {to.subject}", head=head, at=at, **more)
