"""What is kept comes back as it was, once, and in one piece or not at all."""

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.errors import DataError, SettingsError
from gm.records import (
    LetterFate,
    LogEntry,
    Match,
    MatchStatus,
    Note,
    OutgoingLetter,
    RawLetter,
    Seat,
    Step,
    Submission,
)
from gm.store import Store, migrations, open_store
from gm.store.rows import moment, moment_text
from gm.values import replace

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
EDO = Match(
    name="edo", game="sengoku", scenario="standard", seed="s", created=NOON,
    rules={"deadline": "at-or-before"}, settings={"calendar.missing": "wait"},
    deadline=NOON + timedelta(days=7),
)  # fmt: skip
START = Step(
    match="edo", number=0, after=None, phase="start", at=NOON, deadline=None, orders={}, events=(),
    state={"units": ["A kai"]},
)  # fmt: skip
LETTER = RawLetter("<1@example.org>", "d1", "", NOON, "mbox", b"raw \xff bytes")
MAIL = OutgoingLetter(
    key="receipt 1", message_id="<r1@example.org>", kind="receipt", to=("a@example.org",),
    subject="[edo] Takeda", text="Taken.", html="<p>Taken.</p>", created=NOON, match="edo",
    power="takeda", pictures={"map": "<svg/>"}, reply_to="<1@example.org>",
    references=("<0@example.org>",), answers=True,
)  # fmt: skip


def begin(store: Store) -> None:
    with store.transaction():
        store.add_match(EDO)
        store.add_step(START)


def test_a_new_store_is_readable_for_its_owner_only(tmp_path: Path) -> None:
    open_store(f"sqlite:{tmp_path / 'gm.sqlite'}").close()
    assert [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()] == [0o600]


def test_a_match_comes_back_as_it_was(store: Store) -> None:
    begin(store)
    assert store.match("edo") == EDO
    changed = replace(EDO, status=MatchStatus.PAUSED, deadline=None, remaining=3600, reminded=NOON)
    store.save_match(changed)
    assert store.matches() == (changed,)
    assert store.match("nara") is None


def test_matches_with_deadlines_until_a_moment(store: Store) -> None:
    for name, days, status in (
        ("a", 3, MatchStatus.RUNNING),
        ("b", 1, MatchStatus.RUNNING),
        ("c", 1, MatchStatus.OVER),
        ("d", 9, MatchStatus.RUNNING),
    ):
        due = NOON + timedelta(days=days)
        store.add_match(replace(EDO, name=name, status=status, deadline=due))
    found = store.running_until(NOON + timedelta(days=3))
    assert [match.name for match in found] == ["b", "a"]


def test_seats_and_whose_address_it_is(store: Store) -> None:
    begin(store)
    seat = Seat("edo", "takeda", ("Ann@example.org", "ann@example.net"), "Ann", "Asia/Tokyo")
    store.save_seat(seat)
    store.save_seat(Seat("edo", "oda", ("bob@example.org",)))
    assert store.seats_of("ANN@example.NET") == (("edo", "takeda"),)
    store.save_seat(replace(seat, addresses=("new@example.org",)))
    assert store.seats_of("ann@example.net") == ()
    assert store.seats("edo") == (
        Seat("edo", "oda", ("bob@example.org",)),
        Seat("edo", "takeda", ("new@example.org",), "Ann", "Asia/Tokyo"),
    )


def test_one_address_cannot_hold_two_seats_of_a_match(store: Store) -> None:
    begin(store)
    store.save_seat(Seat("edo", "takeda", ("a@example.org",)))
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        store.save_seat(Seat("edo", "oda", ("a@example.org",)))
    assert [seat.power for seat in store.seats("edo")] == ["takeda"]


def test_the_same_letter_is_kept_once(store: Store) -> None:
    assert store.keep_letter(LETTER) == (1, True)
    again = replace(LETTER, received=NOON + timedelta(hours=1), source="other", content=b"other")
    assert store.keep_letter(again) == (1, False)
    kept = store.letter(1)
    assert kept is not None
    assert kept.raw == LETTER


@pytest.mark.parametrize(
    "other",
    [
        replace(LETTER, digest="d2"),
        replace(LETTER, message_id="<2@example.org>"),
        replace(LETTER, message_id=None, place="file 1"),
    ],
)
def test_another_text_or_another_id_is_another_letter(store: Store, other: RawLetter) -> None:
    store.keep_letter(LETTER)
    assert store.keep_letter(other) == (2, True)


def test_letters_without_id_are_told_apart_by_their_place(store: Store) -> None:
    bare = replace(LETTER, message_id=None, place="file 1")
    assert store.keep_letter(bare) == (1, True)
    assert store.keep_letter(replace(bare, place="file 2")) == (2, True)
    assert store.keep_letter(bare) == (1, False)


def test_letters_are_unread_in_the_order_they_came_until_they_are_marked(store: Store) -> None:
    begin(store)
    store.keep_letter(replace(LETTER, received=NOON + timedelta(hours=2)))
    store.keep_letter(replace(LETTER, digest="d2"))
    assert store.unread() == (2, 1)
    assert store.unread(NOON + timedelta(hours=1)) == (2,)
    kept = store.letter(2)
    assert kept is not None
    marked = replace(
        kept, fate=LetterFate.LATE, sender="a@example.org", subject="Orders", match="edo",
        power="takeda", text_digest="t", reason="late", handled=NOON,
    )  # fmt: skip
    store.mark_letter(marked)
    assert store.letter(2) == marked
    assert store.unread() == (1,)
    assert store.letters_of("edo", LetterFate.LATE) == (2,)
    listed = replace(marked, raw=replace(marked.raw, content=b""))
    assert store.letters(LetterFate.LATE, NOON) == (listed,)
    store.read_again(2, meant=3)
    assert store.unread() == (2, 1)


def test_the_same_text_under_the_same_id_is_found_again(store: Store) -> None:
    for digest in ("d1", "d2"):
        number, _ = store.keep_letter(replace(LETTER, digest=digest))
        kept = store.letter(number)
        assert kept is not None
        store.mark_letter(replace(kept, fate=LetterFate.ORDERS, text_digest="same"))
    assert store.same_letter("<1@example.org>", "same", 2) == 1
    assert store.same_letter("<1@example.org>", "same", 1) is None
    assert store.same_letter("<1@example.org>", "other", 2) is None


def test_steps_only_grow_and_are_withdrawn_by_a_mark(store: Store) -> None:
    begin(store)
    step = Step(
        match="edo", number=1, after=0, phase="Spring 1570, movement", at=NOON, deadline=NOON,
        orders={"takeda": ({"is": "Hold"},)}, events=({"is": "Held"},), state={"units": []},
    )  # fmt: skip
    store.add_step(step)
    assert store.latest_step("edo") == step
    assert store.next_number("edo") == 2
    store.withdraw_step("edo", 1, NOON)
    assert store.latest_step("edo") == START
    assert store.next_number("edo") == 2
    withdrawn = replace(step, withdrawn=NOON)
    assert store.steps("edo") == (START, withdrawn)
    assert store.withdrawn_after("edo", 0) == (withdrawn,)
    assert [head.withdrawn for head in store.step_heads("edo")] == [None, NOON]
    with pytest.raises(sqlite3.IntegrityError):
        store.add_step(step)


def test_submissions_come_back_in_the_order_they_arrived(store: Store) -> None:
    begin(store)
    store.keep_letter(LETTER)
    late = Submission(
        match="edo", step=0, power="takeda", received=NOON + timedelta(hours=1),
        orders=({"is": "Hold"},), digest="x", letter=1, pieces=({"text": "A Kai H"},),
    )  # fmt: skip
    early = replace(late, received=NOON, letter=None, by="gm", reason="By telephone.")
    kept = [store.add_submission(one) for one in (late, early)]
    assert [one.number for one in kept] == [1, 2]
    assert store.submissions("edo", 0) == (kept[1], kept[0])
    assert store.submissions("edo", 1) == ()


def test_a_letter_read_twice_for_a_phase_has_one_submission(store: Store) -> None:
    begin(store)
    store.keep_letter(LETTER)
    one = Submission(
        match="edo", step=0, power="takeda", received=NOON, orders=("a",), digest="x", letter=1
    )
    store.add_submission(one)
    store.add_submission(replace(one, orders=("b",), digest="y"))
    (kept,) = store.submissions("edo", 0)
    assert (kept.orders, kept.digest) == (("b",), "y")


def test_the_outbox_takes_a_letter_once_for_each_occasion(store: Store) -> None:
    store.enqueue(MAIL)
    store.enqueue(replace(MAIL, message_id="<other@example.org>", text="Another."))
    assert store.outgoing("receipt 1") == MAIL
    assert store.outgoing_with_id("<r1@example.org>") == MAIL
    assert store.outgoing_of("edo", "receipt") == (MAIL,)
    assert store.count_outgoing("edo", "takeda", "receipt") == 1


def test_a_claimed_letter_is_left_alone_until_the_claim_is_over(store: Store) -> None:
    store.enqueue(MAIL)
    hold = timedelta(minutes=10)
    assert store.waiting(NOON) == ("receipt 1",)
    assert store.claim("receipt 1", NOON, hold)
    assert not store.claim("receipt 1", NOON, hold)
    assert store.waiting(NOON + timedelta(minutes=9)) == ()
    assert store.waiting(NOON + hold) == ("receipt 1",)
    store.mark_sent("receipt 1", NOON)
    assert store.waiting(NOON + hold) == ()
    assert store.undelivered() == ()


def test_a_failed_letter_waits_and_one_given_up_is_shown(store: Store) -> None:
    store.enqueue(MAIL)
    store.mark_unsent("receipt 1", "450 later", NOON + timedelta(minutes=5))
    assert store.waiting(NOON) == ()
    assert store.waiting(NOON + timedelta(minutes=5)) == ("receipt 1",)
    store.mark_unsent("receipt 1", "550 no such user", NOON, given_up=NOON)
    assert store.waiting(NOON + timedelta(days=9)) == ()
    assert [one.failure for one in store.undelivered()] == ["550 no such user"]


def test_a_letter_that_came_back_is_undelivered(store: Store) -> None:
    store.enqueue(MAIL)
    store.mark_sent("receipt 1", NOON)
    store.mark_bounced("receipt 1", "sent back")
    assert [one.sent for one in store.undelivered()] == [NOON]


def test_notes_log_and_facts(store: Store) -> None:
    note = Note("edo", 2, "Mind the bridge.", NOON, "gm")
    store.add_note(note)
    store.add_note(note)
    assert store.notes("edo", 2) == (note,)
    assert store.notes("edo") == (note,)
    assert store.notes("edo", 1) == ()
    for what in ("turn", "concern", "sent"):
        store.log(LogEntry(NOON, "gm", what, "edo", "said"))
    assert [entry.what for entry in store.log_entries("edo")] == ["sent", "concern", "turn"]
    assert [number for number, _ in store.concerns(0)] == [2]
    assert store.concerns(2) == ()
    store.set_fact("desk", "a")
    store.set_fact("desk", "b")
    assert store.fact("desk") == "b"
    assert store.fact("none") is None


def test_a_transaction_is_kept_whole_or_not_at_all(store: Store) -> None:
    def cut_off() -> None:
        with store.transaction():
            store.add_match(EDO)
            raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        cut_off()
    assert store.match("edo") is None
    begin(store)
    assert store.match("edo") == EDO


def test_a_transaction_within_another_is_undone_alone_and_kept_with_the_whole(
    store: Store,
) -> None:
    def inner_cut_off() -> None:
        with store.transaction():
            store.set_fact("inner", "lost")
            raise RuntimeError("power cut")

    with store.transaction():
        store.set_fact("outer", "kept")
        with pytest.raises(RuntimeError, match="power cut"):
            inner_cut_off()
        with store.transaction():
            store.set_fact("second", "kept")
    assert (store.fact("outer"), store.fact("inner")) == ("kept", None)
    assert store.fact("second") == "kept"


def test_two_processes_write_one_after_the_other(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'gm.sqlite'}"
    open_store(url).close()

    def count() -> None:
        store = open_store(url)
        for _ in range(20):
            with store.transaction():
                store.set_fact("count", str(int(store.fact("count") or 0) + 1))
        store.close()

    workers = [threading.Thread(target=count) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    store = open_store(url)
    assert store.fact("count") == "80"
    store.close()


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'gm.sqlite'}"
    first = open_store(url)
    begin(first)
    first.close()
    second = open_store(url)
    assert second.match("edo") == EDO
    second.close()


def test_a_store_from_before_there_were_forms_of_dice_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:{tmp_path / 'gm.sqlite'}"
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "CHANGES", migrations.CHANGES[:4])
        open_store(url).close()
    with sqlite3.connect(tmp_path / "gm.sqlite") as connection:
        connection.execute(
            "INSERT INTO matches VALUES ('edo', 'sengoku', 'standard', 's', ?, "
            "'{}', '{}', 'running', NULL, NULL, NULL)",
            (moment_text(NOON),),
        )
        connection.execute(
            "INSERT INTO steps VALUES ('edo', 0, NULL, 'start', ?, NULL, '{}', '[]', '{}', NULL, "
            "'null')",
            (moment_text(NOON),),
        )
    connection.close()
    store = open_store(url)
    match, step = store.match("edo"), store.latest_step("edo")
    assert match is not None
    assert step is not None
    assert (match.dice_form, step.version) == (1, None)
    store.add_match(replace(EDO, name="osaka", dice_form=2))
    store.add_step(replace(START, match="osaka", version="0.1.0"))
    newer, first = store.match("osaka"), store.latest_step("osaka")
    assert newer is not None
    assert first is not None
    assert (newer.dice_form, first.version) == (2, "0.1.0")
    store.close()


def test_the_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "gm.sqlite"
    open_store(f"sqlite:{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations VALUES (99, 'later.sql')")
    connection.close()
    with pytest.raises(SettingsError, match="made by a newer gm"):
        open_store(f"sqlite:{path}")


def test_a_file_that_is_no_store_is_said(tmp_path: Path) -> None:
    path = tmp_path / "gm.sqlite"
    path.write_bytes(b"not a database, but long enough to look like a file" * 20)
    with pytest.raises(DataError, match="is no store of gm"):
        open_store(f"sqlite:{path}")
    with pytest.raises(SettingsError, match="names no store"):
        open_store("postgres")


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1000, 1, 1)))  # noqa: DTZ001 (zones are added)
def test_moments_as_text_come_back_and_sort(at: datetime) -> None:
    text = moment_text(at)
    assert text is not None
    assert moment(text) == at
    later = moment_text(at + timedelta(microseconds=1)) if at.year < 9999 else None
    assert later is None or text < later


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_states_come_back_as_they_were(state: object) -> None:
    store = open_store("sqlite::memory:")
    store.add_match(EDO)
    store.add_step(replace(START, state=state))
    latest = store.latest_step("edo")
    assert latest is not None
    assert latest.state == state
    store.close()


def test_a_picture_that_many_letters_show_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "gm.sqlite"
    store = open_store(f"sqlite:{path}")
    shown = {"position": "<svg>one</svg>"}
    letters = [
        replace(MAIL, key=f"report {power}", message_id=f"<{power}@example.org>", pictures=shown)
        for power in ("oda", "mori")
    ]
    with store.transaction():
        for letter in letters:
            store.enqueue(letter)

    assert [store.outgoing(letter.key) for letter in letters] == letters
    store.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT svg FROM pictures").fetchall() == [("<svg>one</svg>",)]
    connection.close()


def test_letters_written_before_pictures_were_kept_apart_keep_theirs(tmp_path: Path) -> None:
    path = tmp_path / "gm.sqlite"
    store = open_store(f"sqlite:{path}")
    with store.transaction():
        store.enqueue(MAIL)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE outbox SET pictures = '{"position": "<svg>old</svg>"}'""")
    connection.close()

    again = open_store(f"sqlite:{path}")
    kept = again.outgoing(MAIL.key)
    again.close()

    assert kept is not None
    assert kept.pictures == {"position": "<svg>old</svg>"}
