"""Which element a touch falls on: by its place on the screen, not by what the recorder says.

A crawler taps the middle of nodes that are not on the screen, and the tap lands on whatever is there.
Invariant: a target is an element of the shot that holds the point; where the recording has no bounds, the
element the recorder named; for text aimed at nothing, what took the keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.actions import Action, Click, DoubleClick, Drag, LongPress, Point, Scroll, Type, to_point
from phonebuddy.screen import Element, Screen
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.raw import Touch
from phonebuddy.traces.shots import Made
from phonebuddy.traces.trace import Flag, Mark

_WANTED = {
    "click": Is.CLICKABLE,
    "double_click": Is.CLICKABLE,
    "long_press": Is.LONG_CLICKABLE,
    "scroll": Is.SCROLLABLE,
    "drag": Is.LONG_CLICKABLE,
    "type": Is.EDITABLE,
}
_POINTED: dict[str, Callable[[Point], Action]] = {
    "click": Click,
    "double_click": DoubleClick,
    "long_press": LongPress,
}


class Resolved(NamedTuple):
    action: Action
    target: str | None
    marks: frozenset[Mark]


def resolve(touch: Touch, made: Made, flags: frozenset[Flag], after: Made | None = None) -> Resolved:
    """The action, target and marks of a touch on a shot; `after` is what was seen next."""
    screen = made.shot.screen
    named = made.shot.element(touch.view) if touch.view is not None else None
    if Flag.NO_BOUNDS in flags:
        at = named.bounds.center if named else (screen.width // 2, screen.height // 2)
        marks = frozenset() if named or touch.view is None else frozenset({Mark.MISSED})
        return Resolved(_action(touch, at, screen), named.id if named else None, marks | _replaces(touch))
    if touch.at is None:
        return _without_place(touch, named, screen, after)
    find = _find_flat if Flag.FLAT in flags else _find
    found = None if touch.misses else find(touch, made, *touch.at)
    if found is None and touch.kind == "type":
        return _without_place(touch, None, screen, after)
    marks = _replaces(touch)
    if found is None:
        # A scroll over an empty place is still a scroll of the page.
        marks |= {Mark.MISSED} if touch.kind in _POINTED else frozenset()
    elif touch.view is not None and found.id != touch.view and not _bubbles(touch, named, found, screen):
        marks |= {Mark.RETARGETED}
    return Resolved(_action(touch, touch.at, screen), found.id if found else None, marks)


def _without_place(touch: Touch, named: Element | None, screen: Screen, after: Made | None) -> Resolved:
    """No place was recorded, or one that holds nothing: the named element, the field that takes the text, or
    the whole screen.
    """
    if named is None and touch.kind == "type":
        named = _taking(touch.text, screen, after)
        if named is None and touch.with_enter and (pressed := _pressed_by_enter(screen)) is not None:
            press = Click(_point(pressed.bounds.center, screen))
            return Resolved(press, pressed.id, frozenset({Mark.RETARGETED}))
    at = named.bounds.center if named else (screen.width // 2, screen.height // 2)
    missed = touch.kind in _POINTED and named is None
    marks = _replaces(touch) | ({Mark.MISSED} if missed else frozenset())
    return Resolved(_action(touch, at, screen), named.id if named else None, marks)


def _taking(text: str, screen: Screen, after: Made | None) -> Element | None:
    """The field that keys write into: the focused one, the one that says the text next, the one that says
    something else next; where the fields after it are others, the only one.
    """
    fields = _fields(screen)
    if focused := next((field for field in fields if field.has(Is.FOCUSED)), None):
        return focused
    later = _fields(after.shot.screen) if after is not None else []
    if len(later) != len(fields):
        return fields[0] if len(fields) == 1 else None
    changed = [(field, then) for field, then in zip(fields, later, strict=True) if field.text != then.text]
    says = [(field, then) for field, then in changed if text in then.text and text not in field.text]
    found = says or changed
    return found[0][0] if len(found) == 1 else None


def _fields(screen: Screen) -> list[Element]:
    return [element for element in screen.elements if element.has(Is.EDITABLE)]


def _pressed_by_enter(screen: Screen) -> Element | None:
    """What the enter key presses where nothing can be written into: the first key gives the first thing that
    can be touched the focus, as Android does it.
    """
    if _fields(screen):
        return None
    return next((element for element in screen.elements if element.has(Is.CLICKABLE)), None)


def _replaces(touch: Touch) -> frozenset[Mark]:
    return frozenset({Mark.REPLACES}) if touch.replaces else frozenset()


def _find(touch: Touch, made: Made, x: int, y: int) -> Element | None:
    """As Android hands out touches: what is drawn last first, children before their parents."""
    if any(_holds(bar, x, y) for bar in made.bars):
        return None
    under = [element for element in made.shot.screen.elements if _holds(element.bounds, x, y)]
    wanted = _WANTED[touch.kind]
    for element in reversed(under):
        if element.has(wanted):
            return element
    if named := next((element for element in under if element.id == touch.view), None):
        return named
    return under[-1] if under else None


def _find_flat(touch: Touch, made: Made, x: int, y: int) -> Element | None:
    """Without parents there is no saying what lies on top: the named element, else the smallest that fits."""
    if any(_holds(bar, x, y) for bar in made.bars):
        return None
    under = [element for element in made.shot.screen.elements if _holds(element.bounds, x, y)]
    if named := next((element for element in under if element.id == touch.view), None):
        return named
    fitting = [element for element in under if element.has(_WANTED[touch.kind])] or under
    return min(fitting, key=lambda element: _area(element.bounds), default=None)


def _area(bounds: tuple[int, int, int, int]) -> int:
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])


def _holds(bounds: tuple[int, int, int, int], x: int, y: int) -> bool:
    return bounds[0] <= x < bounds[2] and bounds[1] <= y < bounds[3]


def _bubbles(touch: Touch, named: Element | None, found: Element, screen: Screen) -> bool:
    """The named element does not take such touches itself and stands inside the one that does."""
    if named is None or named.has(_WANTED[touch.kind]):
        return False
    by_id = {element.id: element for element in screen.elements}
    above: Element | None = named
    while above is not None:
        if above.id == found.id:
            return True
        above = by_id.get(above.parent) if above.parent else None
    return False


def _action(touch: Touch, at: tuple[int, int], screen: Screen) -> Action:
    start = _point(at, screen)
    if touch.kind == "type":
        return Type(touch.text)
    if touch.kind in _POINTED:
        return _POINTED[touch.kind](start)
    end = _point(touch.to or at, screen)
    return Drag(start, end) if touch.kind == "drag" else Scroll(start, end)


def _point(at: tuple[int, int], screen: Screen) -> Point:
    x, y = min(max(at[0], 0), screen.width - 1), min(max(at[1], 0), screen.height - 1)
    return to_point(x, y, screen.width, screen.height)
