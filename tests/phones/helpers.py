"""Screens and small things the tests of phones share."""

from __future__ import annotations

from typing import Any

from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture


def element(text: str, number: int, role: str = "button", **more: Any) -> Element:
    """An element of its own row, 100 pixels high."""
    given: dict[str, Any] = {"flags": int(Flag.ENABLED | Flag.CLICKABLE), "package": "com.x"} | more
    return Element(
        id=str(number),
        role=role,
        bounds=Bounds(0, number * 100, 1000, number * 100 + 100),
        text=text,
        **given,
    )


def screen(*texts: str, package: str = "com.x", extra: tuple[Element, ...] = ()) -> Screen:
    """A screen of buttons, one below the other, 1000 by 1000."""
    rows = [element(text, number) for number, text in enumerate(texts)]
    return Screen([*rows, *extra], package, "Main", 1000, 1000, 0, NoPicture())
