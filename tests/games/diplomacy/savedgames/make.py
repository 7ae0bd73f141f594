"""Makes the saved games of this folder with the Python package ``diplomacy`` 1.1.2.

Run from the top of the repository where the package is installed:

    python tests/games/diplomacy/savedgames/make.py

Players are a program with a fixed seed. Most units move or are convoyed; the others support or
convoy what was ordered, as far as the package lists such an order as possible.
"""

import json
import logging
import sys
from pathlib import Path
from random import Random

from diplomacy import Game, Message
from diplomacy.utils.export import to_saved_game_format

FOLDER = Path(__file__).parent
RULES = ["NO_PRESS", "POWER_CHOICE", "SOLITAIRE", "IGNORE_ERRORS"]
CLOCK = 1_577_880_000_000_000
"""Positions carry the time at which they were asked for; here an hour apart, from 2020 on."""


def is_move(order):
    return " - " in order and order.split()[2] == "-"


def movement_orders(game, chance, absent=0.04):
    """Orders for all powers, most of which fit together."""
    possible = {place: sorted(orders) for place, orders in game.get_all_possible_orders().items()}
    places = {power: list(at) for power, at in game.get_orderable_locations().items()}
    chosen = {}
    waiting = []
    for at in places.values():
        if chance.random() < absent:
            continue
        for place in at:
            moves = [order for order in possible[place] if is_move(order)]
            if moves and chance.random() < 0.55:
                sailing = [order for order in moves if order.endswith("VIA")]
                chosen[place] = chance.choice(sailing or moves)
            else:
                waiting.append(place)
    going = {" ".join(order.split()[:2]): order.split()[3] for order in chosen.values()}
    for place in waiting:
        fits = [order for order in possible[place] if fits_some(order, going)]
        carries = [order for order in fits if order.split()[2] == "C"]
        chosen[place] = chance.choice(carries or fits or possible[place])
    return {
        power: [chosen[place] for place in at if place in chosen] for power, at in places.items()
    }


def fits_some(order, going):
    words = order.split()
    if words[2] not in "SC":
        return False
    if len(words) == 5:
        return " ".join(words[3:5]) not in going
    return going.get(" ".join(words[3:5])) == words[6]


def other_orders(game, chance):
    possible = game.get_all_possible_orders()
    orders = {}
    for power, at in game.get_orderable_locations().items():
        row = [chance.choice(sorted(possible[place])) for place in at if possible[place]]
        if chance.random() < 0.9:
            orders[power] = [order for order in row if order != "WAIVE" or chance.random() < 0.3]
    return orders


def play(seed, years, name="random", rules=RULES):
    chance = Random(seed)
    game = Game(rules=list(rules), game_id=name)
    while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + years:
        is_movement = game.get_current_phase()[-1] == "M"
        make = movement_orders if is_movement else other_orders
        for power, orders in make(game, chance).items():
            game.set_orders(power, orders)
        game.process()
    return game


def conquer(seed, winner, name):
    """After the first phase only one power plays; the others hold, so that it wins."""
    chance = Random(seed)
    game = Game(rules=list(RULES), game_id=name)
    for power, orders in movement_orders(game, chance).items():
        game.set_orders(power, orders)
    game.process()
    while not game.is_game_done:
        phase = game.get_current_phase()
        owned = set(game.get_centers(winner))
        possible = {at: sorted(orders) for at, orders in game.get_all_possible_orders().items()}
        orders = []
        for place in game.get_orderable_locations(winner):
            row = possible[place]
            if phase[-1] == "M":
                moves = [order for order in row if is_move(order) and "VIA" not in order]
                new = [order for order in moves if is_new(game, order, owned)]
                row = new or moves
            orders.append(chance.choice(row))
        game.set_orders(winner, orders)
        game.process()
    return game


def is_new(game, order, owned):
    goal = order.split()[3][:3]
    return goal in game.map.scs and goal not in owned


def talk(game):
    """Letters between players in the present phase."""
    game.remove_rule("NO_PRESS")
    phase = game.get_current_phase()
    for number, (sender, recipient, words) in enumerate(
        (
            ("FRANCE", "ENGLAND", "Shall the Channel stay empty?"),
            ("ENGLAND", "FRANCE", "Gladly."),
            ("ITALY", "GLOBAL", "Peace in Tyrolia!"),
        )
    ):
        game.add_message(
            Message(
                sender=sender,
                recipient=recipient,
                time_sent=CLOCK + number,
                phase=phase,
                message=words,
            )
        )


def drawn(seed, name):
    """Letters in the first phase, and a draw of three in the second autumn."""
    chance = Random(seed)
    game = Game(rules=[rule for rule in RULES if rule != "NO_PRESS"], game_id=name)
    talk(game)
    while game.get_current_phase() != "F1902M":
        is_movement = game.get_current_phase()[-1] == "M"
        make = movement_orders if is_movement else other_orders
        for power, orders in make(game, chance).items():
            game.set_orders(power, orders)
        game.process()
    game.draw(winners=["ENGLAND", "FRANCE", "TURKEY"])
    return game


def save(game):
    document = to_saved_game_format(game)
    for number, phase in enumerate(document["phases"]):
        phase["state"]["timestamp"] = CLOCK + number * 3_600_000_000
    text = json.dumps(document, separators=(",", ":"))
    (FOLDER / f"{document['id']}.json").write_text(text + "\n", "utf-8")
    names = [phase["name"] for phase in document["phases"]]
    sys.stdout.write(f"{document['id']}: {len(names)} phases to {names[-1]}, {len(text)} bytes\n")


def main():
    logging.disable(logging.CRITICAL)
    save(play(37, 5, "random"))
    save(play(5, 2, "every-phase", [*RULES, "DONT_SKIP_PHASES"]))
    save(play(2, 4, "build-any", [*RULES, "BUILD_ANY"]))
    save(conquer(4, "FRANCE", "conquest"))
    save(drawn(7, "draw"))


if __name__ == "__main__":
    main()
