"""What is found with wording after wording is what one joint pattern finds."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.parsing.finding import Finder
from tests.parsing.samples import made

SOME = (
    "army fleet kai sagami s shinano southshinano move moves holds supports is moving ssh not to"
    " via convoyed , . - ( a f c kaikai x'kai build waive the"
)
WORDS = st.lists(st.sampled_from(re.findall(r"\S+", SOME)))


def spans(finder: Finder, text: str) -> list[tuple[int, int]]:
    return [found.span() for found in finder.finditer(text)]


@pytest.mark.parametrize("sort", ["places", "verbs", "things"])
@settings(deadline=None)  # a pattern is compiled when it is first tried
@given(words=WORDS, glue=st.sampled_from([" ", ""]))
def test_the_same_is_found_either_way(sort: str, words: list[str], glue: str) -> None:
    text = glue.join(words)
    known: Finder = getattr(made("sengoku")[1], sort)
    fresh = Finder(known.wordings)
    joint = re.compile(rf"(?<![a-z0-9'])(?:{'|'.join(one.text for one in known.wordings)})")

    assert spans(fresh, text) == [found.span() for found in joint.finditer(text)]
    assert fresh.sub("_", text) == joint.sub("_", text)
    assert bool(fresh.match(text)) == bool(joint.match(text))
    assert bool(fresh.fullmatch(text)) == bool(joint.fullmatch(text))
