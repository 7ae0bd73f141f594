"""Rule choices and the writing of letters, in words for players."""

from gm.games.three_kingdoms.state import Step

CHOICES = {
    "scenario": ("all", "s1", "s1-three", "s2", "s3", "s3-four"),
    "optional_generals": ("no", "yes"),
    "rhythm": ("plan", "impulse"),
    "unpaid_battle": ("not_done", "move_only"),
    "partner_supply": ("yes", "no"),
}
"""The rule choices, the usual one of each first; ``CHOICES_IN_WORDS`` says what they mean."""

CHOICES_IN_WORDS = {
    "scenario": {
        "all": "Scenario: the one the match begins with.",
        "s1": "Scenario 1, Contest for Supremacy among the Warlords, two players (9.1).",
        "s1-three": "Scenario 1, Contest for Supremacy among the Warlords, three players (9.1).",
        "s2": "Scenario 2, Tripartite Balance (9.2).",
        "s3": "The bonus scenario, Anti-Dong Zhuo Alliance, two players (9.3).",
        "s3-four": "The bonus scenario, Anti-Dong Zhuo Alliance, four players (9.3).",
    },
    "optional_generals": {
        "no": "Zhang Ji, Gao Shun and Gongsun Du do not take part in scenario 1 (9.1).",
        "yes": "Zhang Ji, Gao Shun and Gongsun Du take part in scenario 1 (9.1).",
    },
    "rhythm": {
        "plan": "Each player plans all actions of a turn in one letter (3.2.2).",
        "impulse": "Each player is asked for every action when it is due (3.2.2).",
    },
    "unpaid_battle": {
        "not_done": "An action whose battle the attacker cannot pay for is not done; its ELSE is "
        "tried (6.0).",
        "move_only": "An action whose battle the attacker cannot pay for is done without the "
        "battle (6.0).",
    },
    "partner_supply": {
        "yes": "While Shu and Wu are one nation, a supply route may begin at a marker of either "
        "(6.1, 9.1).",
        "no": "A supply route begins at a marker of the commander's own nation (6.1).",
    },
}
"""What each rule choice means, as a sentence with its section of the rulebook."""

WRITING = {
    Step.PLAN: "the actions of the turn in the order you want them, each with what belongs to it "
    "(who leads, when to retreat) and with what is to be tried if it cannot be done; and, for the "
    "whole match, how your areas are defended",
    Step.ANSWER: "how you fight, or what you do next; what you leave open, your standing "
    "instructions decide",
    Step.MUSTER: "whom you pick, where newcomers appear, and who gets the new troops",
    Step.DRAFT: "whom you would like to have, in order of preference",
    Step.PLACEMENT: "where each of your generals stands at the start",
}
"""How players write in each phase, as a part of a sentence."""
CHANGING = (
    "a letter with actions takes the place of the whole plan before it, standing instructions stay "
    "in force until another about the same thing"
)
"""What a later letter replaces."""
