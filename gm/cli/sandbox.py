"""``gm sandbox``: adjudicates free positions and runs case files; needs no desk."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import click

from gm.catalogue import Lines, Offer, offer, place, read_yaml
from gm.cli.options import json_option, print_json
from gm.errors import EXIT_FAILED, DataError, UsageError
from gm.games.documents import DocumentError
from gm.games.game import CaseWording
from gm.games.vocabulary import Trial
from gm.parsing.parser import Parser, parser_for
from gm.resources import Folders


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option(
    "--rules", "choices", multiple=True, metavar="FIELD=CHOICE", help="Override a rule choice."
)
@click.option("--game", "usual", default="sengoku", help="The map of cases that name none.")
@click.option(
    "--map",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw the position with its results: FILE.svg or FILE.png.",
)
@click.option("--alternatives", is_flag=True, help="Also try the other rule choices cases list.")
@click.option(
    "--form",
    metavar="GAME",
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, name: _tell_form(context, name),
    help="Print how positions of this game are written, field by field, and end.",
)
@json_option
def sandbox(  # noqa: PLR0913 (a command has that many options)
    files: tuple[Path, ...],
    choices: tuple[str, ...],
    usual: str,
    target: Path | None,
    *,
    alternatives: bool,
    as_json: bool,
) -> None:
    r"""Adjudicates a free position, or runs the cases of case files.

    FILE holds one position (YAML), a list of cases (YAML), or one case a line (JSON Lines); "-"
    is standard input. A position without expectations is adjudicated and shown with the reasons;
    cases with expectations are compared, and those that fail are shown.

    A position names its game (map: sengoku, map: three_kingdoms). Those of the war games hold
    legions or generals, supply, forced dice and more: gm sandbox --form far_east_war lists the
    fields with an example, and so for three_kingdoms. In short, for Far East War 1592:

    \b
      map: far_east_war
      players: 2                # or 4
      phase: action             # or turn: marker and card first; or setup
      active: korea_ming
      changes:                  # code: area troops General; null takes a legion away
        korea_ming: {K1: rgy 4 Li Ru-song}
        japan: {J7: wga 4 Kato, J8: null}
      supply: {korea_ming: 15, japan: 12}
      dice: LCGTTBB SCBBB       # attacker's, then defender's; faces L S C T G B
      orders: {korea_ming: "Attack J7 with K1, supported by K12"}
      expect: {legions: {J7: wga 2 Kato}, supply: {japan: 8}}

    \b
    Example:
      gm sandbox position.yaml
      gm sandbox position.yaml --map position.svg
      gm sandbox cases.yaml phases.jsonl --rules convoy_swap=true
    """
    bench = Bench(_chosen(choices), usual)
    trials = [one for file in files for one in bench.run(file, alternatives=alternatives)]
    failed = [one for one in trials if one.differences]
    if as_json:
        print_json([_plain(one) for one in trials] if len(trials) != 1 else _plain(trials[0]))
    else:
        _tell(trials)
    if target is not None:
        _draw(bench, trials, target)
    if failed:
        click.get_current_context().exit(EXIT_FAILED)


def _tell_form(context: click.Context, name: str | None) -> None:
    """Prints the part of a game's handbook page that tells the form of its positions."""
    if not name or context.resilient_parsing:
        return
    game = offer(name).game
    page = resources.files(type(game).__module__) / "handbook.md"
    if not page.is_file():
        raise UsageError(f"{game.title} has no page of its own; see the example of gm sandbox.")
    text = page.read_text("utf-8")
    click.echo(text[text.rindex("\n## ") + 1 :].rstrip())
    context.exit()


def _draw(bench: "Bench", trials: list[Trial], target: Path) -> None:
    """Writes the map of the only case there is."""
    if len(trials) != 1 or trials[0].picture is None:
        raise UsageError("A map is drawn of one movement, retreat or adjustment; give one case.")
    from gm.cli.map import write_picture  # only where a map is asked for

    (family,) = {made.templates for made, _ in bench.made.values()}
    write_picture(family, trials[0].picture(), target)


def _chosen(choices: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise UsageError(f'"{choice}" is no rule choice; write FIELD=CHOICE.')
        chosen[name.strip()] = value.strip()
    return chosen


def _plain(one: Trial) -> dict[str, Any]:
    if one.differences is None:
        return dict(one.data)
    return {**one.data, "passed": not one.differences, "differences": list(one.differences)}


def _tell(trials: list[Trial]) -> None:
    """Positions in full; of cases only what fails, and a count."""
    judged = [one for one in trials if one.differences is not None]
    for one in trials:
        if one.differences is None:
            click.echo("\n".join(one.lines))
        elif one.differences:
            click.echo(f"{one.id} fails")
            for difference in one.differences:
                click.echo(f"  {difference}")
    if judged:
        failed = sum(1 for one in judged if one.differences)
        click.echo(f"{len(judged) - failed} passed, {failed} failed")


@dataclass(slots=True)
class Bench:
    """The games and parsers that cases need, made once each."""

    rules: Mapping[str, str]
    usual: str
    made: dict[str, tuple[Offer, Parser]] = field(default_factory=dict)
    parsers: dict[str, Parser] = field(default_factory=dict)

    def run(self, file: Path, *, alternatives: bool) -> Iterator[Trial]:
        """Plays every case of a file."""
        for case, lines, label in read_cases(file):
            yield self.play(case, lines, label)
            if alternatives:
                for name, other in _alternatives(case):
                    yield self.play({**other, "id": f"{other.get('id')} [{name}]"}, lines, label)

    def play(self, case: Mapping[str, Any], lines: Lines, label: str) -> Trial:
        """Plays one case; *lines* and *label* name the place of a fault."""
        name = str(case.get("map", case.get("game", self.usual))).lower()
        chosen, parser = self._game(name)
        if self.rules:  # what is chosen by hand goes before what the case chooses of the same
            case = {**case, "rules": {**(case.get("rules") or {}), **self.rules}}
        try:
            if isinstance(chosen.game, CaseWording):
                parser = self._parser(chosen, chosen.game.words_of(case))
            return chosen.game.trial(case, parser.read_text)
        except DocumentError as error:
            where = place(case, error.path, lines)
            raise DataError(f"{label}{where}: {error.sentence}") from None

    def _game(self, name: str) -> tuple[Offer, Parser]:
        if name not in self.made:
            chosen = offer(name, rules=self.rules)
            scenario = next(iter(chosen.game.scenarios()))
            words = chosen.game.words(chosen.game.start(scenario, ""))
            self.made[name] = (chosen, self._parser(chosen, words))
        return self.made[name]

    def _parser(self, chosen: Offer, words: Mapping[str, Mapping[str, str]]) -> Parser:
        """The parser for the names in *words*."""
        key = f"{chosen.grammar} {words}"
        if key not in self.parsers:
            self.parsers[key] = parser_for(chosen.grammar, words, Folders())
        return self.parsers[key]


Case = tuple[Mapping[str, Any], Lines, str]
"""A case, the lines of its parts, and the file it stands in."""


def read_cases(file: Path) -> Iterator[Case]:
    """The cases of a file: one position, a list of cases, or one case a line.

    Raises:
        DataError: there is no such file, or it holds something else.
    """
    label = "standard input" if str(file) == "-" else str(file)
    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise DataError(f"{label} cannot be read: {error.strerror}.") from None
    if file.suffix in {".jsonl", ".ndjson"}:
        yield from _json_lines(content, label)
        return
    document, lines = read_yaml(content, label)
    if isinstance(document, list):
        parts: list[dict[tuple[str | int, ...], int]] = [{} for _ in document]
        for path, line in lines.items():
            if path and isinstance(path[0], int):
                parts[path[0]][path[1:]] = line
        for case, part in zip(document, parts, strict=True):
            yield _mapping(case, f"{label}, line {part[()]}"), part, label
    else:
        yield _mapping(document, label), lines, label


def _json_lines(content: bytes, label: str) -> Iterator[Case]:
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            try:
                case = json.loads(line, object_pairs_hook=_once)
            except ValueError as error:
                raise DataError(f"{label}, line {number}: this is no JSON: {error}.") from None
            except KeyError as error:
                twice = f'"{error.args[0]}" is given twice.'
                raise DataError(f"{label}, line {number}: {twice}") from None
            yield _mapping(case, f"{label}, line {number}"), {(): number}, label


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an object as a mapping; one key twice is a slip."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise KeyError(key)
        found[key] = value
    return found


def _mapping(case: object, where: str) -> Mapping[str, Any]:
    if not isinstance(case, Mapping) or not case.keys() & {"units", "map", "game", "generals"}:
        raise DataError(f'{where}: a position is expected, with the field "units" at least.')
    return case


def _alternatives(case: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The case under each other rule choice whose result it lists."""
    for row in case.get("rule_choice", ()):
        name = str(row.get("issue") or row.get("decision"))
        for choice, expected in (row.get("other_result") or {}).items():
            rules = {name: str(choice)}
            yield f"{name}={choice}", {**case, "expect": expected, "rules": rules}
