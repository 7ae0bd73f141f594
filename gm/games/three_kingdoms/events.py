"""What can happen, in the past tense, each with what caused it."""

from enum import Enum

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Action, Stance
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import Result
from gm.games.vocabulary import Power
from gm.values import Value

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


class StartRolled(Value, frozen=True):
    """Start Phase: each seat's die with its bonus, the order, the action points."""

    turn: int
    rolls: tuple[tuple[Power, int, int], ...]
    order: tuple[Power, ...]
    points: tuple[tuple[Power, int], ...]


class Acted(Value, frozen=True):
    """A seat spent a point; ``fallback`` when nothing of its plan could be done."""

    power: Power
    side: Side
    action: Action
    free: bool = False
    fallback: bool = False


class NotDone(Value, frozen=True):
    """An entry of the plan that could not be done; only its owner is told."""

    power: Power
    action: Action
    reason: str


class Moved(Value, frozen=True):
    """A general moved, with his troops."""

    who: Who
    side: Side
    path: tuple[Area, ...]
    units: int


class Farmed(Value, frozen=True):
    """Military Farming."""

    nation: Side
    gained: int
    now: int


class Swept(Value, frozen=True):
    """A marker was removed by a Sweep."""

    area: Area
    nation: Side
    by: Side


class Persuaded(Value, frozen=True):
    """The die of a Persuasion; ``target`` is a general (Sowing Discord) or a force (Alliance)."""

    nation: Side
    target: str
    discord: bool
    die: int
    value: int
    succeeded: bool


class Defected(Value, frozen=True):
    """A general was won, with his troops."""

    who: Who
    before: Side
    now: Side
    area: Area
    units: int


class Allied(Value, frozen=True):
    """An alliance began; ``areas`` got the nation's marker."""

    force: Side
    nation: Side
    areas: tuple[Area, ...]


class AllianceEnded(Value, frozen=True):
    """An alliance ended and its markers were removed."""

    force: Side
    nation: Side
    areas: tuple[Area, ...]


class BattleBegan(Value, frozen=True):
    """Two sides meet; ``stance`` is what the defender chose."""

    area: Area
    attacker: Side
    defender: Side
    attackers: Men
    defenders: Men
    stance: Stance


class Paid(Value, frozen=True):
    """Provisions owed by a nation for a battle, for troops and route, and what it ``paid``."""

    nation: Side
    troops: int
    route: int
    paid: int
    now: int


class NotPaid(Value, frozen=True):
    """There is no battle: the attacker has fewer provisions than he would owe. Rulebook: 6.0."""

    area: Area
    side: Side
    owed: int


class Named(Value, frozen=True):
    """Commanders and advisers with the values compared."""

    attacker: Who
    attacker_adviser: Who
    defender: Who
    defender_adviser: Who
    martial: tuple[int, int]
    intellect: tuple[int, int]


class Drew(Value, frozen=True):
    """Stratagem markers drawn; their numbers are known to the owner only."""

    side: Side
    markers: tuple[tuple[int, int], ...]


class UsedStratagem(Value, frozen=True):
    """A stratagem took effect on ``victims``; ``doubled`` by the Chain."""

    side: Side
    number: int
    victims: tuple[Who, ...] = ()
    terrain: bool = False
    doubled: bool = False


class Dueled(Value, frozen=True):
    """One round of Watch the Fire."""

    round: int
    one: Who
    one_dice: tuple[int, ...]
    one_hits: int
    other: Who
    other_dice: tuple[int, ...]
    other_hits: int


class RoundBegan(Value, frozen=True):
    """A round of a field battle with the totals before it."""

    round: int
    attacker_total: int
    defender_total: int


class Shot(Value, frozen=True):
    """Archers or crossbows before the round; ``bonus`` only in a pursuit."""

    side: Side
    who: Who
    dice: tuple[int, ...]
    hits: int
    bonus: int = 0


class Rolled(Value, frozen=True):
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


class HitsCancelled(Value, frozen=True):
    """Sacrifice the Plum: hits that did nothing."""

    side: Side
    hits: int


class LostUnits(Value, frozen=True):
    """A general's troop units were removed; ``who`` None for the extra unit of Chencang."""

    who: Who | None
    units: int
    left: int


class Struck(Value, frozen=True):
    """A general was hit; a defeat check follows after the battle."""

    who: Who


class Failed(Value, frozen=True):
    """The attacker's consecutive failures."""

    failures: int
    limit: int


class Assaulted(Value, frozen=True):
    """One assault of a siege. Rulebook: 6.3."""

    number: int
    total: int
    skill: int
    defence: int
    reduction: int
    value: int
    die: int
    succeeded: bool


class SideRetreated(Value, frozen=True):
    """A side gave the battle up, and why."""

    side: Side
    cause: Cause


class PursuitBegan(Value, frozen=True):
    """The winner pursues."""

    side: Side
    area: Area


class Retreated(Value, frozen=True):
    """A general left for another area."""

    who: Who
    origin: Area
    to: Area
    units: int
    cause: Cause


class DefeatChecked(Value, frozen=True):
    """A defeat check: the column used, the die and what it was changed by."""

    who: Who
    area: Area
    unaffiliated: bool
    die: int
    modifier: int
    result: Result


class Killed(Value, frozen=True):
    """A general died in battle."""

    who: Who
    side: Side


class Rebelled(Value, frozen=True):
    """A general turned over, or left the map to be heard of next turn (``to`` None)."""

    who: Who
    before: Side
    to: Side | None


class Secluded(Value, frozen=True):
    """A general retired into seclusion."""

    who: Who


class EscapedOff(Value, frozen=True):
    """A cut-off general reached his people: an area, or the reserve (None)."""

    who: Who
    to: Area | None


class Succeeded(Value, frozen=True):
    """A successor took a dead ruler's place at once."""

    who: Who
    after: Who
    area: Area


class SuccessorLost(Value, frozen=True):
    """A successor could not retreat and is gone for good."""

    who: Who


class Due(Value, frozen=True):
    """A general is to appear from ``turn`` on, for a nation, a force, or the pool (None)."""

    who: Who
    box: Side | None
    turn: int


class BattleEnded(Value, frozen=True):
    """Who won; ``side`` keeps or takes the area."""

    area: Area
    winner: Side
    loser: Side
    rounds: int


class Scored(Value, frozen=True):
    """Points with their source; ``what`` is an area or a general."""

    nation: Side
    points: int
    source: Source
    what: str | None
    now: int


class MarkerRemoved(Value, frozen=True):
    """Control Phase, step 1."""

    area: Area
    nation: Side


class ControlRolled(Value, frozen=True):
    """A control roll and how its strength came about. Rulebook: 3.2.3."""

    area: Area
    who: Who
    nation: Side
    rank: int
    colour: int
    birthplace: int
    die: int
    succeeded: bool


class FateRolled(Value, frozen=True):
    """A general's die in the Fate Phase."""

    who: Who
    area: Area
    die: int
    deadly: int
    dies: bool


class TurnBegan(Value, frozen=True):
    """The turn marker moved."""

    turn: int


class Picked(Value, frozen=True):
    """An unaffiliated general joined a nation."""

    who: Who
    nation: Side


class PickRefused(Value, frozen=True):
    """A pick the rules do not allow, and why."""

    power: Power
    who: Who
    reason: str


class Appeared(Value, frozen=True):
    """A general came to the map."""

    who: Who
    side: Side
    area: Area
    units: int
    at_birthplace: bool


class Waits(Value, frozen=True):
    """A general who finds no area to appear in stays in the reserve."""

    who: Who
    box: Side


class Produced(Value, frozen=True):
    """Production: provisions and troop units of a nation."""

    nation: Side
    provisions: int
    now: int
    units: int
    left_by_dead: int
    lost: int


class Reinforced(Value, frozen=True):
    """New troop units for a general; ``grown`` for an independent force's own growth."""

    who: Who
    units: int
    now: int
    grown: bool = False


class BecameJin(Value, frozen=True):
    """Jin overthrows Wei; the generals named are hostile now."""

    red: tuple[Who, ...]


class BecameIndependent(Value, frozen=True):
    """Scenario 3: Lü Bu left Dong Zhuo."""

    who: Who
    force: Side


class HanRemoved(Value, frozen=True):
    """Scenario 3: all Han markers were removed."""

    areas: tuple[Area, ...]


class Halted(Value, frozen=True):
    """The Action Phase stands still until a power has answered."""

    power: Power
    question: str


class GameEnded(Value, frozen=True):
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
