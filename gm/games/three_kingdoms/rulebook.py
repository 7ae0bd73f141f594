"""All that is fixed during a match: board, roster, the figures of the tables, and the scenario."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import field

from gm.games.three_kingdoms.map import Area, Board, Side, board_from
from gm.games.three_kingdoms.roster import Roster, Who, roster_from
from gm.games.vocabulary import Power
from gm.values import Value, replace

SHU_WU = Side("shu_wu")
"""Shu and Wu where they count as one nation (5.1)."""
HAN = Side("han")
"""The eastern nations and their allies beside a Han marker (9.3, D52)."""
RED_WEI = Side("red_wei")
"""The red generals of Wei once the Wei player has become Jin (9.2)."""
WEI, SHU, WU, DONG = Side("wei"), Side("shu"), Side("wu"), Side("dong")
NATION_NAMES = {WEI: "Wei", SHU: "Shu", WU: "Wu", DONG: "Dong Zhuo"}


class Result(Enum):
    """What a defeat check gives. Rulebook: 6.6."""

    KILLED = "killed"
    REBELS = "rebels"
    RETREATS = "retreats"
    SECLUDED = "secluded"


class Stratagem(Value, frozen=True):
    """One side of a stratagem marker; ``hurts`` when it works against the enemy. Rulebook: 7.0."""

    number: int
    name: str
    zh: str
    hurts: bool
    value: int


class Figures(Value, frozen=True):
    """The figures of the tables; every one can be corrected in the tables file."""

    provisions_max: int
    points_by_coins: Mapping[int, int]
    battle_won: int
    killed: Mapping[int, int]
    forced_withdrawal: int
    wei_generals_left: int
    fate: Mapping[int, Mapping[int, int]]
    unaffiliated: Mapping[int, Result]
    loyal: Mapping[int, Result]
    cut_off_modifier: int
    per_troops: int
    whites_per_point: int
    brown_border: int
    yangtze_route: int
    least_payment: int
    withdraw_all: int
    hit_on: int
    pursuit_modifier: int
    failures: int
    assaults: int
    farm: int
    farm_shares: tuple[int, ...]
    birthplace: int
    persuasion: Mapping[Side, int]
    stratagems: Mapping[int, Stratagem]
    markers: tuple[tuple[int, int], ...]
    never_doubled: frozenset[int]
    preference: tuple[int, ...]
    siege_from: int
    years: Mapping[int, str]


class Seat(Value, frozen=True):
    """A player's place: one nation, or several played together."""

    id: Power
    nations: tuple[Side, ...]


class Placed(Value, frozen=True):
    """A general on the map at the start, with his troop units."""

    area: Area
    who: Who
    units: int


class Scenario(Value, frozen=True):
    """One scenario with its set-up and special rules. Rulebook: 9.0."""

    id: str
    title: str
    turns: tuple[int, int]
    seats: tuple[Seat, ...]
    one_nation: tuple[int, int] | None
    """First and last turn in which Shu and Wu are one nation."""
    shared_points: bool
    provisions: Mapping[Side, int]
    markers: Mapping[Area, Side]
    han: frozenset[Area]
    generals: tuple[Placed, ...]
    emperor: Area | None
    jin_turn: int | None
    two_of_three: tuple[Area, ...]
    draft: Mapping[Side, int]
    draft_order: tuple[Side, ...]
    draft_turns: tuple[int, ...]
    units_by_rank: Mapping[int, int]
    sequence: tuple[Side, ...]
    alliances: Mapping[Side, Side]
    """Force -> the nation it is allied with from the start (9.3)."""
    dong_persuasion: tuple[int, ...]
    area_points: Mapping[Area, int]
    entry_colours: frozenset[str]
    entry_provinces: frozenset[str]
    arrivals: tuple[Placed | tuple[Side, Who], ...]
    entry_zero: frozenset[Who]

    @property
    def is_anti_dong(self) -> bool:
        """Whether the rules of scenario 3 hold."""
        return bool(self.sequence)

    def seat_of(self, nation: Side) -> Power | None:
        """Who plays a nation in this scenario."""
        for seat in self.seats:
            if nation in seat.nations:
                return seat.id
        return None

    def nations_of(self, power: Power) -> tuple[Side, ...]:
        """The nations a power plays; none if it has no seat in this scenario."""
        for seat in self.seats:
            if seat.id == power:
                return seat.nations
        return ()


class Readings(Value, frozen=True):
    """How this match reads what the rulebook leaves open; the rule choices of its name.

    ``moves_unpaid``: an action whose battle cannot be paid for is done without the battle (6.0).
    ``shares_supply``: while Shu and Wu are one nation, a supply route may begin at a marker of
    either (6.1, 9.1).
    """

    moves_unpaid: bool = False
    shares_supply: bool = True


class Rulebook(Value, frozen=True):
    """Board, roster, figures and scenarios together."""

    board: Board
    roster: Roster
    figures: Figures
    scenarios: Mapping[str, Scenario]
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Other forms of the characters of Chinese names: simplified, Japanese."""
    readings: Readings = Readings()


def rulebook_from(documents: Mapping[str, Mapping[str, Any]], *, optional: bool) -> Rulebook:
    """The rulebook of the four documents ``map``, ``generals``, ``tables`` and ``scenarios``.

    ``optional`` adds Zhang Ji, Gao Shun and Gongsun Du to scenario 1 (9.1).

    Raises:
        ValueError: a document contradicts itself; the message is a full sentence.
    """
    board = board_from(documents["map"])
    roster = roster_from(documents["generals"])
    scenarios = _scenarios(documents, optional=optional)
    for scenario in scenarios.values():
        _check_scenario(scenario, board, roster)
    variants = documents["map"].get("variants", {})
    return Rulebook(board, roster, _figures(documents["tables"]), scenarios, variants)


def _check_scenario(scenario: Scenario, board: Board, roster: Roster) -> None:
    for placed in scenario.generals:
        if placed.area not in board.areas or placed.who not in roster.people:
            raise ValueError(
                f"Scenarios, {scenario.id}: general {placed.who} at {placed.area}: "
                "one of the two is not in the data."
            )
        if placed.units > roster[placed.who].capacity:
            raise ValueError(
                f"Scenarios, {scenario.id}: {placed.who} cannot lead {placed.units} troop units."
            )
    for area in scenario.markers:
        if area not in board.areas:
            raise ValueError(f"Scenarios, {scenario.id}: there is no area {area}.")


def _figures(tables: Mapping[str, Any]) -> Figures:
    points, pay, field = (
        tables["victory_points"],
        tables["provisions"],
        tables["field_battle"],
    )
    return Figures(
        provisions_max=tables["limits"]["provisions_max"],
        points_by_coins=_by_number(points["area_per_turn"]),
        battle_won=points["battle_won"],
        killed=_by_number(points["general_killed"]),
        forced_withdrawal=points["forced_withdrawal"],
        wei_generals_left=points["jin_wei_generals_left"],
        fate={entry: _by_number(row) for entry, row in _by_number(tables["fate"]["table"]).items()},
        unaffiliated=_column(tables, "unaffiliated"),
        loyal=_column(tables, "loyal"),
        cut_off_modifier=tables["defeat"]["cannot_retreat"]["die_modifier"],
        per_troops=pay["per_troops"],
        whites_per_point=pay["attacker_white_borders_per_point"],
        brown_border=pay["attacker_brown_border"],
        yangtze_route=pay["attacker_yangtze_route"],
        least_payment=pay["minimum"],
        withdraw_all=pay["withdraw_all"],
        hit_on=field["hit_on"],
        pursuit_modifier=field["pursuit"]["dice_modifier"],
        failures=field["attacker_failures_to_lose"],
        assaults=tables["siege"]["failures_to_lose"],
        farm=tables["actions"]["farm"]["provisions"],
        farm_shares=tuple(tables["actions"]["farm"]["scenario1_split"]["shu"]),
        birthplace=tables["control"]["birthplace"],
        persuasion={
            Side(key): data["persuasion"]
            for key, data in tables["nations"].items()
            if "persuasion" in data
        },
        stratagems={
            number: Stratagem(
                number, data["name"], data["zh"], data["side"] == "enemy", data.get("value", 1)
            )
            for number, data in _by_number(tables["stratagems"]["list"]).items()
        },
        markers=tuple((front, back) for front, back in tables["stratagems"]["markers"]),
        never_doubled=frozenset(tables["stratagems"]["not_doubled_by_chain"]),
        preference=tuple(tables["defaults"]["stratagem_preference"]),
        siege_from=int(tables["defaults"]["stance"]["siege_if"].rsplit("_", 1)[1]),
        years=_by_number(tables["turns"]),
    )


def _column(tables: Mapping[str, Any], name: str) -> Mapping[int, Result]:
    return {die: Result(word) for die, word in _by_number(tables["defeat"][name]).items()}


def _by_number(table: Mapping[str, Any]) -> dict[int, Any]:
    """A table whose keys are numbers: files give every key as text."""
    return {int(key): value for key, value in table.items()}


def _scenarios(
    documents: Mapping[str, Mapping[str, Any]], *, optional: bool
) -> Mapping[str, Scenario]:
    found = documents["scenarios"]["scenarios"]
    entry_zero = documents["generals"]["scenario3_entry0"]
    extra = documents["generals"]["scenario3_entry0_extra"]
    by_rank = documents["scenarios"]["starting_troops"]
    first, second, third = found["s1"], found["s2"], found["s3"]
    variant = first["three_player_variant"]
    places = dict(first["generals"])
    if optional:
        for area, entries in first["optional_generals"].items():
            places[area] = [*places.get(area, ()), *entries]
    one = _scenario("s1", first, places, by_rank["scenario1"], _seats(first["seats"]))
    seats = tuple(Seat(Power(seat), (Side(seat),)) for seat in variant["seats"])
    three = _scenario("s1-three", first, places, by_rank["scenario1"], seats)
    zero = frozenset(Who(who) for who in (*entry_zero, *extra))
    scenarios = [
        one,
        _with(three, one_nation=_turns(variant["one_nation"]["shu_wu"]), shared=True),
        _scenario("s2", second, {}, by_rank["scenario2"], _seats(second["seats"])),
        _scenario(
            "s3",
            third,
            third["generals"],
            by_rank["scenario3"],
            _seats(third["seats_2p"]),
            entry_zero=zero,
        ),
        _scenario(
            "s3-four",
            third,
            third["generals"],
            by_rank["scenario3"],
            _seats(third["seats_4p"]),
            entry_zero=zero,
        ),
    ]
    return {scenario.id: scenario for scenario in scenarios}


def _with(scenario: Scenario, *, one_nation: tuple[int, int], shared: bool) -> Scenario:
    return replace(
        scenario,
        one_nation=one_nation,
        shared_points=shared,
        title=scenario.title + ", three players",
    )


def _turns(data: Mapping[str, Any]) -> tuple[int, int]:
    first, last = data["turns"]
    return first, last


def _seats(data: list[Mapping[str, Any]]) -> tuple[Seat, ...]:
    return tuple(Seat(Power(seat["id"]), tuple(map(Side, seat["nations"]))) for seat in data)


def _scenario(  # noqa: PLR0913  (the pieces of one document, read side by side)
    key: str,
    data: Mapping[str, Any],
    places: Mapping[str, Any],
    by_rank: Mapping[str, int],
    seats: tuple[Seat, ...],
    *,
    entry_zero: frozenset[Who] = frozenset(),
) -> Scenario:
    control = {k: v for k, v in data["control"].items() if k not in ("src", "han")}
    pool = data.get("pool", {})
    limit = data.get("entry_limit", {"colours": (), "provinces": ()})
    title = data["name"] + (", four players" if key == "s3-four" else "")
    return Scenario(
        id=key,
        title=title,
        turns=(data["turns"][0], data["turns"][1]),
        seats=seats,
        one_nation=_turns(data["one_nation"]["shu_wu"]) if "one_nation" in data else None,
        shared_points=False,
        provisions={Side(k): v for k, v in data["provisions"].items() if k != "src"},
        markers={Area(area): Side(nation) for nation, areas in control.items() for area in areas},
        han=frozenset(map(Area, data["control"].get("han", ()))),
        generals=tuple(
            Placed(Area(area), Who(entry["id"]), entry["troops"])
            for area, entries in places.items()
            for entry in entries
        ),
        emperor=Area(data["emperor"]["area"]) if "emperor" in data else None,
        jin_turn=data["jin"]["turn"] if "jin" in data else None,
        two_of_three=tuple(map(Area, data.get("two_of_three", ()))),
        draft={Side(k): v for k, v in pool.get("unaffiliated_quota", {}).items()},
        draft_order=tuple(map(Side, pool.get("unaffiliated_draft", ()))),
        draft_turns=tuple(pool.get("loyal_entry_turns", ())),
        units_by_rank={rank: by_rank[f"rank{rank}"] for rank in (1, 2, 3)},
        sequence=tuple(map(Side, data.get("action_sequence", ()))),
        alliances={
            Side(force): Side(nation)
            for nation, forces in data.get("alliances", {}).items()
            if nation != "src"
            for force in forces
        },
        dong_persuasion=tuple(data["persuasion"]["dong"]) if "action_sequence" in data else (),
        area_points={Area(k): v for k, v in data.get("area_points_override", {}).items()},
        entry_colours=frozenset(limit["colours"]),
        entry_provinces=frozenset(limit["provinces"]),
        arrivals=_arrivals(data.get("arrivals_turn1", {})),
        entry_zero=entry_zero,
    )


def _arrivals(data: Mapping[str, Any]) -> tuple[Placed | tuple[Side, Who], ...]:
    found: list[Placed | tuple[Side, Who]] = []
    for nation, who in data.items():
        if nation == "neutral":
            found += [Placed(Area(a), Who(w), 1) for a, people in who.items() for w in people]
        else:
            found += [(Side(nation), Who(w)) for w in who]
    return tuple(found)
