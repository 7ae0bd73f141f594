"""Who wins, and when. Rulebook: 8.0, 9.2, 9.3."""

from collections.abc import Mapping, Sequence

from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.rulebook import DONG, NATION_NAMES, SHU, WEI, WU, Scenario
from gm.games.three_kingdoms.table import EAST, Table
from gm.games.vocabulary import End, Power


def winning_nation(points: Mapping[Side, int]) -> Side:
    """Wei with more than Shu and Wu together; else Wu with more than Shu; else Shu (8.0)."""
    if points[WEI] > points[SHU] + points[WU]:
        return WEI
    return WU if points[WU] > points[SHU] else SHU


def immediate_end(table: Table) -> End | None:
    """The end that comes at once, if it has come: Dong Zhuo and Niu Fu dead, or two of three."""
    if table.scenario.is_anti_dong and {"dong_zhuo", "niu_fu"} <= table.fallen:
        return End(
            _seats(table.scenario, EAST),
            "Dong Zhuo and Niu Fu are both dead: the Eastern Alliance wins (9.3).",
        )
    return None


def two_of_three(table: Table) -> End | None:
    """Scenario 2: two of Luoyang, Chengdu and Jianye in one hand (9.2, D50)."""
    for nation in table.treasuries:
        held = [area for area in table.scenario.two_of_three if table.markers.get(area) == nation]
        if len(held) >= 2:
            names = " and ".join(table.rules.board.areas[area].name for area in held)
            return End(
                _seats(table.scenario, (nation,)),
                f"{name_of(table, nation)} controls {names}, two of the three capitals (9.2).",
            )
    return None


def final_end(table: Table) -> End:
    """The end after the last Control Phase, by points."""
    points = {nation: treasury.points for nation, treasury in table.treasuries.items()}
    if table.scenario.is_anti_dong:
        return _anti_dong(table, points)
    nation = winning_nation(points)
    wei, shu, wu = points[WEI], points[SHU], points[WU]
    weak = f"Wei's {wei} points are not more than {shu + wu}"
    reasons = {
        WEI: f"{wei} points are more than the {shu} of Shu and the {wu} of Wu together",
        WU: f"{weak}, and Wu's {wu} are more than Shu's {shu}",
        SHU: f"{weak}, and Wu's {wu} are not more than Shu's {shu}",
    }
    return End(
        _seats(table.scenario, (nation,)),
        f"{name_of(table, nation)} wins: {reasons[nation]} (8.0).",
    )


def _anti_dong(table: Table, points: Mapping[Side, int]) -> End:
    east, dong = sum(points[nation] for nation in EAST), points[DONG]
    if east > dong:
        sentence = f"The Eastern Alliance wins with {east} points against {dong} (9.3)."
        return End(_seats(table.scenario, EAST), sentence)
    sentence = f"Dong Zhuo wins: the {east} points of the east are not more than his {dong} (9.3)."
    return End(_seats(table.scenario, (DONG,)), sentence)


def _seats(scenario: Scenario, nations: Sequence[Side]) -> tuple[Power, ...]:
    return tuple(seat.id for seat in scenario.seats if set(seat.nations) & set(nations))


def is_jin(table: Table) -> bool:
    """Whether Wei has become Jin (9.2)."""
    jin = table.scenario.jin_turn
    return jin is not None and table.turn >= jin


def name_of(table: Table, nation: Side) -> str:
    """A nation's name; Wei is Jin from turn 11 of scenario 2 on."""
    return "Jin" if nation == WEI and is_jin(table) else NATION_NAMES[nation]
