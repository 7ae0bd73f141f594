"""The points where editions of the Diplomacy family differ, as one value.

The ``rules:`` block of a map file gives every one of them a choice; a gamemaster may override any
(``--rules FIELD=CHOICE``, or in a match). Issues of the Diplomacy Adjudicator Test Cases (4.A.2)
may stand for the field that decides them, with their customary codes.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints

from gm.games.documents import Reader, nearest
from gm.values import Value, replace


class Rulebook(Value, frozen=True):
    """One choice for every open point; the headings are those of the Sengoku rulebook."""

    time_zone: str
    """Orders, Dates, Format: in which zone the clock of the deadline runs."""
    deadline: Literal["before", "at-or-before"]
    """Orders, Dates, Format: whether a letter of the very moment is in time."""
    unit_names: Literal["current"]
    """Orders, Dates, Format: a unit has the name of the space in which it is."""
    wrong_kind: Literal["refused", "ignored"]
    """Orders, Dates, Format: whether "Army Izu" may mean Fleet Izu."""
    later_orders: Literal["by-unit", "whole-sheet"]
    """Whether a later sheet replaces single orders, or all that came before it."""
    illegal_order: Literal["hold", "moved"]
    """Orders, Dates, Format: whether a unit with an impossible move may be supported in holding."""
    overseas_move: Literal["needs-fleets", "always-legal"]
    """The Convoy Order: whether an army's move overseas is legal without any chain of fleets."""
    convoy_word: Literal["usual"]
    """The Convoy Order: other words than "convoy" will do in a fleet's order."""
    convoy_swap: bool
    """Simple Standoffs: whether two units may change places if one of them goes by sea."""
    broken_convoy: Literal["stays", "meets-head-on"]
    """The Convoy Order (3): whether an army whose convoy broke still meets another head on."""
    beaten_unit: Literal["no-effect", "stands-off"]
    """Dislodgements: whether a unit beaten head on acts on the space its winner came from."""
    beaten_at_sea: Literal["stands-off", "no-effect"]
    """The same for a unit whose winner it did not meet head on, one of them going by sea."""
    rotation: Literal["moves", "stands"]
    """The Move Order: whether three or more units may move in a circle."""
    convoy_routes: Literal["all-must-break", "one-broken-stops"]
    """The Convoy Order (4): what a broken route does while another is whole."""
    adjacent_convoy: Literal[
        "intent",
        "intent-on-board",
        "intent-any-route",
        "via-only",
        "any-ordered",
        "opposite-move",
        "opposite-unbroken",
    ]
    """The Convoy Order: when an army with a complete convoy to a neighbour goes by sea.

    By ``intent``: if its order says so or an own fleet is part of that chain; ``on-board``: part
    of any chain of fleets on the board; ``any-route``: the same, detours too. ``opposite`` means
    that the unit there moves the other way; ``unbroken`` that it else goes overland.
    """
    convoy_cut: Literal["any-convoying-fleet", "own-carrier", "none"]
    """The Convoy Order (5): in which waters a fleet's support is safe from convoyed attacks."""
    convoy_cut_dislodged: Literal["not-cut", "cut"]
    """The Convoy Order (5): whether it is safe even if the landing dislodges the fleet."""
    cut_from_target: Literal["not-cut", "cut"]
    """Cutting Support: whether an attack by sea from the space supported into cuts."""
    paradox: Literal["szykman", "1982", "2000", "all-hold"]
    """The Convoy Order: what is done when a convoy hangs on its own landing."""
    retreat_to_convoy_start: Literal["barred", "allowed"]
    """Retreats/Disbandments: whether the start of an attacker that came by sea is closed."""
    illegal_retreat: Literal["none"]
    """Retreats/Disbandments: an impossible retreat order is as good as none."""
    conditional_retreats: bool
    """Retreats/Disbandments: whether retreats may be ordered ahead."""
    garrison_occupied: Literal["controlled", "entered"]
    """Commentary about Neutral SC's: what keeps a garrison from coming back."""
    builds: Literal["any-controlled-centre", "home-centres"]
    """Gaining and Losing Units: where new units may be placed."""
    too_many: Literal["first-written", "all-refused"]
    """Gaining and Losing Units: what becomes of more orders than allowed."""
    removal_home: Literal["starting", "owned"]
    """Civil Disorder: from which centres the distance of a unit is counted."""
    removal_distance: Literal["by-kind", "overland", "any-border"]
    """Civil Disorder: by which ways the distance is counted."""
    removal_no_route: Literal["farthest", "any-border"]
    """Civil Disorder: how far a unit is that has no way home."""
    civil_disorder: Literal["no-order-stands"]
    """Civil Disorder: who is absent."""
    absent_retreats: Literal["none", "as-others"]
    """Civil Disorder: whether dislodged units of an absent power may retreat."""
    victory_check: Literal["after-control"]
    """Object of the Game: when centres are counted."""
    concession: Literal["next-deadline"]
    """Object of the Game: when a concession counts."""
    missing_coast: Literal["fails", "first"]
    """A fleet's move to a province of which it borders two coasts, without naming one (4.B.1)."""
    only_coast: Literal["taken", "fails"]
    """The same where it borders but one coast (4.B.2)."""
    wrong_coast: Literal["fails", "corrected"]
    """A fleet's move to a coast out of reach where another is in reach (4.B.3)."""
    support_coast: Literal["optional", "required", "ignored"]
    """Whether a support must name the coast of the move, may, or need not agree (4.B.4)."""
    unit_coast: Literal["ignored", "required"]
    """An order that names another coast for a fleet than it stands on (4.B.5)."""
    army_coast: Literal["ignored", "fails"]
    """A coast named in an army's move (4.B.6)."""
    build_coast: Literal["fails", "first"]
    """A fleet build that names no coast (4.B.7)."""


CHOICES: Mapping[str, tuple[str, ...]] = {
    name: ("true", "false") if hint is bool else get_args(hint)
    for name, hint in get_type_hints(Rulebook).items()
}
"""The choices of every field; none for the one that is free text."""

ISSUES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "4.A.1": ("convoy_routes", {"1982": "all-must-break", "1971": "one-broken-stops"}),
    "4.A.2": ("paradox", {}),
    "4.A.3": (
        "adjacent_convoy",
        {
            "a": "any-ordered",
            "b": "opposite-move",
            "c": "opposite-unbroken",
            "d": "intent-on-board",
            "d-any": "intent-any-route",
            "e": "via-only",
        },
    ),
    "4.A.4": ("cut_from_target", {"no-cut": "not-cut", "cuts": "cut"}),
    "4.A.5": ("retreat_to_convoy_start", {}),
    "4.A.7": ("beaten_at_sea", {"a": "no-effect", "b": "stands-off"}),
    "4.B.1": ("missing_coast", {"default": "first", "first-coast": "first"}),
    "4.B.2": ("only_coast", {"moves": "taken", "attempted": "taken"}),
    "4.B.3": ("wrong_coast", {}),
    "4.B.4": ("support_coast", {}),
    "4.B.5": ("unit_coast", {"moves": "ignored", "fails": "required"}),
    "4.B.6": ("army_coast", {"moves": "ignored"}),
    "4.B.7": ("build_coast", {"none, order fails": "fails", "default": "first"}),
    "4.D.6": ("too_many", {"one by one in the order given": "first-written"}),
    "4.D.8": (
        "removal_distance",
        {"home": "by-kind", "home-overland": "overland", "owned": "any-border"},
    ),
    "4.E.1": ("illegal_order", {"move": "moved"}),
    "exchange-by-convoy": ("convoy_swap", {"allowed": "true", "barred": "false"}),
    "beaten-unit-effect": ("beaten_unit", {"none": "no-effect", "still bounces": "stands-off"}),
}
"""Issue -> the field that decides it, and codes that differ from the field's own choices."""


def read_rulebook(read: Reader) -> Rulebook:
    """The choices of a map file's ``rules:`` block; every field must be there.

    Raises:
        DocumentError: a field is missing, unknown, or has a choice that it does not know.
    """
    names = Rulebook.__struct_fields__
    read.only(*names)
    values: dict[str, Any] = {}
    for name in names:
        item = read.field(name)
        written = str(item.value).lower() if isinstance(item.value, bool) else str(item.value)
        known = CHOICES[name]
        if known and written not in known:
            raise item.wrong(
                f'"{written}" is no choice for {name}{nearest(written, known) or "."} '
                f"The choices are {', '.join(known)}."
            )
        values[name] = written == "true" if known == ("true", "false") else written
    return Rulebook(**values)


def choose(rulebook: Rulebook, field: str, choice: str) -> Rulebook:
    """*rulebook* with another choice; *field* may be an issue and *choice* its code.

    Raises:
        DocumentError: there is no such field or no such choice.
    """
    if field == "4.D.8":
        rulebook = replace(rulebook, removal_home="owned" if choice == "owned" else "starting")
    name, codes = ISSUES.get(field, (field, {}))
    written = codes.get(choice, choice)
    if CHOICES.get(name) == ("true", "false"):
        written = written.lower()  # a YAML file's true is Python's True
    return read_rulebook(Reader({**choices_of(rulebook), name: written}, ("rules",)))


def knows(field: str, choice: str) -> bool:
    """True if ``choose`` takes this field (or issue) and choice."""
    name, codes = ISSUES.get(field, (field, {}))
    return codes.get(choice, choice).lower() in CHOICES.get(name, ())


def choices_of(rulebook: Rulebook) -> Mapping[str, str]:
    """Every field with its choice as text."""
    return {
        name: str(value).lower() if isinstance(value, bool) else value
        for name in rulebook.__struct_fields__
        for value in (getattr(rulebook, name),)
    }
