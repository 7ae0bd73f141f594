"""Names as orders may write them, and as letters print them."""

from collections.abc import Iterable, Mapping

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import (
    HAN,
    NATION_NAMES,
    RED_WEI,
    SHU_WU,
    Rulebook,
)

_EXTRA_SIDES = {SHU_WU: "Shu and Wu", HAN: "Han", RED_WEI: "The red generals of Wei"}


def words(rules: Rulebook) -> Mapping[str, Mapping[str, str]]:
    """Kind of name -> spelling -> id. "Shu" and "Wu" are both an area and a nation."""
    names: dict[str, str] = {}
    for area in rules.board.areas.values():
        ident = _both.get(area.name, str(area.id))
        for spelling in (area.name, area.zh, *area.aliases, str(area.id)):
            names[spelling] = ident
        names |= dict.fromkeys(_variants(rules, area.zh), ident)
    for letter, name in rules.board.provinces.items():
        home = rules.board.home(letter)
        if len(home) > 1:  # it is cut into commanderies: which one is asked back
            several = "?" + "|".join(_both.get(area_name(rules, area), area) for area in home)
            zh = rules.board.provinces_zh[letter]
            names |= dict.fromkeys((name, zh, *_variants(rules, zh)), several)
    for person in rules.roster.people.values():
        names[person.name] = names[person.zh] = names[str(person.id)] = str(person.id)
        names |= dict.fromkeys(_variants(rules, person.zh), str(person.id))
    names |= {"Wei": "wei", "魏": "wei", "Jin": "jin", "晉": "jin", "晋": "jin", "蜀": "J1/shu"}
    names |= {"Dong": "dong_zhuo"} | dict.fromkeys(("吳", *_variants(rules, "吳")), "L3/wu")
    stratagems = {}
    for one in rules.figures.stratagems.values():
        plain = one.zh.replace("の", "")
        chinese = (one.zh, plain, *_variants(rules, plain))
        for spelling in (one.name, *chinese, one.name.split(" from ")[0]):
            stratagems[spelling] = str(one.number)
    stratagems |= {"Loot": "4", "Plum": "12", "Beauty": "9", "Chencang": "14", "Chain": "2"}
    stratagems |= {"Running": "10", "Cicada": "3", "Lure": "11", "Take Advantage of the Fire": "4"}
    return {"name": names, "stratagem": stratagems}


def _variants(rules: Rulebook, zh: str) -> tuple[str, ...]:
    """A Chinese name in simplified and in Japanese characters, where they differ."""
    made = ("".join(forms.get(one, one) for one in zh) for forms in rules.variants.values())
    return tuple(dict.fromkeys(name for name in made if name != zh))


_both = {"Shu": "J1/shu", "Wu": "L3/wu"}


def area_name(rules: Rulebook, area: Area) -> str:
    """An area's name."""
    return rules.board.areas[area].name


def who_name(rules: Rulebook, who: Who) -> str:
    """A general's name."""
    return rules.roster[who].name


def side_name(rules: Rulebook, side: Side, *, jin: bool = False) -> str:
    """The name of a nation, a force or a camp; ``jin`` when Wei has become Jin."""
    if jin and side == "wei":
        return "Jin"
    if side in NATION_NAMES:
        return NATION_NAMES[side]
    if side in _EXTRA_SIDES:
        return _EXTRA_SIDES[side]
    return rules.roster.forces[side].name


def listed(names: Iterable[str], last: str = "and") -> str:
    """A list for a sentence."""
    found = list(names)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def name_of_id(rules: Rulebook, ident: str) -> str:
    """How a name that an order holds is printed, whatever its kind."""
    plain = ident.split("/")[0]
    if plain in rules.board.areas:
        return rules.board.areas[Area(plain)].name
    if plain in rules.roster.people:
        return rules.roster[Who(plain)].name
    return NATION_NAMES.get(Side(plain), plain)
