"""Side effects: what a task may do for real, and stopping before what it may not.

The words are data (side_effects.yaml). Not the deployed agent's policy, which asks a person about every step
that matters; here the operator speaks once, before a run. Invariant: an action that looks like the last step
of something irreversible is let through only if the task declared its kind, the operator gave the word for
it, and this is no dry run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
import yaml

from phonebuddy import actions
from phonebuddy.actions import Action, Point, to_pixels
from phonebuddy.errors import SetupError, nearest
from phonebuddy.screen import Element, Flag, Screen

SAFE_KEYS = ("key", "keyboard")
"""The delete key of a keyboard deletes nothing that matters."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the last step of one kind is known."""

    starts: tuple[str, ...]
    holds: tuple[str, ...]
    packages: tuple[str, ...]


class Permit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may happen for real: declared by a task, or given by the operator."""

    kinds: frozenset[str] = frozenset()
    contacts: tuple[str, ...] = ()
    """Who may get messages and calls; anybody else is a stranger."""


class Held(NamedTuple):
    """Why an action was not let through."""

    kind: str
    words: str
    """On the control."""
    why: str


@cache
def kinds() -> dict[str, Words]:
    """Every kind of side effect."""
    text = files("phonebuddy.phones").joinpath("side_effects.yaml").read_text("utf-8")
    try:
        return msgspec.convert(yaml.safe_load(text), dict[str, Words])
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise SetupError(f"side_effects.yaml: {error}") from error


def check_kinds(given: Iterable[str]) -> None:
    """Refuse what is no kind of side effect."""
    for name in sorted(set(given) - set(kinds())):
        raise SetupError(
            f"unknown side effect '{name}'{nearest(name, kinds())}; accepted: {', '.join(kinds())}"
        )


class Guard:
    """Decides for one episode."""

    def __init__(self, task: Permit, word: Permit, dry_run: bool = False) -> None:
        check_kinds(task.kinds | word.kinds)
        self._task = task
        self._word = word
        self._dry_run = dry_run

    def check(self, action: Action, screen: Screen) -> Held | None:
        """None when the action may be sent."""
        found = last_step(action, screen)
        if found is None:
            return None
        kind, words = found
        if self._dry_run:
            return Held(kind, words, "this is a dry run")
        if kind not in self._task.kinds:
            return Held(kind, words, f"the task does not declare '{kind}'")
        if kind not in self._word.kinds:
            return Held(kind, words, f"the operator has not given the word for '{kind}'")
        if kind in ("message", "call") and not self._knows(screen):
            return Held(kind, words, "nobody the task or the operator named is on the screen")
        return None

    def _knows(self, screen: Screen) -> bool:
        """Whether somebody named is on the screen: without that, whoever gets it is a stranger."""
        named = {name.lower() for name in (*self._task.contacts, *self._word.contacts)}
        return any(element.text.strip().lower() in named for element in screen.elements if element.text)


def last_step(action: Action, screen: Screen) -> tuple[str, str] | None:
    """The kind of side effect an action looks like, and the words that say so."""
    match action:
        case actions.Click() | actions.DoubleClick() | actions.LongPress():
            return _under(action.point, screen)
        case actions.Drag():
            return _under(action.start, screen) or _under(action.end, screen)
        case actions.Scroll():
            # A slider to pay; lists are scrolled up and down, whatever their rows say.
            across, down = abs(action.end.x - action.start.x), abs(action.end.y - action.start.y)
            return _under(action.start, screen) if across > 2 * down else None
        case actions.ButtonPress(button="enter"):
            return _by_enter(screen)
        case actions.Type() if "\n" in action.text:
            return _by_enter(screen)
    return None


def _under(point: Point, screen: Screen) -> tuple[str, str] | None:
    x, y = to_pixels(point, screen.width, screen.height)
    hit = [element for element in screen.elements if _covers(element, x, y)]
    if not hit or hit[-1].role in SAFE_KEYS:
        return None
    return _kind_of(_control(hit), screen)


def _covers(element: Element, x: int, y: int) -> bool:
    left, top, right, bottom = element.bounds
    return left <= x < right and top <= y < bottom


def _control(hit: list[Element]) -> Element:
    """The innermost thing that takes the touch; the innermost thing at all where none says so."""
    return next((element for element in reversed(hit) if element.has(Flag.CLICKABLE)), hit[-1])


def _kind_of(control: Element, screen: Screen) -> tuple[str, str] | None:
    said = [control.text, control.description]
    said += [
        part for one in screen.elements if one.parent == control.id for part in (one.text, one.description)
    ]
    for kind, words in kinds().items():
        if screen.package in words.packages or control.package in words.packages:
            return kind, control.text or control.description or screen.package
        for text in said:
            if text and _matches(words, text):
                return kind, text
    return None


def _matches(words: Words, text: str) -> bool:
    start = re.sub(r"\s+", " ", text.strip().lower())
    return any(re.match(rf"{re.escape(word)}\b", start) for word in words.starts) or any(
        word in text for word in words.holds
    )


def _by_enter(screen: Screen) -> tuple[str, str] | None:
    """Enter sends where a control to send stands beside the field."""
    for element in screen.elements:
        if element.has(Flag.CLICKABLE) and element.role not in SAFE_KEYS:
            found = _kind_of(element, screen)
            if found is not None and found[0] in ("message", "publish"):
                return found
    return None
