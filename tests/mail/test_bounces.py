"""Bounces in the shapes of real mail servers: which letter, whom it did not reach, for good?"""

from pathlib import Path

import pytest
import yaml

from gm.mail.bounces import failures
from gm.mail.letter import open_letter
from gm.mail.manners import Automatic, automatic

BOUNCES = sorted(Path(__file__).parent.joinpath("bounces").glob("*.eml"))


@pytest.mark.parametrize("path", BOUNCES, ids=lambda path: path.stem)
def test_bounce_is_understood(path: Path) -> None:
    raw = path.read_bytes()
    expected = yaml.safe_load(path.with_suffix(".yaml").read_text("utf-8"))["failures"]

    found = [
        {
            "message id": failure.message_id,
            "recipient": failure.recipient,
            "permanent": failure.permanent,
            "status": failure.status,
            "reason": failure.reason,
        }
        for failure in failures(raw)
    ]

    assert automatic(open_letter(raw)) is Automatic.BOUNCE
    assert found == expected
