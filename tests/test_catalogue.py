"""Games on offer, and what a broken map file is told."""

from pathlib import Path

import pytest

from gm.catalogue import offer, offers
from gm.errors import DataError, UsageError
from gm.resources import Folders, shipped

SENGOKU = (shipped("maps") / "sengoku.yaml").read_text(encoding="utf-8")


def broken(folder: Path, old: str, new: str) -> str:
    assert SENGOKU.count(old) == 1
    (folder / "maps").mkdir()
    (folder / "maps" / "sengoku.yaml").write_text(SENGOKU.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        offer("sengoku", folders=Folders(folder))
    return str(error.value)


def line_of(text: str) -> int:
    return SENGOKU[: SENGOKU.index(text)].count("\n") + 1


def test_offers_the_shipped_games():
    assert {"classic", "sengoku"} <= set(offers())


def test_offers_a_map_beside_the_settings(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "japan.yaml").write_text(
        SENGOKU.replace("name: sengoku", "name: japan", 1), encoding="utf-8"
    )
    folders = Folders(tmp_path)

    assert "japan" in offers(folders)
    assert offer("japan", folders=folders).game.name == "japan"


def test_an_unknown_game_is_told_with_the_nearest():
    with pytest.raises(UsageError, match='no game "sengok"; did you mean "sengoku"'):
        offer("sengok")


def test_a_rule_choice_can_be_overridden():
    assert offer("sengoku", rules={"convoy_swap": "true"}).game.rules.convoy_swap is True
    assert offer("classic", rules={"4.A.3": "e"}).game.rules.adjacent_convoy == "via-only"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"4.A.3": "z"}, 'The rule choices of sengoku: "z" is no choice for adjacent_convoy'),
        ({"convoy_swp": "true"}, 'no field "convoy_swp"; did you mean "convoy_swap"'),
        (
            {"convoy_swap": "maybe"},
            '"maybe" is no choice for convoy_swap. The choices are true, false.',
        ),
    ],
)
def test_a_wrong_rule_choice_is_told(rules, told):
    with pytest.raises(UsageError, match=told):
        offer("sengoku", rules=rules)


def test_a_border_that_leads_nowhere_is_told_with_line_and_proposal(tmp_path):
    row = "  biz: [bit, har, hok, ina, tan]"

    told = broken(tmp_path, row, "  biz: [Bitchou, har, hok, ina, tan]")

    assert told == (
        f"maps/sengoku.yaml, line {line_of(row)}, army_borders, biz: "
        'the border to "Bitchou" leads nowhere; did you mean "bit" (Bitchu)?'
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "  kai: [mus, nsh, sag, ssh, sur]",
            "  kai: [mus, nsh, sag, ssh]",
            'missing in the row of "kai"',
        ),
        ("units: [A kai, A ssh]", "units: [F kai, A ssh]", '"F kai" cannot stand there'),
        ("homes: [kai, ssh]", "homes: [kai, omi]", "homes of takeda"),
        (
            "type: coast, source: seed, lon: 132.65",
            "type: beach, source: seed, lon: 132.65",
            '"beach" is no type of province',
        ),
        ("{id: awa, name: Awa", "{id: aki, name: Awa", 'two provinces with the id "aki"'),
        ("name: Awa,", "name: Aki,", 'the name "Aki" means both "aki" and "awa"'),
        ("  - [bit, san]", "  - [bit, tos]", 'bridge from "bit" to "tos" must also be a border'),
        ("garrisons: [biz, bun,", "garrisons: [bun,", '"biz" has no garrison'),
        ("victory: {centres: 25,", "victory: {centres: many,", "a whole number is expected"),
        ("weekday: tuesday", "weekday: tuesdy", 'no day of the week; did you mean "tuesday"'),
        ("  convoy_word: usual ", "  convoy_word: any ", '"any" is no choice for convoy_word'),
        (
            "  paradox: szykman ",
            "  paradoks: szykman ",
            'no field "paradoks"; did you mean "paradox"',
        ),
        (
            "  hid: [ecz, etc, kag, min, nsh, ssh]",
            "  hid: [ecz, etc, kag, min, nsh, ssh]\n  hid: []",
            "“hid” stands here and in line",
        ),
        ("title: Sengoku", "title: [Sengoku", "sengoku.yaml, line"),
        ("Pacific: [npo, pao, spo]", "Pacific: [npo, pao, spp]", 'no province; did you mean "spo"'),
    ],
)
def test_a_broken_map_is_told_where_and_why(tmp_path, old, new, told):
    message = broken(tmp_path, old, new)

    assert message.startswith("maps/sengoku.yaml, line ")
    assert told in message
