"""A map file of the Diplomacy family to a board.

In comes the plain data of the file (``maps/sengoku.yaml``, ``maps/classic.yaml``), out comes a
``Board``; what contradicts itself is refused with the place and what to write.
"""

from collections.abc import Mapping
from typing import Any

from gm.games.diplomacy.map import (
    COAST_NAMES,
    NEUTRAL,
    OPEN,
    Board,
    Borders,
    Founding,
    Province,
    Steps,
    Terrain,
)
from gm.games.diplomacy.orders import Kind, Place
from gm.games.documents import Reader, nearest
from gm.games.vocabulary import Power, Side


def read_board(document: Mapping[str, Any]) -> Board:
    """The board that a map file describes.

    Raises:
        DocumentError: the document is not a board; the sentence says where and why not.
    """
    top = Reader(document)
    powers_read = top.field("powers")
    power_ids = [item.field("id").text() for item in powers_read.list()]
    provinces = _provinces(top.field("provinces"), {*power_ids, OPEN, str(NEUTRAL)})
    spellings = _spellings(provinces, top.field("provinces"))
    locations = {
        place: province.id
        for province in provinces.values()
        for place in (province.id, *province.coasts)
    }
    army = _borders(top.field("army_borders"), spellings)
    fleet = _borders(
        top.field("fleet_borders"), spellings | {str(key): str(key) for key in locations}
    )
    _check_armies(top.field("army_borders"), army, provinces)
    _check_fleets(top.field("fleet_borders"), fleet, army, provinces, locations)
    bridges = _bridges(top.optional("bridges"), army, fleet, spellings)
    neutral = top.optional("neutral")
    garrisons = neutral.optional("garrisons") if neutral else None
    seas = frozenset(key for key, item in provinces.items() if item.terrain is Terrain.SEA)
    by_sea = _in_provinces(fleet, locations)
    return Board(
        provinces=provinces,
        powers=_powers(powers_read, provinces, spellings, locations),
        garrisons=_garrisons(garrisons, provinces),
        ambiguous=_ambiguous(top.optional("ambiguous"), spellings),
        bridges=bridges,
        army_borders=army,
        fleet_borders=fleet,
        army_steps=_steps(army, locations),
        fleet_steps=_steps(fleet, locations),
        province_of=locations,
        influence={
            place: frozenset(locations[near] for near in borders)
            for place, borders in fleet.items()
        },
        seas=seas,
        shores={sea: by_sea[sea] - seas for sea in seas},
        seas_at={place: near & seas for place, near in by_sea.items() if place not in seas},
        sea_borders={sea: by_sea[sea] & seas for sea in seas},
        centres=frozenset(key for key, item in provinces.items() if item.centre),
        colours=_colours(top),
        victory_centres=top.field("victory").field("centres").number(),
        shares_draws=_draws(top.field("victory").optional("draws")) == "shared",
    )


def _provinces(read: Reader, owners: set[str]) -> dict[Place, Province]:
    provinces: dict[Place, Province] = {}
    for item in read.list():
        item.only("id", "name", "type", "centre", "coasts", "aliases", "source", "lon", "lat")
        key = Place(item.field("id").text())
        if key in provinces:
            raise item.wrong(f'there are two provinces with the id "{key}".')
        centre = item.optional("centre")
        aliases = item.optional("aliases")
        terrain = Terrain(item.field("type").one_of([t.value for t in Terrain], "type of province"))
        if centre and terrain is Terrain.SEA:
            raise centre.wrong("a body of water has no supply centre.")
        provinces[key] = Province(
            id=key,
            name=item.field("name").text(),
            terrain=terrain,
            centre=centre.one_of(owners, "power (nor open, nor neutral)") if centre else None,
            coasts=_coasts(item, key),
            aliases=aliases.texts() if aliases else (),
            lon=item.value.get("lon"),
            lat=item.value.get("lat"),
        )
    return provinces


def _coasts(item: Reader, key: str) -> dict[Place, str]:
    coasts = item.optional("coasts")
    if coasts is None:
        return {}
    for coast in coasts.list():
        start, _, end = coast.text().partition("/")
        if start != key or end not in COAST_NAMES:
            raise coast.wrong(f'"{coast.value}" is no coast; write "{key}/" and nc, sc, ec or wc.')
    name = item.field("name").text()
    return {Place(coast): f"{name} ({COAST_NAMES[coast[-2:]]})" for coast in coasts.texts()}


def _spellings(provinces: Mapping[Place, Province], read: Reader) -> dict[str, str]:
    """Every spelling of a province, for error messages; refuses one that means two provinces."""
    known: dict[str, str] = {}
    for index, province in enumerate(provinces.values()):
        for spelling in {province.id, province.name, *province.aliases}:
            folded = spelling.casefold()
            if known.setdefault(folded, province.id) != province.id:
                raise Reader(None, (*read.path, index)).wrong(
                    f'the name "{spelling}" means both "{known[folded]}" and "{province.id}".'
                )
    names = {province.name: str(province.id) for province in provinces.values()}
    return names | {str(key): str(key) for key in provinces}


def _borders(read: Reader, spellings: Mapping[str, str]) -> dict[Place, frozenset[Place]]:
    ids = set(spellings.values())
    table: dict[Place, frozenset[Place]] = {}
    for key, row in read.items():
        if key not in ids:
            raise row.wrong(f'there is no place "{key}"{nearest(key, spellings) or "."}')
        for near in row.list():
            if near.value not in ids:
                raise near.wrong(
                    f'the border to "{near.value}" leads nowhere'
                    f"{nearest(str(near.value), spellings) or '.'}"
                )
        table[Place(key)] = frozenset(map(Place, row.texts()))
    for key, row in read.items():
        for near in row.list():
            if near.value == key:
                raise near.wrong("a place does not border itself.")
            if key not in table.get(near.value, ()):
                raise near.wrong(
                    f'the border to "{near.value}" is missing in the row of "{near.value}".'
                )
    return table


def _check_armies(read: Reader, army: Borders, provinces: Mapping[Place, Province]) -> None:
    for key, row in read.items():
        if key not in provinces or provinces[Place(key)].terrain is Terrain.SEA:
            raise row.wrong(f'"{key}" is no land, so armies have no border there.')
    for key, province in provinces.items():
        if province.terrain is not Terrain.SEA and not army.get(key):
            raise read.wrong(f'the land "{key}" has no row of borders.')


def _draws(read: Reader | None) -> str:
    """``shared`` or ``none``; shared where the map does not say."""
    return "shared" if read is None else read.one_of(("shared", "none"), "kind of draw")


def _check_fleets(
    read: Reader,
    fleet: Borders,
    army: Borders,
    provinces: Mapping[Place, Province],
    locations: Mapping[Place, Place],
) -> None:
    for key, row in read.items():
        province = provinces[locations[Place(key)]]
        if province.terrain is Terrain.INLAND:
            raise row.wrong(f'"{key}" is inland, so fleets have no border there.')
        if province.coasts and key == province.id:
            raise row.wrong(f'"{key}" has split coasts; give each of them its own row.')
        for near in row.list():
            other = locations[near.value]
            both_land = Terrain.SEA not in (province.terrain, provinces[other].terrain)
            if both_land and other not in army.get(province.id, ()):
                raise near.wrong(
                    f'the coastal border to "{near.value}" is none for armies; '
                    "neighbouring coasts border by land too."
                )
    for key, province in provinces.items():
        for place in province.coasts or (key,):
            is_coast = province.terrain is Terrain.COAST
            if is_coast and not any(
                provinces[locations[near]].terrain is Terrain.SEA for near in fleet.get(place, ())
            ):
                raise read.wrong(f'"{place}" touches no body of water.')


def _bridges(
    read: Reader | None, army: Borders, fleet: Borders, spellings: Mapping[str, str]
) -> frozenset[frozenset[Place]]:
    bridges: set[frozenset[Place]] = set()
    for pair in read.list() if read else ():
        ends = [Place(end.one_of(spellings, "province")) for end in pair.list()]
        if len(ends) != 2:
            raise pair.wrong("a bridge has two ends.")
        start, end = ends
        if end not in army.get(start, ()) or end not in fleet.get(start, ()):
            raise pair.wrong(
                f'the bridge from "{start}" to "{end}" must also be a border for armies and fleets.'
            )
        bridges.add(frozenset(ends))
    return frozenset(bridges)


def _garrisons(read: Reader | None, provinces: Mapping[Place, Province]) -> tuple[Place, ...]:
    white = {str(key) for key, item in provinces.items() if item.centre == NEUTRAL}
    named = (
        [Place(item.one_of(white, "neutral supply centre")) for item in read.list()] if read else []
    )
    if read and (left := white - set(named)):
        raise read.wrong(f'the neutral supply centre "{min(left)}" has no garrison.')
    return tuple(sorted(named))


def _ambiguous(read: Reader | None, spellings: Mapping[str, str]) -> dict[str, tuple[Place, ...]]:
    return {
        name: tuple(Place(item.one_of(spellings, "province")) for item in row.list())
        for name, row in (read.items() if read else ())
    }


def _powers(
    read: Reader,
    provinces: Mapping[Place, Province],
    spellings: Mapping[str, str],
    locations: Mapping[Place, Place],
) -> dict[Power, Founding]:
    powers: dict[Power, Founding] = {}
    for item in read.list():
        item.only("id", "name", "colour", "colour_hex", "homes", "units", "aliases")
        key = Power(item.field("id").text())
        aliases = item.optional("aliases")
        homes = item.field("homes")
        powers[key] = Founding(
            side=Side(
                id=key,
                name=item.field("name").text(),
                colour=item.field("colour_hex").text(),
                aliases=aliases.texts() if aliases else (),
            ),
            homes=tuple(Place(home.one_of(spellings, "province")) for home in homes.list()),
            units=tuple(_unit(unit, provinces, locations) for unit in item.field("units").list()),
            colour_name=item.field("colour").text(),
        )
        owned = {place for place, province in provinces.items() if province.centre == key}
        if set(powers[key].homes) != owned:
            raise homes.wrong(
                f"the homes of {key} and the provinces whose centre is {key} are not the same: "
                f"{', '.join(sorted(owned ^ set(powers[key].homes)))}."
            )
    return powers


def _unit(
    read: Reader, provinces: Mapping[Place, Province], locations: Mapping[Place, Place]
) -> tuple[Kind, Place]:
    letter, _, at = read.text().partition(" ")
    if letter not in ("A", "F") or at not in locations:
        raise read.wrong(f'"{read.value}" is no unit; write it like "A kai" or "F izu".')
    kind, place = Kind(letter), Place(at)
    province = provinces[locations[place]]
    wrong = Terrain.SEA if kind is Kind.ARMY else Terrain.INLAND
    stands = (province.id,) if kind is Kind.ARMY else (*province.coasts,) or (province.id,)
    if province.terrain is wrong or place not in stands:
        raise read.wrong(f'"{read.value}" cannot stand there.')
    return kind, place


def _steps(borders: Borders, locations: Mapping[Place, Place]) -> Steps:
    return {
        place: {near: locations[near] for near in sorted(row)} for place, row in borders.items()
    }


def _in_provinces(
    borders: Borders, locations: Mapping[Place, Place]
) -> dict[Place, frozenset[Place]]:
    """Borders between locations as borders between their provinces."""
    joined: dict[Place, set[Place]] = {}
    for place, near in borders.items():
        joined.setdefault(locations[place], set()).update(locations[item] for item in near)
    return {place: frozenset(near) for place, near in joined.items()}


def _colours(top: Reader) -> dict[str, str]:
    """The drawing colours of what belongs to no power: ``neutral`` and ``open``."""
    colours: dict[str, str] = {}
    for key, name in ((str(NEUTRAL), "neutral"), (OPEN, "unoccupied")):
        entry = top.optional(name)
        colour = entry.optional("colour_hex") if entry else None
        colours[key] = colour.text() if colour else "#FFFFFF"
    return colours
