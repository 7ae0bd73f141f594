"""Order sheets, numbers, maps and suppositions in the games with dice, through letters."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gm.config import Offered
from gm.desk.chronicle import chronicle
from gm.desk.correcting import correct
from gm.desk.ending import conclude
from gm.desk.history import same_events, undo
from gm.desk.manage import Plan, new_match
from gm.desk.publish import publish
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.setup import make_desk
from gm.desk.standing import followed, standing
from gm.desk.turn import turn
from gm.desk.verify import verify
from gm.desk.withhold import shown
from gm.games.vocabulary import Power
from gm.records import OutgoingLetter, Seat, Step
from gm.values import replace
from tests.desk.conftest import BEGIN
from tests.desk.quick import quick_desk
from tests.desk.replies import filled

NUMBERED = re.compile(r"^ {8}(\d+)\. (.+)$", re.MULTILINE)
GAMES = {
    "far_east_war": ("japan", "korea_ming"),
    "three_kingdoms": ("wei", "alliance"),
}


@pytest.fixture(params=GAMES)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """A desk with one match; its folder is ``config.folder``."""
    make_desk(tmp_path / "desk", BEGIN, {"desk.address": "gm@example.org"}, "identity")
    opened = quick_desk(tmp_path / "desk")
    seats = tuple(Seat("edo", one, (f"{one}@example.org",)) for one in GAMES[request.param])
    new_match(opened, BEGIN, Plan("edo", request.param, seats, "seed of this match"))
    yield opened
    opened.store.close()


def send(desk: Desk, power: str, text: str, at: datetime, to: OutgoingLetter | None = None) -> None:
    head = [
        f"From: {power}@example.org", "To: gm@example.org", "Subject: edo",
        f"Message-ID: <{power}-{at.timestamp()}@example.org>",
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
        *([f"In-Reply-To: {to.message_id}"] if to else []),
    ]  # fmt: skip
    place = desk.config.folder / "mail/in/new" / f"{int(at.timestamp())}.M1P1.{power}"
    place.write_bytes(("\n".join(head) + f"\n\n{text}\n").encode())
    receive(desk, at)
    read(desk, at)


def last(desk: Desk, kind: str, power: str) -> OutgoingLetter:
    return [one for one in desk.store.outgoing_of("edo", kind) if one.power == power][-1]


def orders(desk: Desk, power: str) -> list[str]:
    now = standing(desk, desk.match("edo"))
    return [now.offer.game.spell(one) for one in followed(now.checked(Power(power)))]


def test_sheets_can_be_filled_in_phase_by_phase(desk: Desk) -> None:
    """Every row of every sheet is answered with 1 inside a quotation, for six phases."""
    now = BEGIN + timedelta(hours=1)
    for _ in range(6):
        present = standing(desk, desk.match("edo"))
        if present.phase is None:
            break
        for power, demand in present.awaiting.items():
            kind = "report" if present.step.after is not None else "welcome"
            letter = last(desk, kind, power)
            assert f"ORDER SHEET edo/{present.step.number} ({present.phase.label})" in letter.text
            rows = [task.subject for task in demand.tasks if task.choices]
            text = filled(letter.text, dict.fromkeys(rows, "1"))
            send(desk, power, "> " + text.replace("\n", "\n> "), now, letter)
            receipt = last(desk, "receipt", power)
            assert "NOT UNDERSTOOD" not in receipt.text
            assert "UNDERSTOOD" in receipt.text
        turn(desk, now + timedelta(minutes=5), "edo", early=True)
        now += timedelta(hours=1)
    assert standing(desk, desk.match("edo")).step.number == 6


def test_an_empty_sheet_orders_nothing(desk: Desk) -> None:
    present = standing(desk, desk.match("edo"))
    for power in present.awaiting:
        letter = last(desk, "welcome", power)
        at = BEGIN + timedelta(hours=1)
        send(desk, power, "> " + letter.text.replace("\n", "\n> "), at, letter)
        assert orders(desk, power) == []
        assert "no line filled in" in " ".join(last(desk, "receipt", power).text.split())


def test_map_status_and_what_if_tell_the_sender_and_keep_nothing(desk: Desk) -> None:
    power = next(iter(standing(desk, desk.match("edo")).awaiting))
    before = desk.store.latest_step("edo")
    send(desk, power, "map\nstatus\nwhat if:\nend", BEGIN + timedelta(hours=1))
    answer = last(desk, "answer", power)
    assert "THE POSITION" in answer.text
    assert "No orders of yours are here." in answer.text
    assert "Dice and cards were drawn for this answer alone" in " ".join(answer.text.split())
    assert answer.pictures
    assert answer.to == (f"{power}@example.org",)
    assert desk.store.submissions("edo", 0) == ()
    assert desk.store.latest_step("edo") == before


def test_what_if_does_not_tell_the_dice_to_come(desk: Desk) -> None:
    """The same orders tried at two moments are drawn anew, whatever the seed of the match."""
    present = standing(desk, desk.match("edo"))
    power = next(iter(present.awaiting))
    game = present.offer.game
    one, other = (game.suppose(present.state, power, seed) for seed in ("one", "two"))
    assert one.dice.seed == "one"
    assert other.dice.seed == "two"
    hidden = game.codec.dump(game.view(one, power))
    assert hidden == game.codec.dump(game.view(other, power))


@pytest.mark.parametrize("desk", ["three_kingdoms"], indirect=True)
@pytest.mark.parametrize(
    ("plan", "answers", "expected"),
    [
        (
            ["FARM", "Strike Yan or Xu from Yu with Cao Cao", "PASS"],
            ["STRIKE Xu FROM Yu: Cao Cao"],
            ["FARM", "STRIKE Xu FROM Yu: Cao Cao", "PASS"],
        ),
        (
            ["Strike Yan or Xu from Yu with Cao Cao", "FARM", "persuade Liu Biao or Liu Zhang"],
            ["STRIKE Xu FROM Yu: Cao Cao", "PERSUADE ALLY Liu Biao"],
            ["STRIKE Xu FROM Yu: Cao Cao", "FARM", "PERSUADE ALLY Liu Biao"],
        ),
        (
            ["Strike Yan or Xu from Yu with Cao Cao", "persuade Liu Biao or Liu Zhang"],
            ["PERSUADE ALLY Liu Zhang", "STRIKE Xu FROM Yu: Cao Cao"],
            ["STRIKE Xu FROM Yu: Cao Cao", "PERSUADE ALLY Liu Zhang"],
        ),
    ],
)
def test_a_number_completes_a_plan_and_drops_nothing_of_it(
    desk: Desk, plan: list[str], answers: list[str], expected: list[str]
) -> None:
    now = BEGIN + timedelta(hours=1)
    send(desk, "wei", "\n".join(plan), now)
    receipt = last(desk, "receipt", "wei")
    numbers = {text: number for number, text in NUMBERED.findall(receipt.text)}
    for place, text in enumerate(answers, 1):
        send(desk, "wei", numbers[text], now + timedelta(minutes=place), receipt)
    assert orders(desk, "wei") == expected
    turn(desk, now + timedelta(hours=1), "edo", early=True)
    assert verify(desk, chronicle(desk, "edo")).data["differences"] == []


@pytest.mark.parametrize("desk", ["three_kingdoms"], indirect=True)
def test_a_number_does_not_bring_a_plan_back_that_was_replaced(desk: Desk) -> None:
    now = BEGIN + timedelta(hours=1)
    send(desk, "wei", "FARM\npersuade Liu Biao or Liu Zhang", now)
    receipt = last(desk, "receipt", "wei")
    send(desk, "wei", "PASS\nSWEEP Yu\nPASS", now + timedelta(minutes=1))
    standing_orders = orders(desk, "wei")
    send(desk, "wei", "1", now + timedelta(minutes=2), receipt)
    assert orders(desk, "wei") == standing_orders
    said = " ".join(last(desk, "receipt", "wei").text.split())
    assert "was part of a plan that a later letter has replaced" in said


@pytest.mark.parametrize("desk", ["far_east_war"], indirect=True)
def test_what_is_hidden_stays_so_when_it_is_set_by_hand(desk: Desk) -> None:
    correct(desk, BEGIN, "edo", ['set deck=["plague"]'], reason="A card was missing.", who="boss")

    for note in desk.store.outgoing_of("edo", "note"):
        assert "plague" not in note.text
    written = shown(desk, chronicle(desk, "edo"), lambda _: True)
    assert "plague" not in repr(written)


@pytest.mark.parametrize("desk", ["far_east_war"], indirect=True)
def test_what_an_end_laid_open_is_secret_again_when_it_is_taken_back(desk: Desk) -> None:
    desk.config = replace(desk.config, site=replace(desk.config.site, archive=Offered.OVER))
    secret = chronicle(desk, "edo").match.seed
    site = desk.config.folder / "site/edo"
    conclude(desk, BEGIN, "edo", ["japan"], why="A slip.", who="boss")
    publish(desk, BEGIN)
    assert secret in (site / "001.html").read_text("utf-8")
    assert (site / "edo-archive.zip").is_file()

    undo(desk, BEGIN, "edo", who="boss")
    publish(desk, BEGIN)

    assert not (site / "edo-archive.zip").exists()
    assert [one.name for one in site.rglob("*.*") if secret.encode() in one.read_bytes()] == []
    written = shown(desk, chronicle(desk, "edo"), lambda _: True)
    assert written.match.seed == ""
    assert [step.number for step in written.steps] == [0]
    assert secret not in repr([step.state for step in written.steps])


@pytest.mark.parametrize("desk", ["far_east_war"], indirect=True)
def test_what_an_older_program_did_not_tell_of_an_event_is_no_difference(desk: Desk) -> None:
    game = desk.offer(desk.match("edo")).game
    turn_of_japan = game.adjudicate(game.start("standard", "seed"), {}).state
    outcome = game.adjudicate(turn_of_japan, {Power("japan"): ()})
    began, *rest = map(game.codec.dump, outcome.events)
    assert began["none_stood"] is True
    untold = {name: value for name, value in began.items() if name != "none_stood"}
    unlike = [
        {**began, "none_stood": False},
        {**untold, "turn": 9},
        {name: value for name, value in untold.items() if name != "power"},
    ]

    step = Step("edo", 2, 1, "Turn 1, Japan", BEGIN, None, {}, (), game.codec.dump(outcome.state))
    assert same_events(game, replace(step, events=(began, *rest)), outcome)
    assert same_events(game, replace(step, events=(untold, *rest)), outcome)
    for other in unlike:
        assert not same_events(game, replace(step, events=(other, *rest)), outcome)
