"""The action space holds actions without loss, decodes all it holds, and trees say what screens say."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from gymnasium.vector.utils import batch_space
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy import actions as a
from phonebuddy.action_checks import BUTTONS
from phonebuddy.episodes.remote import RemoteFrame
from phonebuddy.episodes.spaces import (
    CHARACTERS,
    COLUMNS,
    KINDS,
    ROLES,
    TIMES_MS,
    ActionSpace,
    PixelSpace,
    tree_space,
    write_tree,
)
from phonebuddy.errors import ActionError, PhoneBuddyError
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.uixml import ROLE_CLASSES
from tests.strategies import any_action, point

APPS = ("com.example.a", "com.example.b")
SPACE = ActionSpace(APPS)

text = st.text(CHARACTERS, max_size=100)
wait_ms = st.sampled_from([time for time in TIMES_MS if time is not None])
press_ms = st.sampled_from([time for time in TIMES_MS if time is None or time <= 60_000])
package = st.sampled_from(APPS)
held_action: st.SearchStrategy[a.Action] = st.one_of(
    st.builds(a.Click, point),
    st.builds(a.DoubleClick, point, press_ms),
    st.builds(a.LongPress, point, press_ms),
    st.builds(a.Scroll, point, point, press_ms),
    st.builds(a.Drag, point, point, press_ms),
    st.builds(a.ButtonPress, st.sampled_from(BUTTONS)),
    *(st.builds(kind, package) for kind in (a.OpenApp, a.CloseApp)),
    *(st.builds(kind, text) for kind in (a.Type, a.Output, a.Finish, a.CallUser)),
    st.builds(a.Wait, wait_ms),
)


def test_the_numbers_of_kinds_never_change() -> None:
    assert " ".join(KINDS[:7]) == "click double_click long_press type scroll drag button_press"
    assert " ".join(KINDS[7:]) == "open_app close_app wait output finish call_user"


@given(held_action)
def test_what_the_space_holds_comes_back_the_same(action: a.Action) -> None:
    values = SPACE.encode(action)
    assert SPACE.contains(values) and SPACE.decode(values) == action


@given(any_action)
def test_any_action_is_held_or_refused(action: a.Action) -> None:
    try:
        values = SPACE.encode(action)
    except ActionError:
        return
    assert SPACE.contains(values) and SPACE.decode(values) == action


@settings(max_examples=300)
@given(st.integers(0, 2**31))
def test_every_member_is_an_action(seed: int) -> None:
    SPACE.seed(seed)
    action = SPACE.decode(SPACE.sample())
    assert SPACE.decode(SPACE.encode(action)) == action


@pytest.mark.parametrize("key", ["kind", "app", "button", "time"])
@pytest.mark.parametrize("value", [-1, 1000, "x", None])
def test_what_is_not_in_the_space_is_an_action_error(key: str, value: object) -> None:
    uses: dict[str, a.Action] = {
        "kind": a.Wait(0),
        "app": a.OpenApp(APPS[0]),
        "button": a.ButtonPress("back"),
        "time": a.Wait(0),
    }
    values = SPACE.encode(uses[key])
    with pytest.raises(ActionError):
        SPACE.decode({**values, key: value})
    with pytest.raises(ActionError):
        SPACE.decode({name: value for name, value in values.items() if name != key})


@pytest.mark.parametrize("start", [[0], [0, 1001], [-1, 0], 3])
def test_a_point_off_the_screen_is_an_action_error(start: object) -> None:
    with pytest.raises(ActionError):
        SPACE.decode({**SPACE.encode(a.Click(a.Point(1, 2))), "start": start})


def test_a_phone_without_apps_is_refused() -> None:
    with pytest.raises(PhoneBuddyError, match="without apps"):
        ActionSpace([])


def test_a_pixel_space_is_a_box_without_the_arrays() -> None:
    space = PixelSpace((2400, 1080, 4))
    batched = batch_space(space, 64)
    assert isinstance(batched, PixelSpace) and batched.shape == (64, 2400, 1080, 4)
    assert batched.low.strides == (0, 0, 0, 0)
    small = PixelSpace((3, 2, 4))
    assert small.sample() in small and copy.deepcopy(small) == small
    assert np.zeros((3, 2, 4), np.uint8) in small
    assert np.zeros((3, 2, 3), np.uint8) not in small


def test_every_known_role_has_a_number() -> None:
    assert set(ROLE_CLASSES) <= set(ROLES)
    assert len(set(ROLES)) == len(ROLES)


def tree_of(elements: list[Element], rows: int = 8) -> dict[str, list[int]]:
    screen = Screen(elements, "", "", 200, 400, 0, RemoteFrame(None))
    out = np.full((rows, len(COLUMNS)), 77, np.int16)
    write_tree(screen, out)
    assert out in tree_space(rows)
    return {name: out[:, index].tolist() for index, name in enumerate(COLUMNS)}


def test_a_tree_says_what_the_screen_says() -> None:
    flags = int(Flag.CLICKABLE | Flag.ENABLED | Flag.PASSWORD)
    tree = tree_of(
        [
            Element("a", "list", Bounds(0, 0, 200, 400)),
            Element("a/b", "button", Bounds(1, 3, 100, 200), flags=flags, parent="a"),
            Element("c", "strange", Bounds(199, 399, 200, 400), parent="elsewhere"),
        ],
        rows=4,
    )
    assert tree["left"] == [0, 5, 995, 0]
    assert tree["top"] == [0, 7, 997, 0]
    assert tree["right"] == [1000, 500, 1000, 0]
    assert tree["bottom"] == [1000, 500, 1000, 0]
    assert tree["parent"] == [-1, 0, -1, -1]
    assert tree["role"] == [ROLES.index("list") + 2, ROLES.index("button") + 2, 1, 0]
    assert [tree[name][1] for name in ("clickable", "checked", "enabled", "password")] == [1, 0, 1, 1]


def test_a_tree_holds_as_many_elements_as_it_has_rows() -> None:
    elements = [Element(f"e{index}", "text", Bounds(0, 0, 10, 10)) for index in range(9)]
    assert tree_of(elements, rows=3)["role"] == [2, 2, 2]
    assert tree_of([])["role"] == [0] * 8
