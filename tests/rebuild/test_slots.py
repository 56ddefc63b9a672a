"""Step 8: which thing of one screen is which thing of another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.rebuild.items import Area, Item, read_tree
from phonebuddy.rebuild.slots import align_members, match
from phonebuddy.screen import Bounds, Element
from tests.rebuild.recorded import items


def test_words_that_differ_in_one_place_are_one_slot() -> None:
    slots = align_members([items("p:T", "b:Size|10", "b:Go"), items("p:T", "b:Size|12", "b:Go")], True)
    assert [sorted(slot.labels) for slot in slots] == [["T"], ["Size\n10", "Size\n12"], ["Go"]]
    assert slots[1].stem == "Size\n"


def test_rows_in_another_order_keep_their_slots() -> None:
    slots = align_members([items("b:A", "b:B", "b:C"), items("b:C", "b:B", "b:A")], True)
    assert [slot.labels for slot in slots] == [{"A"}, {"B"}, {"C"}]


def test_what_comes_and_goes_is_optional() -> None:
    slots = align_members([items("p:T", "b:Go"), items("p:T", "b:Undo", "b:Go")], True)
    assert [len(slot.seen) for slot in slots] == [2, 1, 2]


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=6), min_size=1, max_size=5))
def test_no_two_items_of_a_screen_fill_one_slot(screens: list[list[str]]) -> None:
    members = [items(*(f"b:{words}" for words in screen)) for screen in screens]
    slots = align_members(members, True)
    for number, screen in enumerate(members):
        filled = [slot.seen[number] for slot in slots if number in slot.seen]
        assert sorted(map(id, filled)) == sorted(map(id, screen))
        places = [place for place in match(slots, screen, True) if place is not None]
        assert len(set(places)) == len(places)


def test_a_row_of_a_tree_is_known_by_the_words_inside_it() -> None:
    def rows(*names: str) -> list[Item]:
        found = [Element("list", "list", Bounds(0, 0, 100, 100))]
        for number, name in enumerate(names):
            at = Bounds(0, 20 * number, 100, 20 * number + 20)
            found.append(Element(f"row{number}", "group", at, parent="list"))
            found.append(Element(f"text{number}", "text", at, name, parent=f"row{number}"))
        return read_tree(found, Area(100, 0, 100))

    slots = align_members([rows("Ann", "Bob", "Cid"), rows("Cid", "Dan")], False)
    groups = [slot for slot in slots if slot.first.path == "list/group"]
    assert [sorted(slot.inners) for slot in groups] == [["Ann"], ["Bob"], ["Cid"], ["Dan"]]
