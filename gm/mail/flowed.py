"""Text that a mail program broke into short lines on its own account, put together again."""

import re

_MARKS = re.compile(r">*")


def unflowed(text: str, *, delsp: bool) -> str:
    """The text of a ``format=flowed`` part (RFC 3676) with each paragraph in one line.

    A line that ends in a blank goes on in the next line of the same depth of quotation; *delsp*
    drops that blank (for scripts without blanks). The signature's ``-- `` stands alone.
    """
    pieces: list[str] = []
    flowing, depth_before = False, 0
    for line in text.split("\n"):
        depth = len(_MARKS.match(line)[0])  # type: ignore[index]  # it matches every line
        content = line[depth:].removeprefix(" ")
        is_signature = content == "-- "
        if not (flowing and depth == depth_before and not is_signature):
            pieces.append("\n" + (">" * depth + " " if depth else ""))
        flowing = content.endswith(" ") and not is_signature
        pieces.append(content[:-1] if flowing and delsp else content)
        depth_before = depth
    return "".join(pieces).removeprefix("\n")
