"""Persuasion: Sowing Discord and Alliance. Rulebook: 4.3."""

from gm.games.three_kingdoms import battle, defeat, provisions
from gm.games.three_kingdoms.battle import Clash
from gm.games.three_kingdoms.events import AllianceEnded, Allied, Defected, Persuaded
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.naming import name_of_id, side_name
from gm.games.three_kingdoms.orders import Ally, Discord
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import DONG, NATION_NAMES
from gm.games.three_kingdoms.state import Alliance
from gm.games.three_kingdoms.table import EAST, Table
from gm.games.vocabulary import Power
from gm.values import replace


def colours(table: Table, target: Who) -> tuple[Side, ...]:
    """The nations that could win a general by Sowing Discord. Rulebook: 4.3.1, Q2, Q12."""
    person, side = table.person(target), table.generals[target].side
    if person.defects_to is not None and side == person.force:
        return (person.defects_to,)
    if table.is_nation(side):
        return tuple(
            face
            for face in person.faces
            if face in table.treasuries and table.camp(face) != table.camp(side)
        )
    return ()


def discord_nation(table: Table, power: Power, order: Discord) -> Side | str:
    """The nation that sows discord, or why it cannot, as a sentence."""
    person = table.person(order.target)
    if order.target not in table.generals:
        return f"{person.name} is not on the map."
    able = colours(table, order.target)
    own = [
        nation
        for nation in table.scenario.nations_of(power)
        if nation in able and order.nation in (None, nation)
    ]
    if not able:
        return f"{person.name} cannot be won by Sowing Discord (4.3.1, Q2)."
    if not own:
        names = " or ".join(NATION_NAMES[nation] for nation in able)
        return (
            f"{person.name} has the colour of {names} on his back; only {names} may win him (Q12)."
        )
    for nation in own:
        if table.treasuries[nation].discords == 0:
            return _forced_battle_objection(table, order.target, nation) or nation
    return f"{NATION_NAMES[own[0]]} has sown discord this turn already (4.3)."


def _turned(table: Table, target: Who, nation: Side) -> tuple[Table, Clash | None]:
    """A trial table on which the general has come over, and the battle this forces (D09)."""
    trial = table.clone()
    before = trial.generals[target]
    trial.turn_over(target, nation)
    if len(trial.camps(before.area)) <= 2:
        return trial, None
    old = tuple(one.id for one in trial.at(before.area) if one.side == before.side)
    return trial, Clash(before.area, (target,), old, field_only=True) if old else None


def _forced_battle_objection(table: Table, target: Who, nation: Side) -> str | None:
    trial, clash = _turned(table, target, nation)
    if clash and not provisions.can_pay(trial, battle.bills_of(trial, clash)):
        return (
            f"{table.person(target).name} would have to fight at once, and "
            f"{NATION_NAMES[nation]} has not the provisions for it (4.3.1)."
        )
    return None


def sow_discord(table: Table, target: Who, nation: Side) -> bool:
    """Rolls, and turns the general over on success. Rulebook: 4.3.1."""
    treasury = table.treasuries[nation]
    table.treasuries[nation] = replace(treasury, discords=treasury.discords + 1)
    if not _persuades(
        table, nation, target, discord=True, value=table.rules.figures.persuasion[nation]
    ):
        return False
    before = table.generals[target]
    clash = _turned(table, target, nation)[1]
    table.turn_over(target, nation)
    table.tell(Defected(target, before.side, nation, before.area, before.units))
    if clash is not None:
        battle.fight(table, clash)
    return True


def _persuades(table: Table, nation: Side, target: str, *, discord: bool, value: int) -> bool:
    who, whom = side_name(table.rules, nation), name_of_id(table.rules, target)
    (die,) = table.roll(f"persuade.{nation}", f"persuasion of {whom} by {who}")
    table.tell(Persuaded(nation, target, discord, die, value, die <= value))
    return die <= value


def alliance_value(table: Table, nation: Side) -> int:
    """The most a die may show: fixed for a nation, falling for Dong Zhuo (9.3)."""
    used = table.treasuries[nation].alliances
    if nation == DONG:
        values = table.scenario.dong_persuasion
        return values[used] if used < len(values) else 0
    return table.rules.figures.persuasion[nation] if used == 0 else 0


def ally_nation(table: Table, power: Power, order: Ally) -> Side | str:  # noqa: PLR0911  (one reason each)
    """The nation that seeks the alliance, or why it cannot, as a sentence."""
    force = table.rules.roster.forces[order.force]
    if not _members(table, order.force):
        return f"No general of {force.name}'s force is on the map."
    own = [
        nation
        for nation in table.scenario.nations_of(power)
        if nation in (DONG, force.ally) and order.nation in (None, nation)
    ]
    if not own:
        if force.ally is None:
            return f"Nobody can ally with {force.name} (Q17)."
        return f"Only {NATION_NAMES[force.ally]} may ally with {force.name} (Q17)."
    nation = own[0]
    if order.force in table.alliances and table.alliances[order.force].nation == nation:
        return f"{force.name} is allied with {NATION_NAMES[nation]} already."
    if _serves_dong(table, order.force) and nation == DONG:
        return f"{force.name} serves Dong Zhuo already."
    if alliance_value(table, nation) == 0:
        return f"{NATION_NAMES[nation]} has sought its alliances of this turn already (4.3)."
    return nation


def _members(table: Table, force: Side) -> list[Who]:
    return [
        one.id
        for one in table.generals.values()
        if one.side == force or (one.side == DONG and table.person(one.id).force == force)
    ]


def _serves_dong(table: Table, force: Side) -> bool:
    return any(table.generals[who].side == DONG for who in _members(table, force))


def seek_alliance(table: Table, force: Side, nation: Side) -> bool:
    """Rolls, and gives the nation the force for this turn on success. Rulebook: 4.3.2."""
    value = alliance_value(table, nation)
    treasury = table.treasuries[nation]
    table.treasuries[nation] = replace(treasury, alliances=treasury.alliances + 1)
    if not _persuades(table, nation, force, discord=False, value=value):
        return False
    for who in _members(table, force):
        if table.generals[who].side == DONG:
            defeat.set_independent(table, who)
    if force in table.alliances:
        end_alliance(table, force)
    lent = lend_markers(table, force, nation)
    table.alliances[force] = Alliance(force, nation, lent)
    table.tell(Allied(force, nation, lent))
    defeat.uncrowd(table)
    return True


def lend_markers(table: Table, force: Side, nation: Side) -> tuple[Area, ...]:
    """Markers on the force's areas, where no other nation's lies (D10, 9.3)."""
    lent = []
    for area in table.areas:
        if not any(one.side == force for one in table.at(area)):
            continue
        if nation == DONG and table.markers.get(area) in EAST:
            del table.markers[area]
        if area not in table.markers:
            table.markers[area] = nation
            table.han.discard(area)
            lent.append(area)
    return tuple(lent)


def end_alliance(table: Table, force: Side) -> None:
    """The force is its own again; markers that came with the alliance go. Rulebook: Q5."""
    alliance = table.alliances.pop(force)
    gone = [area for area in alliance.lent if table.markers.get(area) == alliance.nation]
    for area in gone:
        del table.markers[area]
    table.tell(AllianceEnded(force, alliance.nation, tuple(gone)))
