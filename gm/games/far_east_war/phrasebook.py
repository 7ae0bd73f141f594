"""Everything that may be ordered, in the words of players: the answer to a letter that says help.

Each row is what an order does and one way to say it; there are many others.
"""

from collections.abc import Sequence

from gm.games.far_east_war.map import Board
from gm.games.far_east_war.state import Stage, State

Row = tuple[str, str]

SETUP: Sequence[Row] = (
    ("choose your Generals", "My Generals are Kato, Konishi, Kuroda, ..."),
    ("wish for a Legendary General, with a second choice", "Legendary: Sanada, then Nurhaci"),
    ("place a General on the map", "Kato leads J7"),
)
TURN: Sequence[Row] = (
    ("move the marker", "Two spaces to Recruit/Regroup"),
    ("put a General on a legion", "Deploy Kuroda on J9"),
    ("put one in another's place", "Replace Kato with Kuroda"),
    ("take one back to the hand", "Withdraw Kato"),
    (
        "raise a legion with Gwak, and move or attack",
        "Levy Gwak in East Gangwon-Do and attack J7",
    ),
    (
        "recruit (without a legion they fill those there)",
        "Recruit 2 troops in Left Gyeonggi-Do to J5 and 1 in Right Gyeongsang-Do as a new legion",
    ),
    ("shift troops where you recruited", "Move 1 troop from J5 to J6"),
    ("share them anew", "Regroup Left Gyeonggi-Do: J5 4, J6 1"),
    ("move a legion", "Move J9 to Right Gyeongsang-Do"),
    ("sail two sea areas", "J3 sails to the East China Sea, then to the Yellow Sea"),
    ("let two legions change places", "Exchange J5 with J9"),
    ("attack with supports", "Attack K1 with J5, supported by J6 and J7"),
    ("sail one sea area and attack at sea", "J3 sails to the East China Sea and attacks K9"),
    (
        "let two enemy legions fight each other",
        "Infighting in Left Hwanghae-Do with J7, protect K3",
    ),
    ("put the battles in order", "Resolve K8, then K1"),
    ("stay where a legion is after its battle", "J5 does not advance"),
    (
        "say no, or yes, to what a General may do",
        "Do not strike again; J9 removes two troops; K1 does not provoke; K1 does not grow; "
        "K1 does not splash; Yi Eokgi takes a wound",
    ),
    (
        "take back one order",
        "Cancel the attack on K1; Cancel the attack of J5; Cancel the move of J9; "
        "Cancel the support of J6; Cancel the recruits in Left Gyeonggi-Do; "
        "Cancel the deployment of Kuroda; Cancel the orders for J9",
    ),
    ("make it hang on what happened before", "If J5 has lost 2 troops, do not advance"),
    ("make an order hang on the position", "Attack K1 with J5 if I have at least 12 SP"),
)
STANDING: Sequence[Row] = (
    ("name whom Assassinations shall wound", "Assassinate Li Ru-song, then Yi Sunsin"),
    ("name whom Medical Officers shall heal", "Heal Kato, then Kuroda"),
    (
        "recruit by Hidden forces",
        "Hidden forces: 2 in Left Gyeonggi-Do, 1 in Right Gyeongsang-Do",
    ),
    ("deploy at Reset, or not", "Reset: deploy Sanada on J5; Reset: nobody"),
    ("say what Xing Jie rolls again", "Reroll: blanks; Reroll: blanks and steals; Reroll: none"),
    ("say who suffers for Rong-Chang", "Shield: full; Shield: none; Shield with K3, K4"),
)
TEAM: Sequence[Row] = (
    ("leave production to your team-mate", "Give 5 SP to my team-mate"),
    ("share a Bountiful Harvest", "Split the harvest: 5 SP to my team-mate"),
)


def phrases(board: Board, state: State) -> Sequence[Row]:
    """What may be ordered now, with an example of each."""
    if state.stage is Stage.SETUP:
        return SETUP
    return (*TURN, *STANDING, *(TEAM if board.players > 2 else ()))
