"""Cases of Three Kingdoms: a position, orders in players' words, forced dice, what must come out.

``handbook.md`` describes the form. Everything may be left out; what a case does not say is as in
the scenario's set-up.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm.games.three_kingdoms import (
    control,
    generals,
    measures,
    sequence,
    setting,
    start,
    victory,
)
from gm.games.three_kingdoms.case_words import (
    WrongCase,
    in_usual_words,
    list_of,
    mapping_of,
    number_of,
    power_of,
)
from gm.games.three_kingdoms.checks import check
from gm.games.three_kingdoms.comparing import differences, found_in, position_lines
from gm.games.three_kingdoms.orders import Order
from gm.games.three_kingdoms.pictures import picture
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.posing import seats, set_up
from gm.games.three_kingdoms.reading import read
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import Impulse
from gm.games.three_kingdoms.table import Table
from gm.games.three_kingdoms.telling import Teller
from gm.games.vocabulary import Checked, Content, Fate, Node, Power, Problem, ReadText, Trial
from gm.values import replace


def trial(game: Any, case: Mapping[str, Any], read_text: ReadText) -> Trial:
    """Plays one case and compares it with what it expects."""
    name = str(case.get("id", "position"))
    try:
        made = _trial(game, name, in_usual_words(case), read_text)
    except WrongCase as wrong:
        return Trial(name, (str(wrong),), {"error": str(wrong)}, (str(wrong),))
    trial_, after = made
    if game.geometry is None:
        return trial_
    return replace(trial_, picture=lambda: _picture(game, after))


def _picture(game: Any, after: Table) -> Content:
    """The map after the case, with what moved and where there was fighting."""
    table = Table(after.rules, after.freeze())
    teller = Teller(after.rules, jin=victory.is_jin(table))
    return picture(table, teller, game.geometry, "case", events=after.events)


def _trial(
    game: Any, name: str, case: Mapping[str, Any], read_text: ReadText
) -> tuple[Trial, Table]:
    rules: Rulebook = _ruled(game, case)
    table = set_up(rules, case)
    speller = Speller(rules)
    orders, refused, unread = _orders(rules, speller, table, case, read_text)
    if "impulses" not in case and not table.scenario.sequence:
        _take_turns(table, case, orders)
    phase = str(case.get("phase", "turn" if case.get("orders") else "show"))
    values = _values(table, case)
    if phase in {"turn", "plan"}:
        state, events = sequence.proceed(rules, table.freeze(), orders)
        after = Table(rules, state)
        after.events = list(events)
    else:
        after = table
        played = _phase(phase)
        sequence.hear(after, {power: plan_of(given) for power, given in orders.items()})
        played(after, orders)
        state = after.freeze()
    found = {**found_in(after, state), "refused": refused, "unread": unread, "values": values}
    teller = Teller(rules, jin=victory.is_jin(after))
    told = [teller.tell(event) for event in after.events]
    different = _different(case, found, told, after)
    lines = [*told, *position_lines(rules, found)]
    return Trial(name, tuple(lines), {**found, "events": told}, different), after


def _ruled(game: Any, case: Mapping[str, Any]) -> Rulebook:
    """The rulebook with the rule choices that the case itself makes."""
    rules = mapping_of(case.get("rules"), "rules")
    try:
        ruled: Rulebook = game.with_choices(rules).rules if rules else game.rules
    except ValueError as error:
        raise WrongCase(f"rules: {error}") from None
    return ruled


def _different(
    case: Mapping[str, Any], found: Mapping[str, Any], told: Sequence[str], after: Table
) -> tuple[str, ...] | None:
    """What was not as expected; None where nothing is expected."""
    if case.get("expect") is None and not case.get("values"):
        return None
    wanted = {**mapping_of(case.get("expect"), "expect")}
    if case.get("values"):
        wanted["values"] = case["values"]
    return tuple(differences(wanted, found, told, after))


def _values(table: Table, case: Mapping[str, Any]) -> dict[str, int | str]:
    questions = mapping_of(case.get("values"), "values")
    try:
        return {question: measures.measure(table, question) for question in questions}
    except KeyError as error:
        raise WrongCase(f"values: there is no {error} here; write ids.") from None
    except ValueError as error:
        raise WrongCase(f"values: {error}") from None


# ---- orders


def _take_turns(
    table: Table, case: Mapping[str, Any], orders: Mapping[Power, Sequence[Order]]
) -> None:
    """Without ``impulses`` the powers act in turn, as often as each has planned."""
    given = {
        power_of(table, name, "actions"): count
        for name, count in mapping_of(case.get("actions"), "actions").items()
    }
    left = {
        power: number_of(
            given.get(power, max(1, len(plan_of(orders.get(power, ())).entries))), "actions"
        )
        for power in dict.fromkeys(
            power_of(table, name, "orders") for name in mapping_of(case.get("orders"), "orders")
        )
    }
    impulses = []
    while any(left.values()):
        for power, count in left.items():
            if count:
                impulses.append(Impulse(power))
                left[power] -= 1
    table.impulses = tuple(impulses)
    table.points = {seat: sum(one.power == seat for one in impulses) for seat in seats(table)}
    table.base = table.freeze()


def _orders(
    rules: Rulebook,
    speller: Speller,
    table: Table,
    case: Mapping[str, Any],
    read_text: ReadText,
) -> tuple[dict[Power, Sequence[Order]], dict[str, list[str]], dict[str, list[str]]]:
    """Orders to follow, and the texts that were refused or not read, by power."""
    followed: dict[Power, Sequence[Order]] = {}
    refused: dict[str, list[str]] = {}
    unread: dict[str, list[str]] = {}
    letters: dict[Power, list[str]] = {}
    for field in ("standing", "orders"):
        for name, value in mapping_of(case.get(field), field).items():
            letters.setdefault(power_of(table, name, field), []).extend(_lines(value))
    for power, lines in letters.items():
        name = str(power)
        sheet: list[Order] = []
        for line in lines:
            nodes = _nodes(line, read_text)
            if isinstance(nodes, Problem):
                told = " ".join([nodes.reason, nodes.hint or "", *nodes.proposals]).strip()
                unread.setdefault(name, []).append(f"{line}: {told}")
                continue
            sheet += [order for node in nodes for order in read(node)]
        checked: Checked[Order] = check(rules, speller, table.freeze(), power, [sheet])
        followed[power] = checked.orders
        for one in checked.sheets[0]:
            if one.fate is Fate.REFUSED:
                reason = one.problems[0].reason
                refused.setdefault(name, []).append(f"{speller.spell(one.order)}: {reason}")
    return followed, refused, unread


def _nodes(line: str, read_text: ReadText) -> Sequence[Node] | Problem:
    """The parse trees of a line, or of its sentences where it cannot be read whole."""
    whole = read_text(line)
    parts = [part for part in re.split(r"(?<=[.;!])\s+", line) if part.strip(" .;!")]
    if not isinstance(whole, Problem) or len(parts) < 2:
        return whole
    read_parts = [read_text(part) for part in parts]
    for part in read_parts:
        if isinstance(part, Problem):
            return part
    return [node for part in read_parts if not isinstance(part, Problem) for node in part]


def _lines(value: Any) -> list[str]:
    """The lines of a letter: a list, or one text with line ends."""
    found = [line for one in list_of(value) for line in str(one).splitlines()]
    return [line.strip() for line in found if line.strip()]


# ---- the phases that can be played alone

Phase = Callable[[Table, Mapping[Power, Sequence[Order]]], object]


def _phase(name: str) -> Phase:
    phases: dict[str, Phase] = {
        "show": lambda _table, _orders: None,
        "start": lambda table, _: start.start_turn(table),
        "action": sequence.play_actions,
        "actions": sequence.play_actions,
        "end_of_action": lambda table, _: sequence.end_of_action(table),
        "control": lambda table, _: sequence.control_phase(table),
        "fate": lambda table, _: generals.fate(table),
        "appearance": lambda table, _: generals.appearance(table),
        "production": lambda table, _: control.produce(table),
        "muster": lambda table, _: sequence.mustered(table),
        "draft": lambda table, _: setting.draft(table),
        "placement": lambda table, _: setting.placement(table),
        "end": lambda table, _: sequence.finish(table, victory.final_end(table)),
    }
    if name not in phases:
        raise WrongCase(f'There is no phase "{name}"; there are turn, {", ".join(phases)}.')
    return phases[name]
