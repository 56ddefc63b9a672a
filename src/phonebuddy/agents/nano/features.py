"""Features: what is told of a token besides its words, as shares between 0 and 1, kept as bytes.

Invariant: the names and their order are part of a model's form: whoever changes them raises FORM.
"""

from __future__ import annotations

from enum import IntEnum

from phonebuddy.agents.nano.ranks import RANKS
from phonebuddy.screen import Flag

FLAGS = tuple(int(flag) for flag in Flag)


class Sort(IntEnum):
    """What a token is."""

    STATE = 0
    TOLD = 1
    THING = 2
    READ = 3
    DONE = 4


FEATURES = (
    *(f"flag {flag.name}" for flag in Flag),
    "x", "y", "width", "height", "touchable", "words", "digits", "place in list",
    "in told", "near told", "run in told", "whole in told", "whole length", "in unused", "near unused",
    "alone", "most alone", "told place", "ahead", "next", "is app", "empty",
    "in typed", "is typed", "in any typed", "touched", "just touched", "often touched", "new",
    "used", "used by typing", "used by touching", "on screen", "near here", "in read", "in field", "place",
    "capital", "sign", "says", "means", "after last", "in apps", "quoted", "opens", "closes",
    "capital before", "capital after", "ago", "changed", "other app", "last of app",
    "steps", "keyboard", "focus", "same screen", "home", "dialog", "field is typed", "can scroll", "things",
    "was scroll", "repeats", "empty field", "left", "best whole", "best unused", "best near", "best ahead",
    "typed here", "visits", "fields", "filled", "apps left", "apps opened", "asks", "missing", *RANKS,
)  # fmt: skip
FEATURE = {name: place for place, name in enumerate(FEATURES)}
NUM_FEATURES = len(FEATURES)
_FIELDS = {name.replace(" ", "_"): place for name, place in FEATURE.items()}
APP_FEATURES = ("run", "opened", "last opened", "near", "near unused", "place", "ahead", "first left")
NUM_APP_FEATURES = len(APP_FEATURES)


def features(**values: float) -> bytearray:
    """The features of one token; those that are not named are 0."""
    found = bytearray(NUM_FEATURES)
    for name, value in values.items():
        if value > 0:
            found[_FIELDS[name]] = as_byte(value)
    return found


def as_byte(value: float) -> int:
    return 255 if value >= 1 else int(255 * value + 0.5) if value > 0 else 0
