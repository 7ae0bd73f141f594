"""Who has gained control of Japan, or of another board. Rulebook: Object of the Game."""

from gm.games.diplomacy.events import EndReason, MatchEnded
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.state import State, count_centres, remaining


def winner_by_centres(board: Board, state: State) -> MatchEnded | None:
    """The power that controls enough centres, judged when control is settled after the Fall."""
    for power, count in count_centres(board, state.owners).items():
        if count >= board.victory_centres:
            return MatchEnded(
                (power,),
                EndReason.CENTRES,
                f"{board.power_name(power)} controls {count} supply centres and has won.",
            )
    return None


def winner_by_concession(board: Board, state: State) -> MatchEnded | None:
    """The one power that is left, or to which all others that are left have conceded.

    Where all have conceded nobody has won: the gamemaster names the winner.
    """
    left = remaining(board, state)
    if len(left) == 1:
        sentence = f"{board.power_name(left[0])} alone is left and has won."
        return MatchEnded(left, EndReason.LAST, sentence)
    standing = [power for power in left if power not in state.conceded]
    if len(standing) != 1:
        return None
    sentence = f"All others have conceded: {board.power_name(standing[0])} has won."
    return MatchEnded(tuple(standing), EndReason.CONCESSION, sentence)
