"""Dice: each face is bound to seed, match, step, purpose and number, and to nothing else."""

import hmac
from collections import Counter
from hashlib import sha256
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.games import plain
from gm.games.dice import BOUND, COUNTED, Dice, Roll, commitment, dice_of, face
from gm.values import replace

LINE = st.text(st.characters(blacklist_characters="\n", blacklist_categories=("Cs",)), max_size=20)
PURPOSES = st.sampled_from(["battle in Xu: dice of Wei", "fate of Cao Cao", "control of Xu"])
ROLLS = st.lists(st.tuples(PURPOSES, st.integers(1, 8)), max_size=12)


def rolled(dice: Dice, rolls: list[tuple[str, int]], step: str = "Turn 1") -> dict[str, list[int]]:
    """The faces of each purpose, in the order in which they came."""
    found: dict[str, list[int]] = {}
    for purpose, count in rolls:
        faces, dice = dice.roll(step, purpose, count)
        found.setdefault(purpose, []).extend(faces)
    return found


@given(ROLLS, PURPOSES, st.integers(0, 9))
def test_no_purpose_moves_another(rolls: list[tuple[str, int]], other: str, more: int) -> None:
    before = rolled(dice_of("seed", "guandu"), rolls)
    after = rolled(dice_of("seed", "guandu"), [(other, more), *rolls])
    before.pop(other, None)
    after.pop(other, None)
    assert before == after


@given(ROLLS, st.randoms())
def test_the_order_of_the_purposes_does_not_matter(rolls: list[tuple[str, int]], mix) -> None:
    mixed = list(rolls)
    mix.shuffle(mixed)
    one, other = rolled(dice_of("s", "m"), rolls), rolled(dice_of("s", "m"), mixed)
    assert {purpose: sorted(faces) for purpose, faces in one.items()} == {
        purpose: sorted(faces) for purpose, faces in other.items()
    }


@given(LINE, st.tuples(LINE, LINE, LINE), st.integers(1, 99), st.integers(1, 20))
def test_a_face_is_what_the_handbook_says(
    seed: str, of: tuple[str, str, str], number: int, sides: int
) -> None:
    text = "\n".join(of) + f"\n{number}"
    digest = hmac.new(seed.encode(), text.encode(), "sha256").hexdigest()
    assert face(seed, of, number, sides) == int(digest, 16) % sides + 1


@given(ROLLS, st.integers(0, 60))
def test_what_is_in_hand_can_be_recounted(rolls: list[tuple[str, int]], drawn: int) -> None:
    dice = dice_of("seed", "guandu")
    for purpose, count in rolls:
        _, dice = dice.roll("Turn 1", purpose, count)
    found = dice.since(min(drawn, dice.drawn))
    assert sum(len(roll.faces) for roll in found) == dice.drawn - min(drawn, dice.drawn)
    assert all(roll.recounted("seed", "guandu") == roll.faces for roll in found)


@given(st.integers(0, 30))
def test_a_shuffle_can_be_recounted(count: int) -> None:
    cards = tuple(map(str, range(count)))
    mixed, dice = dice_of("seed", "imjin").shuffle("Set-up", "shuffle of the cards", cards)
    assert sorted(mixed) == sorted(cards)
    for drawn in range(dice.drawn):
        (roll,) = dice.since(drawn)
        assert roll.recounted("seed", "imjin") == roll.faces
        assert (roll.secret, roll.mixes) == (True, True)


def test_the_first_faces_of_a_roll_by_hand() -> None:
    """Worked out with ``printf 'guandu\\nTurn 2...' | openssl dgst -sha256 -hmac 194-c``."""
    faces, dice = dice_of("194-c", "guandu").roll("Turn 2", "fate of Cao Cao", 3)
    assert faces == (1, 5, 6)
    assert dice.rolls == (Roll("Turn 2", "fate of Cao Cao", 1, faces),)


@pytest.mark.parametrize("sides", [6, 7, 26])
def test_faces_come_up_equally_often(sides: int) -> None:
    """Chi-squared of 6,000 faces of 600 purposes; far beyond chance would be a fault."""
    counts = Counter(
        face("seed", ("guandu", "Turn 1", f"purpose {place}"), number, sides)
        for place in range(600)
        for number in range(1, 11)
    )
    assert set(counts) == set(range(1, sides + 1))
    expected = 6000 / sides
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 3 * sides


def test_neighbours_are_independent() -> None:
    """How often the next number, step or purpose shows the same face: one time in six."""
    pairs = [
        (("Turn 1", "fate of Cao Cao", 2), ("Turn 1", "fate of Cao Cao", 3)),
        (("Turn 1", "fate of Cao Cao", 2), ("Turn 2", "fate of Cao Cao", 2)),
        (("Turn 1", "fate of Cao Cao", 2), ("Turn 1", "fate of Cao Ren", 2)),
    ]
    for one, other in pairs:
        same = sum(
            face(f"seed {place}", ("m", *one[:2]), one[2])
            == face(f"seed {place}", ("m", *other[:2]), other[2])
            for place in range(3000)
        )
        assert 400 < same < 600


def test_rolls_of_past_steps_are_let_go() -> None:
    _, dice = dice_of("s", "m").roll("Turn 1", "fate of Cao Cao", 1)
    _, dice = dice.roll("Turn 2", "order and actions of Wei", 1)
    assert [roll.step for roll in dice.begun("Turn 2").rolls] == ["Turn 2"]
    assert dice.begun("Turn 2").drawn == 2


def test_a_purpose_rolled_for_again_goes_on_counting() -> None:
    dice = dice_of("s", "m")
    first, dice = dice.roll("Turn 1", "defeat check of Cao Cao", 2)
    _, dice = dice.roll("Turn 1", "fate of Cao Cao", 1)
    again, dice = dice.roll("Turn 1", "defeat check of Cao Cao", 1)
    assert (*first, *again) == dice_of("s", "m").roll("Turn 1", "defeat check of Cao Cao", 3)[0]
    assert dice.rolls[-1].first == 3


def test_forced_faces_come_first_in_their_order() -> None:
    dice = replace(dice_of("s", "m"), forced=(6, 6, 1))
    faces, dice = dice.roll("Turn 1", "fate of Cao Cao", 2)
    more, dice = dice.roll("Turn 1", "control of Xu", 2)
    assert (faces, more[0], dice.forced) == ((6, 6), 1, ())


def test_a_name_is_one_line() -> None:
    with pytest.raises(ValueError, match="one line each"):
        dice_of("s", "m").roll("Turn 1\nTurn 2", "fate of Cao Cao", 1)


def test_the_digest_binds_the_match() -> None:
    assert commitment("seed", "guandu") == sha256(b"guandu\nseed").hexdigest()
    assert commitment("seed", "guandu", COUNTED) == sha256(b"seed").hexdigest()


class TestTheOldForm:
    """Matches begun before dice had purposes roll on as they did."""

    OLD: ClassVar = {"is": "Dice", "seed": "seed", "drawn": 3, "forced": []}

    def test_kept_dice_without_a_form_are_of_form_1(self) -> None:
        dice = plain.loader(Dice)(self.OLD)
        assert (dice.form, BOUND) == (COUNTED, 2)
        faces, dice = dice.roll("Turn 1", "fate of Cao Cao", 4)
        texts = [f"seed:{place}:0" for place in range(3, 7)]
        values = [int.from_bytes(sha256(one.encode()).digest()[:8], "big") for one in texts]
        assert faces == tuple(value % 6 + 1 for value in values)
        assert (dice.drawn, dice.rolls) == (7, ())

    def test_purposes_do_not_matter_there(self) -> None:
        dice = plain.loader(Dice)(self.OLD)
        assert dice.roll("a", "b", 5) == dice.roll("c", "d", 5)

    def test_a_shuffle_as_it_was(self) -> None:
        mixed, dice = Dice("seed").shuffle("Set-up", "cards", ("a", "b", "c", "d"))
        cards = ["a", "b", "c", "d"]
        for drawn, last in enumerate((3, 2, 1)):
            digest = sha256(f"seed:{drawn}:0".encode()).digest()
            other = int.from_bytes(digest[:8], "big") % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        assert (mixed, dice.drawn) == (tuple(cards), 3)
