"""Dice that everybody can check: what reports list, verify recounts, and old matches keep."""

import hmac
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from gm.desk import archive, archived
from gm.desk.chronicle import chronicle
from gm.desk.ending import conclude
from gm.desk.history import replay
from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk, scratch_desk
from gm.desk.setup import make_desk
from gm.desk.summary import Summary
from gm.desk.turn import turn
from gm.desk.verify import is_whole, verify
from gm.games.dice import COUNTED
from gm.records import Seat
from gm.values import replace
from tests.desk.conftest import BEGIN
from tests.desk.quick import quick_desk

SEED = "a seed of some length"
ROW = re.compile(r"^ {2,}(?P<faces>\d(?: \d)*) {2,}(?P<purpose>\S.*)$", re.MULTILINE)


def make(folder: Path, form: int | None = None) -> Desk:
    """A desk with a match of Three Kingdoms after three adjudications without a letter."""
    settings = {"desk.address": "gm@example.org", "desk.gamemasters": "[boss@example.org]"}
    make_desk(folder, BEGIN, settings, "identity")
    desk = quick_desk(folder)
    seats = (Seat("guandu", "wei", ("wei@example.org",)),)
    new_match(desk, BEGIN, Plan("guandu", "three_kingdoms", seats, SEED))
    if form is not None:
        make_old(desk, form)
    for number in range(1, 4):
        turn(desk, BEGIN + timedelta(days=number), "guandu", early=True)
    return desk


def make_old(desk: Desk, form: int) -> None:
    """Makes the match one that was begun before dice were bound to purposes."""
    match = desk.match("guandu")
    game = desk.offer(match).game
    state = game.codec.dump(game.start(match.scenario, SEED, "guandu", form))
    for name in ("form", "match", "rolls"):  # what nobody kept then
        del state["dice"][name]
    welcome = f"Its SHA-256 is {sha256(SEED.encode()).hexdigest()}; the seed itself is told when"
    write(desk, "UPDATE matches SET dice_form = ?", form)
    write(desk, "UPDATE steps SET state = ?, version = NULL", json.dumps(state))
    write(desk, "UPDATE outbox SET text = ? WHERE kind = 'welcome'", welcome)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = make(tmp_path / "desk")
    yield opened
    opened.store.close()


def write(desk: Desk, statement: str, *values: object) -> None:
    """Changes what is kept, as nobody should."""
    desk.store._database.execute(statement, values)


def checked(desk: Desk) -> Summary:
    return verify(desk, chronicle(desk, "guandu"))


def report(desk: Desk, number: int) -> str:
    kept = desk.store.outgoing(f"report guandu {number} gamemaster")
    assert kept is not None
    return kept.text


def by_hand(step: str, purpose: str, number: int, seed: str = SEED) -> int:
    """As the handbook tells it."""
    text = f"guandu\n{step}\n{purpose}\n{number}"
    return int(hmac.new(seed.encode(), text.encode(), "sha256").hexdigest(), 16) % 6 + 1


def test_every_roll_of_a_report_can_be_worked_out_by_hand(desk: Desk) -> None:
    text = report(desk, 3)
    _, _, listed = text.partition("THE DICE OF TURN 2\n")
    rows = list(ROW.finditer(listed.partition("\n\nFINGERPRINTS")[0]))
    assert len(rows) > 10
    for row in rows:
        faces = [int(face) for face in row["faces"].split()]
        right = [by_hand("Turn 2", row["purpose"], place) for place in range(1, len(faces) + 1)]
        assert faces == right, row["purpose"]
    fates = re.findall(r"^  (.+) in .+: die (\d), deadly", text, re.MULTILINE)
    assert len(fates) > 5
    for who, die in fates:
        assert int(die) == by_hand("Turn 2", f"fate of {who}", 1)


def test_all_rolls_are_recounted(desk: Desk) -> None:
    found = checked(desk)
    assert found.data["differences"] == []
    assert found.data["rolls"] == len(found.data["draws"]) > 20
    assert found.data["dice"] == sum(len(faces.split()) for *_, faces in found.data["draws"])
    assert "each from seed, match, step and purpose" in found.lines[-2]


def changed(desk: Desk, old: str, new: str) -> list[str]:
    """The differences after a text in the state of step 3 was changed."""
    step = desk.store.steps("guandu")[3]
    state = json.dumps(step.state, ensure_ascii=False)
    assert state.count(old) == 1
    write(desk, "UPDATE steps SET state = ? WHERE number = 3", state.replace(old, new))
    return list(checked(desk).data["differences"])


def fate_of_cao_cao(desk: Desk) -> str:
    """The roll as it is kept."""
    rolls = desk.store.steps("guandu")[3].state["dice"]["rolls"]
    return json.dumps(next(one for one in rolls if one["purpose"] == "fate of Cao Cao"))


def test_a_face_that_was_changed(desk: Desk) -> None:
    roll = fate_of_cao_cao(desk)
    (face,) = json.loads(roll)["faces"]
    other = face % 6 + 1
    said = changed(desk, roll, roll.replace(f"[{face}]", f"[{other}]"))
    assert any(
        f"the dice for “Turn 2, fate of Cao Cao” are {other} where seed, match, step and purpose "
        f"give {face}" in one
        for one in said
    )


def test_a_purpose_that_was_changed(desk: Desk) -> None:
    roll = fate_of_cao_cao(desk)
    said = changed(desk, roll, roll.replace("fate of Cao Cao", "control of Bing"))
    right, kept = by_hand("Turn 2", "control of Bing", 1), json.loads(roll)["faces"][0]
    assert right != kept, "choose another seed"
    assert any(f"“Turn 2, control of Bing” are {kept}" in one for one in said)


def test_the_seed_of_another_match(desk: Desk) -> None:
    write(desk, "UPDATE matches SET seed = 'the seed of another match'")
    said = checked(desk).data["differences"]
    assert any("another first position" in one for one in said)
    assert any("did not tell the digest of the seed" in one for one in said)
    assert any("the dice for “Turn 2, fate of Cao Cao” are" in one for one in said)


def test_the_same_seed_commits_to_one_match_alone(desk: Desk) -> None:
    match = desk.match("guandu")
    other = replace(match, name="chibi")
    from gm.desk.digests import commitment

    assert commitment(match) == sha256(f"guandu\n{SEED}".encode()).hexdigest()
    assert commitment(other) != commitment(match)


def test_a_report_that_told_other_dice(desk: Desk) -> None:
    text = report(desk, 3)
    (row,) = (one for one in ROW.finditer(text) if one["purpose"] == "fate of Cao Cao")
    face = int(row["faces"])
    told = text.replace(row[0], row[0].replace(str(face), str(face % 6 + 1), 1))
    write(desk, "UPDATE outbox SET text = ? WHERE key = 'report guandu 3 gamemaster'", told)
    (said,) = checked(desk).data["differences"]
    assert "the report that was mailed shows other dice for “Turn 2, fate of Cao Cao”" in said


def test_the_last_report_tells_how_a_die_is_worked_out(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    conclude(desk, BEGIN + timedelta(days=5), "guandu", ["wei"], why="All agree.", who="boss")
    text = report(desk, desk.store.steps("guandu")[-1].number)
    _, _, rest = text.partition("CHECKING A ROLL BY HAND\n")
    lines = [line for line in rest.splitlines() if line.startswith("  ")]
    exec("\n".join(line[2:] for line in lines), {})
    found = checked(desk)
    assert capsys.readouterr().out.strip() == found.data["draws"][-1][-1]
    assert found.data["differences"] == []


def test_an_archive_lists_every_roll(desk: Desk, tmp_path: Path) -> None:
    conclude(desk, BEGIN + timedelta(days=5), "guandu", ["wei"], why="All agree.", who="boss")
    made = archive.assembled(desk, "guandu", is_whole(desk))
    text = made.files["steps/003/dice.txt"]
    assert f"Turn 2 | fate of Cao Cao | {by_hand('Turn 2', 'fate of Cao Cao', 1)}\n" in text
    archive.write(tmp_path / "out", dict(made.files), "guandu")
    assert verify(scratch_desk(), archived.read(tmp_path / "out")).data["differences"] == []


class TestOldMatches:
    """Matches begun before dice had purposes go on, and verify, as they were."""

    @pytest.fixture
    def old(self, tmp_path: Path) -> Iterator[Desk]:
        opened = make(tmp_path / "desk", COUNTED)
        yield opened
        opened.store.close()

    def test_dice_follow_from_their_count(self, old: Desk) -> None:
        state = old.store.steps("guandu")[3].state
        assert (state["dice"]["form"], state["dice"]["rolls"]) == (COUNTED, [])
        fates = re.findall(r"^  .+ in .+: die (\d), deadly", report(old, 3), re.MULTILINE)
        faces = [
            int.from_bytes(sha256(f"{SEED}:{place}:0".encode()).digest()[:8]) % 6 + 1
            for place in range(state["dice"]["drawn"])
        ]
        assert "".join(fates) in "".join(map(str, faces))
        assert "THE DICE OF" not in report(old, 3)

    def test_steps_kept_without_the_new_fields_replay(self, old: Desk) -> None:
        for step in old.store.steps("guandu"):
            state = dict(step.state, dice=dict(step.state["dice"]))
            for name in ("form", "match", "rolls"):
                state["dice"].pop(name, None)
            text = json.dumps(state)
            write(old, "UPDATE steps SET state = ? WHERE number = ?", text, step.number)
        assert replay(old, "guandu").data["differences"] == []
        assert checked(old).data["differences"] == []
        turn(old, BEGIN + timedelta(days=4), "guandu", early=True)
        assert checked(old).data["differences"] == []

    def test_the_welcome_told_the_digest_of_the_seed_alone(self, old: Desk) -> None:
        assert checked(old).data["differences"] == []
        write(old, "UPDATE outbox SET text = 'nothing' WHERE kind = 'welcome'")
        (said,) = checked(old).data["differences"]
        assert sha256(SEED.encode()).hexdigest() in said


def test_a_step_keeps_which_program_made_it(desk: Desk) -> None:
    from gm import __version__

    assert {step.version for step in desk.store.steps("guandu")} == {__version__}
