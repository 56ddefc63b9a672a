"""Step 12: what a rule may put into a cell."""

from __future__ import annotations

from phonebuddy.rebuild.expressions import (
    Constant,
    Count,
    Given,
    Lookup,
    Matches,
    Opposite,
    Other,
    Tapped,
    Wrapped,
    count_between,
)
from phonebuddy.rebuild.values import ON, SAYS, Cell, Value


def test_counts_are_found_between_two_texts() -> None:
    assert count_between("2 left", "1 left") == Count("", -1, " left")
    assert count_between("2 of 3", "3 of 4") is None
    assert count_between("two", "three") is None


def test_expressions_give_what_they_say() -> None:
    state: dict[int, dict[Cell, Value]] = {0: {Cell(0, SAYS): "Rice cake", Cell(1, ON): True}}
    given = Given(state, 0, Cell(1, ON), "RICE", ("a", "b"))
    assert Opposite().of(given) is False
    assert (Tapped(1).of(given), Tapped(-1).of(given), Tapped(5).of(given)) == ("b", "a\nb", None)
    assert Other(0, Cell(0, SAYS)).of(given) == "Rice cake"
    assert Wrapped("<", Tapped(0), ">").of(given) == "<a>"
    assert Matches().of(given._replace(cell=Cell(0, "shown"))) is True
    assert Lookup(0, Cell(0, SAYS), (("Rice cake", "yes"),)).of(given) == "yes"
    assert Constant("x").of(given) == "x"
