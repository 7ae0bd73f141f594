"""What a job says when it is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gm.errors import EXIT_OK


@dataclass(slots=True)
class Summary:
    """Lines for people and data for programs; *exit_code* is not 0 if something needs a look."""

    job: str
    lines: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    exit_code: int = EXIT_OK

    def say(self, line: str) -> None:
        """Adds a line for people."""
        self.lines.append(line)

    def add(self, name: str, item: Any) -> None:
        """Adds an item to a list of the data."""
        self.data.setdefault(name, []).append(item)

    def fail(self, exit_code: int, line: str) -> None:
        """Says what went wrong; the gravest failure decides the exit code."""
        self.exit_code = max(self.exit_code, exit_code)
        self.lines.append(line)
        self.add("failures", line)

    def as_data(self) -> Mapping[str, Any]:
        """The whole for programs."""
        return {"job": self.job, "exit_code": self.exit_code, **self.data}
