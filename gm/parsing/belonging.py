"""Pieces that belong to the one before them, and are not taken without it.

In some order languages a line may go on from the order above it ("else farm", "retreat if we lose
three"). When that order is asked back, the line must wait for the answer too: else it would be
taken to belong to an earlier order. The grammar says which rules go on so
(``// follows: RULE RULE``).
"""

from collections.abc import Iterable, Iterator

from gm.games.vocabulary import Fault, Problem
from gm.parsing.drafts import Draft
from gm.parsing.pieces import Piece, Verdict
from gm.values import replace

BELONGS = "This belongs to what stands before it, which is not taken. Please answer both."


def held_back(drafts: Iterable[Draft], follows: frozenset[str]) -> Iterator[Draft]:
    """The drafts; what goes on from a piece that is asked back is asked back as well."""
    is_open = False
    for draft in drafts:
        match draft.piece.verdict:
            case Verdict.ASKED:
                is_open = True
            case Verdict.UNDERSTOOD if draft.piece.nodes:
                is_open = is_open and draft.piece.nodes[0].rule in follows
                if is_open:
                    yield replace(draft, piece=_asked(draft.piece))
                    continue
            case _:
                pass
        yield draft


def _asked(piece: Piece) -> Piece:
    problem = Problem(Fault.AMBIGUOUS, piece.text, BELONGS, proposals=(piece.text,))
    return replace(piece, verdict=Verdict.ASKED, nodes=(), problem=problem)
