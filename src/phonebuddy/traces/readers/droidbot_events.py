"""The events of DroidBot and its descendants, as touches and actions.

Invariant: total; an event of a kind that is not known, or without its fields, gives None.
"""

from __future__ import annotations

from typing import Any

from phonebuddy.actions import Action
from phonebuddy.traces.gestures import adb_command, button
from phonebuddy.traces.raw import RawShot, Touch
from phonebuddy.traces.values import corners_of, dict_of, int_of, text_of

_KINDS = {"touch": "click", "select": "click", "unselect": "click", "long_touch": "long_press"}
_SHARE = 0.4
"""DroidBot moves the finger by four tenths of the view to each side of its middle."""
_WAYS = {"UP": (0, 1), "DOWN": (0, -1), "LEFT": (1, 0), "RIGHT": (-1, 0)}
"""Which way the finger moves to scroll there."""


def read_event(event: dict[str, Any], shot: RawShot | None) -> Touch | Action | None:
    """What was done, on which screen."""
    kind = text_of(event.get("event_type"))
    view = dict_of(event.get("view"))
    if kind in _KINDS:
        at = _place(event, view)
        return Touch(_KINDS[kind], at, view=_view_id(view, shot)) if at else None
    if kind == "set_text":
        at = _place(event, view)
        text = text_of(event.get("text"))
        return Touch("type", at, view=_view_id(view, shot), text=text, replaces=True) if at else None
    if kind == "scroll":
        return _scroll(event, view, shot)
    if kind == "swipe":
        return _swipe(event)
    if kind == "key":
        return button(event.get("name"))
    if kind in ("intent", "kill_app"):
        return adb_command(text_of(event.get("intent")) or text_of(event.get("stop_intent")))
    return None


def _place(event: dict[str, Any], view: dict[str, Any]) -> tuple[int, int] | None:
    """Where the finger went: as recorded, else the middle of the view."""
    x, y = int_of(event.get("x")), int_of(event.get("y"))
    if x is not None and y is not None:
        return x, y
    corners = corners_of(view.get("bounds"))
    if corners is None:
        return None
    left, top, right, bottom = corners
    return (left + right) // 2, (top + bottom) // 2


def _view_id(view: dict[str, Any], shot: RawShot | None) -> str | None:
    """The id of the named view on the screen before: its number there, if it is the same view."""
    number, corners = int_of(view.get("temp_id")), corners_of(view.get("bounds"))
    if shot is None or number is None:
        return None
    found = [node for node in shot.nodes if node.id == str(number)]
    found += [node for node in shot.nodes if node.bounds == corners]
    cls = text_of(view.get("class"))
    return next((node.id for node in found if node.cls == cls and node.bounds == corners), None)


def _scroll(event: dict[str, Any], view: dict[str, Any], shot: RawShot | None) -> Touch | None:
    at, corners = _place(event, view), corners_of(view.get("bounds"))
    way = _WAYS.get(text_of(event.get("direction")).upper())
    if at is None or way is None:
        return None
    wide, high = (corners[2] - corners[0], corners[3] - corners[1]) if corners else (0, 0)
    dx, dy = round(way[0] * wide * _SHARE), round(way[1] * high * _SHARE)
    start, end = (at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)
    return Touch("scroll", start, end, _view_id(view, shot))


def _swipe(event: dict[str, Any]) -> Touch | None:
    numbers = [int_of(event.get(name)) for name in ("start_x", "start_y", "end_x", "end_y")]
    start = _place({"x": numbers[0], "y": numbers[1]}, dict_of(event.get("start_view")))
    end = _place({"x": numbers[2], "y": numbers[3]}, dict_of(event.get("end_view")))
    return Touch("scroll", start, end) if start and end else None
