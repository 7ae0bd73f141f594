"""What mutants of the adjudicator have to survive, as one test for ``mutmut run``: see README.md.

Not part of the default run: everything here is tested elsewhere, one case at a time. One test
stops at the first check that notices, and a fork has no thousand tests to collect.
"""

from tests.mutation.quick import checks


def test_checks():
    for check in checks():
        check()
