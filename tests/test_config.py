"""gm.yaml to settings: defaults, what is refused and how, secrets, and schedules."""

from datetime import time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gm import config
from gm.config import CatchUp, Config, Missing
from gm.deadlines import Days, Hours, Rhythm, Weekly
from gm.errors import DataError, SettingsError
from gm.games.vocabulary import Timing
from gm.strict_yaml import read_yaml

HERE = Path("desk")
TIMING = Timing("America/New_York", "Tuesday", "20:00", inclusive=False, days={"retreats": 3})


def test_an_empty_file_is_all_defaults() -> None:
    assert config.parse("", HERE) == Config(folder=HERE)
    assert config.parse("mail:\ndesk:\n", HERE) == Config(folder=HERE)


def test_the_example_says_every_setting_and_means_the_defaults() -> None:
    text = config.example({})
    assert config.parse(text, HERE) == Config(folder=HERE)
    for setting in config.table():
        section, _, name = setting.name.partition(".")
        assert f"{section}:" in text
        assert f"# {name}: {setting.default}".rstrip() in text
        assert setting.meaning.endswith(".")


def test_what_the_example_shows_can_be_switched_on() -> None:
    bare = "\n".join(
        line.replace("  # ", "  ", 1) if line.startswith("  # ") and ": " in line[:20] else line
        for line in config.example({"desk.address": "gm@example.org"}).splitlines()
        if not line.startswith("  # ") or line[4:].split(":")[0] in _names()
    )
    assert config.parse(bare, HERE).desk.address == "gm@example.org"


def _names() -> set[str]:
    return {setting.name.partition(".")[2] for setting in config.table()}


def test_values_of_every_kind() -> None:
    text = """
desk:
  name: The desk of the club
  gamemasters: [one@example.org, two@example.org]
  zone: Europe/Berlin
mail:
  largest: 2000000
calendar:
  deadline: Monday 19:30 Asia/Tokyo
  kinds: {retreats: 36 hours, adjustments: 2 days}
  skipped_days: [2026-12-24]
  reminders: [48h, 6h]
  missing: wait
  catch_up: turn
"""
    made = config.parse(text, HERE)
    assert made.desk.gamemasters == ("one@example.org", "two@example.org")
    assert made.desk.zone == ZoneInfo("Europe/Berlin")
    assert made.mail.largest == 2_000_000
    assert made.calendar.deadline == Rhythm(Weekly(0, time(19, 30)), ZoneInfo("Asia/Tokyo"))
    assert made.calendar.kinds == {
        "retreats": Rhythm(Hours(36)),
        "adjustments": Rhythm(Days(2)),
    }
    assert made.calendar.reminders == (timedelta(hours=48), timedelta(hours=6))
    assert made.calendar.missing is Missing.WAIT
    assert made.calendar.catch_up is CatchUp.TURN


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("desk:\n  adress: x", "gm.yaml, line 2, desk, adress: there is no setting “adress”; did "
         "you mean “address”?"),
        ("disk:\n  address: x", "gm.yaml, line 1, disk: there is no setting “disk”; did you mean "
         "“desk”?"),
        ("a: 1", "gm.yaml, line 1, a: there is no setting “a”; there are desk, mail, calendar, "
         "missing, votes, press, site."),
        ("desk:\n  name: a\n  name: b", "gm.yaml, line 3: “name” stands here and in line 2 too."),
        ("mail: 5", "gm.yaml, line 1, mail: here must stand settings, one on a line."),
        ("mail: {largest: many}", "gm.yaml, line 1, mail, largest: “many” is no whole number."),
        ("calendar:\n  missing: maybe", "gm.yaml, line 2, calendar, missing: “maybe” is none of "
         "rules, wait."),
        ("calendar:\n\n  zone: Amerika/New_York", "gm.yaml, line 3, calendar, zone: There is no "
         "time zone “Amerika/New_York”; did you mean America/New_York?"),
        ("calendar: {skipped_days: [Christmas]}", "“Christmas” is no day; write it like "
         "2026-12-24."),
        ("calendar: {kinds: 3 days}", "here must stand names with values, such as {retreats: 3 "
         "days}."),
        ("desk: {name: {a: b}}", "gm.yaml, line 1, desk, name: here must stand a single value."),
        ("desk: [", "this is no YAML:"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_file_line_and_what_to_write(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as error:
        config.parse(text, HERE)
    assert said in str(error.value)


def test_a_folder_without_settings(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"There is no gm.yaml in .*gm init"):
        config.load(tmp_path)


def test_settings_of_a_match_go_before_those_of_the_desk() -> None:
    settings = {"calendar.missing": "wait", "calendar.kinds": "{retreats: 1 day}"}
    made = config.override(Config(folder=HERE), settings, "settings of match edo")
    assert made.calendar.missing is Missing.WAIT
    assert made.calendar.kinds == {"retreats": Rhythm(Days(1))}
    assert made.mail == Config().mail
    with pytest.raises(SettingsError, match="settings of match edo"):
        config.override(Config(), {"calendar.mising": "wait"}, "settings of match edo")


def test_secrets_come_from_the_environment_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_TEST_PASSWORD", "sesame")
    (tmp_path / "password").write_text("open\n", "utf-8")
    assert config.secret("env:GM_TEST_PASSWORD", tmp_path) == "sesame"
    assert config.secret("file:password", tmp_path) == "open"
    assert config.secret("as it stands", tmp_path) == "as it stands"
    with pytest.raises(SettingsError, match="no variable GM_TEST_NONE"):
        config.secret("env:GM_TEST_NONE", tmp_path)
    with pytest.raises(SettingsError, match="The secret in nowhere cannot be read"):
        config.secret("file:nowhere", tmp_path)


def test_the_rules_of_the_game_give_the_schedule() -> None:
    schedule = config.schedule(Config().calendar, TIMING)
    assert schedule.zone == ZoneInfo("America/New_York")
    assert schedule.usual == Weekly(1, time(20))
    assert schedule.kinds == {"retreats": Days(3, time(20))}


def test_a_rhythm_of_days_holds_for_all_kinds_unless_they_have_their_own() -> None:
    text = "calendar: {deadline: 2 days at 18:00 Europe/Paris, kinds: {adjustments: 1 day}}"
    schedule = config.schedule(config.parse(text, HERE).calendar, TIMING)
    assert schedule.zone == ZoneInfo("Europe/Paris")
    assert schedule.usual == Days(2, time(18))
    assert schedule.kinds == {"adjustments": Days(1, time(18))}


def test_a_wrong_weekday_is_said() -> None:
    text = "calendar: {skipped_weekdays: [Caturday]}"
    with pytest.raises(SettingsError, match=r"skipped_weekdays: “Caturday” is no day of the week"):
        config.schedule(config.parse(text, HERE).calendar, TIMING)


def test_yaml_has_no_traps() -> None:
    text = "a: no\nb: 20:00\nc: 010\nd: 2026-12-24\ne: 'true'\nf: true\ng: 12\nh: ~\ni: 1.5"
    assert read_yaml(text, "file").value == {
        "a": "no", "b": "20:00", "c": "010", "d": "2026-12-24", "e": "true", "f": True, "g": 12,
        "h": None, "i": 1.5,
    }  # fmt: skip


def test_yaml_bombs_are_refused() -> None:
    with pytest.raises(DataError, match="nested too deeply"):
        read_yaml("[" * 200 + "]" * 200, "file")
    document = read_yaml("a:\n- b\n- c: 1\n", "file")
    assert document.at("a", 1, "c") == "file, line 3, a, 1, c"
    assert document.at("a", 1, "d") == "file, line 3, a, 1, d"
