"""Step 8: what a screen shows, cell by cell."""

from __future__ import annotations

from phonebuddy.rebuild.slots import align_members, match
from phonebuddy.rebuild.values import ON, SAYS, SHOWN, Cell, member_values, values_of
from tests.rebuild.recorded import items


def test_values_say_what_is_shown_said_and_on() -> None:
    members = [items("p:T", "c:Dark"), items("p:T", "x:Dark", "b:Save")]
    slots = align_members(members, True)
    first, second = (member_values(slots, number) for number in (0, 1))
    assert (first[Cell(1, ON)], second[Cell(1, ON)]) == (False, True)
    assert (first[Cell(2, SHOWN)], second[Cell(2, SAYS)]) == (False, "Save")
    again = values_of(slots, match(slots, members[1], True), members[1])
    assert again == second
