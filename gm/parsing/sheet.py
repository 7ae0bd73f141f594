"""A whole letter: every line or sentence gets a verdict, and nothing is half kept.

In goes the text that a player wrote; out come its pieces in the order written, understood, asked
back, or set aside as talk. Lines that a mail program broke are joined again; what stands under a
heading for another side or turn, among alternatives or examples, or is taken back in the same
letter, is asked back and never executed. Knows no particular game: grammar and names come with the
``Parser``, the phrases of plain English from ``grammars/phrases.txt``.
"""

from collections.abc import Iterator, Sequence

from gm.games.vocabulary import Fault, Problem
from gm.parsing import messages
from gm.parsing.belonging import held_back
from gm.parsing.corrections import about
from gm.parsing.drafts import BELOW, FOREIGN, OTHER_TURN, Draft
from gm.parsing.folding import fold
from gm.parsing.judging import Judge
from gm.parsing.parser import Parser
from gm.parsing.pieces import Message, Piece, Sheet, SheetContext, Verdict
from gm.parsing.sentences import Line, lines_of, starts_item, without_bullet
from gm.values import replace

__all__ = ["Message", "Piece", "Sheet", "SheetContext", "Verdict", "read_sheet"]

MOST_JOINED = 5
"""How many lines a broken sentence may have."""
LONGEST_JOINED = 500

ASIDE = (
    "This stands among alternatives, examples or words of others. Please write it alone if it is "
    "your order."
)
TAKEN_BACK = "Words further down in the letter seem to take this back."
SEVERAL_BELOW = "This gives one unit several orders. Please choose one."
QUOTED = "These orders stand in quoted text only. Please write them as your own."

Paragraph = Sequence[Line]


def read_sheet(parser: Parser, text: str, context: SheetContext) -> Sheet:
    """The verdicts on all lines and sentences of a letter."""
    judge = Judge(parser.renewed(), context)
    found: list[Draft] = []
    sent: list[Message] = []
    lines = list(lines_of(text))
    quoted = [line for line in lines if line.text.startswith(">")]
    position = 0
    paragraph: list[Line] = []
    while position < len(lines):
        line = lines[position]
        if not messages.is_begun(parser.phrases, line):
            position += 1
            if line.text.startswith(">"):
                found.extend(_paragraph(judge, paragraph))
                paragraph = []
            elif line.text:
                paragraph.append(line)
            else:
                found.extend(_paragraph(judge, paragraph))
                found.append(_BLANK)
                paragraph = []
            continue
        found.extend(_paragraph(judge, paragraph))
        paragraph = []
        position = _message(judge, lines, position, found, sent)
    found.extend(_paragraph(judge, paragraph))
    wanted = held_back(_taken_back(judge, _scoped(found, context)), parser.notes.follows)
    drafts = [draft for draft in wanted if draft is not _BLANK]
    first = [draft.piece for draft in drafts if draft.is_first]
    pieces = [draft.piece for draft in drafts if not draft.is_first]
    pieces.extend(_quoted(judge, quoted, [*first, *pieces]))
    return Sheet((*first, *sorted(pieces, key=lambda piece: piece.line)), tuple(sent))


_BLANK = Draft(Piece("", 0, Verdict.TALK))
"""An empty line between paragraphs."""


def _message(
    judge: Judge, lines: Sequence[Line], start: int, found: list[Draft], sent: list[Message]
) -> int:
    """Takes the message that begins at *start* and gives the line after it; or asks it back."""
    message, end = messages.taken(judge.parser.phrases, lines, start)
    if message is not None:
        sent.append(message[0])
        found.append(Draft(message[1]))
        return end
    inside = lines[start + 1 : end]
    holds_order = any(
        draft.piece.verdict is not Verdict.TALK
        for line in inside[:200]
        for draft in judge.line(line)
    )
    found.append(Draft(messages.unclosed(lines[start], inside, holds_order=holds_order)))
    return end


def _paragraph(judge: Judge, lines: Paragraph) -> Iterator[Draft]:
    """The drafts of lines that stand together, with broken lines joined."""
    prefix: str | None = None
    judged = {0: judge.line(lines[0])} if lines else {}
    position = 0
    while position < len(lines):
        drafts = judged.pop(position, None) or judge.line(lines[position])
        following = position + 1
        if following < len(lines):
            judged[following] = judge.line(lines[following])
            joined = _joined(judge, lines, position, drafts, judged[following])
            if joined is not None:
                drafts, following = joined
                judged.clear()
        if prefix is not None and _may_be_under(judge, lines[position], drafts):
            drafts = _under(judge, prefix, lines[position], drafts)
        yield from drafts
        if drafts and drafts[-1].prefix:
            prefix = drafts[-1].prefix
        position = following


def _joined(
    judge: Judge,
    lines: Paragraph,
    position: int,
    drafts: Sequence[Draft],
    after: Sequence[Draft],
) -> tuple[tuple[Draft, ...], int] | None:
    """The drafts of a sentence broken over lines, and the position after it."""
    if starts_item(lines[position + 1].text):
        told = _told_below(judge, lines, position, drafts)
        return told or _choice_below(judge, lines, position, drafts)
    if judge.is_hurried or not (_hopes(drafts) or _hopes(after)):
        return None
    if not _open(drafts) and (_all_read(after) or not after):
        return None
    text = lines[position].text
    longest: tuple[tuple[Draft, ...], int] | None = None
    for end in range(position + 1, min(position + MOST_JOINED, len(lines))):
        if lines[end].text.endswith(":") or (
            end > position + 1 and starts_item(lines[end].text)
        ):  # a heading or another item
            break
        text = f"{text} {lines[end].text}"
        if len(text) > LONGEST_JOINED:
            break
        joined = judge.line(Line(lines[position].number, text))
        if any(draft.piece.problem for draft in joined):  # joining never mends a name
            continue
        if _hopes(joined) and not _open(joined) and len(joined) <= max(1, len(drafts)):
            longest = joined, end + 1
            if end + 1 == len(lines) or not _open(judge.line(lines[end + 1])):
                break
    return longest


def _told_below(
    judge: Judge, lines: Paragraph, position: int, drafts: Sequence[Draft]
) -> tuple[tuple[Draft, ...], int] | None:
    """The order of a unit that a line names, given in the one item of a list below it."""
    after = position + 2
    is_list = after < len(lines) and starts_item(lines[after].text)
    places = judge.parser.places
    subject = lines[position].text.rstrip(" :-")
    if judge.is_hurried or is_list or not (_open(drafts) or places.fullmatch(fold(subject))):
        return None
    item = without_bullet(lines[position + 1].text, signs=False)
    together = judge.line(Line(lines[position].number, f"{subject}: {item}"))
    is_place = _open(together) and places.fullmatch(fold(item))
    if len(together) != 1 or not (_all_read(together) or is_place):
        return None
    whole = f"{lines[position].text}\n{lines[position + 1].text}"
    return (replace(together[0], piece=replace(together[0].piece, text=whole)),), after


def _choice_below(
    judge: Judge, lines: Paragraph, position: int, drafts: Sequence[Draft]
) -> tuple[tuple[Draft, ...], int] | None:
    """Several orders for the unit that a line names, one in each item of the list below it."""
    subject = lines[position].text.rstrip(" :-")
    is_subject = _open(drafts) or judge.parser.places.fullmatch(fold(subject)) is not None
    if judge.is_hurried or not is_subject:
        return None
    meant: list[str] = []
    for line in lines[position + 1 : position + 1 + MOST_JOINED]:
        item = without_bullet(line.text, signs=False)
        if not starts_item(line.text) or _all_read(judge.line(replace(line, text=item)) or ()):
            break
        texts = [
            text for text in (f"{subject}: {item}", f"{subject} - {item}") if _reads(judge, text)
        ]
        if not texts:
            return None
        meant.append(texts[0])
    if len(meant) < 2:
        return None
    end = position + 1 + len(meant)
    whole = "\n".join(line.text for line in lines[position:end])
    problem = Problem(Fault.AMBIGUOUS, whole, SEVERAL_BELOW, proposals=tuple(meant))
    return (Draft(Piece(whole, lines[position].number, Verdict.ASKED, problem=problem)),), end


def _reads(judge: Judge, text: str) -> bool:
    drafts = judge.line(Line(0, text))
    return bool(drafts) and _all_read(drafts)


def _may_be_under(judge: Judge, line: Line, drafts: Sequence[Draft]) -> bool:
    """Whether a line may say what a list heading is for ("Holds:", below it a name)."""
    is_talk = not _hopes(drafts) and judge.may_matter(line.text)
    return is_talk or _open(drafts) or starts_item(line.text)


def _hopes(drafts: Sequence[Draft]) -> bool:
    return any(draft.piece.verdict is not Verdict.TALK for draft in drafts)


def _open(drafts: Sequence[Draft]) -> bool:
    return any(draft.piece.verdict is Verdict.ASKED for draft in drafts)


def _all_read(drafts: Sequence[Draft]) -> bool:
    return all(draft.piece.verdict is Verdict.UNDERSTOOD for draft in drafts)


def _under(judge: Judge, prefix: str, line: Line, drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """The drafts of a line read together with the list heading above it ("Builds:")."""
    item = without_bullet(line.text, signs=False)
    together = judge.line(Line(line.number, prefix + item))
    if len(together) == 1 and together[0].piece.verdict is Verdict.UNDERSTOOD:
        return (replace(together[0], piece=replace(together[0].piece, text=line.text)),)
    return drafts


def _scoped(drafts: Sequence[Draft], context: SheetContext) -> Iterator[Draft]:
    """Asks back what stands under a heading for another side or turn, or among alternatives."""
    reason: str | None = None
    aside = was_used = False
    for draft in drafts:
        if draft is _BLANK:
            aside = aside and not was_used
            yield draft
            continue
        if draft.heading is not None:
            aside, reason = False, _heading_reason(draft, context)
        wanted = draft.piece.verdict is Verdict.UNDERSTOOD
        if wanted and (reason or aside):
            was_used = True
            yield replace(draft, piece=_withheld(draft.piece, reason or ASIDE))
            continue
        if draft.ends_orders:
            reason = BELOW
        if draft.is_aside:
            aside, was_used = True, False
        yield draft


def _heading_reason(draft: Draft, context: SheetContext) -> str | None:
    heading = draft.heading
    if heading is None or heading.concerns_writer:
        return None
    if heading.foreign is not None:
        return FOREIGN.format(name=heading.foreign.capitalize())
    return OTHER_TURN.format(turn=(heading.other_turn or "").title(), now=context.turn)


def _taken_back(judge: Judge, drafts: Iterator[Draft]) -> list[Draft]:
    """Asks back what words further down seem to take back."""
    done: list[Draft] = []
    for draft in drafts:
        if draft.takes_back is not None:
            said = [
                index for index, one in enumerate(done) if one.piece.verdict is not Verdict.TALK
            ]
            meant = about(judge.parser, draft, [(index, done[index]) for index in said])
            for index in [one for one in meant if done[one].piece.verdict is Verdict.UNDERSTOOD]:
                piece = _withheld(done[index].piece, TAKEN_BACK)
                done[index] = replace(done[index], piece=piece)
        done.append(draft)
    return done


def _withheld(piece: Piece, reason: str) -> Piece:
    problem = Problem(Fault.AMBIGUOUS, piece.text, reason, proposals=(piece.text,))
    return replace(piece, verdict=Verdict.ASKED, nodes=(), problem=problem)


def _quoted(judge: Judge, lines: Sequence[Line], pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Quoted text is set aside; if nothing else was written, its orders are asked back."""
    if not lines:
        return
    text = "\n".join(line.text for line in lines)
    own = any(piece.verdict is not Verdict.TALK for piece in pieces)
    bare = [Line(line.number, line.text.lstrip("> ")) for line in lines[:200]]
    if not own and any(_all_read(drafts) and drafts for drafts in map(judge.line, bare)):
        problem = Problem(Fault.AMBIGUOUS, text, QUOTED)
        yield Piece(text, lines[0].number, Verdict.ASKED, problem=problem)
        return
    yield Piece(text, lines[0].number, Verdict.TALK)
