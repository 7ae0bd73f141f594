"""The cases of the adjudicator and what their orders read as, kept between runs.

Mutation testing runs the same tests in thousands of forks of one process. What is read here once,
and what ``read_text`` has parsed once, every fork has already.
"""

from functools import cache
from types import SimpleNamespace

from tests.games.diplomacy import test_cases as cases

for bench, names in ((cases.BENCH, ("sengoku", "classic")), (cases.SENGOKU_BENCH, ("classic",))):
    for name in names:
        offer, parser = bench._game(name)
        bench.made[name] = (offer, SimpleNamespace(read_text=cache(parser.read_text)))

GROUPS = {
    "tried": (
        "tried",
        "coasts-and-homes",
        "convoys-and-circles",
        "datc-more",
        "examples",
        "knots",
        "reasons",
        "reported",
    ),
    "sengoku": ("sengoku",),
    "datc": ("datc",),
    "random": ("sengoku-random",),
    "real": ("real",),
}
"""The case files in the order in which they find most in least time."""


def of_group(group: str):
    """The cases of some files."""
    return [case.values[0] for case in cases.CASES if case.id.partition(":")[0] in GROUPS[group]]
