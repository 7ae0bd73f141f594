"""``gm doctor`` beside real servers: what fails is said in a sentence, with what to do."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.cli import run
from gm.errors import EXIT_DATA, EXIT_OK, EXIT_SETTINGS, EXIT_TRY_AGAIN
from tests.mail.dovecot import PASSWORD, Dovecot, dovecot
from tests.mail.servers import (
    CERTIFICATE,
    Letterbox,
    check_login,
    free_port,
    smtp_server,
    tls_context,
)
from tests.serving import made_desk

Examine = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_desk(tmp_path_factory.mktemp("made") / "desk")


@pytest.fixture
def desk(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "desk"))


@pytest.fixture
def examine(desk: Path, capsys: pytest.CaptureFixture[str]) -> Examine:
    """Runs the doctor with some settings; gives its exit code and what fails or wants a look."""

    def examined(section: str = "mail", *lines: str, at: str | None = None) -> tuple[int, str]:
        settings = desk / "gm.yaml"
        text = settings.read_text("utf-8")
        given = "".join(f"  {line}\n" for line in lines)
        settings.write_text(text.replace(f"\n{section}:\n", f"\n{section}:\n{given}"), "utf-8")
        capsys.readouterr()
        code = run(["doctor", "--desk", str(desk), "--json", *(("--at", at) if at else ())])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert found["exit_code"] == code
        said = [f"{one['about']}: {one['said']}" for one in found["findings"]
                if one["grade"] != "ok"]  # fmt: skip
        return code, "\n".join(said)

    return examined


@pytest.fixture(scope="module")
def imap() -> Iterator[Dovecot]:
    with dovecot() as server:
        server.mailbox("gm")
        yield server


def test_a_new_desk_works_and_hears_what_is_left_to_do(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor", "--desk", str(desk)]) == EXIT_OK
    said = capsys.readouterr().out
    assert "     ok  store: The store is sound and can be written to.\n" in said
    assert "warning  mail out: Mail is put into the folder mail/out and goes no further" in said
    assert "warning  addresses: Nobody gets notes and digests" in said
    assert "match edo: Sengoku, Spring 1570, movement: map, grammar, position" in said
    assert said.endswith("0 fail.\n")


def test_a_mailbox_and_a_mail_server_that_let_it_in(imap: Dovecot, examine: Examine) -> None:
    letterbox = Letterbox()
    settings = {"authenticator": check_login, "tls_context": tls_context(), "auth_required": True}
    with smtp_server(letterbox, **settings) as port:
        code, said = examine(
            "mail", f"source: imaps://localhost:{imap.tls_port}/INBOX",
            f"sink: smtp://localhost:{port}", "user: gm", f"password: {PASSWORD}",
            f"certificates: {CERTIFICATE}", "trusted_server: mx.example.org",
        )  # fmt: skip

    assert code == EXIT_OK
    assert "mail in" not in said
    assert "mail out" not in said
    assert "mail.password stands in gm.yaml itself" in said
    assert letterbox.envelopes == []


def test_passwords_from_the_environment_and_from_a_file(
    imap: Dovecot, desk: Path, examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_TEST_PASSWORD", PASSWORD)
    box = f"source: imap+plain://127.0.0.1:{imap.port}/INBOX"
    assert examine("mail", box, "user: gm", "password: env:GM_TEST_PASSWORD")[0] == EXIT_OK
    monkeypatch.delenv("GM_TEST_PASSWORD")
    code, said = examine()
    assert code == EXIT_SETTINGS
    assert "The environment has no variable GM_TEST_PASSWORD" in said

    code, said = examine("mail", "source_password: file:secret")
    assert "The secret in secret cannot be read" in said
    (desk / "secret").write_text(f"{PASSWORD}\n", "utf-8")
    (desk / "secret").chmod(0o644)
    monkeypatch.setenv("GM_TEST_PASSWORD", PASSWORD)
    code, said = examine()
    assert code == EXIT_OK
    assert f"can be read by everybody here; say: chmod o-rwx {desk / 'secret'}" in said
    (desk / "secret").write_text("", "utf-8")
    assert "file:secret is empty" in examine()[1]


WRONG = {
    "a server that is not there": ("smtp+plain://127.0.0.1:{free}", "cannot be reached"),
    "a login that is not let in": ("smtp://localhost:{login}", "refuses the login of gm"),
    "a server without TLS": ("smtps://localhost:{plain}", "cannot prove who it is"),
    "a server without STARTTLS": ("smtp://localhost:{plain}", "cannot do what"),
    "no place to send to": ("pigeon:home", "is no place to send to"),
}


@pytest.mark.parametrize(("sink", "reason"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_sending(examine: Examine, sink: str, reason: str) -> None:
    settings = {"authenticator": check_login, "tls_context": tls_context(), "auth_required": True}
    with smtp_server(Letterbox(), **settings) as login, smtp_server(Letterbox()) as plain:
        place = sink.format(free=free_port(), login=login, plain=plain)
        code, said = examine(
            "mail", f"sink: {place}", "user: gm", "password: wrong", f"certificates: {CERTIFICATE}"
        )

    assert code == (EXIT_TRY_AGAIN if "reached" in reason else EXIT_SETTINGS)
    assert f"{reason}" in said.partition("mail out: ")[2]


MAILBOXES = {
    "a wrong password": ("imap+plain://127.0.0.1:{port}/INBOX", "refuses the login of gm"),
    "a wrong folder": ("imap+plain://127.0.0.1:{port}/Games", "There is no folder Games"),
    "a certificate nobody knows": ("imaps://127.0.0.1:{tls}/INBOX", "cannot prove who it is"),
    "no server": ("imaps://127.0.0.1:{free}/INBOX", "cannot be reached"),
    "a Maildir that is none": ("maildir:nowhere", "is no Maildir: it has no folder new"),
    "an mbox that is not there": ("mbox:nowhere", "No such file"),
    "nonsense": ("pigeon:home", "names no mailbox"),
}


@pytest.mark.parametrize(("source", "reason"), MAILBOXES.values(), ids=MAILBOXES)
def test_what_is_wrong_with_receiving(
    imap: Dovecot, examine: Examine, source: str, reason: str
) -> None:
    place = source.format(port=imap.port, tls=imap.tls_port, free=free_port())
    password = "wrong" if "login" in reason else PASSWORD
    code, said = examine("mail", f"source: {place}", "user: gm", f"password: {password}")

    assert code in {EXIT_SETTINGS, EXIT_TRY_AGAIN}
    assert reason in said.partition("mail in: ")[2]


def test_trust_that_nothing_could_earn(examine: Examine) -> None:
    code, said = examine("mail", "trust: proven")
    assert code == EXIT_SETTINGS
    assert "so no letter would be taken" in said


def test_seats_without_the_code_words_that_are_asked_for(examine: Examine) -> None:
    code, said = examine("mail", "trust: code-word")
    assert code == EXIT_SETTINGS
    assert "match edo: takeda has no code word, so none of its letters is taken" in said


def test_broken_settings_are_all_that_is_said(examine: Examine) -> None:
    code, said = examine("mail", "nonsense: 1")
    assert code == EXIT_SETTINGS
    assert "there is no setting “nonsense”" in said
    assert said.count("\n") == 0


def test_a_clock_that_went_wrong(examine: Examine) -> None:
    code, said = examine(at="2026-01-02T00:00:00Z")
    assert code == EXIT_SETTINGS
    assert "the log already has a line of" in said
    assert "set its clock" in examine(at="2001-01-01T00:00:00Z")[1]


def test_a_long_past_deadline_and_a_file_that_hides_the_map(desk: Path, examine: Examine) -> None:
    code, said = examine(at="2031-01-01T00:00:00Z")
    assert "Its deadline was" in said
    (desk / "maps").mkdir()
    (desk / "maps/sengoku.yaml").write_text("nonsense", "utf-8")
    code, said = examine()
    assert code == EXIT_DATA
    assert "match edo: " in said


def test_a_store_that_is_damaged(desk: Path, examine: Examine) -> None:
    store = desk / "gm.sqlite"
    content = bytearray(store.read_bytes())
    content[20_000:30_000] = b"\xff" * 10_000
    store.write_bytes(content)
    code, said = examine()
    assert code != EXIT_OK
    assert "store" in said


def test_folders_that_cannot_be_written_to(desk: Path, examine: Examine) -> None:
    (desk / "wall").write_text("a file where a folder should be", "utf-8")
    code, said = examine("site", "folder: wall/site")
    assert code == EXIT_SETTINGS
    assert "site: Nothing can be written into" in said
