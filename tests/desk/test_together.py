"""Two processes at one desk at the same time, as when cron and the gamemaster both call."""

from collections.abc import Callable
from pathlib import Path

from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from tests.desk.at_desk import THURSDAY
from tests.desk.quick import quick_desk


def test_a_letter_is_read_by_one_process_only(
    desk: Desk, folder: Path, deliver: Callable[..., bytes]
) -> None:
    for text in ("A Kai - Sagami", "A Kai - Suruga", "A Kai H"):
        deliver(text)
    receive(desk, THURSDAY)
    other = quick_desk(folder)
    found = []

    def meanwhile(done: int) -> None:
        if done == 1:
            found.append(read(other, THURSDAY).data["read"])

    assert read(desk, THURSDAY, progress=meanwhile).data["read"] == 1
    assert found == [2]
    other.store.close()
    written = [desk.store.outgoing(key) for key in desk.store.waiting(THURSDAY)]
    assert sum(one is not None and one.answers for one in written) == 3
