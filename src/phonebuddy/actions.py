"""Actions: the functions by which an agent works a phone, as frozen values.

What this is not: the text a model writes (action_text.py) or how a phone carries an action out.
Invariant: an action that exists is valid. Every way of making one runs the checks of action_checks.py,
which raise ActionError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, get_args

import msgspec

from phonebuddy.action_checks import AXIS, CHECKS, brief, unknown
from phonebuddy.errors import ActionError


class Point(NamedTuple):
    """A place on the screen, 0 to 1000 per axis, from the top left corner."""

    x: int
    y: int


def _tag(class_name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", class_name).lower()


class _Function(msgspec.Struct, frozen=True, tag_field="name", tag=_tag):
    """Base of all actions: its tag is the function name that models write."""

    def __post_init__(self) -> None:
        for field in self.__struct_fields__:
            CHECKS[field](field, getattr(self, field))


class Click(_Function, frozen=True):
    """Tap once."""

    point: Point


class DoubleClick(_Function, frozen=True):
    """Tap twice; `interval_ms` lies between the taps."""

    point: Point
    interval_ms: int | None = None


class LongPress(_Function, frozen=True):
    """Press, hold, let go."""

    point: Point
    duration_ms: int | None = None


class Type(_Function, frozen=True):
    """Type into the focused field, after what is there."""

    text: str


class Scroll(_Function, frozen=True):
    """Move the finger from start to end to scroll what is under it."""

    start: Point
    end: Point
    duration_ms: int | None = None


class Drag(_Function, frozen=True):
    """Pick up what is at start and let it go at end."""

    start: Point
    end: Point
    duration_ms: int | None = None


class ButtonPress(_Function, frozen=True):
    """Press one of the phone's own buttons: back, home, menu, enter."""

    button: str


class OpenApp(_Function, frozen=True):
    """Bring an app to the front, by package or by the name under its icon."""

    package: str


class CloseApp(_Function, frozen=True):
    """End an app, by package or by the name under its icon."""

    package: str


class Wait(_Function, frozen=True):
    """Let the phone's time pass."""

    time_ms: int


class Output(_Function, frozen=True):
    """Tell the user something and go on."""

    text: str


class Finish(_Function, frozen=True):
    """End the task, with the answer or the result."""

    text: str


class CallUser(_Function, frozen=True):
    """Stop and ask the user."""

    text: str


Action = (
    Click
    | DoubleClick
    | LongPress
    | Type
    | Scroll
    | Drag
    | ButtonPress
    | OpenApp
    | CloseApp
    | Wait
    | Output
    | Finish
    | CallUser
)

ACTIONS: Mapping[str, type[Action]] = {_tag(kind.__name__): kind for kind in get_args(Action)}
"""Every action by its function name."""

_KEYS = {"button": "type", "interval_ms": "interval", "duration_ms": "duration", "time_ms": "time"}
"""Field names that differ from the argument names of the published functions; milliseconds in both."""
_POINT_FIELDS = ("point", "start", "end")


def name_of(action: Action) -> str:
    """The function name of an action: `click`, `open_app`, ..."""
    return _tag(type(action).__name__)


def argument_names(name: str) -> tuple[str, ...]:
    """The argument names of a function as models write them, `points` first where it has any."""
    fields = ACTIONS[name].__struct_fields__
    keys = [_KEYS.get(field, field) for field in fields if field not in _POINT_FIELDS]
    return (("points",) if len(keys) < len(fields) else ()) + tuple(keys)


def to_json(action: Action) -> dict[str, object]:
    """`{"name": ..., "arguments": {...}}`, ready for json; unset optional arguments are left out."""
    points: list[list[int]] = []
    arguments: dict[str, object] = {}
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field in _POINT_FIELDS:
            points.append(list(value))
        elif value is not None:
            arguments[_KEYS.get(field, field)] = value
    return {"name": name_of(action), "arguments": {"points": points, **arguments} if points else arguments}


def from_json(data: object) -> Action:
    """The action of a `to_json` dict; raises ActionError that says what is accepted."""
    if not isinstance(data, dict) or set(data) != {"name", "arguments"}:
        raise ActionError('An action is {"name": ..., "arguments": {...}}, with these two keys and no other.')
    name, arguments = data["name"], data["arguments"]
    if not isinstance(name, str) or name not in ACTIONS:
        raise ActionError(unknown("action", name, ACTIONS))
    if not isinstance(arguments, dict):
        raise ActionError(f"{name}: arguments must be an object, got {brief(arguments)}.")
    accepted = argument_names(name)
    for key in arguments:
        if key not in accepted:
            raise ActionError(f"{name}: {unknown('argument', key, accepted)}")
    return _build(name, arguments)


def _build(name: str, arguments: Mapping[str, object]) -> Action:
    kind: Callable[..., Action] = ACTIONS[name]
    fields = ACTIONS[name].__struct_fields__
    num_required = len(fields) - len(ACTIONS[name].__struct_defaults__)
    num_points = sum(field in _POINT_FIELDS for field in fields)
    points = iter(_read_points(name, arguments.get("points"), num_points))
    values: dict[str, object] = {}
    for i, field in enumerate(fields):
        key = _KEYS.get(field, field)
        if field in _POINT_FIELDS:
            values[field] = next(points)
        elif key in arguments:
            values[field] = arguments[key]
        elif i < num_required:
            raise ActionError(f"{name}: argument '{key}' is missing.")
    return kind(**values)


def _read_points(name: str, value: object, count: int) -> list[Point]:
    if count == 0:
        return []
    shape = "[[x, y]]" if count == 1 else "[[x1, y1], [x2, y2]]"
    if not isinstance(value, list) or len(value) != count:
        raise ActionError(f"{name}: points must be {shape}, got {brief(value)}.")
    if any(not isinstance(pair, list | tuple) or len(pair) != 2 for pair in value):
        raise ActionError(f"{name}: points must be {shape}.")
    return [Point(*pair) for pair in value]


def to_pixels(point: Point, width: int, height: int) -> tuple[int, int]:
    """The pixel a point falls on; 1000 falls on the last one."""
    return min(point.x * width // AXIS, width - 1), min(point.y * height // AXIS, height - 1)


def to_point(x: int, y: int, width: int, height: int) -> Point:
    """The point nearest to the middle of a pixel: exact up to 1000 pixels, else within 1/1000 of the axis."""
    return Point(_to_axis(x, width), _to_axis(y, height))


def _to_axis(pixel: int, size: int) -> int:
    # Rounding half down keeps the result inside the pixel for every size up to 1000.
    value = -((size - (2 * pixel + 1) * AXIS) // (2 * size))
    return max(0, min(AXIS, value))
