"""The generals as their counters print them, and the independent forces."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NewType

from gm.games.three_kingdoms.map import Side
from gm.values import Value

Who = NewType("Who", str)
"""The id of a general, such as ``cao_cao``."""


class Kind(Enum):
    """Sword or fan. Rulebook: 2.2.1."""

    MARTIAL = "martial"
    STRATEGIST = "strategist"


class Troop(Enum):
    """The special troop types. Rulebook: 5.2, 6.4."""

    NONE = "none"
    CAVALRY = "cavalry"
    NAVAL = "naval"
    ARCHER = "archer"
    CROSSBOW = "crossbow"


class Person(Value, frozen=True):
    """A general's printed values.

    ``faces`` are the two nations of an unaffiliated general; ``defects_to`` is the nation on the
    back of an independent general who is the same man on both sides; ``reverse`` is another man
    on the back of the counter. ``red`` marks loyal Wei generals who do not follow Jin.
    """

    id: Who
    name: str
    zh: str
    kind: Kind
    rank: int
    martial: int
    intellect: int
    command: int
    troop: Troop
    birth: str
    entry: int
    nation: Side | None
    force: Side | None
    faces: tuple[Side, ...]
    defects_to: Side | None
    reverse: Who | None
    is_back: bool
    optional: bool
    red: bool
    sources: str

    @property
    def capacity(self) -> int:
        """The most troop units he can lead. Rulebook: 2.2.1."""
        return 2 * self.rank

    @property
    def siege_skill(self) -> int:
        """Martial of a martial general, Intellect of a strategist. Rulebook: 6.3."""
        return self.martial if self.kind is Kind.MARTIAL else self.intellect


class Force(Value, frozen=True):
    """An independent force; ``ally`` is the nation that may ally with it. Rulebook: Q17."""

    id: Side
    name: str
    zh: str
    colour: str
    ally: Side | None


class Roster(Value, frozen=True):
    """All generals in the order of the data, and all forces."""

    people: Mapping[Who, Person]
    forces: Mapping[Side, Force]
    fronts: Mapping[Who, Who]
    """Back of a counter -> the man on its front."""

    def __getitem__(self, who: Who) -> Person:
        return self.people[who]


def roster_from(document: Mapping[str, Any]) -> Roster:
    """The roster that a generals document describes.

    Raises:
        ValueError: the document contradicts itself; the message is a full sentence.
    """
    people: dict[Who, Person] = {}
    for person in _people(document):
        if person.id in people:
            raise ValueError(f"Generals: {person.id} is listed twice.")
        people[person.id] = person
    for person in people.values():
        if person.reverse is not None and person.reverse not in people:
            raise ValueError(f"Generals, {person.id}: there is no general {person.reverse}.")
    forces = {
        Side(key): Force(
            Side(key),
            data["name"],
            data["zh"],
            data["hex"],
            Side(data["ally"]) if data["ally"] else None,
        )
        for key, data in document["forces"].items()
        if key != "dong_zhuo"  # the Dong Zhuo faction is a player's nation (9.3)
    }
    fronts = {person.reverse: person.id for person in people.values() if person.reverse}
    return Roster(people, forces, fronts)


def _people(document: Mapping[str, Any]) -> Iterator[Person]:
    for nation, entries in document["loyal"].items():
        for data in entries:
            yield _person(data, nation=Side(nation))
    for data in document["unaffiliated"]:
        yield _person(data, nation=None)
    for group in ("independent", "scenario3"):
        for data in document[group]:
            yield _person(data, nation=data.get("nation"))


def _person(data: Mapping[str, Any], *, nation: Side | None) -> Person:
    force = data.get("force")
    if force == "dong_zhuo":
        nation, force = Side("dong"), None
    return Person(
        id=Who(data["id"]),
        name=data["name"],
        zh=data["zh"],
        kind=Kind(data["kind"]),
        rank=data["rank"],
        martial=data["martial"],
        intellect=data["intellect"],
        command=data["command"],
        troop=Troop(data["troop"]),
        birth=data["birth"],
        entry=data["entry"],
        nation=nation,
        force=Side(force) if force else None,
        faces=tuple(Side(face) for face in data.get("faces", ())),
        defects_to=Side(data["defects_to"]) if "defects_to" in data else None,
        reverse=Who(data["reverse"]) if data.get("reverse") else None,
        is_back=data.get("back", False),
        optional=data.get("optional", False),
        red=data["loyalty"] == "wei" and not data.get("jin", False),
        sources=data["src"],
    )
