"""The compiled adjudicator, in a process of its own beside which the others are measured.

A process has either the plain modules or the compiled ones. This one waits while others run.
"""

import json
import subprocess
import sys
from functools import cache, partial
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from gm.games.diplomacy.phases import carry_out_moves, move
from tests.benchmarks import prepared
from tests.benchmarks.clock import say, seconds
from tests.wheels import compiled_program

COMMAND = [sys.executable, "-m", "tests.benchmarks.compiled"]


class Compiled:
    """The program compiled from the working tree, and its process."""

    def __enter__(self) -> Self:
        self.folder = TemporaryDirectory()
        run = compiled_program(Path(self.folder.name))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(COMMAND, text=True, **pipes, **run)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.communicate()
        self.folder.cleanup()

    def best(self, family: str, number: int, times: int, *, checks: bool) -> float:
        """The least seconds of some runs of one phase, with or without the checks of its orders."""
        say(json.dumps([family, number, times, checks]), self.process.stdin)
        return float(self.process.stdout.readline())


@cache
def _ready(family: str, number: int):
    state, orders = prepared.ours(prepared.FAMILIES[family][number])
    board, rules = prepared.GAME.board, prepared.GAME.rules
    checked = prepared.checked(state, orders)
    return partial(carry_out_moves, *checked), partial(move, board, rules, state, orders)


if __name__ == "__main__":
    for line in sys.stdin:
        family, number, times, checks = json.loads(line)
        say(min(map(seconds, repeat(_ready(family, number)[checks], times))))
