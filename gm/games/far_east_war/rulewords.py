"""The rule choices of a match in sentences for its players; rulings are those of the handbook."""

from collections.abc import Mapping

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "players": {
        "2": "Two players: Japan against Korea/Ming.",
        "4": "Four players in two teams: Kato and Konishi against the Korean and Ming Factions.",
    },
    "event_lines": {
        "one": "The event line runs before one of the two Move/Battle spaces.",
        "two": "An event line runs before each of the two Move/Battle spaces.",
        "early": "The event line runs before one of the two Recruit/Regroup spaces.",
    },
    "event_policy": {
        "doubled_plus_blanks": "Of the 18 event cards the six known ones are there twice, with "
        "Reset and five blank cards for those whose text is lost.",
        "known_once_plus_blanks": "Of the 18 event cards the six known ones are there once, with "
        "Reset and eleven blank cards for those whose text is lost.",
        "known_repeated": "The 18 event cards are Reset and the six known ones, three times each "
        "(Plague twice); there are no blank cards.",
    },
    "event_mode": {
        "standing": "A turn is one letter: where it crosses the event line the card comes first, "
        "and standing instructions answer it.",
        "two_step": "Where the marker crosses the event line the card is shown to all before the "
        "orders for the space are due.",
    },
    "resets_to_end": {
        "3": "The match ends with the turn in which Reset comes for the third time.",
        "2": "The match ends with the turn in which Reset comes for the second time.",
        "1": "The match ends with the turn in which Reset comes for the first time.",
    },
    "third_reset_deploy": {
        "yes": "The last Reset still lets each side deploy a General.",
        "no": "The last Reset lets nobody deploy a General.",
    },
    "sail_attack_step_cost": {
        "0": "The sea step before a sea attack is free.",
        "1": "The sea step before a sea attack costs 1 SP for each troop.",
    },
    "incomplete_generals": {
        "vanilla": "Kuki, Hatsume and Janggeum, whose text is lost, are played with 3 Health "
        "Points and no ability.",
        "excluded": "Kuki, Hatsume and Janggeum, whose text is lost, cannot be chosen.",
    },
    "support_consent": {
        "never_needed": "A team-mate's legions may support without being asked for.",
        "standing": "A team-mate's legions may support unless he has written “Lend: no”.",
    },
    "east_sea": {
        "no": "There is no sea area east of Korea.",
        "yes": "The East Sea, east of Korea, is a sea area as well.",
    },
}
FOR_FOUR = frozenset({"support_consent"})


def rule_words(choices: Mapping[str, str]) -> Mapping[str, str]:
    """A sentence for each choice that matters with so many players."""
    return {
        name: SENTENCES[name].get(str(choice), f"The event cards are filled as “{choice}” says.")
        for name, choice in choices.items()
        if name in SENTENCES and (name not in FOR_FOUR or str(choices["players"]) == "4")
    }
