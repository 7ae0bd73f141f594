"""What was understood, compared with the position by the game: contradictions are asked back.

A text may be read from beginning to end and yet say something that is not so: a legion of the wrong
side, a General who is elsewhere, a price that is another one. Nothing of such a piece is taken.
"""

from typing import Any

from gm.games.game import Doubting, Game
from gm.games.vocabulary import Doubt, Fault, Power, Problem, Said
from gm.parsing.folding import fold
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Sheet, Verdict
from gm.values import replace

LONGEST = 700
"""Longer texts are no sentence."""


def compared(sheet: Sheet, parser: Parser, game: Game[Any, Any], state: Any, power: Power) -> Sheet:
    """The sheet in which pieces that contradict the position are asked back."""
    if not isinstance(game, Doubting):
        return sheet
    orders = [
        tuple(order for node in piece.nodes for order in game.read(node)) for piece in sheet.pieces
    ]
    letter = tuple(order for one in orders for order in one)
    pieces: list[Piece] = []
    for piece, read in zip(sheet.pieces, orders, strict=True):
        text = fold(piece.text[:LONGEST])
        names = named_in(parser, piece.read or ("" if read else text))
        said = Said(text, read, names, letter)
        is_said = read or piece.verdict is Verdict.TALK
        found = game.doubt(state, power, said) if is_said else None
        pieces.append(piece if found is None else _asked(game, piece, found))
    return replace(sheet, pieces=tuple(pieces))


def _asked(game: Game[Any, Any], piece: Piece, doubt: Doubt) -> Piece:
    proposals = tuple("; ".join(game.spell(order) for order in meant) for meant in doubt.meant)
    problem = Problem(Fault.AMBIGUOUS, piece.text, doubt.reason, proposals=proposals)
    return replace(piece, verdict=Verdict.ASKED, nodes=(), problem=problem)


def named_in(parser: Parser, folded: str) -> tuple[frozenset[str], ...]:
    """What each name in a text may stand for: ids, or the code of a unit as it is written."""
    names = (_ids(parser, found.group()) for found in parser.places.finditer(folded))
    things = (found.group() for found in parser.things.finditer(folded))
    codes = [frozenset({one}) for one in things if any(map(str.isdigit, one))]
    return (*(one for one in names if one), *codes)


def _ids(parser: Parser, name: str) -> frozenset[str]:
    """The ids of a name; none for what stands for several, which is mostly an everyday word."""
    squeezed = name.translate(str.maketrans("", "", " .'-/"))
    found = {kind.squeezed.get(squeezed, "") for kind in parser.names.values()}
    return frozenset(one for one in found if one and not one.startswith("?"))
