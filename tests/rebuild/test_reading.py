"""Items, pages, slots, values: what a screen is to the rebuild."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT, Area, own_bars, read_flat, read_tree
from phonebuddy.rebuild.lists import find_lists
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.pages import group_screens, merge_alike, nearest_page, overlap, signature
from phonebuddy.rebuild.platform import state_words, without_state
from phonebuddy.rebuild.screens import see_all, tell_apart
from phonebuddy.rebuild.slots import align_members, match
from phonebuddy.rebuild.values import ON, SAYS, SHOWN, Cell, member_values, values_of
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Trace
from tests.rebuild.recorded import MAIN, items, trace

WORDS = st.lists(st.text("ab\n:| ", min_size=1, max_size=6), min_size=0, max_size=8)


def test_kinds_follow_from_what_a_touch_would_do() -> None:
    assert [item.kind for item in items("p:a", "b:b", "i:c", "x:d")] == [TEXT, BUTTON, FIELD, CHECK]


def test_a_thing_to_touch_says_the_words_inside_it() -> None:
    row = Element("r", "item", Bounds(0, 0, 9, 9), flags=int(Flag.CLICKABLE))
    words = [
        Element(str(n), "text", Bounds(0, n, 9, n + 1), text, parent="r") for n, text in enumerate(("A", "B"))
    ]
    (item,) = read_flat([row, *words])
    assert (item.kind, item.label) == (BUTTON, "A\nB")


def test_a_tree_keeps_every_node_with_its_path_and_place() -> None:
    root = Element("0", "group", Bounds(0, 0, 100, 200), resource_id="x:id/root")
    leaf = Element("1", "text", Bounds(50, 100, 100, 200), "Hi", parent="0")
    found = read_tree([root, leaf], Area(100, 0, 200))
    assert [(item.path, item.at) for item in found] == [
        ("group#root", "0 0 1000 1000"),
        ("group#root/text", "500 500 1000 1000"),
    ]


def test_the_phones_own_buttons_are_found_below_what_fills_the_width() -> None:
    def screen(*bounds: Bounds) -> Screen:
        return Screen(
            [Element(str(n), "group", b) for n, b in enumerate(bounds)], "a", "", 100, 1000, 0, NoPicture()
        )

    assert own_bars(screen(Bounds(0, 0, 100, 1000), Bounds(0, 0, 100, 940))).bottom == 940
    assert (
        own_bars(screen(Bounds(0, 0, 100, 1000), Bounds(0, 0, 100, 940), Bounds(0, 950, 50, 990))).bottom
        == 1000
    )
    assert own_bars(screen(Bounds(0, 0, 100, 1000))).bottom == 1000


def test_a_switch_writes_its_state_after_its_label() -> None:
    assert without_state("Wake up OFF") == "Wake up"
    assert state_words("Wake up ON") == ("ON", "OFF")
    assert state_words("Wake up") is None


def test_screens_that_share_half_of_their_words_are_one_page() -> None:
    signs = [
        signature(items(*lines), True) for lines in (["p:a", "b:b"], ["p:a", "b:b", "b:c"], ["p:x", "b:y"])
    ]
    assert [group.members for group in group_screens([("", sign) for sign in signs], 0.5)] == [(0, 1), (2,)]


def test_screens_of_other_activities_are_never_one_page() -> None:
    sign = signature(items("p:a"), True)
    assert len(group_screens([("one", sign), ("two", sign)], 0.5)) == 2


@given(st.lists(WORDS, max_size=6))
def test_members_of_a_page_overlap_by_the_threshold(screens: list[list[str]]) -> None:
    signs = [frozenset(words) for words in screens]
    for group in group_screens([("", sign) for sign in signs], 0.5):
        assert all(overlap(signs[a], signs[b]) >= 0.5 for a in group.members for b in group.members)


def test_pages_of_one_shape_are_merged() -> None:
    screens = [
        items("p:Who", "b:Ann", "b:12|home", "b:Call", "b:Mail"),
        items("p:Who", "b:Bo", "b:98|work", "b:Call", "b:Mail"),
    ]
    groups = group_screens([("", signature(one, True)) for one in screens], 0.9)
    assert [group.members for group in merge_alike(groups, screens, True)] == [(0, 1)]


def test_the_nearest_page_must_be_near_enough() -> None:
    pages = [[frozenset("ab")], [frozenset("xyz")]]
    assert nearest_page(pages, frozenset("xy"), 0.5) == 1
    assert nearest_page(pages, frozenset("q"), 0.5) is None


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


def test_values_say_what_is_shown_said_and_on() -> None:
    members = [items("p:T", "c:Dark"), items("p:T", "x:Dark", "b:Save")]
    slots = align_members(members, True)
    first, second = (member_values(slots, number) for number in (0, 1))
    assert (first[Cell(1, ON)], second[Cell(1, ON)]) == (False, True)
    assert (first[Cell(2, SHOWN)], second[Cell(2, SAYS)]) == (False, "Save")
    again = values_of(slots, match(slots, members[1], True), members[1])
    assert again == second


def test_rows_of_as_many_lines_are_a_list() -> None:
    slots = align_members([items(*MAIN)], True)
    (found,) = find_lists(Page(0, "", [], slots))
    assert found.rows == (2, 3)


def test_screens_of_two_recordings_with_one_number_are_told_apart() -> None:
    one = trace("one", ["p:A", "b:Go"], "Go", ["p:B"])
    two = trace("two", ["p:C", "b:Go"], "Go", ["p:D"])
    numbered = [_numbered(one), _numbered(two)]
    assert set(numbered[0].shots) == set(numbered[1].shots) == {"0", "1"}
    found = tell_apart(numbered)
    assert len({key for part in found for key in part.shots}) == 4
    assert [len(see_all([part], True)) for part in found] == [2, 2]
    assert all(
        step.before in part.shots and step.after in part.shots for part in found for step in part.steps
    )
    assert tell_apart([one, one]) == [one, one]


def _numbered(one: Trace) -> Trace:
    keys = {key: str(number) for number, key in enumerate(one.shots)}
    shots = {keys[key]: replace(shot, key=keys[key]) for key, shot in one.shots.items()}
    steps = tuple(replace(s, before=keys[s.before], after=keys[s.after or ""]) for s in one.steps)
    return replace(one, shots=shots, steps=steps)
