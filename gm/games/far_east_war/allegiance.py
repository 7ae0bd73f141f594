"""Who may be told what: orders to legions and Generals of the wrong side are asked back."""

from collections.abc import Iterator, Sequence

from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import GeneralId, LegionId, Team
from gm.games.far_east_war.naming import general_name, power_name
from gm.games.far_east_war.orders import (
    Answer,
    Attack,
    Deploy,
    Exchange,
    Give,
    Infight,
    Levy,
    Move,
    Order,
    Plain,
    Recruit,
    Regroup,
    Replace,
    Shift,
    StandingAssassinate,
    StandingHeal,
    StandingReset,
    StandingSplit,
    Stay,
    Support,
    Withdraw,
    bare,
)
from gm.games.far_east_war.state import Legion
from gm.games.vocabulary import Doubt
from gm.values import replace


def wrong_side(desk: Desk, orders: Sequence[Order]) -> Doubt | None:
    """What in *orders* is for the wrong side: legions, targets, supports, Generals, gifts."""
    mates = (None, desk.board.mate(desk.power), desk.board.team(desk.power), desk.power)
    for place, order in enumerate(orders):
        said = bare(order)
        if isinstance(said, Give | StandingSplit) and said.to not in mates:
            found: Doubt | None = Doubt(
                f"{power_name(desk.board, said.to or '')} is not your team-mate."
            )
        elif isinstance(said, Attack):
            found = _wrong_attack(desk, said)
        else:
            found = _wrong_general(desk, said) or next(
                (
                    Doubt(f"{whose(desk, legion)} and takes no orders from you.")
                    for name in _acting(said)
                    if (legion := legion_of(desk, name)) is not None and is_enemy(desk, legion)
                ),
                None,
            )
        if found is not None:
            others = orders[:place], orders[place + 1 :]
            meant = [(*others[0], *one, *others[1]) for one in found.meant]
            return replace(found, meant=meant)
    return None


def _wrong_attack(desk: Desk, said: Attack) -> Doubt | None:
    attacker, target = legion_of(desk, said.attacker), legion_of(desk, said.target)
    if attacker is not None and is_enemy(desk, attacker):
        turned = target is not None and not is_enemy(desk, target) and not said.supports
        meant = [[Attack(said.attacker, said.target)]] if turned else []
        return Doubt(f"{whose(desk, attacker)} and takes no orders from you.", meant)
    if target is not None and not is_enemy(desk, target):
        return Doubt(f"{whose(desk, target)}; only enemy legions can be attacked.")
    if said.attacker in said.supports:
        others = tuple(one for one in said.supports if one != said.attacker)
        reason = f"{said.attacker} attacks and cannot support itself."
        return Doubt(reason, [[replace(said, supports=others)]])
    for name in said.supports:
        helper = legion_of(desk, name)
        if helper is not None and is_enemy(desk, helper):
            own = tuple(
                one
                for one in said.supports
                if (legion := legion_of(desk, one)) is None or not is_enemy(desk, legion)
            )
            reason = (
                f"{whose(desk, helper)} and cannot support {said.attacker}. A legion attacks one "
                "target in a turn."
            )
            meant = [[replace(said, supports=own)], [replace(said, target=name, supports=own)]]
            return Doubt(reason, meant)
    return None


def _wrong_general(desk: Desk, said: Plain) -> Doubt | None:
    """A General of the enemy among those to be ordered, or an own one to be wounded."""
    match said:
        case Deploy(general) | Withdraw(general) | Levy(general):
            mine: tuple[GeneralId, ...] = (general,)
        case Replace(old, new):
            mine = (old, new)
        case StandingHeal(generals):
            mine = generals
        case StandingReset(general) if general is not None:
            mine = (general,)
        case StandingAssassinate(generals):
            own = [one for one in generals if team_of(desk, one) == desk.board.team(desk.power)]
            if own:
                name = general_name(desk.board, own[0])
                return Doubt(f"{name} is your own General; Assassinations wound one of the enemy.")
            return None
        case _:
            return None
    for one in mine:
        if team_of(desk, one) not in (None, desk.board.team(desk.power)):
            return Doubt(f"{general_name(desk.board, one)} is none of your Generals.")
    return None


def team_of(desk: Desk, general: GeneralId) -> Team | None:
    """The side of a General; None for one of the Legendary whom either may choose."""
    return desk.board.generals[general].team


def _acting(said: Plain) -> Iterator[LegionId]:
    """The legions that an order tells to do something, apart from attacks."""
    match said:
        case Move(legion) | Stay(legion) | Support(legion) | Deploy(_, legion):
            yield legion
        case Exchange(first, second) | Shift(_, first, second):
            yield from (first, second)
        case Recruit(_, _, legion) | Answer(_, _, legion) | Infight(_, legion):
            yield from () if legion is None else (legion,)
        case Regroup(_, sizes):
            yield from (legion for legion, _ in sizes)
        case StandingReset(_, legion) if legion is not None:
            yield legion
        case _:
            return


def legion_of(desk: Desk, name: LegionId) -> Legion | None:
    """The legion with this code, if it is on the map."""
    return next((one for one in desk.state.legions if one.id == name), None)


def is_enemy(desk: Desk, legion: Legion) -> bool:
    """Whether a legion is of the other side."""
    return desk.board.team(legion.owner) != desk.board.team(desk.power)


def whose(desk: Desk, legion: Legion) -> str:
    """The beginning of a sentence that says whose a legion is."""
    if legion.owner == desk.power:
        return f"{legion.id} is your own legion"
    return f"{legion.id} is a legion of {power_name(desk.board, legion.owner)}"
