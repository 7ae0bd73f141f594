"""Classes made by ``gm.values`` behave as the standard library's frozen dataclasses do."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from gm.values import frozen

standard = dataclass(frozen=True, slots=True)
MAKERS = {"standard": standard, "frozen": frozen}


def _kinds(make: Callable[[type], Any]) -> Any:
    @make
    class Space:
        """Fields of every sort."""

        name: str
        year: int = 1570
        units: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)

        def label(self) -> str:
            return f"{self.name}, {self.year}"

    @make
    class Nothing:
        """No fields at all."""

    return Space, Nothing


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_values_compare_print_and_copy_alike(make: Callable[[type], Any]):
    space, nothing = _kinds(make)
    kai = space("kai")

    assert (kai.name, kai.year, kai.units, kai.note) == ("kai", 1570, [], "")
    assert kai.label() == "kai, 1570"
    assert kai == space("kai", note="elsewhere")
    assert kai != space("kai", 1571)
    assert kai != nothing()
    assert nothing() == nothing()
    assert repr(kai).endswith("Space(name='kai', year=1570, units=[])")
    assert [one.name for one in fields(kai)] == ["name", "year", "units", "note"]
    assert replace(kai, year=1571) == space("kai", 1571)
    assert copy.copy(kai) == kai
    assert copy.deepcopy(kai).units is not kai.units
    assert not hasattr(kai, "__dict__")
    match kai:
        case space("kai", year):
            assert year == 1570
        case _:
            pytest.fail("It does not match by position.")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_each_value_has_its_own_list(make: Callable[[type], Any]):
    space, _ = _kinds(make)
    one, other = space("kai"), space("kai")

    one.units.append("army")

    assert other.units == []


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_equal_values_have_equal_hashes(make: Callable[[type], Any]):
    @make
    class Unit:
        """An army or a fleet."""

        kind: str
        place: str = "kai"

    assert len({Unit("army"), Unit("army", "kai"), Unit("fleet")}) == 2
    assert hash(Unit("army")) == hash(("army", "kai"))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("given", [((), {}), (("kai", 1, [], "", 2), {}), (("kai",), {"yaer": 1})])
def test_wrong_arguments_are_refused(make: Callable[[type], Any], given: Any):
    space, _ = _kinds(make)

    with pytest.raises(TypeError, match="argument"):
        space(*given[0], **given[1])


@pytest.mark.parametrize("make", [standard, frozen], ids=["standard", "frozen"])
def test_nothing_is_changed_or_deleted(make: Callable[[type], Any]):
    kai = _kinds(make)[0]("kai")

    with pytest.raises(FrozenInstanceError):
        kai.name = "sagami"
    with pytest.raises(FrozenInstanceError):
        del kai.name


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_a_class_says_of_itself_stays(make: Callable[[type], Any]):
    @make
    class Named:
        """Compares by its name in any case."""

        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Named) and other.name.lower() == self.name.lower()

        def __repr__(self) -> str:
            return f"<{self.name}>"

    assert Named("Kai") == Named("kai")
    assert repr(Named("Kai")) == "<Kai>"


@frozen
class Pickled:
    """Where pickle finds it."""

    name: str
    year: int = 1570


def test_values_go_through_pickle():
    assert pickle.loads(pickle.dumps(Pickled("kai"))) == Pickled("kai")
