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
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gm.games.documents import Reader, nearest
from gm.games.far_east_war.map import TEAMS, AreaId, Board, Effect, Face, GeneralId, LegionId, Team
from gm.games.far_east_war.naming import listed
from gm.games.far_east_war.setup import start
from gm.games.far_east_war.state import Holding, Legion, Stage, State
from gm.games.far_east_war.words import words
from gm.games.vocabulary import Power
from gm.values import replace

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
        return AreaId(self.known(read, self._areas, "area", text))

    def general(self, read: Reader, text: str | None = None) -> GeneralId:
        """The General a case names."""
        return GeneralId(self.known(read, self._generals, "General", text))

    def power(self, read: Reader, text: str | None = None) -> Power:
        """The power a case names."""
        written = str(read.value) if text is None else text
        found = Power(self._powers.get(_fold(written), ""))
        if found not in self.board.powers:
            raise read.wrong(
                f'there is no player "{written}" with {self.board.players} players; there are '
                f"{', '.join(self.board.powers)} (a text with commas must stand in quotes)."
            )
        return found

    def check_side(self, read: Reader, general: GeneralId, power: Power) -> None:
        """Refuses a General whom a power can never have."""
        whole = self.board.generals[general]
        theirs = whole.team not in (None, self.board.team(power))
        if theirs or (self.board.players == 4 and whole.faction not in (None, power)):
            raise read.wrong(f"{whole.name} is no General of {power}.")

    def team(self, read: Reader, text: str) -> Team:
        """The side a case names."""
        return Team(self.known(read, {_fold(team): team for team in TEAMS}, "side", text))

    @staticmethod
    def known(read: Reader, known: Mapping[str, str], what: str, text: str | None) -> str:
        """The id that a text of the case stands for."""
        written = str(read.value) if text is None else text
        found = known.get(_fold(written))
        if found is None:
            near = nearest(written, {name: name for name in known.values()})
            raise read.wrong(f'there is no {what} "{written}"{near or "."}')
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
    players = top.optional("players")
    if players is not None and str(players.value) != str(board.players):
        raise players.wrong(
            f"these are the rules for {board.players} players; choose players={players.value}."
        )
    state = start(board, str(case.get("seed", "case")), "case")
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
        stage=_stage(top),
        turn=_number(top, "turn", 0 if case.get("phase") == "setup" else 1),
        active=powers[0] if active is None else reader.power(active),
        dice=dice,
        legions=legions,
        control=_control(reader, state, legions),
        holdings=_holdings(reader, holdings, {one.general for one in legions}),
        resets=_number(top, "resets", 0, board.goals.resets),
        dissensions=_number(top, "dissensions", 0, 2),
    )
    return _rest(reader, state)


def _stage(top: Reader) -> Stage:
    phase = top.optional("phase")
    if phase is None:
        return Stage.TURN
    known = [one.value for one in Stage if one is not Stage.OVER]
    if phase.value not in known:
        raise phase.wrong(f'"{phase.value}" is no phase; write {listed(known, "or")}.')
    return Stage(phase.value)


def _number(top: Reader, name: str, usual: int, most: int | None = None) -> int:
    """A whole number of a case, from 0 to *most*."""
    entry = top.optional(name)
    return usual if entry is None else _within(entry, 0, most)


def _within(entry: Reader, least: int, most: int | None) -> int:
    number = entry.number()
    if number < least or (most is not None and number > most):
        limit = f"from {least} up" if most is None else f"from {least} to {most}"
        raise entry.wrong(f"{number} is too {'few' if number < least else 'many'}; write {limit}.")
    return number


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
                    legions[name] = legion_of(reader, power, name, entry)
                    check_troops(reader, entry, legions[name])
    _check_areas(reader, legions)
    return tuple(legions.values())


def legion_of(reader: CaseReader, power: Power, name: LegionId, entry: Reader) -> Legion:
    """A legion, written like "rgy 4 Yi Sunsin" or as area, troops and general."""
    board = reader.board
    prefix = board.setup.prefixes[power]
    others = {one for whose, one in board.setup.prefixes.items() if whose != power}
    if re.fullmatch(r"[A-Z]\d{1,3}", name) is None or name[0] in others:
        raise entry.wrong(f"legions of {power} have codes like {prefix}1, not {name}.")
    if isinstance(entry.value, Mapping):
        entry.only("area", "troops", "general")
        where, troops = entry.field("area"), entry.field("troops").number()
        led = entry.optional("general")
        area = reader.area(where)
        general = None if led is None else reader.general(led)
    else:
        found = LEGION.fullmatch(str(entry.value))
        if found is None:
            raise entry.wrong(f'"{entry.value}" is no legion; write it like "rgy 4 Yi Sunsin".')
        area, troops = reader.area(entry, found["area"]), int(found["troops"])
        general = None if not found["general"] else reader.general(entry, found["general"])
    return Legion(id=name, owner=power, at=area, troops=troops, general=general)


def check_troops(reader: CaseReader, entry: Reader, legion: Legion) -> None:
    """Refuses a legion that no match could have."""
    board = reader.board
    led = None if legion.general is None else board.generals[legion.general]
    large = None if led is None else led.ability(Effect.LEGION_CAP)
    most = board.limits.troops_per_legion if large is None else large.amount
    if not 1 <= legion.troops <= most:
        raise entry.wrong(
            f"{legion.id} would have {legion.troops} troops; it may have 1 to {most}."
        )
    if led is not None:
        reader.check_side(entry, led.id, legion.owner)


def _check_areas(reader: CaseReader, legions: Mapping[LegionId, Legion]) -> None:
    board = reader.board
    for area in board.areas:
        inside = [legion for legion in legions.values() if legion.at == area]
        sides = {board.team(legion.owner) for legion in inside}
        if len(sides) > 1 or len(inside) > board.limits.legions_per_area:
            name = board.areas[area].name
            codes = ", ".join(one.id for one in inside)
            raise reader.case.wrong(
                f"{name} would hold {codes}: more than two legions, or both sides."
            )
    led = Counter(one.general for one in legions.values() if one.general is not None)
    twice = [board.generals[one].name for one, times in led.items() if times > 1]
    if twice:
        raise reader.case.wrong(f"{twice[0]} would lead two legions.")


def _founded(board: Board, legions: Sequence[Legion], power: Power) -> int:
    numbers = [legion.number for legion in legions if legion.owner == power]
    return max([len(board.setup.legions[power]), *numbers])


def _faces(board: Board, dice: Reader | None) -> tuple[int, ...]:
    if dice is None:
        return ()
    faces = {face.value: board.die.index(face) + 1 for face in Face if face in board.die}
    if isinstance(dice.value, list):
        return tuple(_face(item, faces) for item in dice.list())
    letters = [letter for letter in dice.text().upper() if not letter.isspace()]
    return tuple(_face(Reader(letter, dice.path), faces) for letter in letters)


def _face(entry: Reader, faces: Mapping[str, int]) -> int:
    """A face by its letter or by its number on the die."""
    if entry.value in faces.values():
        return entry.number()
    letter = str(entry.value).upper()
    if letter not in faces:
        known = ", ".join(faces)
        raise entry.wrong(f'"{entry.value}" is no face; write letters out of {known} ("LCGT SB").')
    return faces[letter]


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


def _holdings(
    reader: CaseReader, holdings: Mapping[Power, Holding], led: Collection[GeneralId | None]
) -> dict[Power, Holding]:
    found = dict(holdings)
    supply = reader.case.optional("supply")
    for text, entry in supply.items() if supply else ():
        power = reader.power(entry, text)
        most = reader.board.limits.supply
        found[power] = replace(found[power], supply=_within(entry, 0, most))
    hands = reader.case.optional("hands")
    for text, entry in hands.items() if hands else ():
        power = reader.power(entry, text)
        hand = tuple(reader.general(item) for item in entry.list())
        for item, general in zip(entry.list(), hand, strict=True):
            reader.check_side(item, general, power)
            if general in led or hand.count(general) > 1:
                raise item.wrong(f"{reader.board.generals[general].name} would be twice there.")
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
        markers[reader.team(entry, text)] = _within(entry, 0, len(reader.board.rondel.spaces) - 1)
    led = tuple(one.general for one in state.legions if one.general is not None)
    wounds: dict[GeneralId, int] = {}
    given = case.optional("wounds")
    for text, entry in given.items() if given else ():
        general = reader.general(entry, text)
        _check_led(reader, entry, general, led)
        wounds[general] = _within(entry, 0, reader.board.generals[general].health - 1)
    provoked = case.optional("provoked")
    victim = None if provoked is None else reader.general(provoked)
    if provoked is not None and victim is not None:
        _check_led(reader, provoked, victim, led)
    deck, aside = _cards(reader, state)
    return replace(
        state,
        tokens=tokens,
        markers=markers,
        wounds={general: count for general, count in wounds.items() if count},
        provoked=victim,
        shown=led,
        deck=deck,
        aside=aside,
    )


def _check_led(
    reader: CaseReader, entry: Reader, general: GeneralId, led: Collection[GeneralId]
) -> None:
    if general not in led:
        raise entry.wrong(
            f"{reader.board.generals[general].name} leads no legion in this position."
        )


def _cards(reader: CaseReader, state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deck and set-aside cards; what a case puts on the deck is taken from the others."""
    names = {_fold(card.name): one for one, card in reader.board.cards.items()}
    names |= {_fold(one): one for one in reader.board.cards}

    def card(item: Reader) -> str:
        return CaseReader.known(item, names, "event card", None)

    deck, aside = state.deck, state.aside
    given = reader.case.optional("deck")
    if given is not None:
        deck = tuple(card(item) for item in given.list())
        rest = [*state.deck, *state.aside]
        for one in deck:
            if one in rest:
                rest.remove(one)
        aside = tuple(rest)
    given = reader.case.optional("aside")
    if given is not None:
        aside = tuple(card(item) for item in given.list())
    return deck, aside
