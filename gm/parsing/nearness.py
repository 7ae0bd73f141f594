"""How near two words are: slips of the keyboard, and words cut short."""


def nearness(one: str, other: str) -> float:
    """1 for equal words, less for each slip in relation to the length of the longer word."""
    longer = max(len(one), len(other))
    return 1.0 if not longer else 1.0 - slips(one, other) / longer


def slips(one: str, other: str) -> int:
    """Letters left out, added, mistaken, or swapped with a neighbour (optimal alignment)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, against in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != against))
            swapped = (
                row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against
            )
            current.append(min(cost, before[column - 2] + 1) if swapped else cost)
        before, last = last, current
    return last[-1]


def is_short_for(short: str, name: str) -> bool:
    """Whether *short* is made from letters of *name* in their order, word for word.

    Each word of *short* begins with the first letter of its word in *name*: ``echz`` for
    ``echizen``, ``s shnno`` for ``south shinano``; at least three letters in all.
    """
    cut, full = short.split(), name.split()
    if len(short.replace(" ", "")) < 3 or len(cut) != len(full) or short == name:
        return False
    return all(
        part[0] == word[0] and _in_order(part, word) for part, word in zip(cut, full, strict=True)
    )


def _in_order(part: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in part)
