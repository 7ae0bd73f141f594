"""The clock of the benchmarks, and how they tell what it showed."""

import sys
from collections.abc import Callable
from time import process_time
from typing import IO


def seconds(run: Callable[[], object]) -> float:
    """The time of this process alone, since machines are shared."""
    start = process_time()
    run()
    return process_time() - start


def say(one: object, to: IO[str] = sys.stdout) -> None:
    """One line, at once."""
    to.write(f"{one}\n")
    to.flush()
