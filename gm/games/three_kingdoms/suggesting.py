"""What a text that cannot be read may mean: orders to propose, likeliest first.

Words tell what kind of order is meant, names tell whom and where it is about; only orders that
could be followed are proposed, and only its writer's word makes one of them an order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from gm.games.three_kingdoms import actions, demands
from gm.games.three_kingdoms.checks import check
from gm.games.three_kingdoms.map import Area
from gm.games.three_kingdoms.naming import words
from gm.games.three_kingdoms.orders import (
    Advance,
    Ally,
    AskMe,
    Commander,
    Compare,
    Defend,
    Discord,
    Farm,
    Group,
    KeepOut,
    Lose,
    NeverRetreat,
    Order,
    Outnumbered,
    Pass,
    Pick,
    Place,
    Pursue,
    RetreatTo,
    Sign,
    Stance,
    Stratagems,
    Strike,
    Sweep,
    Term,
    Troops,
    Until,
    Use,
)
from gm.games.three_kingdoms.orders import Step as March
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Fate, Power
from gm.values import Value

Proposal = Sequence[Order]


class _Named(Value, frozen=True):
    """Whom and what a text names, in the order written."""

    areas: tuple[Area, ...]
    own: tuple[Who, ...]
    others: tuple[Who, ...]


def suggestions(
    rules: Rulebook, state: State, power: Power, meant: Sequence[Proposal], folded: str
) -> Iterator[Proposal]:
    """Orders to propose; *meant* is what the reader makes of the text, *folded* the text."""
    table = Table(rules, state)
    speller = Speller(rules)
    named = _named(table, power, folded)
    guesses = _guesses(table, power, named, folded)
    for orders in (*meant, *([order] for order in guesses)):
        (row,) = check(rules, speller, state, power, [orders]).sheets
        if orders and all(one.fate is not Fate.REFUSED for one in row):
            yield [one.order for one in row]


def _named(table: Table, power: Power, folded: str) -> _Named:
    chinese: dict[str, list[str]] = {}
    for spelling, ident in words(table.rules)["name"].items():
        if not spelling.isascii():
            chinese.setdefault(ident.split("/")[0], []).append(spelling)
    areas = {
        area.id: _place(folded, (area.name, *area.aliases, *chinese.get(area.id, ())))
        for area in table.rules.board.areas.values()
    }
    people = {
        person.id: _place(folded, (person.id.replace("_", " "), *chinese.get(person.id, ())))
        for person in table.rules.roster.people.values()
    }
    found = [who for who in sorted(people, key=lambda one: people[one]) if people[who] >= 0]
    own = [
        who
        for who in found
        if who in table.generals and actions.commands(table, power, table.generals[who].side)
    ]
    return _Named(
        tuple(area for area in sorted(areas, key=lambda one: areas[one]) if areas[area] >= 0),
        tuple(own),
        tuple(who for who in found if who not in own),
    )


def _place(folded: str, spellings: Iterable[str]) -> int:
    """Where in the text one of the spellings stands; -1 if none does."""
    places = [
        found.start()
        for spelling in spellings
        if (found := re.search(rf"(?<![a-z0-9]){re.escape(spelling.lower())}(?![a-z0-9])", folded))
    ]
    return min(places, default=-1)


_ATTACK = (
    r"attack|strik|fight|invad|assault|march|mov|advanc|go(?:es)?\b|send|captur|tak|conquer|攻"
)
_DEFEND = r"defen|hold|guard|attacked|siege|besieg|walls|protect|keep\b|stay"
_PERSUADE = r"persua|brib|lur|tempt|win\b|turn|defect|discord|ally|alli|join|friend|envoy|pact"
_RETREAT = r"retreat|withdraw|fall back|run|flee|give up|badly|escape|break off"
_ASK = r"\bask|tell me|let me know|want to know|decide"
_LOSSES = r"los[es]|casualt|hit|die|sacrific|spare"
_LEAD = r"lead|command|general"


def _guesses(  # noqa: C901, PLR0912  (one line for each kind of word)
    table: Table, power: Power, named: _Named, folded: str
) -> Iterator[Order]:
    """Orders of the kinds that the text's words speak of, about what it names."""

    def says(pattern: str) -> bool:
        return re.search(pattern, folded) is not None

    if table.base.step in (Step.MUSTER, Step.DRAFT, Step.PLACEMENT):
        yield from _mustering(table, power, named)
        return
    if says(_PERSUADE):
        yield from (Discord(who) for who in named.others)
        yield from (Ally(table.person(who).force) for who in named.others if _leads(table, who))  # type: ignore[arg-type]  # a leader has a force
    if says(_ASK):
        yield from (AskMe(area) for area in named.areas or (None,))
    if says(_RETREAT):
        yield from (RetreatTo((area,)) for area in named.areas)
        yield Until(Outnumbered())
        yield Until(Compare(Term.LOST, Sign.AT_LEAST, 3))
        yield NeverRetreat()
        yield from (Defend(Stance.WITHDRAW, area) for area in named.areas)
    if says(r"pursu|chas"):
        yield from (Pursue(pursue=True), Pursue(pursue=False))
    if says(r"strat[ae]gem|chain|beauty|loot|ladder|empty fort"):
        yield from (Stratagems(()), Stratagems((Use(13), Use(9)), only=False))
    if says(_DEFEND):
        here = named.areas or _where(table, named)
        yield from (Defend(stance, area) for area in here for stance in Stance)
        yield from (KeepOut((who,)) for who in named.own)
    if says(_ATTACK):
        yield from _campaigns(table, power, named)
    if says(r"sweep|clear|marker|remove"):
        yield from (Sweep(area) for area in named.areas)
    if says(_LOSSES):
        yield from (Lose((who,)) for who in named.own)
        yield from (Lose((who,), last=True) for who in named.own)
    if says(_LEAD):
        yield from (Commander((who,)) for who in named.own)
    if says(r"farm|food|provision|grain|harvest|cultivat"):
        yield Farm()
    if says(r"nothing|pass|skip|wait"):
        yield Pass()
    yield from _campaigns(table, power, named)


def _leads(table: Table, who: Who) -> bool:
    return table.person(who).force in table.rules.roster.forces and table.person(who).rank == 3


def _where(table: Table, named: _Named) -> tuple[Area, ...]:
    return tuple(dict.fromkeys(table.generals[who].area for who in named.own))


def _campaigns(table: Table, power: Power, named: _Named) -> Iterator[Order]:
    """Attacks and marches between what is named; what holds most of it goes first."""
    targets = {
        *named.areas,
        *(table.generals[who].area for who in named.others if who in table.generals),
    }
    yield from sorted(_own_marches(table, named), key=lambda one: not isinstance(one, Strike))
    usual = [one for one in demands.usual_actions(table, power) if isinstance(one, Strike)]
    yield from (
        one for one in sorted(usual, key=lambda one: -_shared(one, named)) if one.target in targets
    )


def _own_marches(table: Table, named: _Named) -> Iterator[Order]:
    for who in named.own:
        here = table.generals[who].area
        for one, other in pairwise(named.areas):
            steps = (here, one), (one, other)
            if all(end in table.rules.board.neighbours(start) for start, end in steps):
                yield Advance(here, (March(who, (one, other)),))
        for area in named.areas:
            if area in table.rules.board.neighbours(here):
                if table.at(area):
                    yield Strike(area, (Group(here, (who,)),))
                yield Advance(here, (March(who, (area,)),))


def _shared(action: Strike, named: _Named) -> int:
    goers = [who for group in action.groups for who in group.who]
    origins = [group.origin for group in action.groups]
    return sum(who in goers for who in named.own) * 2 + sum(a in origins for a in named.areas)


def _mustering(table: Table, power: Power, named: _Named) -> Iterator[Order]:
    people = (*named.own, *named.others)
    for who in people:
        yield from (Place(who, area) for area in named.areas)
        yield Pick((who,))
    for nation in table.scenario.nations_of(power):
        units = demands.new_units(table, nation)
        yield from (
            Troops(who, min(units, table.person(who).capacity - table.generals[who].units))
            for who in named.own
            if table.generals[who].side == nation
            and min(units, table.person(who).capacity - table.generals[who].units) > 0
        )
