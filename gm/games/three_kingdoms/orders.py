"""The orders of Three Kingdoms, as values.

A letter is a list of small orders. An *action* begins an entry of the plan; the *clauses* after it
belong to it until the next action; ``Else`` and ``Then`` tie actions together. Clauses before the
first action, or after ``Always``, are standing instructions and stay in force.
"""

from enum import Enum

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.values import Value

# ---- conditions


class Term(Enum):
    """What a condition may count. Rulebook digest: own and enemy side of the present battle."""

    LOST = "lost"
    TOTAL = "total"
    TROOPS = "troops"
    ENEMY_TOTAL = "enemy_total"
    ENEMY_TROOPS = "enemy_troops"
    FAILURES = "failures"
    ROUND = "round"
    SIEGE_VALUE = "siege_value"
    PROVISIONS = "provisions"
    POINTS_LEFT = "points_left"


class Sign(Enum):
    """The comparisons."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "="
    AT_LEAST = ">="
    MORE = ">"


class Compare(Value, frozen=True):
    """``total < 4``: of the battle in hand, of an area, or of one general."""

    term: Term
    sign: Sign
    number: int
    area: Area | None = None
    who: Who | None = None


class Outnumbered(Value, frozen=True):
    """Own total is smaller than the enemy's."""


class Attacking(Value, frozen=True):
    """The asking side is the attacker of the battle in hand."""


class Controls(Value, frozen=True):
    """The acting side has the marker in the area."""

    area: Area


class Present(Value, frozen=True):
    """The general stands in the area."""

    who: Who
    area: Area


class Alive(Value, frozen=True):
    """The general is on the map."""

    who: Who


class Not(Value, frozen=True):
    """The condition does not hold."""

    inner: "Condition"


class Both(Value, frozen=True):
    """Both conditions hold."""

    left: "Condition"
    right: "Condition"


class Either(Value, frozen=True):
    """At least one of the conditions holds."""

    left: "Condition"
    right: "Condition"


Condition = Compare | Outnumbered | Attacking | Controls | Present | Alive | Not | Both | Either

# ---- actions (Rulebook: 4.0)


class Step(Value, frozen=True):
    """One general's way: the area he leaves (None: where he stands) and one or two areas."""

    who: Who
    path: tuple[Area, ...]


class Advance(Value, frozen=True):
    """Divide and Advance (4.1): out of ``origin``; then a battle in one area, or none."""

    origin: Area | None
    moves: tuple[Step, ...]
    battle: Area | None = None


class Group(Value, frozen=True):
    """Generals who come from one area, perhaps by way of another; ``None``: where they stand.

    Nobody named stands for all who are there: the check names them.
    """

    origin: Area | None
    who: tuple[Who, ...]
    via: Area | None = None


class Strike(Value, frozen=True):
    """Combined Strike (4.2): into ``target``; then a battle there or not."""

    target: Area
    groups: tuple[Group, ...]
    battle: bool = True
    by: Side | None = None


class Discord(Value, frozen=True):
    """Persuasion: Sowing Discord (4.3.1)."""

    target: Who
    nation: Side | None = None


class Ally(Value, frozen=True):
    """Persuasion: Alliance (4.3.2)."""

    force: Side
    nation: Side | None = None


class Persuade(Value, frozen=True):
    """Persuasion without its kind: the check makes an ``Ally`` or a ``Discord`` of it."""

    target: Who
    nation: Side | None = None


class Sweep(Value, frozen=True):
    """Sweep (4.4)."""

    area: Area


class Farm(Value, frozen=True):
    """Military Farming (4.5); ``shares`` are nation and provisions in scenario 1."""

    shares: tuple[tuple[Side, int], ...] = ()


class Pass(Value, frozen=True):
    """The action point is not used (D05)."""


Action = Advance | Strike | Discord | Ally | Sweep | Farm | Pass

# ---- what ties the entries of a plan together


class Number(Value, frozen=True):
    """``ACTION 2``: the next action is this entry of the plan."""

    number: int


class Else(Value, frozen=True):
    """The next action is tried if the one before cannot be done or its condition fails."""


class Then(Value, frozen=True):
    """The next action is the free one after a successful Persuasion."""


class If(Value, frozen=True):
    """The action before is done only if this holds when its time comes."""

    condition: Condition


class HaltIf(Value, frozen=True):
    """Before the next action the player is asked for a new plan if this holds."""

    condition: Condition


class Always(Value, frozen=True):
    """What follows are standing instructions."""


# ---- clauses: choices answered ahead


class Stance(Enum):
    """How a defender meets an attack. Rulebook: 6.0."""

    SIEGE = "siege"
    FIELD = "field"
    WITHDRAW = "withdraw"


class Defend(Value, frozen=True):
    """Choice P1; ``area`` None for everywhere."""

    stance: Stance
    area: Area | None = None
    condition: Condition | None = None


class KeepOut(Value, frozen=True):
    """Choice P2: these generals do not take part; they leave before the battle."""

    who: tuple[Who, ...]
    to: Area | None = None


class Commander(Value, frozen=True):
    """Choice P3: main commander, in order of preference."""

    who: tuple[Who, ...]


class Adviser(Value, frozen=True):
    """Choice P3: adviser, in order of preference."""

    who: tuple[Who, ...]


class Use(Value, frozen=True):
    """One stratagem; ``on`` its victims; ``terrain`` for the other half of Double Agent."""

    number: int
    on: tuple[Who, ...] = ()
    terrain: bool = False


class Stratagems(Value, frozen=True):
    """Choice P4: in order of preference; empty: use none."""

    uses: tuple[Use, ...]
    only: bool = True


class Until(Value, frozen=True):
    """Choice P5: retreat before the round (or assault) in which this holds."""

    condition: Condition
    to: tuple[Area, ...] = ()


class NeverRetreat(Value, frozen=True):
    """Choice P5: fight to the end, if ``condition`` holds."""

    condition: Condition | None = None


class Assaults(Value, frozen=True):
    """Choice P6: at most so many assaults."""

    count: int


class Lose(Value, frozen=True):
    """Choice P7: whose troop units are lost, and who is hit, first; or ``last``."""

    who: tuple[Who, ...]
    last: bool = False


class Pursue(Value, frozen=True):
    """Choice P8."""

    pursue: bool


class RetreatTo(Value, frozen=True):
    """Choice P9; ``who`` empty for everybody."""

    areas: tuple[Area, ...]
    who: tuple[Who, ...] = ()


class ControlWith(Value, frozen=True):
    """Choice P10: who rolls for control; ``area`` None wherever he is."""

    who: Who
    area: Area | None = None


class Pick(Value, frozen=True):
    """Choice P11: unaffiliated generals in order of preference; ``nation`` whom he joins."""

    who: tuple[Who, ...]
    nation: Side | None = None


class Place(Value, frozen=True):
    """Choice P12."""

    who: Who
    area: Area


class Troops(Value, frozen=True):
    """Choice P13: new troop units for a general."""

    who: Who
    units: int


class MusterAuto(Value, frozen=True):
    """The muster needs no letter (``auto``), or is asked again."""

    auto: bool = True


class AskMe(Value, frozen=True):
    """The service stops and asks when a battle begins in the area (everywhere if None)."""

    area: Area | None = None


class Fallback(Value, frozen=True):
    """What to do when nothing of the plan can be done."""

    action: Farm | Pass


class Forget(Value, frozen=True):
    """Standing instructions are taken back."""


class Cancel(Value, frozen=True):
    """The plan written so far in this phase is taken back."""


class Confused(Value, frozen=True):
    """A name of the wrong kind: ``wanted`` says what the order needs there."""

    name: str
    wanted: str
    is_action: bool = False


class DefendHow(Value, frozen=True):
    """An area is to be defended, but nothing says how: the check asks."""

    area: Area


Tie = Number | Else | Then | If | HaltIf | Always
Clause = (
    Defend
    | KeepOut
    | Commander
    | Adviser
    | Stratagems
    | Until
    | NeverRetreat
    | Assaults
    | Lose
    | Pursue
    | RetreatTo
    | ControlWith
    | Pick
    | Place
    | Troops
    | MusterAuto
    | AskMe
    | Fallback
)
Order = Action | Tie | Clause | Forget | Cancel | Confused | DefendHow | Persuade
