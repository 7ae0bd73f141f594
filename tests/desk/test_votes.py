"""Votes on the end of a match, concessions, and what the last report tells."""

from datetime import UTC, datetime, timedelta

import pytest

from gm.config import Motion
from gm.desk.ending import conclude
from gm.desk.history import undo
from gm.desk.orders import orders_now
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.standing import standing
from gm.desk.status import desk_status, lines
from gm.desk.turn import turn
from gm.desk.votes import Ballot, Vote, Withdrawal, ballots, cast, concede, read_vote, voters
from gm.games.vocabulary import Power
from gm.records import MatchStatus, Seat
from gm.values import replace
from tests.desk.at_desk import THURSDAY

DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
TAKEDA, HOJO, ODA = map(Power, ("takeda", "hojo", "oda"))


def settings(desk: Desk, **changed: str) -> None:
    given = {f"votes.{name}": value for name, value in changed.items()}
    desk.store.save_match(replace(desk.match("edo"), settings=given))


def vote(desk: Desk, power: Power, text: str) -> str:
    with desk.store.transaction():
        return cast(desk, THURSDAY, standing(desk, desk.match("edo")), power, text)[1]


def notes(desk: Desk) -> list[str]:
    return [" ".join(one.text.split()) for one in desk.store.outgoing_of("edo", "note")]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("draw", Ballot(Motion.DRAW)),
        ("for a draw", Ballot(Motion.DRAW)),
        ("yes to the draw", Ballot(Motion.DRAW)),
        ("Takeda wins", Ballot(Motion.VICTORY, TAKEDA)),
        ("for the victory of Takeda", Ballot(Motion.VICTORY, TAKEDA)),
        ("end", Ballot(Motion.END)),
        ("to end the match without a winner", Ballot(Motion.END)),
        ("withdraw", Withdrawal),
        ("withdraw my vote for a draw", Withdrawal),
        ("against the draw", Withdrawal),
        ("no", Withdrawal),
        ("Takeda or Oda wins", None),
        ("a draw, or Takeda wins", None),
        ("maybe", None),
        ("", None),
    ],
)
def test_what_a_vote_means(desk: Desk, text: str, meant: Vote | type[Vote] | None) -> None:
    found = read_vote(standing(desk, desk.match("edo")), text)
    assert isinstance(found, Withdrawal) if meant is Withdrawal else found == meant


def test_all_others_agree_that_a_power_has_won(desk: Desk) -> None:
    said = vote(desk, HOJO, "Takeda wins")
    assert "Nobody is told of it" in said
    assert desk.match("edo").status is MatchStatus.RUNNING
    assert "It has decided" in vote(desk, ODA, "for Takeda")
    end = standing(desk, desk.match("edo")).end
    assert end is not None
    assert (end.winners, end.sentence) == ((TAKEDA,), "All others agree that Takeda has won.")


def test_in_sengoku_the_gamemaster_names_the_winner_of_a_draw(desk: Desk) -> None:
    for power in (TAKEDA, HOJO, ODA):
        vote(desk, power, "draw")
    assert desk.match("edo").status is MatchStatus.PAUSED
    assert "gm conclude edo --winner" in desk.store.concerns(0)[0][1].detail
    waits = "  waits, since all players agree on a draw: name the winner"
    assert waits in list(lines(desk_status(desk, THURSDAY, "edo")))
    assert "The clock of this match stands still. All players agree on a draw." in notes(desk)[0]
    assert "the gamemaster names the winner" in notes(desk)[0]
    assert ballots(desk, standing(desk, desk.match("edo"))) == {}


def test_a_vote_stands_until_it_is_withdrawn(desk: Desk) -> None:
    vote(desk, TAKEDA, "end")
    turn(desk, DEADLINE + timedelta(minutes=5))
    present = standing(desk, desk.match("edo"))
    assert ballots(desk, present) == {TAKEDA: Ballot(Motion.END)}
    assert "is withdrawn" in vote(desk, TAKEDA, "withdraw")
    assert "no vote that stands" in vote(desk, TAKEDA, "withdraw")
    for power in (HOJO, ODA):
        vote(desk, power, "end")
    assert desk.match("edo").status is MatchStatus.RUNNING
    vote(desk, TAKEDA, "end")
    assert desk.match("edo").status is MatchStatus.OVER


def test_open_votes_are_told_to_everybody(desk: Desk) -> None:
    settings(desk, ballots="open", needed="majority")
    assert "1 of the 2 votes" in vote(desk, TAKEDA, "end")
    assert len(notes(desk)) == 2  # Takeda's own letter is answered
    assert "Takeda votes for ending the match without a winner." in notes(desk)[0]
    vote(desk, HOJO, "end")
    end = standing(desk, desk.match("edo")).end
    assert end is not None
    assert end.sentence == "The majority agreed to end the match."


def test_secret_votes_are_told_to_nobody(desk: Desk) -> None:
    vote(desk, TAKEDA, "end")
    vote(desk, TAKEDA, "withdraw")
    assert notes(desk) == []
    assert all(
        "end" not in one.detail for one in desk.store.log_entries("edo") if one.what == "vote"
    )


@pytest.mark.parametrize(
    ("shown", "said"),
    [("secret", "Votes for a draw: 2 of the 3 that it needs."),
     ("open", "Votes for a draw: 2 of the 3 that it needs (Oda, Takeda).")],
)  # fmt: skip
def test_the_gamemaster_sees_how_votes_stand(desk: Desk, shown: str, said: str) -> None:
    settings(desk, ballots=shown)
    vote(desk, TAKEDA, "draw")
    vote(desk, ODA, "draw")
    assert f"  {said}" in list(lines(desk_status(desk, THURSDAY, "edo")))


def test_a_vote_goes_with_its_player(desk: Desk) -> None:
    vote(desk, TAKEDA, "end")
    vote(desk, HOJO, "end")
    change_seat(desk, THURSDAY, Seat("edo", "takeda", ("new@example.org",)), "boss")
    assert ballots(desk, standing(desk, desk.match("edo"))) == {HOJO: Ballot(Motion.END)}
    vote(desk, ODA, "end")
    assert desk.match("edo").status is MatchStatus.RUNNING


def test_when_who_disagreed_leaves_the_gamemaster_hears_of_it_and_the_next_turn_ends_it(
    desk: Desk,
) -> None:
    vote(desk, TAKEDA, "end")
    vote(desk, HOJO, "end")
    change_seat(desk, THURSDAY, Seat("edo", "oda", ()), "boss")
    assert desk.match("edo").status is MatchStatus.RUNNING
    told = desk.store.concerns(0)[-1][1].detail
    assert "With the seat of Oda free, all who still vote in edo agree on ending" in told
    turn(desk, DEADLINE + timedelta(minutes=5))
    assert desk.match("edo").status is MatchStatus.OVER
    assert len(desk.store.steps("edo")) == 3  # the start, the turn, the end


def test_an_end_that_is_taken_back_leaves_no_votes_behind(desk: Desk) -> None:
    for power in (TAKEDA, HOJO, ODA):
        vote(desk, power, "end")
    assert desk.match("edo").status is MatchStatus.OVER
    report = desk.store.outgoing_of("edo", "report")[-1].text
    assert "ended the match, as the players had agreed" in " ".join(report.split())
    undo(desk, THURSDAY, "edo", who="boss")
    assert ballots(desk, standing(desk, desk.match("edo"))) == {}
    vote(desk, TAKEDA, "end")
    assert desk.match("edo").status is MatchStatus.RUNNING


def test_only_what_is_allowed_and_only_who_plays(desk: Desk) -> None:
    settings(desk, allowed="[draw]")
    assert "no votes on ending the match" in vote(desk, TAKEDA, "end")
    assert "was not understood. What you can write: “vote draw”" in vote(desk, TAKEDA, "perhaps")
    settings(desk, allowed="[]")
    assert "has no votes" in vote(desk, TAKEDA, "draw")
    assert voters(standing(desk, desk.match("edo"))) == (ODA, TAKEDA, HOJO)
    settings(desk)
    assert "out of the match" in vote(desk, Power("mori"), "draw")


def test_a_concession_decides_when_but_one_has_not_conceded(desk: Desk) -> None:
    for power in (TAKEDA, HOJO):
        with desk.store.transaction():
            _, said = concede(desk, THURSDAY, standing(desk, desk.match("edo")), power)
        assert "Your concession is taken." in said
    end = standing(desk, desk.match("edo")).end
    assert end is not None
    assert (end.winners, end.sentence) == ((ODA,), "All others have conceded: Oda has won.")


def test_the_last_report_tells_the_seed_the_looks_and_the_numbers(desk: Desk) -> None:
    orders_now(desk, THURSDAY, "edo", "boss", peek=True)
    turn(desk, DEADLINE + timedelta(minutes=5))
    conclude(
        desk, DEADLINE + timedelta(hours=1), "edo", [], why="The match was abandoned.", who="boss"
    )
    report = desk.store.outgoing("report edo 2 takeda")
    assert report is not None
    text = " ".join(report.text.split())
    assert "The seed of this match was seed;" in text
    assert "2026-03-05 13:00 UTC, boss: The orders for Spring 1570, movement were shown" in text
    assert "Player Orders Phases Without orders" in text
    assert "Takeda Ann 0 1 1" in text
