"""The normal form of a recording: Trace, Step and Shot, made of the shared Screen, Element and Action.

Every reader gives this and everything later reads only this. Invariant: a step's `before` and `after` are
keys of its trace's shots, its `target` is the id of an element of the shot before, and the elements of a shot
are on its screen, parents before children.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from phonebuddy.actions import Action
from phonebuddy.screen import Element, Screen


class Mark(StrEnum):
    """What is worth knowing about a step."""

    NO_CHANGE = "no_change"
    """Nothing that can be seen differs between before and after."""
    GAP = "gap"
    """Before is not where the previous step ended: something unrecorded happened in between."""
    UNSEEN = "unseen"
    """The screen the action led to is not in the recording; `after` is None."""
    RETARGETED = "retargeted"
    """The recorder named another element than the one under the finger; `target` is the latter."""
    MISSED = "missed"
    """The touch fell on nothing of the app: beside its window, or on the phone's own bars."""
    REPLACES = "replaces"
    """The typed text takes the place of what was in the field; without it, it is put after."""
    LEAVES = "leaves"
    """From the app to another package."""
    ENTERS = "enters"
    """From another package into the app."""
    OUTSIDE = "outside"
    """Before and after both belong to other packages, or before does and after was not seen."""
    OPENS_LAYER = "opens_layer"
    """After shows a dialog, menu, sheet or keyboard over the page of before."""
    CLOSES_LAYER = "closes_layer"
    """Before shows such a layer and after the page below."""
    TURNS = "turns"
    """The phone was turned: width and height changed places."""


class Flag(StrEnum):
    """What a whole recording is or lacks."""

    SCREENSHOT_ONLY = "screenshot_only"
    """No UI tree: elements, if any, are boxes that a program found in the picture; steps are not compared."""
    NO_BOUNDS = "no_bounds"
    """Bounds were not recorded: each element is given a row of its own, in order."""
    NO_PICTURES = "no_pictures"
    FLAT = "flat"
    """Elements without parents."""
    EXPLORATION = "exploration"
    """A crawl without an aim; otherwise somebody worked on a task."""


class Layer(StrEnum):
    """What lies over a page."""

    DIALOG = "dialog"
    MENU = "menu"
    SHEET = "sheet"
    KEYBOARD = "keyboard"
    SNACKBAR = "snackbar"


class Shot(msgspec.Struct, frozen=True):
    """One recorded screen: what was on it, and what the shared Screen has no place for."""

    key: str
    screen: Screen
    classes: tuple[str, ...] = ()
    """The recorder's own class name of each element, in the order of `screen.elements`; empty if none."""
    picture: Path | None = None
    """The recorded picture; often smaller than the screen. `screen.pixels()` reads it."""
    layer: Layer | None = None
    parent: str | None = None
    """For a layer: the key of the page it was opened over, where the recording shows it."""
    outside: bool = False
    """Another package than the trace's app is in front."""

    def element(self, id: str) -> Element | None:
        return next((element for element in self.screen.elements if element.id == id), None)

    def label(self, id: str) -> str:
        """What a person would call an element: its own words, else the first words inside it."""
        inside = {id}
        for element in self.screen.elements:
            if element.id in inside or element.parent in inside:
                inside.add(element.id)
                if words := element.text or element.description or element.hint:
                    return words
        return ""


class Step(msgspec.Struct, frozen=True):
    """One action between two shots. A `Type` with a target goes to that field, whatever has the focus."""

    before: str
    action: Action
    after: str | None = None
    target: str | None = None
    marks: frozenset[Mark] = frozenset()
    instruction: str = ""
    """What this single step is for, where the recording says so."""
    origin: str = ""
    """Where the step was read: a file or a record number."""

    def has(self, mark: Mark) -> bool:
        return mark in self.marks


class Trace(msgspec.Struct, frozen=True):
    """One recording: its shots by key, and what was done in order."""

    id: str
    format: str
    app: str
    """The package that the recording is about; for formats without packages the app's name."""
    shots: Mapping[str, Shot]
    steps: tuple[Step, ...]
    instruction: str = ""
    template: str = ""
    """The instruction with its values left open, where the recording has one."""
    answer: str | None = None
    """What was told at the end; "" for a plain done, None if the recording just stops."""
    flags: frozenset[Flag] = frozenset()
    losses: Mapping[str, int] = {}
    """Reason -> how many steps or screens were read and could not be kept."""
    origin: str = ""

    def has(self, flag: Flag) -> bool:
        return flag in self.flags

    def target(self, step: Step) -> Element | None:
        """The element a step is aimed at."""
        return None if step.target is None else self.shots[step.before].element(step.target)

    @property
    def packages(self) -> tuple[str, ...]:
        """Every package that came to the front, the app's own first."""
        seen = dict.fromkeys([self.app, *(shot.screen.package for shot in self.shots.values())])
        return tuple(package for package in seen if package)
