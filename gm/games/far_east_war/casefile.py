"""Positions of case files, and how a position is written back.

A case is plain data; every field but ``orders`` may be left out:

``players`` 2 or 4; ``rules`` other choices; ``phase`` setup, turn or action (the marker has been
moved: no steps, no card); ``turn``; ``active``; ``legions`` power -> code -> "area troops General";
``changes`` the same, laid over the set-up (null takes a legion away); ``supply``, ``markers``,
``hands``, ``tokens``, ``wounds``, ``provoked``, ``control``, ``deck`` (top card first), ``aside``,
``resets``, ``dissensions``, ``standing`` and ``orders`` as texts by power; ``dice`` the faces to
come, as letters (``LCGTTB SCBB``) or numbers; ``seed``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.games.documents import Reader
from gm.games.far_east_war.map import TEAMS, AreaId, Board, Face, GeneralId, LegionId, Team
from gm.games.far_east_war.setup import start
from gm.games.far_east_war.state import Holding, Legion, Stage, State
from gm.games.far_east_war.words import words
from gm.games.game import Power

LEGION = re.compile(r"\s*(?P<area>.+?)\s+(?P<troops>\d)(?:\s+(?P<general>\D.*?))?\s*")
FIELDS = (
    "id", "title", "map", "game", "rulebook", "digest", "why", "players", "rules", "phase", "turn",
    "active", "legions", "changes", "supply", "markers", "hands", "tokens", "wounds", "provoked",
    "control", "deck", "aside", "resets", "dissensions", "standing", "orders", "dice", "seed",
    "expect",
)  # fmt: skip


def _fold(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


class CaseReader:
    """Reads the parts of one case with the names of a board."""

    def __init__(self, board: Board, case: Reader) -> None:
        self.board = board
        self.case = case
        names = words(board)
        self._areas = _spellings(names["area"], board.areas)
        self._generals = _spellings(names["general"], board.generals)
        powers = dict(names["power"])
        powers.update({side: side for side in (*TEAMS, *board.powers)})
        self._powers = {_fold(spelling): ident for spelling, ident in powers.items()}

    def area(self, read: Reader, text: str | None = None) -> AreaId:
        """The area a case names."""
        return AreaId(self._known(read, self._areas, "area", text))

    def general(self, read: Reader, text: str | None = None) -> GeneralId:
        """The General a case names."""
        return GeneralId(self._known(read, self._generals, "General", text))

    def power(self, read: Reader, text: str | None = None) -> Power:
        """The power a case names."""
        found = Power(self._known(read, self._powers, "power", text))
        if found not in self.board.powers:
            raise read.wrong(f"{found} does not play with {self.board.players} players.")
        return found

    def team(self, read: Reader, text: str) -> Team:
        """The side a case names."""
        return Team(self._known(read, {_fold(team): team for team in TEAMS}, "side", text))

    @staticmethod
    def _known(read: Reader, known: Mapping[str, str], what: str, text: str | None) -> str:
        written = str(read.value) if text is None else text
        found = known.get(_fold(written))
        if found is None:
            raise read.wrong(f'there is no {what} "{written}".')
        return found


def _spellings(names: Mapping[str, str], ids: Mapping[Any, Any]) -> dict[str, str]:
    known = {_fold(one): str(one) for one in ids}
    known.update({_fold(text): ident for text, ident in names.items() if ident[:1] != "?"})
    return known


def position_of(board: Board, case: Mapping[str, Any]) -> State:
    """The state a case begins from.

    Raises:
        DocumentError: the case is wrong; it says where and what.
    """
    top = Reader(case)
    top.only(*FIELDS)
    reader = CaseReader(board, top)
    state = start(board, str(case.get("seed", "case")))
    legions = _legions(reader, state)
    powers = board.powers
    active = top.optional("active")
    holdings = {
        power: replace(holding, founded=_founded(board, legions, power))
        for power, holding in state.holdings.items()
    }
    dice = replace(state.dice, forced=_faces(board, top.optional("dice")))
    state = replace(
        state,
        stage=Stage(case.get("phase", "turn")),
        turn=int(case.get("turn", 0 if case.get("phase") == "setup" else 1)),
        active=powers[0] if active is None else reader.power(active),
        dice=dice,
        legions=legions,
        control=_control(reader, state, legions),
        holdings=_holdings(reader, holdings),
        resets=int(case.get("resets", 0)),
        dissensions=int(case.get("dissensions", 0)),
    )
    return _rest(reader, state)


def _legions(reader: CaseReader, state: State) -> tuple[Legion, ...]:
    case = reader.case
    given = case.optional("legions")
    legions = {} if given is not None else {legion.id: legion for legion in state.legions}
    for field in (given, case.optional("changes")):
        for whose, of_power in field.items() if field else ():
            power = reader.power(of_power, whose)
            for code, entry in of_power.items():
                name = LegionId(code.upper())
                if entry.value is None:
                    legions.pop(name, None)
                else:
                    legions[name] = _legion(reader, power, name, entry)
    _check_areas(reader, legions)
    return tuple(legions.values())


def _legion(reader: CaseReader, power: Power, name: LegionId, entry: Reader) -> Legion:
    found = LEGION.fullmatch(str(entry.value))
    if found is None:
        raise entry.wrong(f'"{entry.value}" is no legion; write it like "rgy 4 Yi Sunsin".')
    general = found["general"]
    return Legion(
        id=name,
        owner=power,
        at=reader.area(entry, found["area"]),
        troops=int(found["troops"]),
        general=None if general is None else reader.general(entry, general),
    )


def _check_areas(reader: CaseReader, legions: Mapping[LegionId, Legion]) -> None:
    board = reader.board
    for area in board.areas:
        inside = [legion for legion in legions.values() if legion.at == area]
        sides = {board.team(legion.owner) for legion in inside}
        if len(sides) > 1 or len(inside) > board.limits.legions_per_area:
            name = board.areas[area].name
            raise reader.case.wrong(f"{name} would hold more than two legions, or both sides.")


def _founded(board: Board, legions: Sequence[Legion], power: Power) -> int:
    numbers = [legion.number for legion in legions if legion.owner == power]
    return max([len(board.setup.legions[power]), *numbers])


def _faces(board: Board, dice: Reader | None) -> tuple[int, ...]:
    if dice is None:
        return ()
    if not isinstance(dice.value, str):
        return tuple(item.number() for item in dice.list())
    letters = [letter for letter in dice.value.upper() if not letter.isspace()]
    faces = {face.value: board.die.index(face) + 1 for face in Face if face in board.die}
    strange = [letter for letter in letters if letter not in faces]
    if strange:
        raise dice.wrong(f'"{strange[0]}" is no face; the letters are {", ".join(faces)}.')
    return tuple(faces[letter] for letter in letters)


def _control(reader: CaseReader, state: State, legions: Sequence[Legion]) -> dict[AreaId, Team]:
    board = reader.board
    control = {
        area: team
        for area, team in state.control.items()
        if board.areas[area].is_land or board.areas[area].home is not None
    }
    for area in board.areas.values():
        if area.home is not None:
            control[area.id] = area.home
    given = reader.case.optional("control")
    for text, entry in given.items() if given else ():
        control[reader.area(entry, text)] = reader.team(entry, str(entry.value))
    for legion in legions:
        control[legion.at] = board.team(legion.owner)
    return control


def _holdings(reader: CaseReader, holdings: Mapping[Power, Holding]) -> dict[Power, Holding]:
    found = dict(holdings)
    supply = reader.case.optional("supply")
    for text, entry in supply.items() if supply else ():
        power = reader.power(entry, text)
        found[power] = replace(found[power], supply=entry.number())
    hands = reader.case.optional("hands")
    for text, entry in hands.items() if hands else ():
        power = reader.power(entry, text)
        hand = tuple(reader.general(item) for item in entry.list())
        found[power] = replace(found[power], hand=hand)
    return found


def _rest(reader: CaseReader, state: State) -> State:
    case = reader.case
    tokens = {team: state.tokens[team] for team in TEAMS}
    given = case.optional("tokens")
    for text, entry in given.items() if given else ():
        tokens[reader.team(entry, text)] = tuple(reader.general(one) for one in entry.list())
    markers = dict(state.markers)
    given = case.optional("markers")
    for text, entry in given.items() if given else ():
        markers[reader.team(entry, text)] = entry.number()
    given = case.optional("wounds")
    wounds = (
        {reader.general(one, text): one.number() for text, one in given.items()} if given else {}
    )
    provoked = case.optional("provoked")
    deck, aside = _cards(reader, state)
    return replace(
        state,
        tokens=tokens,
        markers=markers,
        wounds=wounds,
        provoked=None if provoked is None else reader.general(provoked),
        shown=tuple(one.general for one in state.legions if one.general is not None),
        deck=deck,
        aside=aside,
    )


def _cards(reader: CaseReader, state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deck and set-aside cards; what a case puts on the deck is taken from the others."""
    known = {**{one: one for one in reader.board.cards}}
    deck, aside = state.deck, state.aside
    given = reader.case.optional("deck")
    if given is not None:
        deck = tuple(item.one_of(known, "event card") for item in given.list())
        rest = [*state.deck, *state.aside]
        for card in deck:
            if card in rest:
                rest.remove(card)
        aside = tuple(rest)
    given = reader.case.optional("aside")
    if given is not None:
        aside = tuple(item.one_of(known, "event card") for item in given.list())
    return deck, aside
