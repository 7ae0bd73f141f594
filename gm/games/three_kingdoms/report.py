"""Report content: what happened and how things stand, as plain data for templates."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from gm.games.three_kingdoms import control, generals, victory
from gm.games.three_kingdoms.events import (
    Acted,
    AllianceEnded,
    Appeared,
    Assaulted,
    BattleBegan,
    BecameJin,
    Cause,
    ControlRolled,
    Dueled,
    Event,
    Failed,
    FateRolled,
    GameEnded,
    HanRemoved,
    HitsCancelled,
    LostUnits,
    MarkerRemoved,
    Named,
    NotDone,
    Paid,
    Picked,
    PickRefused,
    Produced,
    PursuitBegan,
    Reinforced,
    Rolled,
    RoundBegan,
    Scored,
    Shot,
    SideRetreated,
    Source,
    StartRolled,
    Struck,
    TurnBegan,
    UsedStratagem,
    Waits,
)
from gm.games.three_kingdoms.events import Drew as DrewMarkers
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.naming import side_name
from gm.games.three_kingdoms.pictures import colour_of, picture
from gm.games.three_kingdoms.roster import Person
from gm.games.three_kingdoms.rulebook import WEI
from gm.games.three_kingdoms.state import General, State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.three_kingdoms.telling import Teller
from gm.games.vocabulary import Content, Outcome, Power

if TYPE_CHECKING:
    from gm.games.three_kingdoms import ThreeKingdoms

ACTIONS = "Action Phase"
END_OF_ACTIONS = "End of the Action Phase"
CONTROL = "Control Phase"
FATE = "Fate Phase"
APPEARANCE = "Appearance Phase"
PRODUCTION = "Production Phase"
START = "Start Phase"
SETTING_UP = {
    Step.DRAFT: "Draft of the unaffiliated generals",
    Step.PLACEMENT: "Placement of the generals",
}

DETAILS = (
    Named,
    DrewMarkers,
    UsedStratagem,
    Dueled,
    RoundBegan,
    Shot,
    Rolled,
    Failed,
    Assaulted,
    Paid,
    PursuitBegan,
    LostUnits,
    Struck,
    HitsCancelled,
)
"""The rounds and dice of a battle, set one step in."""


def report(
    game: "ThreeKingdoms", before: State, outcome: Outcome[State], reader: Power | None
) -> Content:
    """What happened between two letters, and how things stand."""
    after = Table(game.rules, outcome.state)
    teller = Teller(game.rules, jin=victory.is_jin(after))
    events = [one for one in outcome.events if _may_know(one, reader)]
    sections = _sections(after, teller, events, reader)
    for section in sections:
        if section["title"] == APPEARANCE and before.step in SETTING_UP:
            section["title"] = SETTING_UP[before.step]
    phase = game.phase(before)
    pictures = []
    if game.geometry is not None:
        pictures.append(picture(after, teller, game.geometry, phase.key, events=events))
    return {
        **position(game, outcome.state, reader),
        "label": phase.label,
        "sections": sections,
        "pictures": pictures,
        "resolved": [
            {
                "key": phase.key,
                "label": phase.label,
                "turn": phase.turn,
                "sections": sections,
                "pictures": pictures,
            }
        ],
    }


def said_of(game: "ThreeKingdoms", outcome: Outcome[State], subject: str) -> tuple[str, ...]:
    """The sentences of public events in which a name stands as a word of its own."""
    teller = Teller(game.rules, jin=victory.is_jin(Table(game.rules, outcome.state)))
    name = re.compile(rf"(?<!\w){re.escape(subject)}(?!\w)", re.IGNORECASE)
    told = (teller.tell(event) for event in outcome.events if _may_know(event, None))
    return tuple(one for one in told if name.search(one))


def position(game: "ThreeKingdoms", state: State, reader: Power | None) -> Content:
    """How things stand, as far as *reader* may know it."""
    table = Table(game.rules, state)
    teller = Teller(game.rules, jin=victory.is_jin(table))
    demands = game.awaiting(state)
    own = demands.get(reader) if reader is not None else None
    phase = game.phase(state)
    pictures = []
    if game.geometry is not None:
        pictures.append(picture(table, teller, game.geometry, f"{phase.key}-now"))
    standing = state.standing.get(reader, ()) if reader is not None else ()
    return {
        "title": game.title,
        "scenario": table.scenario.title,
        "reader": reader,
        "now": to_builtins(phase),
        "ended": {"sentence": state.ended.sentence} if state.ended else None,
        "demand": to_builtins(own),
        "demands": [
            {"name": teller.power(power), "summary": one.summary} for power, one in demands.items()
        ],
        "order": [teller.power(power) for power in state.order],
        "points_left": [
            {"name": teller.power(power), "points": count} for power, count in state.points.items()
        ],
        "nations": [_nation(table, teller, nation) for nation in table.treasuries],
        "areas": [_area(table, teller, area) for area in table.areas],
        "due": list(_due(table, teller)),
        "roster": [_general(table, teller, one) for one in _by_side(table)],
        "people": [_person(table, teller, person) for person in game.rules.roster.people.values()],
        "standing": [game.spell(order) for order in standing],
        "pictures": pictures,
    }


# ---- what happened


def _may_know(event: Event, reader: Power | None) -> bool:
    """Entries of a plan that could not be done, and refused picks, are their owner's matter."""
    if isinstance(event, NotDone | PickRefused):
        return event.power == reader
    return True


def _sections(
    table: Table, teller: Teller, events: Sequence[Event], reader: Power | None
) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = []
    title = ""
    for event in events:
        title = _title(event, title)
        if not sections or sections[-1]["title"] != title:
            sections.append({"title": title, "lines": []})
        level = _level(event)
        text = _text(table, teller, event, reader)
        kind = "battle" if isinstance(event, BattleBegan) else "die" if level == 2 else "line"
        sections[-1]["lines"].append({"text": text, "level": level, "kind": kind})
    return sections


def _text(table: Table, teller: Teller, event: Event, reader: Power | None) -> str:
    """The sentence; which markers were drawn is known to their owner only."""
    if isinstance(event, DrewMarkers) and (reader is None or table.power(event.side) != reader):
        return teller.tell(event).partition(":")[0].rstrip(".") + "."
    return teller.tell(event)


def _level(event: Event) -> int:
    if isinstance(event, Acted | StartRolled | NotDone | TurnBegan | GameEnded):
        return 0
    if isinstance(event, DETAILS):
        return 2
    return 1


def _title(event: Event, now: str) -> str:  # noqa: PLR0911  (one line for each phase)
    match event:
        case StartRolled() | BecameJin() | HanRemoved():
            return START
        case Acted() | NotDone():
            return ACTIONS
        case SideRetreated(_, Cause.END_OF_ACTION):
            return END_OF_ACTIONS
        case AllianceEnded():
            return now if now == START else END_OF_ACTIONS
        case MarkerRemoved() | ControlRolled():
            return CONTROL
        case Scored(_, _, Source.CONTROL | Source.WEI_GENERALS_LEFT):
            return CONTROL
        case FateRolled():
            return FATE
        case TurnBegan() | Picked() | PickRefused() | Appeared() | Waits():
            return APPEARANCE
        case Produced() | Reinforced():
            return PRODUCTION
        case _:
            return now or ACTIONS


# ---- how things stand


def _nation(table: Table, teller: Teller, nation: Side) -> Content:
    treasury = table.treasuries[nation]
    green, units = control.income(table, nation)
    own = [one for one in table.generals.values() if one.side == nation]
    power = table.power(nation)
    return {
        "id": nation,
        "name": teller.side(nation),
        "seat": teller.power(power) if power else None,
        "colour": colour_of(table, nation, jin=teller.jin),
        "letter": teller.side(nation)[:1],
        "points": treasury.points,
        "provisions": treasury.provisions,
        "left": treasury.left,
        "areas": [
            table.rules.board.areas[area].name
            for area in table.areas
            if table.markers.get(area) == nation
        ],
        "income": green,
        "recruits": units,
        "generals": len(own),
        "troops": sum(one.units for one in own),
        "persuasion": _persuasion(table, nation),
    }


def _persuasion(table: Table, nation: Side) -> str:
    if table.scenario.is_anti_dong and nation == "dong":
        return " then ".join(f"1-{value}" for value in table.scenario.dong_persuasion)
    return f"1-{table.rules.figures.persuasion[nation]}"


def _area(table: Table, teller: Teller, area: Area) -> Content:
    ground = table.rules.board.areas[area]
    marker = table.markers.get(area)
    return {
        "id": area,
        "name": ground.name,
        "coins": f"{ground.green} green, {ground.gold} gold",
        "colour": ground.colour.replace("_", " "),
        "river": ground.yangtze,
        "marker": teller.side(marker) if marker else ("Han" if area in table.han else None),
        "generals": [
            {
                "name": teller.who(one.id),
                "units": one.units,
                "side": teller.side(one.side),
                "rank": table.person(one.id).rank,
                "retreated": one.retreated,
            }
            for one in table.at(area)
        ],
    }


def _due(table: Table, teller: Teller) -> Iterator[Content]:
    """Who appears in this turn or the next, as the reserve boxes show it."""
    last = table.scenario.turns[1]
    for wait in sorted(table.waiting, key=lambda one: one.turn):
        if wait.turn > min(last, table.turn + 1):
            continue
        blocked = not generals.is_due(table, wait) and wait.turn <= table.turn
        if wait.after is not None and wait.after in table.generals:
            continue
        yield {
            "name": teller.who(wait.who),
            "turn": wait.turn,
            "box": teller.side(wait.box) if wait.box else "unaffiliated",
            "faces": [teller.side(face) for face in table.person(wait.who).faces],
            "blocked": blocked,
        }


def _by_side(table: Table) -> list[General]:
    places = {nation: place for place, nation in enumerate(table.treasuries)}
    return sorted(
        table.generals.values(),
        key=lambda one: (places.get(one.side, len(places)), one.side, -table.person(one.id).rank),
    )


def _general(table: Table, teller: Teller, one: General) -> Content:
    person = table.person(one.id)
    return {
        "name": person.name,
        "zh": person.zh,
        "side": teller.side(one.side),
        "colour": colour_of(table, one.side, jin=teller.jin),
        "area": table.rules.board.areas[one.area].name,
        "kind": person.kind.value,
        "rank": person.rank,
        "martial": person.martial,
        "intellect": person.intellect,
        "command": person.command,
        "troop": person.troop.value,
        "birth": table.rules.board.provinces[person.birth],
        "entry": person.entry,
        "units": one.units,
        "capacity": person.capacity,
        "loyalty": _loyalty(teller, one, person),
        "sources": person.sources,
    }


def _person(table: Table, teller: Teller, person: Person) -> Content:
    """A general's counter as printed, wherever he is: for the page of all generals."""
    one = table.generals.get(person.id)
    side = person.nation or person.force
    backs = [teller.side(face) for face in person.faces] or (
        [teller.side(person.defects_to)] if person.defects_to else []
    )
    return {
        "name": person.name,
        "zh": person.zh,
        "of": teller.side(side) if side else "unaffiliated",
        "backs": backs,
        "reverse": teller.who(person.reverse) if person.reverse else None,
        "kind": person.kind.value,
        "rank": person.rank,
        "martial": person.martial,
        "intellect": person.intellect,
        "command": person.command,
        "troop": person.troop.value,
        "birth": table.rules.board.provinces[person.birth],
        "entry": person.entry,
        "where": table.rules.board.areas[one.area].name if one else None,
        "gone": person.id in table.fallen,
        "loyalty": _printed_loyalty(table, teller, person),
        "sources": person.sources,
    }


def _printed_loyalty(table: Table, teller: Teller, person: Person) -> str:
    """The box on the left of a counter: one colour, or two with a slash. Rulebook: 2.2.1, Q17."""
    if person.faces:
        return f"unaffiliated, slash: {' or '.join(map(teller.side, person.faces))}"
    if person.nation is not None:
        entry = table.scenario.jin_turn
        follows = entry is not None and person.nation == WEI and not person.red
        name = side_name(table.rules, person.nation)
        return f"loyal to {name}{', then to Jin' if follows else ''}"
    ally = table.rules.roster.forces[person.force].ally if person.force else None
    may = f"{teller.side(ally)} may ally" if ally else "nobody may ally"
    if person.defects_to is None:
        return f"loyal to his force; {may}"
    return f"slash: {may}, defects to {teller.side(person.defects_to)}"


def _loyalty(teller: Teller, one: General, person: Person) -> str:
    if person.faces:
        others = [teller.side(face) for face in person.faces if face != one.side]
        return f"unaffiliated, {others[0]} on the back" if others else "unaffiliated"
    if person.defects_to and one.side == person.force:
        return f"may defect to {teller.side(person.defects_to)}"
    if one.side == person.force:
        return "independent"
    return "loyal"
