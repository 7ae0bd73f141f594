"""Letters from bytes to text, beside what the standard library needs to open the same letters."""

from email import message_from_bytes, policy
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from gm.mail.body import read_body
from gm.mail.letter import open_letter

RAWS = [
    path.read_bytes()
    for path in sorted(Path(__file__).parents[1].joinpath("mail", "letters").glob("*.eml"))
]


def test_letters_to_what_the_player_wrote(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["letters"] = len(RAWS)
    benchmark(lambda: [read_body(open_letter(raw)) for raw in RAWS])


def test_letters_opened_by_the_standard_library(benchmark: BenchmarkFixture) -> None:
    def text_of(raw: bytes) -> object:
        try:
            body = message_from_bytes(raw, policy=policy.default).get_body(("plain", "html"))
            return body and body.get_content()
        except (AttributeError, LookupError, UnicodeError, ValueError):
            return None  # it raises on some of them

    benchmark.extra_info["letters"] = len(RAWS)
    benchmark(lambda: [text_of(raw) for raw in RAWS])
