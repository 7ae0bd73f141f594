"""Messages of players to players: cut out of what others may read."""

from gm.parsing.messages import begins, ends
from gm.parsing.phrases import Phrases
from gm.parsing.sentences import lines_of

CUT = "[a message to other players]"


def without_press(phrases: Phrases, text: str) -> str:
    """*text* with the marks of messages, but not what stands between them.

    A message without an end mark is cut to the end of the text, as it is when orders are read.
    """
    kept: list[str] = []
    is_inside = has_press = False
    for line in lines_of(text):
        if is_inside and ends(phrases, line):
            is_inside = False
        if is_inside:
            continue
        kept.append(line.text)
        if begins(phrases, line) is not None:
            is_inside = has_press = True
            kept.append(CUT)
    return "\n".join(kept) if has_press else text
