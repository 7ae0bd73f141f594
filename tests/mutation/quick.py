"""The mutants that mutmut has made of some modules, without pytest: minutes instead of hours.

    cd mutants && python -m tests.mutation.quick movement convoys

One process at a time: a fork for each mutant, which tries the checks until one notices. Checks
that found something lately go first. A check that takes more than its CPU time counts as one that
noticed, as does one that eats all memory: loops without an end are mutants too. Mutants listed in
``refused.txt`` (``make.py``: those that the types refuse) are left out.
"""

import inspect
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path

import pytest

from gm.games.diplomacy import conflicts, movement
from tests.games.diplomacy import test_check as checking
from tests.games.diplomacy import test_convoys as convoys
from tests.games.diplomacy import test_endings as endings
from tests.games.diplomacy import test_explaining as explaining
from tests.games.diplomacy import test_hostile as hostile
from tests.games.diplomacy import test_legality as legality
from tests.games.diplomacy import test_oracle as oracle
from tests.games.diplomacy import test_sequence as sequence
from tests.games.diplomacy import test_sheet as sheets
from tests.games.diplomacy import test_sight as sight
from tests.games.diplomacy import test_slips as slips
from tests.mutation.held import GROUPS, cases, of_group

SECONDS = 10.0
"""CPU time of one check."""
PATIENCE = 600
"""Seconds for all checks of one mutant."""
MEMORY = 3 * 2**30
VARIABLE = "MUTANT_UNDER_TEST"

Check = Callable[[], object]


def plays(case) -> Check:
    def check() -> None:
        assert cases.play(cases.BENCH, case) == ()

    return check


def plays_closely(case, depth: int) -> Check:
    """The case without what is told at sight, looking so many moves ahead."""

    def check() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(movement, "settle_at_sight", lambda *_: {})
            patch.setattr(conflicts, "DEPTH", depth)
            assert cases.play(cases.BENCH, case) == ()

    return check


def calls(function, *values) -> Check:
    return lambda: function(*values)


def tables(module) -> Iterator[Check]:
    """The tests of a module that have no parameters, or nothing but a table of them."""
    for name, function in vars(module).items():
        if not name.startswith("test_") or hasattr(function, "hypothesis"):
            continue
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        if not marks and not inspect.signature(function).parameters:
            yield function
        if len(marks) == 1:
            names, rows = marks[0].args[:2]
            is_single = isinstance(names, str) and "," not in names
            for row in rows:
                yield calls(function, *((row,) if is_single else getattr(row, "values", row)))


def compares(name: str, seed: int) -> Check:
    def check() -> None:
        board, chance = oracle.GAMES[name].board, oracle.Random(seed)
        units = oracle.random_units(board, chance, 8)
        oracle.compare(name, units, oracle.random_orders(board, units, chance))
        oracle.compare(name, *oracle.random_knot(board, oracle.Random(seed)))

    return check


def found_by(test) -> Callable[[str, int], object]:
    """What a property test does with one game and one seed."""
    return test.hypothesis.inner_test


def checks() -> Iterator[Check]:
    yield from tables(convoys)
    yield from tables(legality)
    yield from tables(sheets)
    yield from tables(checking)
    yield from tables(sequence)
    yield from tables(slips)
    yield from tables(endings)
    yield from tables(explaining)
    yield from tables(hostile)
    for group in GROUPS:
        yield from map(plays, of_group(group))
        movements = [case for case in of_group(group) if case.get("phase") == "movement"]
        yield from (plays_closely(case, 0) for case in movements)
        yield from (plays_closely(case, conflicts.DEPTH) for case in movements)
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
    for board in convoys.BOARDS.values():
        same = found_by(convoys.test_chains_are_those_found_by_following_all_ways)
        yield from (calls(same, board, seed) for seed in range(60))
    for name in oracle.GAMES:
        yield from (compares(name, seed) for seed in range(150))
        chosen = found_by(oracle.test_agrees_under_every_rule_choice)
        yield from (calls(chosen, name, seed) for seed in range(500))
        yield from (calls(oracle.compare_apart, name, seed) for seed in range(60))
    same = found_by(sight.test_a_closer_look_finds_the_same)
    for game in sight.GAMES.values():
        yield from (calls(same, game, seed) for seed in range(120))


def mutants(module: str) -> Iterator[str]:
    for name, found in vars(import_module(module)).items():
        if name.startswith("mutants_") and isinstance(found, dict):
            yield from (f"{module}.{one}" for one in found if one != "_mutmut_orig")


def notices(check: Check) -> bool:
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        check()
        signal.setitimer(signal.ITIMER_PROF, 0)
    except BaseException as error:  # whatever a mutant does
        signal.setitimer(signal.ITIMER_PROF, 0)
        if isinstance(error, KeyboardInterrupt):
            raise
        return True
    return False


def out_of_time(*_: object) -> None:
    raise TimeoutError


def first_to_notice(row: list[Check], mutant: str) -> int | None:
    """The place of the check that notices *mutant*, tried in a process of its own."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        os.environ[VARIABLE] = mutant
        try:
            place = next((place for place, check in enumerate(row) if notices(check)), len(row))
            os.write(sink, str(place).encode())
        finally:
            os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as answer:
        told = answer.read()
    os.waitpid(child, 0)
    place = int(told) if told else 0  # a process that was killed has noticed
    return None if place == len(row) else place


def main() -> None:
    signal.signal(signal.SIGPROF, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    row = list(checks())
    os.environ[VARIABLE] = ""
    assert not any(map(notices, row)), "a check fails without any mutant"
    wanted = [name if "." in name else f"{name}." for name in sys.argv[1:]]
    refused = set(Path("refused.txt").read_text().split())
    for module in dict.fromkeys(name.partition(".")[0] for name in wanted):
        alive = []
        names = [
            name
            for name in mutants(f"gm.games.diplomacy.{module}")
            if any(fnmatch(name, f"gm.games.diplomacy.{one}*") for one in wanted)
        ]
        tried = [name for name in names if name not in refused]
        for number, name in enumerate(tried):
            if number % 20 == 0:
                say(f"{module}: {number} of {len(tried)}")
            killer = first_to_notice(row, name)
            if killer is None:
                alive.append(name)
                say(name)
            else:
                row.insert(0, row.pop(killer))
        refusals = len(names) - len(tried)
        say(
            f"{module}: {len(names)} mutants, {refusals} refused by types, "
            f"{len(tried) - len(alive)} noticed, {len(alive)} alive"
        )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
