"""Every case of the case files, through the code that ``gm sandbox`` runs."""

from pathlib import Path

import pytest

from gm.cli.sandbox import Bench, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['id']}")
    for file in FILES
    for case, _, _ in read_cases(file)
]
BENCH = Bench({}, "three_kingdoms")


@pytest.mark.parametrize("case", CASES)
def test_gives_what_the_case_expects(case):
    trial = BENCH.play(case, {}, "case")

    assert trial.differences == (), "\n".join(trial.lines)


def test_ids_are_unique():
    ids = [one.values[0]["id"] for one in CASES]

    assert len(ids) == len(set(ids))


def test_every_numbered_case_of_the_rulings_is_there():
    numbers = {one.values[0]["id"].split()[0] for one in CASES}

    assert {f"T{number:02}" for number in range(1, 37)} <= numbers
