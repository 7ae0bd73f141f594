"""``gm serve`` as a process, with real clients on real sockets."""

import contextlib
import signal
import smtplib
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.cli import run
from gm.desk.room import open_desk
from gm.errors import EXIT_SETTINGS, EXIT_USAGE
from gm.records import LetterFate
from tests.mail.dovecot import dovecot
from tests.mail.servers import free_port
from tests.serving import PATIENCE, Served, imap_desk, made_desk, mail_out, serving, until

HEAD = b"From: takeda@example.org\r\nSubject: edo\r\n"
LETTER = HEAD + b"Message-ID: <1@example.org>\r\n\r\nArmy Kai moves to Sagami\r\n"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    return made_desk(tmp_path / "desk")


def receipts(folder: Path) -> list[str]:
    return [letter for letter in mail_out(folder) if "Auto-Submitted: auto-replied" in letter]


def fates(folder: Path) -> list[LetterFate]:
    desk = open_desk(folder)
    try:
        numbers = range(1, 1 + desk.store._rows("SELECT count(*) AS n FROM letters")[0]["n"])
        found = [desk.store.letter(number) for number in numbers]
        return [letter.fate for letter in found if letter is not None]
    finally:
        desk.store.close()


@pytest.mark.parametrize("protocol", ["lmtp", "smtp"])
def test_a_mail_server_hands_a_letter_over_and_the_player_gets_a_receipt(
    desk: Path, protocol: str
) -> None:
    port = free_port()
    client = smtplib.LMTP if protocol == "lmtp" else smtplib.SMTP
    with serving(desk, f"--{protocol}", f"127.0.0.1:{port}") as served:
        with client("127.0.0.1", port) as connection:
            connection.sendmail("takeda@example.org", ["gm+edo@example.org"], LETTER)
            assert len(fates(desk)) == 1  # kept before it was acknowledged
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                connection.sendmail("takeda@example.org", ["hojo@example.org"], LETTER)
        until(lambda: bool(receipts(desk)), "no receipt")
        assert served.stop() == 0
    assert fates(desk) == [LetterFate.ORDERS]
    assert "Army Kai moves to Sagami" in receipts(desk)[0]
    said = served.said()
    assert f"Listening on 127.0.0.1, port {port} ({protocol})." in said
    assert f"{protocol}: letter 1 kept (0.2 kB)." in said
    assert "read: Letter 1 from takeda in edo: orders" in said
    assert said.endswith("Stopped.\n")


def test_a_socket_and_other_addresses(desk: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:  # a path of pytest may be too long for a socket
        path = Path(folder) / "lmtp"
        with serving(desk, "--lmtp", f"unix:{path}", "--for", "games@example.com", "--json") as one:
            with smtplib.LMTP(str(path)) as connection:
                connection.sendmail("", ["games+edo@example.com"], LETTER)
            one.until_said('"job": "read"')
            assert one.stop() == 0
        assert not path.exists()


def test_a_letter_that_cannot_be_kept_now_is_not_acknowledged(desk: Path) -> None:
    port = free_port()
    with serving(desk, "--lmtp", f"127.0.0.1:{port}") as served:
        served.until_said("send: Letters sent: 3.")
        settings = desk / "gm.yaml"
        good = settings.read_text("utf-8")
        settings.write_text(good.replace("# store: sqlite:", "store: sqlite:unmounted/"), "utf-8")
        with smtplib.LMTP("127.0.0.1", port, timeout=PATIENCE) as connection:
            with pytest.raises(smtplib.SMTPDataError) as caught:
                connection.sendmail("takeda@example.org", ["gm@example.org"], LETTER)
            assert caught.value.smtp_code == 451
            assert b"The store" in caught.value.smtp_error
            settings.write_text(good, "utf-8")
            assert fates(desk) == []
            connection.sendmail("takeda@example.org", ["gm@example.org"], LETTER)
        until(lambda: fates(desk) == [LetterFate.ORDERS])


def test_a_maildir_is_watched_and_settings_are_read_anew(desk: Path) -> None:
    with serving(desk) as served:
        deliver(desk, 1)
        until(lambda: len(receipts(desk)) == 1)
        settings = desk / "gm.yaml"
        good = settings.read_text("utf-8")
        settings.write_text(good + "nonsense: 1\n", "utf-8")
        deliver(desk, 2)
        served.until_said("there is no setting “nonsense”")
        until(lambda: len(receipts(desk)) == 2)  # it goes on as before
        settings.write_text(good.replace("name: The gamemaster", "name: Shogun"), "utf-8")
        deliver(desk, 3)
        served.until_said("The settings were read anew.")
        until(lambda: any("Shogun" in one for one in receipts(desk)))
        assert served.stop() == 0
    assert len(receipts(desk)) == 3


def deliver(desk: Path, number: int, raw: bytes = LETTER) -> None:
    raw = raw.replace(b"<1@", f"<{number}@".encode())
    (desk / f"mail/in/new/1772712000.M{number}P1.host").write_bytes(raw)


def test_a_deadline_is_kept_to_the_second_and_not_only_at_the_next_round(desk: Path) -> None:
    moment = datetime.now(UTC) + timedelta(seconds=8)
    opened = open_desk(desk)
    from gm.values import replace

    opened.store.save_match(replace(opened.match("edo"), deadline=moment))
    opened.store.close()
    with serving(desk, "--every", "60m") as served:
        served.until_said("turn: ")
        until(lambda: any("Spring 1570" in one and "report" in one for one in mail_out(desk)))
    opened = open_desk(desk)
    step = opened.store.latest_step("edo")
    opened.store.close()
    assert step is not None
    assert step.number == 1
    assert moment <= step.at


def test_a_fault_of_the_program_does_not_end_the_service(desk: Path) -> None:
    (desk / "templates/mail").mkdir(parents=True)
    (desk / "templates/mail/receipt.txt.j2").write_text("{{ 1 / 0 }}", "utf-8")
    with serving(desk) as served:
        deliver(desk, 1)
        served.until_said("This is a fault of the program")
        deliver(desk, 2, b"From: fox@example.com\r\n\r\nHello\r\n")
        served.until_said("Letter 2 from fox@example.com: answered")
        assert served.stop() == 0


@pytest.fixture
def imap(tmp_path: Path) -> Iterator[tuple[Path, Callable[[bytes], None]]]:
    """A desk whose mailbox is on an IMAP server, and how a letter is delivered there."""
    with dovecot() as server:
        mailbox = server.mailbox("gm")
        desk = imap_desk(tmp_path / "desk", server)
        yield desk, lambda raw: mailbox.deliver(f"1772712000.M{hash(raw)}P1.host", raw)


def test_an_imap_mailbox_is_watched(imap: tuple[Path, Callable[[bytes], None]]) -> None:
    desk, deliver_there = imap
    with serving(desk) as served:  # without watching, the next look would be after five minutes
        served.until_said("publish: ")
        deliver_there(LETTER)
        until(lambda: len(receipts(desk)) == 1, served.said())
        assert served.stop() == 0


def test_what_cannot_be_served_is_said(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*options: str) -> tuple[int, str]:
        code = run(["serve", "--desk", str(desk), *options])
        return code, capsys.readouterr().err

    assert said("--lmtp", "here")[0] == EXIT_USAGE
    assert said("--every", "1d")[0] == EXIT_USAGE
    port = free_port()
    with serving(desk, "--lmtp", f"127.0.0.1:{port}"):
        code, text = said("--lmtp", f"127.0.0.1:{port}")
    assert code == EXIT_SETTINGS
    assert "Nobody can listen on 127.0.0.1" in text
    assert said("--desk", str(desk / "nowhere"))[0] == EXIT_SETTINGS


def test_it_is_stopped_in_the_middle_of_a_talk(desk: Path) -> None:
    port = free_port()
    with serving(desk, "--lmtp", f"127.0.0.1:{port}") as served:
        connection = smtplib.LMTP("127.0.0.1", port)
        connection.docmd("LHLO test")
        connection.docmd("MAIL FROM:<takeda@example.org>")
        connection.docmd("RCPT TO:<gm@example.org>")
        connection.docmd("DATA")
        connection.send(b"From: takeda@example.org\r\n")
        assert served.stop() == 0
        with contextlib.suppress(smtplib.SMTPServerDisconnected):
            connection.close()
    assert fates(desk) == []


def served_processes_end(served: Served) -> bool:
    return served.process.poll() is not None


def test_ctrl_c_stops_it_too(desk: Path) -> None:
    with serving(desk) as served:
        served.process.send_signal(signal.SIGINT)
        until(lambda: served_processes_end(served))
        assert served.process.returncode == 0
