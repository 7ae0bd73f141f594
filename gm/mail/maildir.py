"""A Maildir as a place to send to: what a desk without a mail server uses, and tests."""

import hashlib
import os
import time
from pathlib import Path

from gm.errors import TryAgainError
from gm.mail.postage import Envelope, Fate, Handed
from gm.values import Value


class MaildirOffice(Value, frozen=True):
    """Puts every letter into ``new`` of a Maildir, which is made when it is missing."""

    path: Path

    def hand_in(self, envelope: Envelope) -> Handed:
        """Writes the letter through to the disk, then moves it into sight.

        Envelope sender and recipient are written above the letter, as delivery agents do it.
        """
        head = f"Return-Path: <{envelope.sender or ''}>\r\nDelivered-To: {envelope.recipient}\r\n"
        content = head.encode("utf-8") + envelope.raw
        digest = hashlib.sha256(content).hexdigest()[:16]
        name = f"{int(time.time())}.M{time.time_ns() % 10**9}P{os.getpid()}Q{digest}.gm"
        try:
            for folder in ("new", "cur", "tmp"):
                (self.path / folder).mkdir(parents=True, exist_ok=True)
            with (self.path / "tmp" / name).open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            (self.path / "tmp" / name).rename(self.path / "new" / name)
        except OSError as error:
            raise TryAgainError(f"No letter can be put into {self.path}: {error}.") from error
        return Handed(Fate.HANDED_OVER)
