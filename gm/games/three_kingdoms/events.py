"""What can happen, in the past tense, each with what caused it."""

from enum import Enum

from gm.games.game import Power
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Action, Stance
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import Result
from gm.values import frozen

Men = tuple[tuple[Who, int], ...]
"""Generals with their troop units."""


class Source(Enum):
    """Why points were given or taken."""

    BATTLE = "battle"
    KILLED = "killed"
    WITHDRAWAL = "withdrawal"
    CONTROL = "control"
    WEI_GENERALS_LEFT = "wei_generals_left"


class Cause(Enum):
    """Why a side retreats."""

    DECLARED = "declared"
    FAILURES = "failures"
    NO_UNITS = "no_units"
    NO_PROVISIONS = "no_provisions"
    WITHDREW = "withdrew"
    KEPT_OUT = "kept_out"
    LURED = "lured"
    END_OF_ACTION = "end_of_action"
    CHECK = "check"
    CROWDED = "crowded"
    SUCCESSION = "succession"
    PURSUED = "pursued"


@frozen
class StartRolled:
    """Start Phase: each seat's die with its bonus, the order, the action points."""

    turn: int
    rolls: tuple[tuple[Power, int, int], ...]
    order: tuple[Power, ...]
    points: tuple[tuple[Power, int], ...]


@frozen
class Acted:
    """A seat spent a point; ``fallback`` when nothing of its plan could be done."""

    power: Power
    side: Side
    action: Action
    free: bool = False
    fallback: bool = False


@frozen
class NotDone:
    """An entry of the plan that could not be done; only its owner is told."""

    power: Power
    action: Action
    reason: str


@frozen
class Moved:
    """A general moved, with his troops."""

    who: Who
    side: Side
    path: tuple[Area, ...]
    units: int


@frozen
class Farmed:
    """Military Farming."""

    nation: Side
    gained: int
    now: int


@frozen
class Swept:
    """A marker was removed by a Sweep."""

    area: Area
    nation: Side
    by: Side


@frozen
class Persuaded:
    """The die of a Persuasion; ``target`` is a general (Sowing Discord) or a force (Alliance)."""

    nation: Side
    target: str
    discord: bool
    die: int
    value: int
    succeeded: bool


@frozen
class Defected:
    """A general was won, with his troops."""

    who: Who
    before: Side
    now: Side
    area: Area
    units: int


@frozen
class Allied:
    """An alliance began; ``areas`` got the nation's marker."""

    force: Side
    nation: Side
    areas: tuple[Area, ...]


@frozen
class AllianceEnded:
    """An alliance ended and its markers were removed."""

    force: Side
    nation: Side
    areas: tuple[Area, ...]


@frozen
class BattleBegan:
    """Two sides meet; ``stance`` is what the defender chose."""

    area: Area
    attacker: Side
    defender: Side
    attackers: Men
    defenders: Men
    stance: Stance


@frozen
class Paid:
    """Provisions owed by a nation for a battle, for troops and route, and what it ``paid``."""

    nation: Side
    troops: int
    route: int
    paid: int
    now: int


@frozen
class NotPaid:
    """There is no battle: the attacker has fewer provisions than he would owe. Rulebook: 6.0."""

    area: Area
    side: Side
    owed: int


@frozen
class Named:
    """Commanders and advisers with the values compared."""

    attacker: Who
    attacker_adviser: Who
    defender: Who
    defender_adviser: Who
    martial: tuple[int, int]
    intellect: tuple[int, int]


@frozen
class Drew:
    """Stratagem markers drawn; their numbers are known to the owner only."""

    side: Side
    markers: tuple[tuple[int, int], ...]


@frozen
class UsedStratagem:
    """A stratagem took effect on ``victims``; ``doubled`` by the Chain."""

    side: Side
    number: int
    victims: tuple[Who, ...] = ()
    terrain: bool = False
    doubled: bool = False


@frozen
class Dueled:
    """One round of Watch the Fire."""

    round: int
    one: Who
    one_dice: tuple[int, ...]
    one_hits: int
    other: Who
    other_dice: tuple[int, ...]
    other_hits: int


@frozen
class RoundBegan:
    """A round of a field battle with the totals before it."""

    round: int
    attacker_total: int
    defender_total: int


@frozen
class Shot:
    """Archers or crossbows before the round; ``bonus`` only in a pursuit."""

    side: Side
    who: Who
    dice: tuple[int, ...]
    hits: int
    bonus: int = 0


@frozen
class Rolled:
    """Main dice: ``command`` and ``total`` gave their number, with ``terrain`` one more."""

    side: Side
    who: Who
    dice: tuple[int, ...]
    hits: int
    command: int
    total: int
    terrain: int
    martial: int
    bonus: int


@frozen
class HitsCancelled:
    """Sacrifice the Plum: hits that did nothing."""

    side: Side
    hits: int


@frozen
class LostUnits:
    """A general's troop units were removed; ``who`` None for the extra unit of Chencang."""

    who: Who | None
    units: int
    left: int


@frozen
class Struck:
    """A general was hit; a defeat check follows after the battle."""

    who: Who


@frozen
class Failed:
    """The attacker's consecutive failures."""

    failures: int
    limit: int


@frozen
class Assaulted:
    """One assault of a siege. Rulebook: 6.3."""

    number: int
    total: int
    skill: int
    defence: int
    reduction: int
    value: int
    die: int
    succeeded: bool


@frozen
class SideRetreated:
    """A side gave the battle up, and why."""

    side: Side
    cause: Cause


@frozen
class PursuitBegan:
    """The winner pursues."""

    side: Side
    area: Area


@frozen
class Retreated:
    """A general left for another area."""

    who: Who
    origin: Area
    to: Area
    units: int
    cause: Cause


@frozen
class DefeatChecked:
    """A defeat check: the column used, the die and what it was changed by."""

    who: Who
    area: Area
    unaffiliated: bool
    die: int
    modifier: int
    result: Result


@frozen
class Killed:
    """A general died in battle."""

    who: Who
    side: Side


@frozen
class Rebelled:
    """A general turned over, or left the map to be heard of next turn (``to`` None)."""

    who: Who
    before: Side
    to: Side | None


@frozen
class Secluded:
    """A general retired into seclusion."""

    who: Who


@frozen
class EscapedOff:
    """A cut-off general reached his people: an area, or the reserve (None)."""

    who: Who
    to: Area | None


@frozen
class Succeeded:
    """A successor took a dead ruler's place at once."""

    who: Who
    after: Who
    area: Area


@frozen
class SuccessorLost:
    """A successor could not retreat and is gone for good."""

    who: Who


@frozen
class Due:
    """A general is to appear from ``turn`` on, for a nation, a force, or the pool (None)."""

    who: Who
    box: Side | None
    turn: int


@frozen
class BattleEnded:
    """Who won; ``side`` keeps or takes the area."""

    area: Area
    winner: Side
    loser: Side
    rounds: int


@frozen
class Scored:
    """Points with their source; ``what`` is an area or a general."""

    nation: Side
    points: int
    source: Source
    what: str | None
    now: int


@frozen
class MarkerRemoved:
    """Control Phase, step 1."""

    area: Area
    nation: Side


@frozen
class ControlRolled:
    """A control roll and how its strength came about. Rulebook: 3.2.3."""

    area: Area
    who: Who
    nation: Side
    rank: int
    colour: int
    birthplace: int
    die: int
    succeeded: bool


@frozen
class FateRolled:
    """A general's die in the Fate Phase."""

    who: Who
    area: Area
    die: int
    deadly: int
    dies: bool


@frozen
class TurnBegan:
    """The turn marker moved."""

    turn: int


@frozen
class Picked:
    """An unaffiliated general joined a nation."""

    who: Who
    nation: Side


@frozen
class PickRefused:
    """A pick the rules do not allow, and why."""

    power: Power
    who: Who
    reason: str


@frozen
class Appeared:
    """A general came to the map."""

    who: Who
    side: Side
    area: Area
    units: int
    at_birthplace: bool


@frozen
class Waits:
    """A general who finds no area to appear in stays in the reserve."""

    who: Who
    box: Side


@frozen
class Produced:
    """Production: provisions and troop units of a nation."""

    nation: Side
    provisions: int
    now: int
    units: int
    left_by_dead: int
    lost: int


@frozen
class Reinforced:
    """New troop units for a general; ``grown`` for an independent force's own growth."""

    who: Who
    units: int
    now: int
    grown: bool = False


@frozen
class BecameJin:
    """Jin overthrows Wei; the generals named are hostile now."""

    red: tuple[Who, ...]


@frozen
class BecameIndependent:
    """Scenario 3: Lü Bu left Dong Zhuo."""

    who: Who
    force: Side


@frozen
class HanRemoved:
    """Scenario 3: all Han markers were removed."""

    areas: tuple[Area, ...]


@frozen
class Halted:
    """The Action Phase stands still until a power has answered."""

    power: Power
    question: str


@frozen
class GameEnded:
    """The match is over."""

    winners: tuple[Power, ...]
    sentence: str


Event = (
    StartRolled
    | Acted
    | NotDone
    | Moved
    | Farmed
    | Swept
    | Persuaded
    | Defected
    | Allied
    | AllianceEnded
    | BattleBegan
    | Paid
    | Named
    | Drew
    | UsedStratagem
    | Dueled
    | RoundBegan
    | Shot
    | Rolled
    | HitsCancelled
    | LostUnits
    | Struck
    | Failed
    | NotPaid
    | Assaulted
    | SideRetreated
    | PursuitBegan
    | Retreated
    | DefeatChecked
    | Killed
    | Rebelled
    | Secluded
    | EscapedOff
    | Succeeded
    | SuccessorLost
    | Due
    | BattleEnded
    | Scored
    | MarkerRemoved
    | ControlRolled
    | FateRolled
    | TurnBegan
    | Picked
    | PickRefused
    | Appeared
    | Waits
    | Produced
    | Reinforced
    | BecameJin
    | BecameIndependent
    | HanRemoved
    | Halted
    | GameEnded
)
