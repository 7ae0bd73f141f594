"""The mutants that mutmut has made of some modules, in one process: minutes instead of hours.

    cd mutants && python -m tests.mutation.quick movement convoys

A mutant is chosen by an environment variable when a function is called, so no process needs to be
forked for it. Checks that found something lately go first. A check that takes more than its CPU
time counts as one that noticed: loops without an end are mutants too.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from tests.games.diplomacy import test_convoys as convoys
from tests.games.diplomacy import test_endings as endings
from tests.games.diplomacy import test_oracle as oracle
from tests.games.diplomacy import test_sight as sight
from tests.mutation.held import GROUPS, cases, of_group

SECONDS = 10.0
MEMORY = 3 * 2**30
VARIABLE = "MUTANT_UNDER_TEST"

Check = Callable[[], object]


def plays(case) -> Check:
    def check() -> None:
        assert cases.play(cases.BENCH, case) == ()

    return check


def calls(function, *values) -> Check:
    return lambda: function(*values)


def tables(module) -> Iterator[Check]:
    """The tests of a module that have nothing but parameters."""
    for name, function in vars(module).items():
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        if name.startswith("test_") and len(marks) == 1:
            for row in marks[0].args[1]:
                yield calls(function, *getattr(row, "values", row))


def compares(name: str, seed: int) -> Check:
    def check() -> None:
        board, chance = oracle.GAMES[name].board, oracle.Random(seed)
        units = oracle.random_units(board, chance, 8)
        oracle.compare(name, units, oracle.random_orders(board, units, chance))
        oracle.compare(name, *oracle.random_knot(board, oracle.Random(seed)))

    return check


def checks() -> Iterator[Check]:
    yield from tables(convoys)
    yield from tables(endings)
    for group in GROUPS:
        yield from map(plays, of_group(group))
    for function, rows in (
        (cases.test_gives_the_other_result_under_the_other_rule_choice, cases.ALTERNATIVES),
        (cases.test_gives_the_same_board_under_a_rule_choice_that_changes_nothing, cases.SAME),
        (
            cases.test_gives_what_the_sengoku_rulebook_gives_on_the_classic_board,
            cases.UNDER_SENGOKU,
        ),
    ):
        for row in rows:
            yield calls(function, *row.values)
    for name in oracle.GAMES:
        yield from (compares(name, seed) for seed in range(150))
    same = sight.test_a_closer_look_finds_the_same.hypothesis.inner_test
    for game in sight.GAMES.values():
        yield from (calls(same, game, seed) for seed in range(120))


def mutants(module: str) -> Iterator[str]:
    for name, found in vars(import_module(module)).items():
        if name.startswith("mutants_") and isinstance(found, dict):
            yield from (f"{module}.{one}" for one in found if one != "_mutmut_orig")


def notices(check: Check) -> bool:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        check()
    except BaseException as error:  # whatever a mutant does
        if isinstance(error, KeyboardInterrupt):
            raise
        return True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return False


def out_of_time(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    signal.signal(signal.SIGPROF, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    row = list(checks())
    os.environ[VARIABLE] = ""
    assert not any(map(notices, row)), "a check fails without any mutant"
    for module in sys.argv[1:]:
        alive = []
        names = list(mutants(f"gm.games.diplomacy.{module}"))
        for number, name in enumerate(names):
            if number % 50 == 0:
                sys.stdout.write(f"{module}: {number} of {len(names)}\n")
                sys.stdout.flush()
            os.environ[VARIABLE] = name
            killer = next((place for place, check in enumerate(row) if notices(check)), None)
            os.environ[VARIABLE] = ""
            if killer is None:
                alive.append(name)
                sys.stdout.write(f"{name}\n")
                sys.stdout.flush()
            else:
                row.insert(0, row.pop(killer))
        sys.stdout.write(f"{module}: {len(names) - len(alive)} of {len(names)} noticed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
