"""Names of legions, areas, Generals and powers as players read them."""

from collections.abc import Iterable

from gm.games.far_east_war.map import AreaId, Board, GeneralId, LegionId
from gm.games.far_east_war.state import Legion


def area_name(board: Board, area: AreaId) -> str:
    """``Right Gyeonggi-Do``."""
    return board.areas[area].name


def general_name(board: Board, general: GeneralId) -> str:
    """``Kato``."""
    return board.generals[general].short


def power_name(board: Board, power: str) -> str:
    """``Japan``."""
    return board.names[power].name


def legion_name(board: Board, legion: Legion) -> str:
    """``K1 (Right Gyeonggi-Do, 2 troops, Kato)``."""
    parts = [area_name(board, legion.at), count(legion.troops, "troop")]
    if legion.general is not None:
        parts.append(general_name(board, legion.general))
    return f"{legion.id} ({', '.join(parts)})"


def count(number: int, what: str) -> str:
    """``1 troop``, ``2 troops``."""
    plural = "dice" if what == "die" else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """``K1, K2 and K3``; no names give ``none``."""
    all_names = list(names)
    if len(all_names) < 2:
        return all_names[0] if all_names else "none"
    return f"{', '.join(all_names[:-1])} {last} {all_names[-1]}"


def missing_legion(name: LegionId) -> str:
    """The reason when an order names a legion that is not on the map."""
    return f"There is no legion {name} on the map."


def first_fault(*checks: tuple[bool, str]) -> str | None:
    """The sentence of the first check that is true: the reason why something is refused."""
    return next((reason for is_fault, reason in checks if is_fault), None)
