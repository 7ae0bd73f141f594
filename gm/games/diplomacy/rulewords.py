"""The rule choices of a match in sentences for its players: only those that matter on its board."""

from collections.abc import Mapping

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.rulebook import Rulebook, choices_of

BY_CONVOY_TO_A_NEIGHBOUR = "An army with a whole convoy to a neighbouring space goes by sea"

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "deadline": {
        "before": "A letter that comes at the very moment of the deadline is late.",
        "at-or-before": "A letter that comes at the very moment of the deadline is in time.",
    },
    "wrong_kind": {
        "refused": "An order for an army is not taken where a fleet stands, nor the other way.",
        "ignored": "An order for an army is taken where a fleet stands, and the other way.",
    },
    "later_orders": {
        "by-unit": "A later letter replaces earlier orders unit by unit.",
        "whole-sheet": "A later letter replaces all that came before it.",
    },
    "illegal_order": {
        "hold": "A unit with an impossible order holds, and may be supported in holding.",
        "moved": "A unit with an impossible move cannot be supported in holding.",
    },
    "overseas_move": {
        "needs-fleets": "An army's move overseas is impossible where no chain of fleets lies.",
        "always-legal": "An army may be ordered overseas even where no chain of fleets lies.",
    },
    "convoy_word": {
        "usual": "Any usual word for “convoy” will do in a fleet's order.",
    },
    "convoy_swap": {
        "false": "Two units cannot change places, not even if one of them goes by convoy.",
        "true": "Two units may change places if one of them goes by convoy.",
    },
    "broken_convoy": {
        "stays": "An army whose convoy is broken stays, and meets nobody head on.",
        "meets-head-on": "An army whose convoy is broken still meets another unit head on.",
    },
    "beaten_unit": {
        "no-effect": "A unit beaten head on has no effect on the space its winner came from.",
        "stands-off": "A unit beaten head on still stands others off in the space it went for.",
    },
    "beaten_at_sea": {
        "no-effect": "Nor has a unit whose winner, or which itself, goes by convoy.",
        "stands-off": "A unit beaten by one that it did not meet head on still stands others off "
        "in the space it went for.",
    },
    "rotation": {
        "moves": "Three or more units may move in a circle.",
        "stands": "Units that would move in a circle stay.",
    },
    "convoy_routes": {
        "all-must-break": "A convoy with several routes fails only if all of them are broken.",
        "one-broken-stops": "A convoy with several routes fails if one of them is broken.",
    },
    "adjacent_convoy": {
        "intent": f"{BY_CONVOY_TO_A_NEIGHBOUR} if its order says so, or if a fleet of its own side "
        "is part of the convoy; else it goes overland.",
        "intent-on-board": f"{BY_CONVOY_TO_A_NEIGHBOUR} if its order says so, or if a fleet of its "
        "own side that convoys it is part of a chain of fleets there; else it goes overland.",
        "intent-any-route": f"{BY_CONVOY_TO_A_NEIGHBOUR} if its order says so, or if a fleet of "
        "its own side convoys it on whatever route; else it goes overland.",
        "via-only": f"{BY_CONVOY_TO_A_NEIGHBOUR} only if its order says so.",
        "any-ordered": f"{BY_CONVOY_TO_A_NEIGHBOUR}.",
        "opposite-move": f"{BY_CONVOY_TO_A_NEIGHBOUR} if the unit there moves the other way; else "
        "it goes overland.",
        "opposite-unbroken": f"{BY_CONVOY_TO_A_NEIGHBOUR} if the unit there moves the other way; "
        "else, or if the convoy is broken, it goes overland.",
    },
    "convoy_cut": {
        "any-convoying-fleet": "A convoyed army does not cut the support of a fleet for what "
        "happens in a body of water in which a fleet convoys.",
        "own-carrier": "A convoyed army does not cut the support of a fleet against a fleet that "
        "carries it.",
        "none": "A convoyed army cuts support like any other.",
    },
    "convoy_cut_dislodged": {
        "not-cut": "That support stands even if the landing dislodges the supporting fleet.",
        "cut": "That support is cut if the landing dislodges the supporting fleet.",
    },
    "cut_from_target": {
        "not-cut": "No attack from the space that a support acts against cuts it.",
        "cut": "An attack by sea from the space that a support acts against cuts it.",
    },
    "paradox": {
        "szykman": "An army whose convoy hangs on its own landing stays and has no effect.",
        "1982": "A landing does not cut the support of a fleet against a fleet that carries it.",
        "2000": "A landing does not cut the support of a fleet against a fleet that carries it, "
        "unless another route is open.",
        "all-hold": "Where a convoy hangs on its own landing, all units concerned stay.",
    },
    "retreat_to_convoy_start": {
        "barred": "No unit retreats to the space its attacker came from, by land or by sea.",
        "allowed": "A unit may retreat to the space its attacker came from by sea.",
    },
    "illegal_retreat": {"none": "A unit with an impossible retreat order is disbanded."},
    "conditional_retreats": {
        "true": "Retreats may be ordered ahead, with the moves: if dislodged, where to.",
        "false": "Retreats are ordered when they are due, and not ahead.",
    },
    "garrison_occupied": {
        "controlled": "A garrison that was beaten comes back at the end of the year to a vacant "
        "centre that no side has ever controlled.",
        "entered": "A garrison that was beaten never comes back.",
    },
    "builds": {
        "any-controlled-centre": "New units are placed in any vacant centre that a side controls.",
        "home-centres": "New units are placed in vacant home centres that a side controls.",
    },
    "too_many": {
        "first-written": "Of more builds or removals than are due the first written count.",
        "all-refused": "More builds or removals than are due are all refused.",
    },
    "removal_home": {
        "starting": "Units that nobody removes go by their distance from the centres in which "
        "their side began, the farthest first.",
        "owned": "Units that nobody removes go by their distance from the centres that their side "
        "controls, the farthest first.",
    },
    "removal_distance": {
        "by-kind": "That distance is counted by ways that the unit itself could take.",
        "overland": "That distance is counted for armies overland, for fleets by sea and coast.",
        "any-border": "That distance is counted over any border, whatever the unit.",
    },
    "removal_no_route": {
        "farthest": "A unit that has no way home counts as the farthest.",
        "any-border": "For a unit that has no way home it is counted over any border.",
    },
    "civil_disorder": {
        "no-order-stands": "A side has sent nothing if not one order of its own stands at the "
        "deadline.",
    },
    "absent_retreats": {
        "none": "Units of a side that has sent nothing do not retreat: dislodged, they disband.",
        "as-others": "Units of a side that has sent nothing may retreat like others.",
    },
    "victory_check": {
        "after-control": "Centres are counted after a Fall, once control is settled.",
    },
    "concession": {
        "next-deadline": "A concession counts at the next deadline, and may be taken back before.",
    },
    "missing_coast": {
        "fails": "A fleet's move to a space of which it borders two coasts must name one.",
        "first": "A fleet's move that could mean two coasts goes to the first of them.",
    },
    "only_coast": {
        "taken": "A coast need not be named where a fleet borders only one.",
        "fails": "A coast must be named even where a fleet borders only one.",
    },
    "wrong_coast": {
        "fails": "A fleet's move to a coast out of reach is impossible.",
        "corrected": "A fleet's move to a coast out of reach goes to the one in reach.",
    },
    "support_coast": {
        "optional": "A support need not name the coast of the move.",
        "required": "A support must not name another coast than the move.",
        "ignored": "A coast in a support does not matter.",
    },
    "unit_coast": {
        "ignored": "A coast named for the unit itself does not matter.",
        "required": "An order that names the wrong coast for its unit is not followed.",
    },
    "army_coast": {
        "ignored": "A coast named for an army does not matter.",
        "fails": "A move of an army to a coast is not followed.",
    },
    "build_coast": {
        "fails": "A fleet built where there are two coasts must name one.",
        "first": "A fleet built without naming a coast is placed on the first.",
    },
}
"""Field of the rulebook -> choice -> what it means for a player."""

OF_COASTS = frozenset(
    {
        "missing_coast",
        "only_coast",
        "wrong_coast",
        "support_coast",
        "unit_coast",
        "army_coast",
        "build_coast",
    }
)
"""The points that say nothing on a board without split coasts."""


def rule_words(board: Board, rules: Rulebook) -> Mapping[str, str]:
    """Field -> what its choice means, for the points that can arise on *board*."""
    idle = set(_idle(board, rules))
    return {
        field: SENTENCES[field][choice]
        for field, choice in choices_of(rules).items()
        if field in SENTENCES and field not in idle
    }


def _idle(board: Board, rules: Rulebook) -> set[str]:
    """The points that cannot arise on *board*, or not with the other choices."""
    idle: set[str] = set()
    if not any(province.coasts for province in board.provinces.values()):
        idle |= OF_COASTS
    if not board.garrisons:
        idle.add("garrison_occupied")
    if not rules.convoy_swap:
        idle.add("beaten_at_sea")
    if rules.convoy_cut == "none":
        idle.add("convoy_cut_dislodged")
    if rules.convoy_cut == "any-convoying-fleet" and rules.convoy_cut_dislodged == "not-cut":
        idle.add("paradox")
    return idle
