"""Settings of one match, changed while it is played: told to everybody, and kept in the log."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from gm import config, deadlines
from gm.config import table
from gm.desk.announcing import tell_all
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.timing import Word, running
from gm.errors import UsageError
from gm.values import replace

OF_MATCHES = ("calendar", "missing", "votes", "press")
"""The sections of gm.yaml whose settings a match may have of its own."""


def own_settings(desk: Desk, name: str) -> Iterator[tuple[str, str, bool]]:
    """Name and value of each setting that matters for a match, and whether it is its own.

    Raises:
        UsageError: there is no such match.
    """
    match = desk.match(name)
    for one in table(desk.config_of(match)):
        if one.name.partition(".")[0] in OF_MATCHES:
            yield one.name, one.default, one.name in match.settings


def _require_days(after: Standing, now: datetime) -> None:
    """Refuses settings with which no deadline could ever fall.

    Raises:
        SettingsError: no day counts.
    """
    kinds = {"", *after.schedule.kinds, *([after.phase.kind] if after.phase else [])}
    for kind in sorted(kinds):
        deadlines.next_deadline(after.schedule, kind, now)


def change_settings(
    desk: Desk, now: datetime, name: str, changes: Mapping[str, str | None], word: Word
) -> Standing:
    """Changes settings of a match from now on; None gives back the desk's own. Players are told.

    The present deadline stays as it is; the next one is by the new rhythm.

    Raises:
        UsageError: the match is over, or a setting is none of matches.
        SettingsError: a setting or value is impossible.
    """
    present = running(desk, name)
    for setting in changes:
        if setting.partition(".")[0] not in OF_MATCHES:
            raise UsageError(
                f"“{setting}” is no setting of matches; theirs begin with "
                f"{', '.join(f'{section}.' for section in OF_MATCHES)}"
            )
    kept = {**present.match.settings}
    for setting, value in changes.items():
        if value is None:
            kept.pop(setting, None)
        else:
            kept[setting] = value
    changed = replace(present.match, settings=kept)
    config.override(desk.config, {**kept, **changes}, f"settings of match {name}")
    with desk.store.transaction():
        desk.store.save_match(changed)
        after = standing(desk, changed)
        _require_days(after, now)
        values = {setting: value for setting, value, _ in own_settings(desk, name)}
        meanings = {one.name: one.meaning for one in table()}
        paragraphs = [
            f"{setting} is now: {values[setting] or 'as the rules say'}. {meanings[setting]}"
            for setting in changes
        ]
        if after.schedule != present.schedule:
            paragraphs += [*deadlines.described(after.schedule), "The present deadline stays."]
        content = {
            "heading": "The gamemaster changed how this match is played",
            "paragraphs": [*([word.reason] if word.reason else []), *paragraphs],
        }
        tell_all(desk, now, after, content)
        said = "; ".join(f"{one}={value or ''}" for one, value in changes.items())
        desk.log(now, "set", f"{said} {word.reason or ''}".strip(), name, word.who)
    return after
