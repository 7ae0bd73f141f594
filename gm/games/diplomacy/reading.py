"""Parse trees to orders: one case for every rule of ``grammars/diplomacy.lark``.

Looks at nothing but the tree. What a tree cannot mean in the present phase is the matter of
``legality``.
"""

import re
from collections.abc import Iterator, Sequence

from gm.games.diplomacy.orders import (
    Build,
    Cancel,
    Concede,
    Convoy,
    Disband,
    Hold,
    HoldAll,
    IfDislodged,
    Kind,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Route,
    Support,
    UnitName,
    Waive,
    WithdrawConcession,
)
from gm.games.vocabulary import Node

Part = Node | str


def read(  # noqa: C901, PLR0911, PLR0912  # one case for every rule
    tree: Node,
) -> tuple[Order, ...]:
    """The orders that a parse tree spells.

    Raises:
        ValueError: the tree is not of this grammar.
    """
    match tree:
        case Node("order", children):
            return tuple(_order(children))
        case Node("hold_these", units):
            return tuple(Hold(unit(one)) for one in units)
        case Node("move_this" | "journey_this", (mover, *rest)):
            return tuple(_told(unit(mover), Node("move", tuple(rest))))
        case Node("move_from", (mover, start, place, *rest)):
            moved = UnitName(unit(mover).kind, _place(start))
            return tuple(_told(moved, Node("move", (place, *rest))))
        case Node("move_kind", (kind, start, *rest)):
            return tuple(_told(_from(kind, start), Node("move", tuple(rest))))
        case Node("move_with", (place, mover, *suffixes)):
            return tuple(_told(unit(mover), Node("move", (place, *suffixes))))
        case Node("support_with", (goal, supporter)):
            return (_supported(unit(supporter), goal),)
        case Node("convoy_with", (carried, fleet)):
            return (_carried(unit(fleet), carried),)
        case Node("retreat_this", (beaten, *rest)):
            return tuple(_told(unit(beaten), Node("retreat", tuple(rest))))
        case Node("disband_these", units):
            return tuple(Disband(unit(one)) for one in units)
        case Node("remove_these", units):
            return tuple(Remove(unit(one)) for one in units)
        case Node("build_these", units):
            return tuple(Build(one) for one in _alike(units))
        case Node("if_dislodged", (beaten, *fallbacks)):
            return (_if_dislodged(unit(beaten), fallbacks),)
        case Node("hold_all", (str(group),)):
            return (_hold_all(group),)
        case Node("waive", counts):
            return (Waive(_number(counts[0]) if counts else 1),)
        case Node("cancel", subjects):
            return (Cancel(_cancelled(subjects)),)
        case Node("concede"):
            return (Concede(),)
        case Node("take_back"):
            return (WithdrawConcession(),)
        case _:
            raise ValueError(f"The orders of this family have no {tree.rule}.")


def unit(part: Part) -> UnitName:
    """The unit that a tree names."""
    match part:
        case Node("army" | "armies" | "place_army", (place, *_)):
            return UnitName(Kind.ARMY, _place(place))
        case Node("fleet" | "fleets" | "place_fleet", (place, *_)):
            return UnitName(Kind.FLEET, _place(place))
        case Node("bare", (place, *_)) | (Node("place") as place):
            return UnitName(None, _place(place))
        case _:
            raise ValueError(f"{part} names no unit.")


def _alike(parts: Sequence[Part]) -> Iterator[UnitName]:
    """The units of a list; "armies in Kai and Sagami" says of all of them what they are."""
    kind: Kind | None = None
    for part in parts:
        found = unit(part)
        if isinstance(part, Node) and part.rule in ("armies", "fleets"):
            kind = found.kind
        yield found if found.kind is not None else UnitName(kind, found.at)


def _from(kind: Part, start: Part) -> UnitName:
    """The unit of a kind that comes from a place ("the fleet sails from Izu to ...")."""
    match kind:
        case Node("the_army"):
            return UnitName(Kind.ARMY, _place(start))
        case Node("the_fleet"):
            return UnitName(Kind.FLEET, _place(start))
        case _:
            raise ValueError(f"{kind} is no kind of unit.")


def _number(part: Part) -> int:
    return WORDS.index(str(part)) if part in WORDS else int(str(part))


WORDS = ("none", "one", "two", "three", "four", "five", "six")


def _hold_all(group: str) -> HoldAll:
    """The units that words like "both armies", "all 3" or "the rest" stand for."""
    kinds = {kind for word, kind in GROUPS.items() if re.search(rf"\b(?:{word})\b", group)}
    counts = [count for word, count in COUNTS.items() if re.search(rf"\b{word}\b", group)]
    counts += [int(number) for number in re.findall(r"\d+", group)]
    return HoldAll(kinds.pop() if len(kinds) == 1 else None, counts[0] if counts else None)


GROUPS = {
    "a|armies|army|land forces": Kind.ARMY,
    "f|fleets?|navy|navies|ships": Kind.FLEET,
}
COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def _place(part: Part) -> Place:
    match part:
        case Node("place", (str(ident),)):
            return Place(ident)
        case _:
            raise ValueError(f"{part} names no place.")


def _order(parts: Sequence[Part]) -> Iterator[Order]:
    """Orders of one or several units that share what they are told."""
    units = [unit(part) for part in parts if isinstance(part, Node) and part.rule in _UNITS]
    predicate, *suffixes = parts[len(units) :]
    for subject in units:
        told = list(_told(subject, predicate))
        for suffix in suffixes:
            told = list(_with_suffix(subject, told, suffix))
        yield from told


_UNITS = frozenset({"army", "fleet", "armies", "fleets", "bare", "place_army", "place_fleet"})
_WAYS = frozenset({"by_convoy", "by_land", "through", "carried_by"})


def _told(subject: UnitName, predicate: Part) -> Iterator[Order]:
    match predicate:
        case Node("hold"):
            yield Hold(subject)
        case Node("move" | "journey", parts):
            yield from _move(subject, parts)
        case Node("support", (goal,)):
            yield _supported(subject, goal)
        case Node("convoy", (carried,)):
            yield _carried(subject, carried)
        case Node("retreat", (place,)):
            yield Retreat(subject, _place(place))
        case Node("retreat", parts):
            yield from _move(subject, parts)
        case Node("disband"):
            yield Disband(subject)
        case Node("build"):
            yield Build(subject)
        case Node("remove"):
            yield Remove(subject)
        case _:
            raise ValueError(f"{predicate} is nothing a unit can be told.")


def _move(subject: UnitName, parts: Sequence[Part]) -> Iterator[Order]:
    """A move; its stops are the places before the last one, and those it goes through."""
    *stops, goal = _goals(parts)
    for part in parts:
        if isinstance(part, Node) and part.rule in ("through", "carried_by"):
            stops += _goals(part.children)
    ways = {part.rule for part in parts if isinstance(part, Node) and part.rule in _WAYS}
    if "by_land" in ways:
        route = Route.LAND
    elif ways:
        route = Route.CONVOY
    else:
        route = Route.OPEN
    move = Move(subject, goal, route, tuple(stops))
    yield move
    for part in parts:
        match part:
            case Node("supported_by" | "ahead"):
                yield from list(_with_suffix(subject, [move], part))[1:]
            case Node("carried_by", waters):
                for water in _goals(waters):
                    yield Convoy(UnitName(Kind.FLEET, water), subject, goal)
            case _:
                continue


def _supported(supporter: UnitName, goal: Part) -> Support:
    match goal:
        case Node("holding", parts):
            return Support(supporter, _other(parts))
        case Node("moving", parts):
            target, places = _other(parts), _goals(parts)
            to = places[-1] if places else None
            return Support(supporter, target, None if to == target.at else to)
        case _:
            raise ValueError(f"{goal} is nothing to support.")


def _carried(fleet: UnitName, carried: Part) -> Convoy:
    """A convoy; the last place named is where the army goes, the first where it stands."""
    match carried:
        case Node("carried", parts):
            places = _goals(parts)
            if any(isinstance(part, Node) and part.rule in _UNITS for part in parts):
                return Convoy(fleet, _other(parts), places[-1])
            return Convoy(fleet, UnitName(None, places[0]), places[-1])
        case _:
            raise ValueError(f"{carried} is nothing to convoy.")


def _other(parts: Sequence[Part]) -> UnitName:
    """The unit that a support or convoy is for; what side it is of does not matter."""
    return next(unit(part) for part in parts if isinstance(part, Node) and part.rule in _UNITS)


def _goals(parts: Sequence[Part]) -> list[Place]:
    return [_place(part) for part in parts if isinstance(part, Node) and part.rule == "place"]


def _with_suffix(subject: UnitName, orders: Sequence[Order], suffix: Part) -> Iterator[Order]:
    """The orders, and those that what follows them adds."""
    main = orders[0]
    match suffix, main:
        case Node("supported_by", parts), Move(to=to):
            yield from orders
            yield Support(_other(parts), subject, to)
        case Node("supported_by", parts), _:
            yield from orders
            yield Support(_other(parts), subject)
        case Node("ahead", ()), Retreat(to=to):
            yield IfDislodged(subject, (to,))
        case Node("ahead", ()), Disband():
            yield IfDislodged(subject, (), disband=True)
        case Node("ahead", ()), Move(to=to):
            yield IfDislodged(subject, (to,))
        case Node("ahead", fallbacks), _ if fallbacks:
            yield from orders
            yield _if_dislodged(subject, fallbacks)
        case _:
            raise ValueError(f"{suffix} cannot follow {main}.")


def _if_dislodged(beaten: UnitName, fallbacks: Sequence[Part]) -> IfDislodged:
    places: list[Place] = []
    disband = False
    for fallback in fallbacks:
        match fallback:
            case Node("retreat" | "fall_back", (place, *_)) if not disband:
                places.append(_place(place))
            case Node("disband"):
                disband = True
            case _:
                raise ValueError(f"{fallback} cannot stand in a list of retreats.")
    return IfDislodged(beaten, tuple(places), disband)


def _cancelled(subjects: Sequence[Part]) -> UnitName | None:
    match subjects:
        case ():
            return None
        case (Node("order_of", (subject, *_)),) | (subject,):
            return unit(subject)
        case _:
            raise ValueError(f"{subjects} cannot be taken back together.")
