"""Players who send nothing, and those who take their seats."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.cli import run
from gm.desk import standby
from gm.desk.missing import missed
from gm.desk.publish import publish
from gm.desk.remind import remind
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.standing import standing
from gm.desk.timing import Word, extend, pause, resume
from gm.desk.turn import turn
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.records import OutgoingLetter, Seat
from gm.values import replace
from tests.desk.at_desk import THURSDAY, handle

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)
WEEK = timedelta(days=7)
TAKEDA = Power("takeda")


def settings(desk: Desk, **changed: str) -> None:
    given = {name.replace("_", "."): value for name, value in changed.items()}
    desk.store.save_match(replace(desk.match("edo"), settings=given))


def notes(desk: Desk, power: str = "takeda") -> list[str]:
    found = (one for one in desk.store.outgoing_of("edo", "note") if one.power == power)
    return [" ".join(one.text.split()) for one in found]


def concerns(desk: Desk) -> list[str]:
    return [entry.detail for _, entry in desk.store.concerns(0)]


def welcome_to(desk: Desk, address: str) -> OutgoingLetter:
    found = [one for one in desk.store.outgoing_of("edo", "welcome") if one.to == (address,)]
    return found[-1]


class TestLate:
    @pytest.mark.parametrize(("named", "count"), [("everybody", 1), ("gamemaster", 0)])
    def test_reports_say_who_sent_nothing_where_everybody_may_hear_it(
        self, desk: Desk, deliver: Deliver, folder: Path, named: str, count: int
    ) -> None:
        settings(desk, missing_named=named)
        deliver("A Kai - Suruga\nA South Shinano H")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        publish(desk, SOON_AFTER)
        said = "No orders came from"
        for report in desk.store.outgoing_of("edo", "report"):
            assert report.text.count(said) == count
            assert report.html.count(said) == count
            assert "A Kai - Suruga" in report.text
        page = (folder / "site/edo/001.html").read_text("utf-8")
        assert page.count(said) == count

    def test_everybody_hears_for_whom_the_match_waits(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, calendar_missing="wait")
        deliver("A Kai - Suruga\nA South Shinano H")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        turn(desk, SOON_AFTER + timedelta(minutes=5))
        assert [one for one in notes(desk) if "Orders are missing from Oda and Hojo." in one] != []
        assert len(notes(desk)) == 1
        assert "Your orders are late" in notes(desk, "hojo")[0]

    def test_or_only_the_gamemaster_and_each_his_own(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, calendar_grace="6h", missing_named="gamemaster")
        deliver("A Kai - Suruga\nA South Shinano H")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        assert notes(desk) == []
        assert (
            "Your orders are missing. The deadline has passed, but letters still count"
            in (notes(desk, "hojo")[0])
        )

    def test_the_gamemaster_is_asked_before_the_deadline(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        remind(desk, DEADLINE - timedelta(hours=3))
        (digest,) = desk.store.outgoing_of("edo", "digest")
        assert "adjudicated without them, as the rules say; answer “wait” to be asked then." in (
            " ".join(digest.text.split())
        )
        head = f"In-Reply-To: {digest.message_id}\n"
        deliver("wait", sender="boss@example.org", head=head, at="2026-03-10T22:00Z")
        handle(desk, DEADLINE - timedelta(hours=1))
        assert "waits for you" in notes(desk, None)[-1]  # type: ignore[arg-type] (to no power)
        assert turn(desk, SOON_AFTER).data["adjudicated"] == 0
        assert turn(desk, SOON_AFTER, "edo").data["adjudicated"] == 1


class TestDropout:
    def test_the_gamemaster_is_told_after_so_many_phases(self, desk: Desk) -> None:
        now = THURSDAY
        one = standby.Substitute("ann@example.org", "Ann", None, (), now)
        standby.add_substitute(desk, now, one, "boss")
        turn(desk, SOON_AFTER)
        assert not any("phases in a row" in one for one in concerns(desk))
        assert missed(desk, standing(desk, desk.match("edo")), TAKEDA) == 1
        turn(desk, SOON_AFTER + WEEK)
        told = [one for one in concerns(desk) if "Takeda in edo has sent no orders for 2" in one]
        assert len(told) == 1
        assert "Standing by: Ann (ann@example.org)." in told[0]
        assert "gm seat edo takeda --standby" in told[0]

    def test_who_sends_something_begins_anew(self, desk: Desk, deliver: Deliver) -> None:
        turn(desk, SOON_AFTER)
        deliver("A Kai - Suruga", at="2026-03-12T12:00Z")
        handle(desk, SOON_AFTER + timedelta(days=2))
        turn(desk, SOON_AFTER + WEEK)
        assert missed(desk, standing(desk, desk.match("edo")), TAKEDA) == 0
        assert not any("Takeda in edo has sent no orders" in one for one in concerns(desk))

    def test_the_seat_is_freed_where_the_match_says_so(self, desk: Desk) -> None:
        settings(desk, missing_limit="1", missing_then="vacate")
        turn(desk, SOON_AFTER)
        assert all(not seat.addresses for seat in desk.store.seats("edo"))
        assert any("The seat is free now." in one for one in concerns(desk))
        assert "You leave Takeda" in notes(desk)[-1]
        assert "No orders came for one phase." in notes(desk)[-1]

    def test_or_the_power_is_eliminated(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, missing_limit="1", missing_then="eliminate")
        deliver("A Sagami H", sender="hojo@example.org")
        deliver("A Owari H", sender="oda@example.org")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        state = standing(desk, desk.match("edo")).state
        assert state.of(TAKEDA) == ()
        assert "Takeda was eliminated" in notes(desk, "hojo")[-1]

    def test_all_hear_of_it_once_and_nobody_is_proposed_for_it(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        settings(desk, missing_then="eliminate", missing_limit="1")
        ann = standby.Substitute("ann@example.org", "Ann", None, (), THURSDAY)
        standby.add_substitute(desk, THURSDAY, ann, "boss")
        deliver("A Kai H\nA South Shinano H")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        told = [note.split(" Match ")[0] for note in notes(desk)]
        assert told == ["The position was corrected"] * 2
        assert "Reason: Hojo sent no orders for one phase." in " ".join(notes(desk))
        assert all("ann@example.org" not in one for one in concerns(desk))

    def test_a_new_player_begins_anew(self, desk: Desk) -> None:
        turn(desk, SOON_AFTER)
        change_seat(desk, SOON_AFTER, Seat("edo", "takeda", ("new@example.org",)), "boss")
        turn(desk, SOON_AFTER + WEEK)
        assert missed(desk, standing(desk, desk.match("edo")), TAKEDA) == 1


class TestParcel:
    def test_the_newcomer_gets_all_that_is_needed(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga\nPress to Hojo: Peace? End press")
        deliver("Press to all:\nA good year!\nEnd press", sender="oda@example.org")
        deliver("Press to Oda:\nTakeda is weak.\nEnd press", sender="hojo@example.org")
        handle(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        deliver("A Suruga - Totomi", at="2026-03-12T12:00Z")
        handle(desk, SOON_AFTER + timedelta(days=2))
        seat = Seat("edo", "takeda", ("new@example.org",), "Nel")
        change_seat(desk, SOON_AFTER + timedelta(days=3), seat, "boss")
        letter = welcome_to(desk, "new@example.org")
        text = " ".join(letter.text.split())
        assert letter.subject == "[edo] Sengoku: you take over Takeda"
        assert "ORDERS THAT ARE HERE ALREADY" in text
        assert "Army Suruga moves to Totomi" in text
        assert "Spring 1570, movement: Tuesday, 10 March 2026, 20:05 EDT" in text
        assert "THE LAST REPORT" in text
        assert "A Kai - Suruga" in text
        assert "A good year!" in text
        assert "Peace?" in text
        assert "Takeda is weak." not in text
        assert "Deadline: Tuesday, 17 March 2026, 20:00 EDT" in text
        assert letter.pictures
        assert "Somebody else plays Takeda from now on." in notes(desk)[-1]
        assert "Nel plays Takeda from now on." in notes(desk, "hojo")[-1]

    def test_a_free_seat_is_told_to_all(self, desk: Desk, folder: Path) -> None:
        command = ["seat", "edo", "takeda", "--vacate", "--desk", str(folder)]
        assert run([*command, "--at", "2026-03-05T13:00:00Z"]) == 0
        assert "nobody does for now" in notes(desk)[-1]
        assert "Nobody plays Takeda now" in notes(desk, "oda")[-1]

    def test_another_address_is_no_new_player(self, desk: Desk) -> None:
        seat = Seat("edo", "takeda", ("shingen@example.net", "third@example.org"), "Ann")
        change_seat(desk, THURSDAY, seat, "boss")
        assert "begins: you play Takeda" in welcome_to(desk, "shingen@example.net").subject
        assert notes(desk, "hojo") == []


class TestStandby:
    def test_the_first_who_stands_by_takes_the_seat(self, desk: Desk, folder: Path) -> None:
        at = ["--desk", str(folder), "--at", "2026-03-05T13:00:00Z"]
        assert run(["standby", "add", "ann@example.org", "--player", "Ann", *at]) == 0
        assert run(["standby", "add", "bob@example.org", "--game", "classic", *at]) == 0
        assert run(["standby", "list", *at]) == 0
        assert run(["seat", "edo", "takeda", "--standby", *at]) == 0
        (seat,) = (one for one in desk.store.seats("edo") if one.power == "takeda")
        assert (seat.addresses, seat.player) == (("ann@example.org",), "Ann")
        assert [one.address for one in standby.substitutes(desk)] == ["bob@example.org"]
        assert run(["seat", "edo", "hojo", "--standby", *at]) == 64

    def test_a_gamemaster_cannot_stand_by(self, desk: Desk) -> None:
        one = standby.Substitute("boss@example.org", None, None, (), THURSDAY)
        with pytest.raises(UsageError, match="cannot play too"):
            standby.add_substitute(desk, THURSDAY, one, "boss")
        with pytest.raises(UsageError, match="no mail address"):
            standby.add_substitute(desk, THURSDAY, replace(one, address="ann"), "boss")
        with pytest.raises(UsageError, match="Nobody with the address"):
            standby.remove_substitute(desk, THURSDAY, "ann@example.org", "boss")


class TestObservers:
    def test_they_get_the_public_reports(self, desk: Desk) -> None:
        standby.add_observer(desk, THURSDAY, "edo", "Friend@example.org", "boss")
        assert desk.store.outgoing_of("edo", "observer")[0].to == ("friend@example.org",)
        turn(desk, SOON_AFTER)
        letter = desk.store.outgoing("report edo 1 observer friend@example.org")
        public = desk.store.outgoing("report edo 1 gamemaster")
        assert letter is not None
        assert public is not None
        assert letter.text == public.text
        standby.remove_observer(desk, SOON_AFTER, "edo", "friend@example.org", "boss")
        turn(desk, SOON_AFTER + WEEK)
        assert desk.store.outgoing("report edo 2 observer friend@example.org") is None

    def test_they_hear_at_once_that_the_deadline_has_moved(self, desk: Desk) -> None:
        standby.add_observer(desk, THURSDAY, "edo", "friend@example.org", "boss")
        until = DEADLINE + timedelta(days=1)
        extend(desk, THURSDAY, "edo", until, Word("boss", "Two are at a fair."))
        pause(desk, THURSDAY, "edo", Word("boss", None))
        friend = [
            one
            for kind in ("deadline", "note")
            for one in desk.store.outgoing_of("edo", kind)
            if one.to == ("friend@example.org",)
        ]
        assert [one.kind for one in friend] == ["deadline", "note"]
        moved, paused = (" ".join(one.text.split()) for one in friend)
        assert "Two are at a fair." in moved
        assert "Orders already here" not in moved
        assert "The gamemaster has stopped the clock" in paused
        players = [one for one in desk.store.outgoing_of("edo", "deadline") if one.power]
        assert all("Orders already here" in one.text for one in players)

    def test_they_hear_of_all_that_happens_at_one_moment(self, desk: Desk) -> None:
        standby.add_observer(desk, THURSDAY, "edo", "friend@example.org", "boss")
        pause(desk, THURSDAY, "edo", Word("boss", None))
        resume(desk, THURSDAY, "edo", Word("boss", None))
        pause(desk, THURSDAY, "edo", Word("boss", None))
        told = [(one.kind, one.to) for kind in ("note", "deadline")
                for one in desk.store.outgoing_of("edo", kind)]  # fmt: skip
        friend = [kind for kind, to in told if to == ("friend@example.org",)]
        takeda = [kind for kind, to in told if to == ("takeda@example.org",)]
        assert len(friend) == len(takeda) == 3

    def test_a_player_is_none(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="plays in edo"):
            standby.add_observer(desk, THURSDAY, "edo", "oda@example.org", "boss")
