"""Step 2: what a screen is to the rebuild: things with a kind, words and a place."""

from __future__ import annotations

from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT, Area, own_bars, read_flat, read_tree
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture
from tests.rebuild.recorded import items


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
