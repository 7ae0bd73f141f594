"""Letters made to hurt, through the commands: bounded memory, and the player is told."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gm.desk.room import open_desk
from gm.records import LetterFate
from tests.mail.test_limits import TOO_MUCH
from tests.serving import made_desk, mail_out

MOST_MEMORY = 1_000_000_000
"""Bytes of address space that a command may have, the program and its libraries included."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_desk(tmp_path_factory.mktemp("made") / "desk")


def bounded(*arguments: str, given: bytes = b"") -> None:
    """Runs ``gm`` with no more memory than that."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

    done = subprocess.run(
        [sys.executable, "-m", "gm", *arguments], input=given, capture_output=True, check=False,
        preexec_fn=limit, env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()[-2000:]


LARGE = [name for name, (raw, _) in TOO_MUCH.items() if len(raw) > 10_000_000]


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_letter_made_to_hurt_is_kept_whole_and_answered(
    made: Path, tmp_path: Path, name: str
) -> None:
    desk = Path(shutil.copytree(made, tmp_path / "desk"))
    raw, _ = TOO_MUCH[name]
    bounded("receive", "--stdin", "--desk", str(desk), given=raw)
    bounded("tick", "--desk", str(desk))
    bounded("status", "--desk", str(desk))

    opened = open_desk(desk)
    kept = opened.store.letter(1)
    opened.store.close()
    assert kept is not None
    assert kept.raw.content == raw
    answers = [one for one in mail_out(desk) if "Auto-Submitted: auto-replied" in one]
    assert len(answers) == 1
    if name in LARGE:
        assert kept.fate is LetterFate.FAILED
        assert "Your letter could not be taken" in answers[0]
    else:
        assert kept.match == "edo"
