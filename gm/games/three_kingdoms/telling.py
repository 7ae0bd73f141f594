"""One plain sentence for each event, with the dice and the comparison of values behind it."""

from collections.abc import Iterable

from gm.games.three_kingdoms.events import (
    Acted,
    AllianceEnded,
    Allied,
    Appeared,
    Assaulted,
    BattleBegan,
    BattleEnded,
    BecameIndependent,
    BecameJin,
    Cause,
    ControlRolled,
    DefeatChecked,
    Defected,
    Drew,
    Due,
    Dueled,
    EscapedOff,
    Event,
    Failed,
    Farmed,
    FateRolled,
    GameEnded,
    Halted,
    HanRemoved,
    HitsCancelled,
    Killed,
    LostUnits,
    MarkerRemoved,
    Men,
    Moved,
    Named,
    NotDone,
    NotPaid,
    Paid,
    Persuaded,
    Picked,
    PickRefused,
    Produced,
    PursuitBegan,
    Rebelled,
    Reinforced,
    Retreated,
    Rolled,
    RoundBegan,
    Scored,
    Secluded,
    Shot,
    SideRetreated,
    Source,
    StartRolled,
    Struck,
    Succeeded,
    SuccessorLost,
    Swept,
    TurnBegan,
    UsedStratagem,
    Waits,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.naming import listed, name_of_id, side_name, who_name
from gm.games.three_kingdoms.orders import Stance
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import Result, Rulebook
from gm.games.three_kingdoms.spelling import Speller

_STANCES = {
    Stance.FIELD: "meets them in the field",
    Stance.SIEGE: "stands a siege",
    Stance.WITHDRAW: "gives way",
}
_CAUSES = {
    Cause.DECLARED: "declares a retreat",
    Cause.FAILURES: "must retreat after its failures",
    Cause.NO_UNITS: "must retreat, having no troop unit left for another assault",
    Cause.NO_PROVISIONS: "has no provisions and withdraws without pursuit (Q25)",
    Cause.WITHDREW: "withdraws all its generals before the battle (Q27)",
    Cause.END_OF_ACTION: "came later and must leave at the end of the Action Phase (3.2.2)",
}
_WAYS = {
    Cause.KEPT_OUT: " and takes no part in the battle",
    Cause.LURED: ", lured away",
    Cause.CHECK: " alone",
    Cause.CROWDED: ", since an area holds two nations at most (5.1)",
    Cause.SUCCESSION: ", having taken his predecessor's place",
}
_RESULTS = {
    Result.KILLED: "killed in action",
    Result.REBELS: "he rebels",
    Result.RETREATS: "he retreats",
    Result.SECLUDED: "he retires into seclusion",
}
_SOURCES = {
    Source.BATTLE: "for the battle won in {what}",
    Source.KILLED: "for the death of {what}",
    Source.WITHDRAWAL: "for the enemy's withdrawal from {what}",
    Source.CONTROL: "for {what}",
    Source.WEI_GENERALS_LEFT: "for red generals of Wei still on the map (9.2)",
}


SEAT_NAMES = {"alliance": "Shu-Wu", "east": "The East"}
"""Seats that are not one nation."""


def dice_text(dice: Iterable[int]) -> str:
    """Faces for a sentence."""
    return " ".join(map(str, dice))


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


class Teller:
    """Tells events with the names of one rulebook; ``jin`` when Wei has become Jin."""

    def __init__(self, rules: Rulebook, *, jin: bool = False) -> None:
        self.rules = rules
        self.jin = jin
        self.speller = Speller(rules)

    def who(self, who: Who) -> str:
        """A general's name."""
        return who_name(self.rules, who)

    def area(self, area: Area) -> str:
        """An area's name."""
        return self.rules.board.areas[area].name

    def side(self, side: Side) -> str:
        """A side's name."""
        return side_name(self.rules, side, jin=self.jin)

    def power(self, power: str) -> str:
        """A seat's name."""
        return SEAT_NAMES[power] if power in SEAT_NAMES else self.side(Side(power))

    def men(self, men: Men) -> str:
        """Generals with their troop units."""
        return listed(f"{self.who(who)} ({units})" for who, units in men)

    def tell(self, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912  (one line each)
        """The event as one sentence."""
        match event:
            case StartRolled():
                return self._start(event)
            case Acted():
                return self._acted(event)
            case NotDone(_, action, reason):
                return f"Not done: {self.speller.spell(action)}. {reason}"
            case Moved(who, _, path, units):
                way = " to ".join(self.area(area) for area in path[1:])
                return f"{self.who(who)} ({units}) goes from {self.area(path[0])} to {way}."
            case Farmed(nation, gained, now):
                return f"{self.side(nation)} farms: {count(gained, 'more provision')}, {now} now."
            case Swept(area, nation, by):
                marker = self.side(nation)
                return f"{self.side(by)} removes the marker of {marker} from {self.area(area)}."
            case Persuaded():
                return self._persuaded(event)
            case Defected(who, before, now, area, units):
                return (
                    f"{self.who(who)} ({units}) in {self.area(area)} leaves {self.side(before)} "
                    f"for {self.side(now)}."
                )
            case Allied(force, nation, areas):
                where = listed(self.area(area) for area in areas)
                lent = f", with markers on {where}" if areas else ""
                name = self.side(force)
                return f"{name}'s force is allied with {self.side(nation)} this turn{lent}."
            case AllianceEnded(force, nation, areas):
                where = listed(self.area(area) for area in areas)
                gone = f"; its markers on {where} are removed" if areas else ""
                return f"The alliance of {self.side(nation)} with {self.side(force)} ends{gone}."
            case TurnBegan(turn):
                return f"Turn {turn} begins."
            case BecameJin(red):
                if not red:
                    return "Jin overthrows Wei; no red general is left (9.2)."
                names = listed(map(self.who, red))
                return f"Jin overthrows Wei: hostile to Jin from now on are {names} (9.2)."
            case BecameIndependent(who, _):
                return f"{self.who(who)} no longer serves Dong Zhuo and is independent (9.3)."
            case HanRemoved(areas):
                names = listed(self.area(area) for area in areas)
                return f"The Han markers on {names} are removed (9.3)."
            case Halted(power, question):
                return f"Play stops until {self.power(power)} has answered: {question}"
            case GameEnded(_, sentence):
                return sentence
            case _:
                return self._battle(event) or self._rest(event)

    def _start(self, event: StartRolled) -> str:
        rolls = ", ".join(
            f"{self.power(power)} {die}{f' + {bonus} = {die + bonus}' if bonus else ''}"
            for power, die, bonus in event.rolls
        )
        order = listed(self.power(power) for power in event.order)
        points = ", ".join(f"{self.power(power)} {n}" for power, n in event.points)
        return f"Turn {event.turn}, dice: {rolls}. Order: {order}. Action points: {points}."

    def _acted(self, event: Acted) -> str:
        how = " (free)" if event.free else ""
        how += " (nothing else of the plan could be done)" if event.fallback else ""
        return f"{self.power(event.power)}{how}: {self.speller.spell(event.action)}."

    def _persuaded(self, event: Persuaded) -> str:
        name = name_of_id(self.rules, event.target)
        what = f"sow discord with {name}" if event.discord else f"ally with {name}"
        result = "success" if event.succeeded else "failure"
        return (
            f"{self.side(event.nation)} tries to {what}: die {event.die}, "
            f"needed {event.value} or less: {result}."
        )

    # ---- battles

    def _battle(self, event: Event) -> str | None:  # noqa: C901, PLR0911, PLR0912  (one line each)
        match event:
            case BattleBegan(area, attacker, defender, attackers, defenders, stance):
                return (
                    f"Battle of {self.area(area)}: {self.side(attacker)} with "
                    f"{self.men(attackers)} against {self.side(defender)} with "
                    f"{self.men(defenders)}, who {_STANCES[stance]}."
                )
            case Paid(nation, troops, route, paid, now):
                parts = f"{troops} for its troops" + (
                    f" and {route} for the route" if route else ""
                )
                short = f" It has only {paid}." if paid < troops + route else ""
                return f"{self.side(nation)} owes provisions: {parts}.{short} {now} left."
            case NotPaid(area, side, owed):
                return (
                    f"There is no battle in {self.area(area)}: it would cost {self.side(side)} "
                    f"{count(owed, 'provision')}, more than there are (6.0)."
                )
            case Named():
                return self._named(event)
            case Drew(side, markers):
                drawn = listed((f"{front}/{back}" for front, back in markers), "and")
                return f"{self.side(side)} draws {count(len(markers), 'stratagem marker')}" + (
                    f": {drawn}." if drawn else "."
                )
            case UsedStratagem():
                return self._used(event)
            case Dueled(round_, one, dice, hits, other, faces, struck):
                return (
                    f"Watch the Fire, round {round_}: {self.who(one)} rolls {dice_text(dice)} "
                    f"({count(hits, 'hit')}), {self.who(other)} rolls {dice_text(faces)} "
                    f"({count(struck, 'hit')})."
                )
            case RoundBegan(round_, own, enemy):
                return f"Round {round_}: attackers' total {own}, defenders' total {enemy}."
            case Shot(side, who, dice, hits, bonus):
                plus = f", + {bonus} on each" if bonus else ""
                return (
                    f"{self.side(side)}: {self.who(who)}'s bows roll {dice_text(dice)}{plus}: "
                    f"{count(hits, 'hit')}."
                )
            case Rolled():
                return self._rolled(event)
            case HitsCancelled(side, hits):
                return f"{self.side(side)}: {count(hits, 'hit')} cancelled by Sacrifice the Plum."
            case LostUnits(None, units, _):
                return f"{count(units, 'extra unit')} of Chencang lost."
            case LostUnits(who, units, left) if who is not None:
                return f"{self.who(who)} loses {count(units, 'troop unit')}, {left} left."
            case Struck(who):
                return f"{self.who(who)} is hit."
            case Failed(failures, limit):
                return f"The attack has failed {failures} of {limit} times in a row."
            case Assaulted():
                return self._assaulted(event)
            case SideRetreated(side, cause):
                return f"{self.side(side)} {_CAUSES[cause]}."
            case PursuitBegan(side, _):
                return f"{self.side(side)} pursues, one round with + 1 on every die (6.5)."
            case BattleEnded(area, winner, loser, _):
                won, lost = self.side(winner), self.side(loser)
                return f"{won} wins the battle of {self.area(area)} against {lost}."
            case _:
                return None

    def _named(self, event: Named) -> str:
        martial, intellect = event.martial, event.intellect
        return (
            f"Commanders: {self.who(event.attacker)} (Martial {martial[0]}) attacks, "
            f"{self.who(event.defender)} (Martial {martial[1]}) defends. Advisers: "
            f"{self.who(event.attacker_adviser)} (Intellect {intellect[0]}) and "
            f"{self.who(event.defender_adviser)} (Intellect {intellect[1]})."
        )

    def _used(self, event: UsedStratagem) -> str:
        one = self.rules.figures.stratagems[event.number]
        on = f" on {listed(map(self.who, event.victims))}" if event.victims else ""
        detail = ": no cavalry or naval dice in this battle" if event.terrain else ""
        twice = ", doubled by the Chain" if event.doubled else ""
        return f"{self.side(event.side)} uses {one.name} ({event.number}){on}{detail}{twice}."

    def _rolled(self, event: Rolled) -> str:
        least = min(event.command, event.total)
        dice = f"Command {event.command}, total {event.total}: {least}"
        dice += f" + {event.terrain} for the ground" if event.terrain else ""
        gain = event.martial + event.bonus
        needed = max(1, self.rules.figures.hit_on - gain)
        plus = f" (+ {gain})" if gain else ""
        return (
            f"{self.side(event.side)}, {self.who(event.who)} [{dice}]: {dice_text(event.dice)}"
            f"{plus}, hits on {needed} or more: {count(event.hits, 'hit')}."
        )

    def _assaulted(self, event: Assaulted) -> str:
        result = "the city falls" if event.succeeded else "failed"
        return (
            f"Assault {event.number}: one troop unit is spent, total {event.total}; siege value "
            f"{event.skill} + {event.defence} - {event.reduction} = {event.value}; die "
            f"{event.die}: {result}."
        )

    # ---- what becomes of generals, and the other phases

    def _rest(self, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912  (one line each)
        match event:
            case Retreated(who, origin, to, units, cause):
                own = f" with {count(units, 'unit')}" if units else ""
                way = _WAYS.get(cause, "")
                places = f"from {self.area(origin)} to {self.area(to)}"
                return f"{self.who(who)} retreats {places}{own}{way}."
            case DefeatChecked():
                return self._checked(event)
            case Killed(who, side):
                return f"{self.who(who)} of {self.side(side)} is killed in action."
            case Rebelled(who, _, None):
                return f"{self.who(who)} rebels and leaves the map; next turn he is heard of again."
            case Rebelled(who, before, to) if to is not None:
                return f"{self.who(who)} turns from {self.side(before)} to {self.side(to)}."
            case Secluded(who):
                return f"{self.who(who)} retires into seclusion and can be picked next turn."
            case EscapedOff(who, to):
                where = self.area(to) if to else "the reserve of the next turn"
                return f"{self.who(who)} is cut off and escapes alone to {where}."
            case Succeeded(who, after, area):
                return f"{self.who(who)} succeeds {self.who(after)} and is in {self.area(area)}."
            case SuccessorLost(who):
                return f"{self.who(who)} cannot retreat and will never appear (Q35)."
            case Due(who, box, turn):
                whose = f" for {self.side(box)}" if box else ""
                return f"{self.who(who)} is due in turn {turn}{whose}."
            case Scored():
                return self._scored(event)
            case MarkerRemoved(area, nation):
                return (
                    f"{self.area(area)}: the marker of {self.side(nation)} is removed; nobody "
                    "rolls there (3.2.3)."
                )
            case ControlRolled():
                return self._control(event)
            case FateRolled(who, area, die, deadly, dies):
                end = "he dies" if dies else "he lives"
                where = self.area(area)
                return f"{self.who(who)} in {where}: die {die}, deadly up to {deadly}: {end}."
            case Picked(who, nation):
                return f"{self.side(nation)} picks {self.who(who)}."
            case PickRefused(_, who, reason):
                return f"{self.who(who)} cannot be picked: {reason}"
            case Appeared(who, side, area, units, _):
                own = f" with {count(units, 'troop unit')}" if units else " without troops"
                return f"{self.who(who)} of {self.side(side)} appears in {self.area(area)}{own}."
            case Waits(who, box):
                return f"{self.who(who)} of {self.side(box)} finds no area to appear in and waits."
            case Produced():
                return self._produced(event)
            case Reinforced(who, units, now, grown):
                how = "grows by" if grown else "gets"
                return f"{self.who(who)} {how} {count(units, 'troop unit')}, {now} now."
            case _:
                raise TypeError(f"{type(event).__name__} has no sentence.")

    def _checked(self, event: DefeatChecked) -> str:
        column = "unaffiliated" if event.unaffiliated else "loyal"
        changed = f" - {-event.modifier} (cut off)" if event.modifier else ""
        return (
            f"Defeat check of {self.who(event.who)} ({column} column): die {event.die}{changed}: "
            f"{_RESULTS[event.result]}."
        )

    def _scored(self, event: Scored) -> str:
        what = name_of_id(self.rules, event.what) if event.what else ""
        why = _SOURCES[event.source].format(what=what)
        return f"{self.side(event.nation)}: {event.points:+d} {why}, {event.now} now."

    def _control(self, event: ControlRolled) -> str:
        parts = [f"rank {event.rank}"]
        parts += [f"colour {event.colour}"] if event.colour else []
        parts += [f"birthplace {event.birthplace}"] if event.birthplace else []
        needed = event.rank + event.colour + event.birthplace
        result = "controlled" if event.succeeded else "not controlled"
        return (
            f"{self.area(event.area)}: {self.who(event.who)} of {self.side(event.nation)} needs "
            f"{needed} or less ({', '.join(parts)}), die {event.die}: {result}."
        )

    def _produced(self, event: Produced) -> str:
        left = f" and {event.left_by_dead} left by the dead" if event.left_by_dead else ""
        lost = f"; {event.lost} find no general" if event.lost else ""
        return (
            f"{self.side(event.nation)} gets {count(event.provisions, 'provision')} "
            f"({event.now} now) and {count(event.units, 'troop unit')}{left}{lost}."
        )
