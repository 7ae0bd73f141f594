"""The map document of Far East War 1592, checked and made into a ``Board``.

Raises ``DocumentError`` with the place in the document and what is wrong, since gamemasters correct
the reconstructed values by hand.
"""

from collections.abc import Mapping
from typing import Any

from gm.games.far_east_war.map import (
    TEAMS,
    Ability,
    Action,
    Area,
    AreaId,
    Bars,
    Board,
    Card,
    Costs,
    Effect,
    Face,
    General,
    GeneralId,
    Goals,
    Limits,
    Options,
    Role,
    Rondel,
    Setup,
    SideName,
    Team,
    Terrain,
    fail,
    known,
)
from gm.games.vocabulary import Power

RESET = "reset"
BLANK = "blank"

CHOICES = {
    "players": ("2", "4"),
    "east_sea": ("no", "yes"),
    "sail_attack_step_cost": ("0", "1"),
    "incomplete_generals": ("vanilla", "excluded"),
    "event_mode": ("standing", "two_step"),
    "event_lines": ("one", "two", "early"),
    "resets_to_end": ("1", "2", "3"),
    "third_reset_deploy": ("yes", "no"),
    "support_consent": ("never_needed", "standing"),
}
_NATIONS = {"japan": "japan", "ming": "korea_ming", "korea": "korea_ming", "legend": None}
_NO_TEAM = {"any": None, "none": None, None: None}


def rule_choices(document: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, str]:
    """The rule choices in force: the document's, changed by *rules*.

    Raises:
        DocumentError: a choice is not one the game offers.
    """
    chosen = {key: _plain(value) for key, value in document["rules"].items()}
    for key, value in rules.items():
        known(key, dict.fromkeys(chosen), "rules")
        chosen[key] = _plain(value)
    policies = tuple(document["events"]["deck_policies"])
    for key, allowed in (CHOICES | {"event_policy": policies}).items():
        known(chosen.get(key), dict.fromkeys(allowed), f"rules, {key}")
    return chosen


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def load_board(document: Mapping[str, Any], chosen: Mapping[str, str]) -> Board:
    """The board under the rule choices *chosen*.

    Raises:
        DocumentError: the document contradicts itself.
    """
    players = int(chosen["players"])
    key = f"{players}p"
    areas = _areas(document, east_sea=chosen["east_sea"] == "yes")
    events = document["events"]
    counts = {**events["deck_policies"][chosen["event_policy"]]}
    counts.pop(RESET)
    cards = {**events["cards"], BLANK: events["blank"]}
    return Board(
        players=players,
        areas=areas,
        generals=_generals(document),
        rondel=_rondel(document["rondel"], key, chosen["event_lines"]),
        die=_die(document["die"]),
        costs=_costs(document["costs"], int(chosen["sail_attack_step_cost"])),
        limits=_limits(document, key),
        goals=_goals(document["victory"], areas, int(chosen["resets_to_end"])),
        setup=_setup(document["setup"][key], areas, document["limits"]),
        cards={
            card: Card(one["name"], one.get(f"text_{key}", one["text"]))
            for card, one in cards.items()
        },
        deck=tuple(card for card, count in counts.items() for _ in range(count)),
        names={side: _side_name(one) for side, one in document["sides"].items()},
        options=Options(
            incomplete_generals=chosen["incomplete_generals"],
            event_mode=chosen["event_mode"],
            third_reset_deploy=chosen["third_reset_deploy"] == "yes",
            support_consent=chosen["support_consent"],
        ),
    )


def _side_name(entry: Mapping[str, Any]) -> SideName:
    return SideName(entry["name"], entry["colour"], tuple(entry["aliases"]))


def _areas(document: Mapping[str, Any], *, east_sea: bool) -> dict[AreaId, Area]:
    entries: dict[str, dict[str, Any]] = {
        area: {**entry, "borders": list(entry["borders"])}
        for area, entry in document["areas"].items()
    }
    if east_sea:
        for area, entry in document["map"]["optional_areas"].items():
            entries[area] = {**entry}
            for other in entry["borders"]:
                entries[other]["borders"].append(area)
    areas = {AreaId(area): _area(area, entry) for area, entry in entries.items()}
    for area in areas.values():
        for other in area.borders:
            known(other, areas, f"areas, {area.id}, borders")
    for area in areas.values():
        for other in area.borders:
            if area.id not in areas[other].borders:
                sentence = f'"{other}" does not list "{area.id}" among its own borders.'
                raise fail(f"areas, {area.id}, borders", sentence)
    return areas


def _area(area: str, entry: Mapping[str, Any]) -> Area:
    where = f"areas, {area}"
    teams: dict[Any, Team | None] = {team: team for team in TEAMS} | _NO_TEAM
    for field in ("production", "recruit_limit"):
        if not isinstance(entry[field], int) or entry[field] < 0:
            raise fail(f"{where}, {field}", f'"{entry[field]}" is not a number from 0 up.')
    return Area(
        id=AreaId(area),
        code=entry["code"],
        name=entry["name"],
        terrain=known(entry["kind"], {one.value: one for one in Terrain}, f"{where}, kind"),
        owner=known(entry["owner"], teams, f"{where}, owner"),
        production=entry["production"],
        recruit_limit=entry["recruit_limit"],
        recruit_by=known(entry["recruit_by"], teams, f"{where}, recruit_by"),
        home=known(entry["home_of"], teams, f"{where}, home_of"),
        wins_for=known(entry["win_area_for"], teams, f"{where}, win_area_for"),
        borders=tuple(AreaId(other) for other in entry["borders"]),
    )


def _generals(document: Mapping[str, Any]) -> dict[GeneralId, General]:
    return {
        GeneralId(general): _general(general, entry)
        for general, entry in document["generals"].items()
    }


def _general(general: str, entry: Mapping[str, Any]) -> General:
    nation = entry["faction"]
    where = f"generals, {general}"
    only_for = entry.get("only_for") or known(nation, _NATIONS, f"{where}, faction")
    faction = entry["faction_4p"]
    aliases = tuple(str(one) for one in entry["aliases"])
    return General(
        id=GeneralId(general),
        name=entry["name"],
        short=entry.get("short", entry["name"]),
        aliases=aliases,
        nation=nation,
        faction=None if faction is None else Power(faction),
        team=None if only_for is None else Team(only_for),
        legendary=nation == "legend",
        leader=entry["leader"],
        health=entry["health"],
        male=entry["gender"] == "m",
        complete=entry["complete"],
        bars=Bars(*entry["bars"]),
        abilities=tuple(_ability(one, where) for one in entry["abilities"]),
        text=entry["text"],
    )


def _ability(entry: Mapping[str, Any], where: str) -> Ability:
    roles: dict[Any, Role | None] = {one.value: one for one in Role} | {"any": None}
    terrains: dict[Any, Terrain | None] = {one.value: one for one in Terrain} | {"any": None}
    effects = {one.value: one for one in Effect}
    return Ability(
        effect=known(entry["effect"], effects, f"{where}, abilities, effect"),
        role=known(entry["side"], roles, f"{where}, abilities, side"),
        terrain=known(entry["terrain"], terrains, f"{where}, abilities, terrain"),
        amount=int(entry.get("amount", entry.get("amount_per_badge", 0))),
        death_wounds=int(entry.get("death_wounds", 0)),
    )


def _rondel(entry: Mapping[str, Any], key: str, lines: str) -> Rondel:
    steps = entry["steps"][key]
    actions = {one.value: one for one in Action}
    return Rondel(
        spaces=tuple(
            known(one["action"], actions, "rondel, spaces")
            for one in sorted(entry["spaces"], key=lambda space: int(space["index"]))
        ),
        start=entry["start_space"],
        lines=frozenset((int(a), int(b)) for a, b in entry["event_lines"][lines]),
        steps=dict.fromkeys(steps["free"], 0)
        | {int(step): cost for step, cost in steps["paid"].items()},
    )


def _die(entry: Mapping[str, Any]) -> tuple[Face, ...]:
    letters = {name: Face(letter) for letter, name in entry["letters"].items()}
    index = entry["index"]
    return tuple(known(index[pip], letters, "die, index") for pip in sorted(index))


def _costs(entry: Mapping[str, int], sail: int) -> Costs:
    return Costs(
        deploy=entry["deploy"],
        replace=entry["replace"],
        withdraw=entry["withdraw"],
        recruit=entry["recruit_per_troop"],
        move=entry["move_per_troop"],
        attack=entry["attack_per_troop"],
        support=entry["support_per_troop"],
        sail=sail,
        legendary=entry["legendary"],
        reset_deploy=entry["reset_event_deploy"],
    )


def _limits(document: Mapping[str, Any], key: str) -> Limits:
    entry = document["limits"]
    return Limits(
        legions_per_area=entry["legions_per_area"],
        troops_per_legion=entry["troops_per_legion"],
        recruits=entry["recruit_per_turn"],
        supports=entry["supports_per_battle"],
        tokens=entry["troop_tokens"][key],
        steal=entry["steal_supply_per_icon"],
        supply=document["tracks"]["supply"]["max"],
    )


def _goals(entry: Mapping[str, Any], areas: Mapping[AreaId, Area], resets: int) -> Goals:
    immediate = entry["immediate"]
    japan, korea = immediate["japan_needs_any"], immediate["korea_ming_needs_all"]
    for area in (*japan["of"], *korea):
        known(area, areas, "victory, immediate")
    return Goals(
        land_areas=immediate["land_areas"],
        japan_count=japan["count"],
        japan_areas=tuple(japan["of"]),
        korea_ming_areas=tuple(korea),
        resets=resets,
    )


def _setup(entry: Mapping[str, Any], areas: Mapping[AreaId, Area], limits: Any) -> Setup:
    legions: dict[Power, tuple[tuple[AreaId, int], ...]] = {}
    for power, rows in entry["legions"].items():
        for area, troops, number in rows:
            known(area, areas, f"setup, legions, {power}")
            if troops > limits["troops_per_legion"] or number > limits["legions_per_area"]:
                raise fail(f"setup, legions, {power}", f'too many legions or troops in "{area}".')
        legions[Power(power)] = tuple(
            (AreaId(area), troops) for area, troops, number in rows for _ in range(number)
        )
    order = tuple(Power(power) for power in entry["turn_order"])
    return Setup(
        turn_order=order,
        supply={power: entry["supply"][power] for power in order},
        legions=legions,
        prefixes={power: entry["legion_ids"][power] for power in order},
        chosen=entry["generals_chosen"],
        max_four_health=entry.get("max_four_health"),
        leader_compulsory=entry.get("leader_compulsory", False),
        on_map=entry["generals_on_map_at_start"],
        deck_size=entry["event_deck_size"],
    )
