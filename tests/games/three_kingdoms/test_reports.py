"""Reports and positions as documents: whole, for each reader, and without what he may not know."""

from random import Random
from xml.etree import ElementTree

import pytest

from gm.games.three_kingdoms.events import Drew, NotDone
from gm.games.three_kingdoms.orders import Stratagems, Strike
from gm.games.three_kingdoms.telling import Teller
from gm.rendering.documents import render
from tests.games.three_kingdoms.matches import letter


def steps(game, scenario, seed, most=8):
    """A random match as (state before, outcome), at most so many steps."""
    dice = Random(seed)
    state = game.start(scenario, seed)
    for _ in range(most):
        if game.end(state) is not None:
            return
        orders = {
            power: game.check(state, power, [letter(game, state, power, dice)]).orders
            for power in game.awaiting(state)
        }
        outcome = game.adjudicate(state, orders)
        yield state, outcome
        state = outcome.state


@pytest.mark.parametrize("scenario", ["s1", "s1-three", "s2", "s3", "s3-four"])
def test_every_document_can_be_written_for_every_reader(game, scenario):
    for before, outcome in steps(game, scenario, "documents", 5):
        for reader in (None, *game.awaiting(before)):
            document = render("three_kingdoms", "report", game.report(before, outcome, reader))
            assert document.subject
            assert "THE GENERALS ON THE MAP" in document.text
            for picture in document.pictures.values():
                ElementTree.fromstring(picture)
            render("three_kingdoms", "position", game.position(outcome.state, reader))


def test_every_event_has_a_sentence(game):
    teller = Teller(game.rules)
    for scenario in game.scenarios():
        for _, outcome in steps(game, scenario, f"events {scenario}", 40):
            for event in outcome.events:
                assert teller.tell(event).rstrip().endswith((".", "?"))


def test_what_could_not_be_done_is_told_to_its_owner_alone(game):
    state = game.start("s1", "private")
    orders = {"wei": (Strike("F1", ()),)}
    outcome = game.adjudicate(state, orders)
    assert any(isinstance(one, NotDone) for one in outcome.events)

    texts = {
        reader: str(game.report(state, outcome, reader)["sections"])
        for reader in ("wei", "alliance", None)
    }
    assert "Not done" in texts["wei"]
    assert "Not done" not in texts["alliance"]
    assert "Not done" not in texts[None]


def test_drawn_markers_are_known_to_their_owner_alone(game):
    for before, outcome in steps(game, "s1", "markers", 30):
        drew = [event for event in outcome.events if isinstance(event, Drew)]
        known = {marker for event in drew if event.side != "wei" for marker in event.markers}
        for event in drew:
            secret = [marker for marker in event.markers if marker not in known]
            if event.side == "wei" and secret:
                numbers = "/".join(map(str, secret[0]))
                assert numbers in str(game.report(before, outcome, "wei")["sections"])
                assert numbers not in str(game.report(before, outcome, "alliance")["sections"])
                return
    pytest.fail("Wei never drew a marker; choose another seed.")


def test_standing_instructions_of_others_are_not_in_a_position(game):
    state = game.start("s1", "standing")
    checked = game.check(state, "wei", [[Stratagems(())]])
    after = game.adjudicate(state, {"wei": checked.orders}).state

    assert "STRATAGEMS NONE" in game.position(after, "wei")["standing"]
    assert game.position(after, "alliance")["standing"] == []
