"""Steps 1 to 4: every recorded screen once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from phonebuddy.actions import OpenApp
from phonebuddy.rebuild.screens import nested, see_all, tell_apart
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Flag as Kind
from phonebuddy.traces.trace import Shot, Step, Trace
from tests.rebuild.recorded import trace


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


def boxed(id: str, left: int, top: int, right: int, bottom: int) -> Element:
    return Element(id, "view", Bounds(left, top, right, bottom), id, flags=int(Flag.CLICKABLE))


def test_elements_without_parents_lie_in_what_is_around_them() -> None:
    flat = [boxed("leaf", 10, 10, 20, 20), boxed("all", 0, 0, 100, 100), boxed("part", 5, 5, 50, 50)]
    assert [(one.id, one.parent) for one in nested(flat)] == [
        ("all", None),
        ("part", "all"),
        ("leaf", "part"),
    ]


def test_what_is_smaller_is_drawn_last() -> None:
    flat = [boxed("round button", 40, 40, 60, 60), boxed("cell", 30, 30, 55, 90)]
    assert [one.id for one in nested(flat)] == ["cell", "round button"]


@given(st.lists(st.tuples(*[st.integers(0, 30)] * 4), max_size=12))
def test_nesting_keeps_every_element_once_parents_first(boxes: list[tuple[int, int, int, int]]) -> None:
    flat = [
        boxed(str(n), min(a, c), min(b, d), max(a, c) + 1, max(b, d) + 1)
        for n, (a, b, c, d) in enumerate(boxes)
    ]
    found = nested(flat)
    assert sorted(one.id for one in found) == sorted(one.id for one in flat)
    seen: set[str] = set()
    for one in found:
        assert one.parent is None or one.parent in seen
        seen.add(one.id)


def test_the_screen_an_app_is_opened_from_is_the_phones_own() -> None:
    nameless = {Kind.FLAT}
    home = [boxed("phone", 0, 0, 50, 50), boxed("clock", 50, 0, 99, 50)]
    shots = {
        key: Shot(key, Screen(elements, "", "", 100, 100, 0, NoPicture()))
        for key, elements in (("home", home), ("app", [boxed("list", 0, 0, 100, 90)]))
    }
    step = Step("home", OpenApp("Clock"), "app")
    seen = see_all([Trace("a", "androidworld", "", shots, (step,), flags=frozenset(nameless))], False)
    assert (seen["home"].home, seen["app"].home) == (True, False)
