"""Scripts: what a person would do, said by what they see: `tap: Save`, `type: milk`, `scroll: down`.

A script names elements by their words, not by places, so it works on any look of the phone. Invariant: a
step that cannot be done raises ScriptError naming the step and what was on the screen instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from phonebuddy.actions import (
    Action,
    ButtonPress,
    Click,
    DoubleClick,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Type,
    Wait,
    to_point,
)
from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.screen import Element, Screen
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.nodes import read_yaml

WORDS = ("open", "tap", "double_tap", "long_press", "type", "scroll", "press", "wait")
SCROLLS = {"down": ((500, 750), (500, 300)), "up": ((500, 300), (500, 750))}


class ScriptError(PhoneBuddyError):
    """A step of a script that cannot be done."""


class Step(NamedTuple):
    word: str
    value: str
    place: str

    def __str__(self) -> str:
        return f"{self.word}: {self.value}"


class Played(NamedTuple):
    step: Step
    action: Action
    screen: Screen
    """The screen after it."""


def read_script(path: Path) -> list[Step]:
    """A YAML file: a list of one-word maps."""
    root = read_yaml(path, path.name)
    steps: list[Step] = []
    for item in root.items or ():
        if item.entries is None or len(item.entries) != 1 or item.entries[0].value.text is None:
            raise ScriptError(f"{item.place}: a step is one word and what it is about, such as 'tap: Save'")
        word, value, place = item.entries[0]
        if word not in WORDS:
            known = ", ".join(WORDS)
            raise ScriptError(f"{place}: unknown step '{word}'{nearest(word, WORDS)}; known: {known}")
        steps.append(Step(word, value.text or "", str(place)))
    return steps


def play(phone: WorldPhone, steps: list[Step]) -> Iterator[Played]:
    """Do the steps one after another."""
    for step in steps:
        action = to_action(step, phone.observe())
        phone.act(action)
        yield Played(step, action, phone.observe())


def to_action(step: Step, screen: Screen) -> Action:
    """What a step means on this screen."""
    match step.word:
        case "open":
            return OpenApp(step.value)
        case "type":
            return Type(step.value)
        case "press":
            return ButtonPress(step.value)
        case "wait":
            return Wait(int(step.value))
        case "scroll":
            start, end = SCROLLS[step.value]
            return Scroll(Point(*start), Point(*end))
    element = find(screen, step.value)
    if element is None:
        seen = [text for one in screen.elements if (text := one.text or one.description)]
        raise ScriptError(
            f"{step.place}: nothing called '{step.value}' on {screen.package} {screen.activity}"
            f"{nearest(step.value, seen)}; there are: {', '.join(seen[:30])}"
        )
    spot = to_point(*element.bounds.center, screen.width, screen.height)
    if step.word == "tap":
        return Click(spot)
    return DoubleClick(spot) if step.word == "double_tap" else LongPress(spot)


def find(screen: Screen, words: str) -> Element | None:
    """The topmost element whose text, description or hint is these words; else one that holds them."""
    for element in reversed(screen.elements):
        if words in (element.text, element.description, element.hint):
            return element
    for element in reversed(screen.elements):
        if element.role != "key" and (words in element.text or words in element.description):
            return element
    return None
