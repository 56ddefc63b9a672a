"""Recordings written down by hand: screens as short lines, steps as what was touched.

A line is `kind:words`: p text, b button, i field, c box that is off, x box that is on; `|` parts the lines of
one thing.
Invariant: everything is of our own making.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.actions import Action, ButtonPress, Click, Point, Type
from phonebuddy.rebuild.items import Item, read_flat
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Flag as Kind
from phonebuddy.traces.trace import Mark, Shot, Step, Trace

APP = "pantry"
BACK = "back"
_KINDS = {
    "p": ("text", 0),
    "b": ("button", Flag.CLICKABLE),
    "i": ("field", Flag.CLICKABLE | Flag.EDITABLE),
    "c": ("checkbox", Flag.CLICKABLE | Flag.CHECKABLE),
    "x": ("checkbox", Flag.CLICKABLE | Flag.CHECKABLE | Flag.CHECKED),
}

Lines = Sequence[str]
Doing = str | tuple[str, str]
"""What was touched, by its words; with a second text, what was typed there; or BACK."""


def elements(lines: Lines) -> list[Element]:
    found = []
    for row, line in enumerate(lines):
        kind, _, words = line.partition(":")
        role, flags = _KINDS[kind]
        bounds = Bounds(0, 100 * row, 1000, 100 * row + 100)
        found.append(
            Element(
                str(row), role, bounds, words.replace("|", "\n"), package=APP, flags=int(flags | Flag.ENABLED)
            )
        )
    return found


def items(*lines: str) -> list[Item]:
    return read_flat(elements(lines))


def shot(lines: Lines) -> Shot:
    screen = Screen(elements(lines), APP, "", 1000, 100 * max(1, len(lines)), 0, NoPicture())
    return Shot("/".join(lines), screen)


def trace(id: str, *parts: Lines | Doing, instruction: str = "") -> Trace:
    """Screens and what was done between them, in turn."""
    screens: list[Lines] = [part for part in parts if isinstance(part, list)]
    doings: list[Doing] = [part for part in parts if isinstance(part, str | tuple)]
    assert len(screens) == len(doings) + 1, "a recording starts and ends with a screen"
    shots = {one.key: one for one in map(shot, screens)}
    steps = [_step(*pair) for pair in zip(screens, doings, screens[1:], strict=False)]
    flags = frozenset({Kind.NO_BOUNDS, Kind.FLAT} | ({Kind.EXPLORATION} if not instruction else set()))
    return Trace(id, "autodroid", APP, shots, tuple(steps), instruction, flags=flags)


def _step(before: Lines, doing: Doing, after: Lines) -> Step:
    marks = frozenset({Mark.NO_CHANGE}) if before == after else frozenset()
    keys = "/".join(before), "/".join(after)
    if doing == BACK:
        return Step(keys[0], ButtonPress("back"), keys[1], marks=marks)
    words, text = (doing, "") if isinstance(doing, str) else doing
    target = next(e for e in elements(before) if e.text.replace("\n", "|") == words)
    action: Action = Type(text) if text else Click(Point(500, 500))
    return Step(keys[0], action, keys[1], target.id, marks)


MAIN = ["p:Pantry", "b:More", "b:Milk|2 litres", "b:Rice|1 bag", "b:Add"]
MENU = ["b:Settings", "b:Help"]
SETTINGS = ["p:Settings", "c:Warn me early", "b:Units|Metric", "b:About us"]
WARNED = ["p:Settings", "x:Warn me early", "b:Units|Metric", "b:About us"]
UNITS = ["x:Metric", "c:Imperial", "c:Old"]
IMPERIAL = ["p:Settings", "c:Warn me early", "b:Units|Imperial", "b:About us"]
MILK = ["p:Milk", "p:2 litres", "b:Use one"]
RICE = ["p:Rice", "p:1 bag", "b:Use one"]
FORM = ["p:New thing", "i:Name", "b:Cancel", "b:OK"]


def named(words: str) -> list[str]:
    return ["p:New thing", f"i:{words}", "b:Cancel", "b:OK"]


def added(words: str) -> list[str]:
    return ["p:Pantry", "b:More", "b:Milk|2 litres", "b:Rice|1 bag", f"p:Last: {words}", "b:Add"]


RUN = trace(
    "run",
    MAIN, "More", MENU, "Settings", SETTINGS, "Units|Metric", UNITS, BACK, SETTINGS, BACK, MAIN,
    "Milk|2 litres", MILK, BACK, MAIN, "Add", FORM, "Cancel", MAIN,
)  # fmt: skip
WARN = trace(
    "warn", MAIN, "More", MENU, "Settings", SETTINGS, "Warn me early", WARNED, instruction="Warn me early"
)
CHOOSE = trace(
    "choose", MAIN, "More", MENU, "Settings", SETTINGS, "Units|Metric", UNITS, "Imperial", IMPERIAL,
    instruction="Use imperial units",
)  # fmt: skip
SALT = trace(
    "salt", MAIN, "Add", FORM, ("Name", "Salt"), named("Salt"), "OK", added("Salt"), instruction="Add 'Salt'"
)
OATS = trace(
    "oats", MAIN, "Add", FORM, ("Name", "Oats"), named("Oats"), "OK", added("Oats"), instruction="Add 'Oats'"
)
ALL = [RUN, WARN, CHOOSE, SALT, OATS]
