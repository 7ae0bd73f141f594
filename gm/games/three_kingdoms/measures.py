"""Single numbers of a position, for cases: ``restraint K3 wu`` is 4.

======================== ======================================================================
``restraint G wei``       restraint of a side in an area (5.1)
``leave G wei``           how many of its generals may leave
``limit J2 F2``           generals who may cross in one action; ``limit L1 L2 naval``
``route F2 shu``          provisions for the supply route of a nation to a battle area (6.1)
``troops 4``              provisions for a total of troops
``cost L1 wei 4``         what an attacker with that total pays in all
``siege F1 6``            siege value of those who stand there against a total (6.3)
``control ma_liang K2 shu`` control strength (3.2.3)
``deadly xun_you``        highest deadly die of the Fate Phase (3.2.4)
``defeat loyal 4``        result of a defeat check; ``defeat loyal 4 cut_off``
``dice G cao_cao 6``      main dice of a commander with that total (6.2)
``column wang_ping wei``  column of the defeat table against a victor (6.6)
``points K2``             points of an area in the Control Phase
======================== ======================================================================
"""

from gm.games.three_kingdoms import control, defeat, generals, provisions, siege
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Troop, Who
from gm.games.three_kingdoms.table import Table


def measure(table: Table, question: str) -> int | str:  # noqa: PLR0911  (one line for each question)
    """The number that a question asks for.

    Raises:
        ValueError: there is no such question.
    """
    what, *words = question.split()
    match what, words:
        case "restraint", [area, side]:
            return table.restraint(Area(area), Side(side))
        case "leave", [area, side]:
            enemy = table.enemy_restraint(Area(area), Side(side))
            return max(0, table.restraint(Area(area), Side(side)) - enemy)
        case "limit", [one, other, *naval]:
            return table.rules.board.crossing_limit(Area(one), Area(other), naval=bool(naval))
        case "route", [area, side]:
            return provisions.route_cost(table, Area(area), Side(side), ())
        case "troops", [total]:
            return provisions.for_troops(table, int(total))
        case "cost", [area, side, total]:
            route = provisions.route_cost(table, Area(area), Side(side), ())
            return provisions.for_troops(table, int(total)) + route
        case "siege", [area, total]:
            men = [one.id for one in table.at(Area(area))]
            return siege.siege_value(table, Area(area), men, int(total))
        case "points", [area]:
            return control.area_points(table, Area(area))
        case _:
            return _of_generals(table, what, words, question)


def _of_generals(table: Table, what: str, words: list[str], question: str) -> int | str:
    figures = table.rules.figures
    match what, words:
        case "control", [who, area, side]:
            return control.strength(table, Who(who), Side(side), Area(area)).sum
        case "deadly", [who]:
            return generals.deadly(table, Who(who))
        case "defeat", [column, die, *cut_off]:
            chart = figures.loyal if column == "loyal" else figures.unaffiliated
            change = figures.cut_off_modifier if cut_off else 0
            return chart[max(1, int(die) + change)].value
        case "column", [who, victor]:
            one = table.generals[Who(who)]
            return "unaffiliated" if defeat.is_unaffiliated(table, one, Side(victor)) else "loyal"
        case "dice", [area, who, total]:
            person = table.person(Who(who))
            wet = table.rules.board.areas[Area(area)].yangtze
            extra = person.troop is (Troop.NAVAL if wet else Troop.CAVALRY)
            return min(person.command, int(total)) + extra
        case _:
            raise ValueError(f'There is no question "{question}".')
