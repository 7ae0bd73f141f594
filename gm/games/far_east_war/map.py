"""The board of Far East War 1592 as values: areas, Generals, rondel, die, costs and limits.

In comes the map document (``maps/far_east_war.yaml`` as plain data), out comes a ``Board``.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, NewType

from gm.games.documents import DocumentError, nearest
from gm.games.vocabulary import Power
from gm.values import Value

Team = NewType("Team", str)
"""A side of the war: ``japan`` or ``korea_ming``; with two players it is also the power's id."""
AreaId = NewType("AreaId", str)
LegionId = NewType("LegionId", str)
GeneralId = NewType("GeneralId", str)

JAPAN = Team("japan")
KOREA_MING = Team("korea_ming")
TEAMS = (JAPAN, KOREA_MING)


class Terrain(Enum):
    """Where a battle is fought; the defender's area decides. Rulebook: Resolve Battles."""

    LAND = "land"
    SEA = "sea"


class Role(Enum):
    """The part a legion has in a battle."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Action(Enum):
    """The three kinds of spaces on the rondel. Rulebook: Turn Overview."""

    MOVE_BATTLE = "move_battle"
    PRODUCTION_GENERALS = "production_generals"
    RECRUIT_REGROUP = "recruit_regroup"

    @property
    def label(self) -> str:
        """The name printed on the rondel."""
        return _ACTION_LABELS[self.value]


_ACTION_LABELS = {
    "move_battle": "Move/Battle",
    "production_generals": "Production/Generals",
    "recruit_regroup": "Recruit/Regroup",
}


class Face(Enum):
    """A face of the battle dice. Rulebook: Battle Results."""

    LAND_HIT = "L"
    SEA_HIT = "S"
    CANNON = "C"
    STEAL = "T"
    GENERAL_HIT = "G"
    BADGE = "B"

    @property
    def label(self) -> str:
        """The name of the face in words."""
        return _FACE_LABELS[self.value]


_FACE_LABELS = {
    "L": "land hit",
    "S": "sea hit",
    "C": "cannon",
    "T": "steal supply",
    "G": "General hit",
    "B": "badge",
}


class Effect(Enum):
    """What an ability does; the map document says who has which. Glossary of General Cards."""

    NO_SETUP_DEPLOY = "no_setup_deploy"
    FREE_SUPPORT = "free_support"
    NO_OWN_SUPPORT = "no_own_support"
    DENY_ENEMY_SUPPORT = "deny_enemy_support"
    FAST_MARCH = "fast_march"
    INFIGHTING = "infighting"
    ROLL_FIRST = "roll_first"
    ENEMY_ROLLS_NO_DICE = "enemy_rolls_no_dice"
    REPLACE_ROLL_REMOVE = "replace_roll_remove"
    LONE_TROOP_DICE = "lone_troop_dice"
    IGNORE_DICE_REDUCTION = "ignore_dice_reduction"
    REDUCE_MORE_VS_GENERAL = "reduce_more_vs_general"
    REROLL = "reroll"
    BADGE_AS_HIT = "badge_as_hit"
    BADGE_AS_GENERAL_HIT = "badge_as_general_hit"
    BADGE_AS_STEAL = "badge_as_steal"
    BADGE_REGAIN_LOST = "badge_regain_lost"
    ONLY_CANNON_COUNTS = "only_cannon_counts"
    CANNON_EXTRA_REMOVAL = "cannon_extra_removal"
    AUTO_WOUND = "auto_wound"
    IGNORE_HITS = "ignore_hits"
    IGNORE_HITS_LONE_TROOP = "ignore_hits_lone_troop"
    IGNORE_GENERAL_HITS = "ignore_general_hits"
    REDIRECT_LOSSES = "redirect_losses"
    REPEAT_ATTACK = "repeat_attack"
    RIPOSTE = "riposte"
    REGAIN_LOST_AFTER = "regain_lost_after"
    ADD_TROOPS_EQUAL_REMOVED = "add_troops_equal_removed"
    ADD_TROOP_ON_KILL = "add_troop_on_kill"
    DRAIN_SUPPLY = "drain_supply"
    PROVOKE = "provoke"
    SPLASH_OTHER_LEGION = "splash_other_legion"
    SELF_WOUND_ADD_TROOPS = "self_wound_add_troops"
    INCOME_AFTER_MOVE_BATTLE = "income_after_move_battle"
    HALF_RECRUIT_COST = "half_recruit_cost"
    LEGION_CAP = "legion_cap"
    PLACED_ADDS_TROOPS = "placed_adds_troops"
    LEVY_DEPLOY = "levy_deploy"


class Ability(Value, frozen=True):
    """One ability of a General: ``role`` and ``terrain`` are None where the card names none."""

    effect: Effect
    role: Role | None
    terrain: Terrain | None
    amount: int
    death_wounds: int

    def acts(self, role: Role, terrain: Terrain) -> bool:
        """Whether it can be activated in this part of such a battle."""
        return self.role in (None, role) and self.terrain in (None, terrain)


class Bars(Value, frozen=True):
    """The dice icons of a card: dice gained, and dice taken from the opponent."""

    land_extra: int
    sea_extra: int
    land_reduce: int
    sea_reduce: int

    def extra(self, terrain: Terrain) -> int:
        """Dice gained in such a battle."""
        return self.land_extra if terrain is Terrain.LAND else self.sea_extra

    def reduce(self, terrain: Terrain) -> int:
        """Dice the opponent loses in such a battle."""
        return self.land_reduce if terrain is Terrain.LAND else self.sea_reduce


class General(Value, frozen=True):
    """A General card. ``team`` is None for a Legendary General that either side may choose."""

    id: GeneralId
    name: str
    short: str
    aliases: tuple[str, ...]
    nation: str
    faction: Power | None
    team: Team | None
    legendary: bool
    leader: bool
    health: int
    male: bool
    complete: bool
    bars: Bars
    abilities: tuple[Ability, ...]
    text: str

    def ability(self, effect: Effect) -> Ability | None:
        """The ability with this effect, if the card has it."""
        return next((one for one in self.abilities if one.effect is effect), None)

    def has(self, effect: Effect) -> bool:
        """Whether the card has an ability with this effect."""
        return self.ability(effect) is not None


class Area(Value, frozen=True):
    """An area; ``recruit_by`` and ``home`` are None where no side is singled out."""

    id: AreaId
    code: str
    name: str
    terrain: Terrain
    owner: Team | None
    production: int
    recruit_limit: int
    recruit_by: Team | None
    home: Team | None
    wins_for: Team | None
    borders: tuple[AreaId, ...]

    @property
    def is_land(self) -> bool:
        """Whether it counts for the victory conditions."""
        return self.terrain is Terrain.LAND


class SideName(Value, frozen=True):
    """How a power or team is presented."""

    name: str
    colour: str
    aliases: tuple[str, ...]


class Card(Value, frozen=True):
    """An event card: its name and what it does, in a sentence or two."""

    name: str
    text: str


class Costs(Value, frozen=True):
    """Prices in supply points."""

    deploy: int
    replace: int
    withdraw: int
    recruit: int
    move: int
    attack: int
    support: int
    sail: int
    legendary: int
    reset_deploy: int


class Limits(Value, frozen=True):
    """How much there may be of anything."""

    legions_per_area: int
    troops_per_legion: int
    recruits: int
    supports: int
    tokens: int
    steal: int
    supply: int


class Rondel(Value, frozen=True):
    """The ring of action spaces, the edges that are event lines, and what steps cost."""

    spaces: tuple[Action, ...]
    start: int
    lines: frozenset[tuple[int, int]]
    steps: Mapping[int, int]
    """Number of spaces a marker may move -> supply points it costs."""

    def travel(self, start: int, steps: int) -> tuple[int, int]:
        """The space reached and the number of event lines crossed."""
        size = len(self.spaces)
        edges = [((start + i) % size, (start + i + 1) % size) for i in range(steps)]
        return (start + steps) % size, sum(edge in self.lines for edge in edges)


class Goals(Value, frozen=True):
    """Rulebook: Immediate Win Conditions, and when the game ends otherwise."""

    land_areas: int
    japan_count: int
    japan_areas: tuple[AreaId, ...]
    korea_ming_areas: tuple[AreaId, ...]
    resets: int


class Setup(Value, frozen=True):
    """Rulebook: Game Setup, for one number of players."""

    turn_order: tuple[Power, ...]
    supply: Mapping[Power, int]
    legions: Mapping[Power, tuple[tuple[AreaId, int], ...]]
    prefixes: Mapping[Power, str]
    chosen: int
    max_four_health: int | None
    leader_compulsory: bool
    on_map: int
    deck_size: int


class Options(Value, frozen=True):
    """The rule choices that the rules ask about; the map document explains each."""

    incomplete_generals: str
    event_mode: str
    third_reset_deploy: bool
    support_consent: str


class Board(Value, frozen=True):
    """Everything about the game that never changes during a match."""

    players: int
    areas: Mapping[AreaId, Area]
    generals: Mapping[GeneralId, General]
    rondel: Rondel
    die: tuple[Face, ...]
    costs: Costs
    limits: Limits
    goals: Goals
    setup: Setup
    cards: Mapping[str, Card]
    deck: tuple[str, ...]
    """The event cards in the box, without Reset."""
    names: Mapping[str, SideName]
    options: Options

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers in turn order."""
        return self.setup.turn_order

    @property
    def unused(self) -> int:
        """How many event cards are left over when a deck is built."""
        return len(self.deck) + 1 - self.setup.deck_size

    def team(self, power: Power) -> Team:
        """The side a power fights for."""
        return Team(power) if self.players == 2 else FACTION_TEAMS[power]

    def members(self, team: Team) -> tuple[Power, ...]:
        """The powers of a side, in turn order."""
        return tuple(power for power in self.powers if self.team(power) == team)

    def mate(self, power: Power) -> Power | None:
        """The other player of the same side, with four players."""
        others = [one for one in self.members(self.team(power)) if one != power]
        return others[0] if others else None

    def selectable(self, power: Power) -> tuple[GeneralId, ...]:
        """The Generals *power* may choose at set-up, Legendary Generals apart."""
        return tuple(
            one.id
            for one in self.generals.values()
            if not one.legendary
            and (one.faction == power if self.players == 4 else one.team == self.team(power))
            and (one.complete or self.options.incomplete_generals == "vanilla")
        )

    def legendary(self, power: Power) -> tuple[GeneralId, ...]:
        """The Legendary Generals *power* may choose at set-up."""
        return tuple(
            one.id
            for one in self.generals.values()
            if one.legendary and one.team in (None, self.team(power))
        )


FACTION_TEAMS: Mapping[Power, Team] = {
    Power("kato"): JAPAN,
    Power("konishi"): JAPAN,
    Power("korean"): KOREA_MING,
    Power("ming"): KOREA_MING,
}


def enemy_of(team: Team) -> Team:
    """The other side."""
    return KOREA_MING if team == JAPAN else JAPAN


def fail(where: str, sentence: str) -> DocumentError:
    """The error for a fault of the map document; *where* are its keys with commas between."""
    return DocumentError(tuple(where.split(", ")), sentence)


def known(value: Any, allowed: Mapping[Any, Any], where: str) -> Any:
    """What *value* stands for.

    Raises:
        DocumentError: it stands for nothing.
    """
    if value not in allowed:
        spellings = [str(one) for one in allowed]
        hint = nearest(str(value), spellings) or f"; it may be {', '.join(spellings)}."
        raise fail(where, f'"{value}" is not known here{hint}')
    return allowed[value]
