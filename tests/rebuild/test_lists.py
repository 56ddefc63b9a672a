"""Step 6: lists without places."""

from __future__ import annotations

from phonebuddy.rebuild.lists import find_lists
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.slots import align_members
from tests.rebuild.recorded import MAIN, items


def test_rows_of_as_many_lines_are_a_list() -> None:
    slots = align_members([items(*MAIN)], True)
    (found,) = find_lists(Page(0, "", [], slots))
    assert found.rows == (2, 3)
