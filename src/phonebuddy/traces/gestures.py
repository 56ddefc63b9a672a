"""Ways in which recordings write what was done, as touches and actions: adb commands, directions, names.

Invariant: total; what is not understood gives None.
"""

from __future__ import annotations

import re

from phonebuddy.actions import Action, ButtonPress, CloseApp, OpenApp, Wait
from phonebuddy.errors import ActionError
from phonebuddy.traces.raw import Corners, Touch
from phonebuddy.traces.values import int_of, text_of

_SHARE = 0.3
_WAYS = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}
"""Which way the finger moves to bring what lies there into view."""
_KEYS = {"3": "home", "4": "back", "66": "enter", "82": "menu"}
_LONG_PRESS_MS = 400
_STILL = 12
"""A swipe over fewer pixels is a press."""


def scroll(direction: object, corners: Corners, view: str | None = None) -> Touch | None:
    """Scrolling some way inside a rectangle."""
    way = _WAYS.get(text_of(direction).lower())
    if way is None:
        return None
    left, top, right, bottom = corners
    x, y = (left + right) // 2, (top + bottom) // 2
    dx, dy = round(way[0] * (right - left) * _SHARE), round(way[1] * (bottom - top) * _SHARE)
    return Touch("scroll", (x - dx, y - dy), (x + dx, y + dy), view)


def open_app(name: object) -> Action | None:
    try:
        return OpenApp(text_of(name))
    except ActionError:
        return None


def button(name: object) -> Action | None:
    """A button of the phone, by its key code or name."""
    key = text_of(name).upper().removeprefix("KEYCODE_").lower()
    key = _KEYS.get(key, key)
    return ButtonPress(key) if key in ("back", "home", "menu", "enter") else None


def adb_command(line: str) -> Touch | Action | None:
    """What a person types after `adb shell`: input tap, swipe, text, keyevent; am start, am force-stop."""
    words = line.split()
    if words[:2] == ["adb", "shell"]:
        words = words[2:]
    numbers = [int_of(word) for word in words[2:]]
    if words[:2] == ["input", "tap"] and len(numbers) == 2 and None not in numbers:
        return Touch("click", (numbers[0] or 0, numbers[1] or 0))
    if words[:2] in (["input", "swipe"], ["input", "draganddrop"]) and len(numbers) in (4, 5):
        return _swipe([number or 0 for number in numbers], words[1])
    if words[:2] == ["input", "text"] and len(words) > 2:
        return Touch("type", text=text_of(" ".join(words[2:]).replace("%s", " ").strip("'\"")))
    if words[:2] == ["input", "keyevent"] and len(words) == 3:
        return button(words[2])
    if words[:1] == ["sleep"] and len(words) == 2:
        seconds = int_of(words[1])
        return Wait(seconds * 1000) if seconds is not None and 0 <= seconds <= 600 else None
    return _manager(line)


def _swipe(numbers: list[int], word: str) -> Touch:
    x1, y1, x2, y2 = numbers[:4]
    if word == "draganddrop":
        return Touch("drag", (x1, y1), (x2, y2))
    if abs(x1 - x2) + abs(y1 - y2) < _STILL:
        is_long = len(numbers) == 5 and numbers[4] >= _LONG_PRESS_MS
        return Touch("long_press" if is_long else "click", (x1, y1))
    return Touch("scroll", (x1, y1), (x2, y2))


def _manager(line: str) -> Action | None:
    """`am start` and `am force-stop`."""
    try:
        if found := re.search(r"\bam start (?:-[a-zA-Z] (?:[\w.]+ )?)*([\w.]+)/", line[:1000]):
            return OpenApp(found[1])
        if found := re.search(r"\bmonkey -p ([\w.]+)\b", line[:1000]):
            return OpenApp(found[1])
        if found := re.search(r"\bam force-stop ([\w.]+)", line[:1000]):
            return CloseApp(found[1])
    except ActionError:
        pass
    return None
