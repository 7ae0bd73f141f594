"""What makes a desk trustworthy: looks leave a trace, history is checked against its letters."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm import __version__
from gm.cli import run
from gm.desk import archive, archived
from gm.desk.chronicle import chronicle
from gm.desk.correcting import correct
from gm.desk.ending import conclude
from gm.desk.entering import Entered, enter_orders
from gm.desk.history import replay, undo
from gm.desk.noted import text_fact
from gm.desk.orders import orders_now, orders_then
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk, scratch_desk
from gm.desk.rules_of_play import change_settings
from gm.desk.send import send
from gm.desk.summary import Summary
from gm.desk.timing import Word
from gm.desk.turn import preview, turn
from gm.desk.verify import is_whole, verify
from gm.errors import DataError, UsageError
from tests.desk.at_desk import THURSDAY

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)


@pytest.fixture
def played(desk: Desk, deliver: Deliver) -> Desk:
    """A match after its first turn, with three letters of orders and one of talk."""
    deliver("A Kai - Sagami\nA South Shinano H", at="2026-03-05T12:00Z")
    deliver("A Sagami - Kai", sender="hojo@example.org", at="2026-03-05T12:01Z")
    deliver("What a lovely map.", sender="oda@example.org", at="2026-03-05T12:02Z")
    deliver("A Kai - Suruga", at="2026-03-05T12:03Z")
    receive(desk, THURSDAY)
    read(desk, THURSDAY)
    turn(desk, SOON_AFTER)
    return desk


def checked(desk: Desk) -> Summary:
    return verify(desk, chronicle(desk, "edo"), raw=desk.store.letter)


def write(desk: Desk, statement: str, *values: object) -> None:
    """Changes what is kept, as nobody should."""
    desk.store._database.execute(statement, values)


def exported(desk: Desk, folder: Path, *, with_addresses: bool = False) -> dict[str, str]:
    made = archive.assembled(desk, "edo", is_whole(desk), with_addresses=with_addresses)
    archive.write(folder, dict(made.files), "edo")
    return dict(made.files)


class TestVerify:
    def test_a_history_that_follows_from_its_letters(self, played: Desk) -> None:
        summary = checked(played)
        assert summary.data["differences"] == []
        assert summary.exit_code == 0
        assert (summary.data["steps"], summary.data["letters"]) == (2, 4)
        assert summary.data["fingerprints"] == 2

    def test_orders_changed_after_they_were_kept(self, played: Desk) -> None:
        (one,) = (s for s in played.store.submissions("edo", 0) if s.power == "hojo")
        moved = json.dumps([*one.orders]).replace('"kai"', '"mus"')
        write(played, "UPDATE submissions SET orders = ? WHERE letter = ?", moved, one.letter)
        found = checked(played)
        assert found.exit_code == 1
        assert any("reads as other orders than were kept" in one for one in found.lines)
        assert any("order sheets of Hojo give other orders" in one for one in found.lines)

    def test_a_sheet_that_disappeared(self, played: Desk) -> None:
        write(played, "DELETE FROM submissions WHERE power = ?", "hojo")
        (difference, *_) = checked(played).data["differences"]
        assert "the order sheets of Hojo give other orders than were adjudicated" in difference
        assert any(
            "letter 2 of Hojo holds orders, but none were kept" in one
            for one in checked(played).data["differences"]
        )

    def test_a_letter_that_was_changed(self, played: Desk) -> None:
        write(
            played, "UPDATE letters SET content = ? WHERE number = 2", b"From: x@example.org\n\n."
        )
        assert any(
            "letter 2 of Hojo reads as other orders" in one
            for one in checked(played).data["differences"]
        )

    def test_a_reading_that_is_not_what_the_letter_says(self, desk: Desk, deliver: Deliver) -> None:
        (welcome,) = (one for one in desk.store.outgoing_of("edo", "welcome")
                      if one.power == "takeda")  # fmt: skip
        deliver("Army Kai => 5", head=f"In-Reply-To: {welcome.message_id}\n")
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        fact = text_fact(1)
        kept = str(desk.store.fact(fact))
        assert kept == "Army Kai => 5 [= Army Kai moves to Suruga]"
        turn(desk, SOON_AFTER)
        assert checked(desk).data["differences"] == []
        desk.store.set_fact(fact, kept.replace("Suruga", "Musashi"))
        assert checked(desk).data["differences"] == [
            "Spring 1570, movement: letter 1 of Takeda reads as other orders than were kept. Kept: "
            "Army Kai moves to Suruga. Read now: Army Kai moves to Musashi.",
            "Spring 1570, movement: what is kept of letter 1 of Takeda is not what the letter "
            "says. Kept: “Army Kai => 5 [= Army Kai moves to Musashi]”. The letter says: “Army Kai "
            "=> 5 [= Army Kai moves to Suruga]”.",
        ]

    def test_a_position_set_by_hand(self, played: Desk) -> None:
        step = played.store.latest_step("edo")
        assert step is not None
        state = json.dumps(step.state).replace('"sur"', '"mus"')
        write(played, "UPDATE steps SET state = ? WHERE number = 1", state)
        assert checked(played).data["differences"] == [
            "Step 1 (Spring 1570, movement): another position comes of its orders "
            f"(made by gm {__version__}, read by gm {__version__})."
        ]

    def test_which_program_made_what_differs(self, played: Desk) -> None:
        write(played, "UPDATE steps SET version = '0.0.9', state = replace(state, 'sur', 'mus')")
        (said,) = (one for one in checked(played).lines if "another position" in one)
        assert said.endswith(f"(made by gm 0.0.9, read by gm {__version__}).")
        write(played, "UPDATE steps SET version = NULL WHERE number = 1")
        (said,) = (one for one in replay(played, "edo").lines if "another position" in one)
        assert said.endswith(f"(made by a gm that did not say which, read by gm {__version__}).")

    def test_a_fingerprint_that_was_told_otherwise(self, played: Desk) -> None:
        played.store.set_fact("told edo 1", '{"takeda": "0123"}')
        differences = checked(played).data["differences"]
        assert any("Takeda is" in one and "told was 0123" in one for one in differences)
        assert any("Hojo is" in one and "told was none" in one for one in differences)

    def test_a_seed_that_was_not_told_of(self, played: Desk) -> None:
        write(played, "UPDATE matches SET seed = 'another'")
        assert any(
            "did not tell the digest of the seed" in one
            for one in checked(played).data["differences"]
        )

    def test_what_the_gamemaster_did_is_told(self, desk: Desk) -> None:
        enter_orders(
            desk, THURSDAY, Entered("edo", "takeda", "A Kai - Suruga", "By telephone.", "boss")
        )
        preview(desk, THURSDAY, "edo", "boss")
        turn(desk, SOON_AFTER)
        undo(desk, SOON_AFTER + timedelta(hours=1), "edo", who="boss")
        found = checked(desk)
        assert found.exit_code == 0
        text = "\n".join(found.data["remarks"])
        assert "boss: orders for Takeda, Spring 1570, movement, were entered: By telephone." in text
        assert "Spring 1570, movement was adjudicated for the gamemaster's eyes" in text
        assert "step 1 (Spring 1570, movement) was taken back" in text


class TestLooking:
    def test_orders_are_secret_before_the_deadline(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="gm orders edo --peek"):
            orders_now(desk, THURSDAY, "edo", "boss", peek=False)
        assert [one.what for one in desk.store.log_entries("edo")].count("peek") == 0

    def test_a_peek_leaves_a_trace(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga")
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        found = orders_now(desk, THURSDAY, "edo", "boss", peek=True)
        orders = {one["name"]: one["orders"] for one in found["orders"]}
        assert orders["Takeda"] == ["Army Kai moves to Suruga"]
        entry = next(one for one in desk.store.log_entries("edo") if one.what == "peek")
        assert (entry.who, entry.at) == ("boss", THURSDAY)
        assert any("shown before the deadline" in one for one in checked(desk).data["remarks"])

    def test_after_the_deadline_no_peek_is_needed(self, desk: Desk) -> None:
        orders_now(desk, SOON_AFTER, "edo", "boss", peek=False)
        assert any("shown after the deadline" in one for one in checked(desk).data["remarks"])

    def test_while_letters_still_count_it_is(self, desk: Desk) -> None:
        from gm.values import replace

        given = {"calendar.grace": "6h"}
        desk.store.save_match(replace(desk.match("edo"), settings=given))
        with pytest.raises(UsageError, match="--peek"):
            orders_now(desk, SOON_AFTER, "edo", "boss", peek=False)

    def test_orders_of_a_past_phase(self, played: Desk) -> None:
        found = orders_then(played, SOON_AFTER, "edo", "boss", "spring 1570")
        orders = {one["power"]: one["orders"] for one in found["orders"]}
        assert orders["hojo"] == ["Army Sagami moves to Kai"]
        with pytest.raises(UsageError, match="no past phase"):
            orders_then(played, SOON_AFTER, "edo", "boss", "1999")


class TestArchive:
    def test_it_verifies_without_the_desk(self, played: Desk, tmp_path: Path) -> None:
        exported(played, tmp_path / "out")
        found = verify(scratch_desk(), archived.read(tmp_path / "out"))
        assert found.data["differences"] == []
        assert found.data["letters"] == 4
        assert run(["verify", "--archive", str(tmp_path / "out")]) == 0

    def test_the_same_match_gives_the_same_files(self, played: Desk, tmp_path: Path) -> None:
        assert exported(played, tmp_path / "one") == exported(played, tmp_path / "two")
        game = played.offer(played.match("edo")).game
        again = archived.read(tmp_path / "one")
        commitment = json.loads((tmp_path / "one/match.json").read_text("utf-8"))["commitment"]
        made = dict(archive.files(again, game, commitment))
        kept = {
            path.relative_to(tmp_path / "one").as_posix(): path.read_text("utf-8")
            for path in (tmp_path / "one").rglob("*.*")
        }
        assert set(made) == set(kept)

    def test_a_running_match_keeps_its_secrets(
        self, played: Desk, deliver: Deliver, tmp_path: Path
    ) -> None:
        deliver("A Suruga - Totomi\nCode word: plum-blossom", at="2026-03-12T12:00Z")
        receive(played, SOON_AFTER + timedelta(days=2))
        read(played, SOON_AFTER + timedelta(days=2))
        made = exported(played, tmp_path / "out")
        text = "\n".join(made.values())
        assert "Totomi\nCode" not in text
        assert "plum" not in text
        assert '"seed": "seed"' not in text
        assert "@" not in text
        assert not any(name.startswith("letters/00005") for name in made)
        assert "@" in "\n".join(exported(played, tmp_path / "more", with_addresses=True).values())

    def test_a_concession_stays_secret(self, desk: Desk, deliver: Deliver, tmp_path: Path) -> None:
        deliver("A Kai - Suruga\nI concede.\nA South Shinano H")
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        made = exported(desk, tmp_path / "out")
        assert "oncede." not in made["letters/00001-takeda.txt"]
        assert "(withheld)" in made["letters/00001-takeda.txt"]
        assert '"conceded": []' in made["steps/001/state.json"]
        keys = json.loads(made["match.json"])["keys"]
        assert all("takeda" not in of_phase for of_phase in keys.values())
        found = verify(scratch_desk(), archived.read(tmp_path / "out"))
        assert found.data["differences"] == []

    @pytest.mark.parametrize("by_hand", ["undo", "correct", "both"])
    def test_orders_that_may_count_again_are_not_in_it(
        self, desk: Desk, deliver: Deliver, tmp_path: Path, by_hand: str
    ) -> None:
        turn(desk, SOON_AFTER)
        later = SOON_AFTER + timedelta(hours=1)
        deliver("A Kai - Suruga", at=later.isoformat())
        receive(desk, later)
        read(desk, later)
        if by_hand != "undo":
            correct(desk, later, "edo", ["move F Izu to Suruga Bay"], reason="A slip.", who="boss")
        if by_hand != "correct":
            undo(desk, later, "edo", who="boss", to=0)
        made = exported(desk, tmp_path / "out")
        assert not any(name.startswith("letters/") for name in made)
        assert not any('"sur"' in text for name, text in made.items() if "sheets" in name)
        found = verify(scratch_desk(), archived.read(tmp_path / "out"))
        assert found.data["differences"] == []

    def test_a_letter_of_the_moment_of_a_turn_is_in_it(
        self, desk: Desk, deliver: Deliver, tmp_path: Path
    ) -> None:
        deliver("A Kai - Suruga", at=THURSDAY.isoformat())
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        turn(desk, THURSDAY, "edo", early=True)
        assert "letters/00001-takeda.txt" in exported(desk, tmp_path / "out")
        found = verify(scratch_desk(), archived.read(tmp_path / "out"))
        assert found.data["differences"] == []

    def test_press_is_cut_out(self, desk: Desk, deliver: Deliver, tmp_path: Path) -> None:
        deliver(
            "Press to Hojo:\nLet us meet in Sagami.\nEnd press\nA Kai - Suruga\n"
            "Press to all: Good day to all. End press"
        )
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        made = exported(desk, tmp_path / "out")
        assert not any("Let us meet" in text for text in made.values())
        assert "Good day to all" in made["press.json"]
        assert verify(scratch_desk(), archived.read(tmp_path / "out")).exit_code == 0

    def test_whom_a_player_wrote_to_is_not_told(
        self, desk: Desk, deliver: Deliver, tmp_path: Path
    ) -> None:
        deliver("Press to Hojo:\nLet us meet.\nEnd press\nA Kai - Suruga\n")
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        send(desk, THURSDAY)
        turn(desk, SOON_AFTER)
        made = exported(desk, tmp_path / "out")
        letter = made["letters/00001-takeda.txt"].partition("\n\n")[2]
        assert letter == "Press:\n[a message to other players]\nEnd press\nA Kai - Suruga\n"
        assert not any("to Hojo" in text for text in made.values())

    def test_nothing_tells_who_wrote_an_unsigned_message(
        self, desk: Desk, deliver: Deliver, tmp_path: Path
    ) -> None:
        change_settings(
            desk, THURSDAY, "edo", {"press.kinds": "[public, private, grey]"}, Word("gm")
        )
        grey = "Grey press to all:\nTakeda lies.\nEnd press\n"
        deliver(f"{grey}A Sagami - Kai", sender="hojo@example.org", at="2026-03-05T12:07Z")
        deliver(f"{grey}\nThank you.", sender="oda@example.org", at="2026-03-05T12:08Z")
        deliver("A Kai - Suruga", at="2026-03-05T12:09Z", subject="edo, grey press")
        deliver("F Izu H", sender="hojo@example.org", at="2026-03-11T00:00:01Z")
        receive(desk, SOON_AFTER)
        read(desk, SOON_AFTER)
        send(desk, SOON_AFTER)
        turn(desk, SOON_AFTER)
        for is_over in (False, True):
            if is_over:
                conclude(desk, SOON_AFTER, "edo", [], why="The match ends.", who="gm")
            folder = tmp_path / str(is_over)
            made = exported(desk, folder)
            told = json.loads(made["press.json"])
            assert [one["text"] for one in told] == ["Takeda lies."] * 2
            hidden = {"sender": "", "letter": 0, "line": 0, "number": None,
                      "at": "2026-03-05T00:00:00+00:00"}  # fmt: skip
            assert all(one[name] == value for one in told for name, value in hidden.items())
            letters = {name: text for name, text in made.items() if name.startswith("letters/")}
            names = ["00001-hojo", "00003-takeda", "00004-hojo"]
            assert [*letters] == [f"letters/{name}.txt" for name in names]
            assert not any("ress" in text for text in letters.values())
            assert "Received: 2026-03-05T00:00:00+00:00" in letters["letters/00001-hojo.txt"]
            assert "05T12:0" not in "".join([*letters.values(), made["log.json"]])
            assert all("05T12:0" not in text for name, text in made.items() if "sheets" in name)
            assert "Received: 2026-03-11T00:00:01+00:00" in letters["letters/00004-hojo.txt"]
            assert verify(scratch_desk(), archived.read(folder)).data["differences"] == []

    @pytest.mark.parametrize(("ballots", "told"), [("secret", 0), ("open", 2)])
    def test_who_voted_is_told_where_votes_are_open(
        self, desk: Desk, deliver: Deliver, tmp_path: Path, ballots: str, told: int
    ) -> None:
        change_settings(desk, THURSDAY, "edo", {"votes.ballots": ballots}, Word("gm"))
        deliver("Vote end")
        deliver("Vote end", sender="hojo@example.org")
        receive(desk, THURSDAY)
        read(desk, THURSDAY)
        conclude(desk, SOON_AFTER, "edo", [], why="The match ends.", who="gm")
        log = json.loads(exported(desk, tmp_path / "out")["log.json"])
        assert len([one for one in log if one["what"] == "vote"]) == told

    @pytest.mark.parametrize(
        ("file", "old", "new", "said"),
        [
            ("letters/00002-hojo.txt", "- Kai", "- Musashi", "letter 2 of Hojo reads as other"),
            ("steps/001/orders.json", '"kai"', '"mus"', "order sheets of Hojo give other orders"),
            ("steps/001/state.json", '"sur"', '"mus"', "another position comes"),
            ("match.json", '"takeda": "', '"takeda": "f', "fingerprint of the orders of Takeda"),
        ],
    )
    def test_a_change_is_found(  # noqa: PLR0917 (a file, a change, and what is said of it)
        self, played: Desk, tmp_path: Path, file: str, old: str, new: str, said: str
    ) -> None:
        exported(played, tmp_path / "out")
        path = tmp_path / "out" / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        found = verify(scratch_desk(), archived.read(tmp_path / "out"))
        assert found.exit_code == 1
        assert any(said in one for one in found.data["differences"])

    def test_a_broken_file_is_named(self, played: Desk, tmp_path: Path) -> None:
        exported(played, tmp_path / "out")
        (tmp_path / "out/steps/001/events.json").write_text("[", "utf-8")
        with pytest.raises(DataError, match=r"events\.json cannot be read"):
            archived.read(tmp_path / "out")
        with pytest.raises(UsageError, match="no archive"):
            archived.read(tmp_path)

    def test_a_map_of_the_desk_s_own_goes_with_it(self, folder: Path, tmp_path: Path) -> None:
        from gm.desk.manage import Plan, new_match
        from gm.desk.room import open_desk
        from gm.records import Seat
        from gm.resources import shipped

        (folder / "maps").mkdir()
        text = (shipped("maps") / "sengoku.yaml").read_text("utf-8")
        own = text.replace("name: Suruga,", "name: Surugaland,")
        (folder / "maps/sengoku.yaml").write_text(own, "utf-8")
        opened = open_desk(folder)
        seats = (Seat("own", "takeda", ("takeda@example.org",)),)
        new_match(opened, THURSDAY, Plan("own", "sengoku", seats, "a seed of some length"))
        raw = b"From: takeda@example.org\nSubject: own\n\nArmy Kai moves to Surugaland\n"
        (folder / "mail/in/new/1772712000.M9P1.host").write_bytes(raw)
        receive(opened, THURSDAY)
        read(opened, THURSDAY)
        turn(opened, THURSDAY, "own", early=True)
        opened.store.close()
        out = tmp_path / "out"
        assert run(["export", "own", "--desk", str(folder), "-o", str(out)]) == 0
        assert "Surugaland" in (out / "maps/sengoku.yaml").read_text("utf-8")
        assert run(["verify", "--archive", str(out)]) == 0
        (out / "maps/sengoku.yaml").write_text(text, "utf-8")
        assert run(["verify", "--archive", str(out)]) == 1

    def test_another_folder_is_left_alone(self, played: Desk, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out/diary.txt").write_text("mine", "utf-8")
        with pytest.raises(UsageError, match="holds other files"):
            exported(played, tmp_path / "out")

    def test_what_no_longer_belongs_to_it_is_removed(self, played: Desk, tmp_path: Path) -> None:
        exported(played, tmp_path / "out")
        stale = tmp_path / "out/steps/009/step.json"
        stale.parent.mkdir()
        stale.write_text("{}", "utf-8")
        exported(played, tmp_path / "out")
        assert not stale.exists()
