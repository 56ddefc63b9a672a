"""Actions: what can be made, what cannot, and the ways between JSON, pixels and values."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy import actions
from phonebuddy.actions import (
    ACTIONS,
    Action,
    ButtonPress,
    CallUser,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Point,
    Scroll,
    Type,
    Wait,
    from_json,
    to_json,
    to_pixels,
    to_point,
)
from phonebuddy.errors import ActionError
from tests.strategies import any_action

SAMPLES: list[tuple[Action, str, dict[str, object]]] = [
    (Click(Point(1, 2)), "click", {"points": [[1, 2]]}),
    (DoubleClick(Point(0, 1000), 80), "double_click", {"points": [[0, 1000]], "interval": 80}),
    (LongPress(Point(5, 5), 900), "long_press", {"points": [[5, 5]], "duration": 900}),
    (Type("hi"), "type", {"text": "hi"}),
    (Scroll(Point(1, 2), Point(3, 4)), "scroll", {"points": [[1, 2], [3, 4]]}),
    (Drag(Point(1, 2), Point(3, 4), 500), "drag", {"points": [[1, 2], [3, 4]], "duration": 500}),
    (ButtonPress("back"), "button_press", {"type": "back"}),
    (OpenApp("com.x"), "open_app", {"package": "com.x"}),
    (CloseApp("com.x"), "close_app", {"package": "com.x"}),
    (Wait(1500), "wait", {"time": 1500}),
    (Output("so far"), "output", {"text": "so far"}),
    (Finish("done"), "finish", {"text": "done"}),
    (CallUser("which one?"), "call_user", {"text": "which one?"}),
]


@pytest.mark.parametrize(("action", "name", "arguments"), SAMPLES)
def test_each_action_has_its_published_form(action: Action, name: str, arguments: dict[str, object]) -> None:
    assert to_json(action) == {"name": name, "arguments": arguments}
    assert from_json({"name": name, "arguments": arguments}) == action
    assert actions.name_of(action) == name


def test_the_samples_cover_every_action() -> None:
    assert [name for _, name, _ in SAMPLES] == list(ACTIONS)


@given(any_action)
def test_json_and_msgspec_round_trips(action: Action) -> None:
    assert from_json(to_json(action)) == action
    decoded: Action = msgspec.json.decode(msgspec.json.encode(action), type=Action)
    assert decoded == action
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(action), type=Action) == action


BAD_JSON: list[tuple[object, str]] = [
    ([], "with these two keys"),
    ({"name": "click"}, "with these two keys"),
    ({"name": "clik", "arguments": {}}, "did you mean 'click'"),
    ({"name": ["click"], "arguments": {}}, "unknown action a list"),
    ({"name": "click", "arguments": []}, "must be an object"),
    ({"name": "click", "arguments": {}}, "points must be [[x, y]]"),
    ({"name": "click", "arguments": {"points": [[1, 2], [3, 4]]}}, "points must be [[x, y]]"),
    ({"name": "click", "arguments": {"points": [1, 2]}}, "points must be"),
    ({"name": "click", "arguments": {"points": [5]}}, "points must be"),
    ({"name": "scroll", "arguments": {"points": [[1, 2]]}}, "[[x1, y1], [x2, y2]]"),
    ({"name": "click", "arguments": {"points": [[1, 1001]]}}, "from 0 to 1000, got 1001"),
    ({"name": "click", "arguments": {"points": [[-1, 0]]}}, "got -1"),
    ({"name": "click", "arguments": {"points": [[1.0, 0]]}}, "whole numbers"),
    ({"name": "click", "arguments": {"points": [[True, 0]]}}, "whole numbers"),
    ({"name": "click", "arguments": {"points": [[1, 0]], "pionts": 1}}, "unknown argument 'pionts'"),
    ({"name": "type", "arguments": {}}, "'text' is missing"),
    ({"name": "type", "arguments": {"text": 5}}, "must be text"),
    ({"name": "type", "arguments": {"text": "x" * 20_001}}, "20001 characters"),
    ({"name": "type", "arguments": {"text": "\ud800"}}, "not text"),
    ({"name": "type", "arguments": {"text": "a\0"}}, "not text"),
    ({"name": "button_press", "arguments": {"type": "hme"}}, "did you mean 'home'"),
    ({"name": "button_press", "arguments": {"type": None}}, "unknown button None"),
    ({"name": "open_app", "arguments": {"package": " "}}, "must name an app"),
    ({"name": "open_app", "arguments": {"package": "a\nb"}}, "on one line"),
    ({"name": "wait", "arguments": {"time": -1}}, "from 0 to 600000"),
    ({"name": "wait", "arguments": {"time": None}}, "whole milliseconds"),
    ({"name": "drag", "arguments": {"points": [[1, 2], [3, 4]], "duration": 60_001}}, "from 0 to 60000"),
]


@pytest.mark.parametrize(("data", "message"), BAD_JSON)
def test_what_cannot_be_is_refused(data: object, message: str) -> None:
    with pytest.raises(ActionError, match=re.escape(message)):
        from_json(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(list(ACTIONS)), st.dictionaries(st.sampled_from(["points", "text", "time"]), json_values)
)
def test_from_json_fails_only_with_an_action_error(name: str, arguments: dict[str, object]) -> None:
    try:
        from_json({"name": name, "arguments": arguments})
    except ActionError as error:
        assert len(str(error)) < 400


def test_an_invalid_action_cannot_be_decoded_either() -> None:
    with pytest.raises(ActionError):
        msgspec.json.decode(b'{"name": "click", "point": [5, 5000]}', type=Action)


def test_actions_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Click(Point(1, 1)).point = Point(2, 2)  # type: ignore[misc]


def test_the_corners_of_a_screen() -> None:
    assert to_pixels(Point(0, 0), 1080, 2400) == (0, 0)
    assert to_pixels(Point(500, 500), 1080, 2400) == (540, 1200)
    assert to_pixels(Point(1000, 1000), 1080, 2400) == (1079, 2399)


sizes = st.integers(1, 4000)


@given(st.data(), sizes, sizes)
def test_pixels_come_back_within_a_thousandth(data: st.DataObject, width: int, height: int) -> None:
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    back = to_pixels(to_point(x, y, width, height), width, height)
    for given_px, back_px, size in zip((x, y), back, (width, height), strict=True):
        assert 0 <= back_px < size
        assert abs(back_px - given_px) <= (0 if size <= 1000 else size / 1000)


@given(st.integers(0, 1000), st.integers(1, 10_000))
def test_pixels_follow_the_published_formula(n: int, size: int) -> None:
    assert to_pixels(Point(n, n), size, size) == (min(int(n * size / 1000), size - 1),) * 2
