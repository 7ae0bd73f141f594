"""Grammar and reading belong together: every rule has its case, every word of a question a name."""

import ast
import re
from pathlib import Path

import pytest

from gm.parsing.parser import Parser
from gm.resources import Folders
from tests.parsing.samples import made

KNOWN_TO_THE_PARSER = {"start", "lone", "told", "and_"}


def _rules_of(parser: Parser) -> set[str]:
    """The names that nodes of the grammar can have."""
    rules = set()
    for rule in parser.lark.rules:
        name = rule.alias or rule.options.template_source or rule.origin.name
        name = getattr(name, "value", name)
        if not str(name).startswith(("_", "$")) and not rule.options.expand1:
            rules.add(str(name))
    return rules - KNOWN_TO_THE_PARSER


def _cases_of(module: str) -> set[str]:
    """All strings in the patterns and sets of a module that reads trees."""
    tree = ast.parse(Path(module).read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_reading_has_a_case_for_every_rule() -> None:
    from gm.games.diplomacy import reading

    _, parser = made("sengoku")
    assert reading.__file__
    missing = _rules_of(parser) - _cases_of(reading.__file__)
    assert missing == set()


@pytest.mark.parametrize("name", ["diplomacy"])
def test_notes_speak_of_terminals_and_rules_that_exist(name: str) -> None:
    _, parser = made("sengoku")
    terminals = {one.name for one in parser.lark.terminals}
    notes = parser.notes
    assert {*notes.says, *notes.verbs, *notes.things} <= terminals
    rules = {str(rule.alias or rule.origin.name) for rule in parser.lark.rules} | {"lone"}
    renamed = {word for pairs in notes.renames.values() for pair in pairs.items() for word in pair}
    assert renamed <= rules
    assert Folders().read_text("grammars", f"{name}.lark")


def test_names_are_found_longest_first() -> None:
    _, parser = made("sengoku")
    pattern = re.compile(parser.names["province"].pattern())
    for text, end in [("suo sea s", 7), ("south sea of japan", 18), ("suo s f nagato", 3)]:
        found = pattern.match(text)
        assert found
        assert found.end() == end
