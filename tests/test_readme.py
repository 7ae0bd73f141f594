"""The README says what the program does."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from gm.cli import run
from gm.config.settings import table

README = Path(__file__).parent.parent / "README.md"
EXAMPLES = README.parent / "examples"


def test_the_table_of_settings_is_the_programs_own():
    block = re.search(
        r"<!-- settings:[^\n]*-->\n(.*?)<!-- end of settings -->",
        README.read_text("utf-8"),
        re.DOTALL,
    )
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for one in table():
        default = f"`{one.default}`" if one.default else ""
        rows.append(f"| `{one.name}` | {default} | {one.meaning} |")

    assert block is not None
    assert block[1].splitlines() == rows


def test_every_command_it_names_exists(capsys: pytest.CaptureFixture[str]):
    assert run(["--help"]) == 0
    offered = capsys.readouterr().out

    code = re.findall(r"`([^`]+)`|^    (.*)$", README.read_text("utf-8"), re.MULTILINE)
    commands = re.findall(
        r"(?:^|[|/ ])gm ([a-z]+)", "\n".join("\n".join(one) for one in code), re.MULTILINE
    )
    assert len(set(commands)) > 15
    for command in sorted(set(commands)):
        assert re.search(rf"^  {command} ", offered, re.MULTILINE), (
            f"The README names “gm {command}”."
        )


def test_a_roll_is_checked_by_hand_as_it_says(capsys: pytest.CaptureFixture[str]):
    text = README.read_text("utf-8")
    (block,) = re.findall(r"^    import hmac\n(?:    .*\n|\n)*", text, re.MULTILINE)
    code = dedent(block)
    exec(code, {})
    printed = capsys.readouterr().out.strip()

    assert f"It prints `{printed}`, as in the report." in text
    (purpose,) = re.findall(r'purpose = "(.*)"', code)
    expected = EXAMPLES / "three-kingdoms/expected/06-turn-3-204-207-a-question"
    report = (expected / "report-gamemaster.txt").read_text("utf-8")
    assert re.search(rf"^  {re.sub(r'[^0-9 ]', '', printed)} +{purpose}$", report, re.MULTILINE)
