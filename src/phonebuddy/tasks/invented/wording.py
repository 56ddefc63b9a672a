"""Wording: how a task over several apps is said: target first, source first, with a purpose or a condition.

Data of carrying.yaml. Invariant: every sentence names the same things; an app goes unnamed only where the
words for its half tell it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.phrasing import tell
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Read, Sketch, Write, filled

PATH = Path(__file__).parent / "carrying.yaml"
UNNAMED = 0.65
"""How often an app goes unnamed that the words tell."""
CALLED = 0.4
"""How often an app that is named is not called by its title."""
CLOSED = 0.5
"""How often a value is said where it is needed, and not before or after."""
STORY = 0.4
"""How often a write is said in a story of its own, where it has some."""
QUESTIONS = ("what ", "when ", "where ", "how ", "which ", "who ", "whether ", "until when ")
"""Words that clauses begin with."""
_NO_IT = re.compile(r"(?:[}:]|\bit|\bthe \w+) \{v\}")
"""Where nobody says `it`: `tell Ada it`, `call it it`, `with the note it`."""
PRICED = ("price", "cost", "dear")
"""Words for amounts that make something cheap."""


def frames() -> Data:
    return read_data(PATH)


class Words:
    """Ways to say the parts of one task."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def one_of(self, *keys: str) -> str:
        found: Any = frames()
        for key in keys:
            found = found[key]
        return str(self._chance.choice(found))

    def thing(self, source: Sketch, read: Read, fits: Callable[[str], bool]) -> str:
        """`the price of the lamp in Fleamark`, in words that fit."""
        thing = self._chance.choice([one for one in read.things if fits(one)] or read.things)
        if self._is_unnamed(read.tells or tell(source.tells, thing)):
            return thing
        return filled(self.one_of("standing"), thing=thing, app=self.app(source))

    def app(self, sketch: Sketch) -> str:
        """Its title, or what people call it."""
        others = sketch.called or tuple(f"the {word} app" for word in sketch.tells[:2])
        return self._chance.choice(others) if others and self._chance.random() < CALLED else sketch.title

    def deed(self, target: Sketch, write: Write, put: str = "put") -> Callable[[str], str]:
        """`put {v} into the note of Ada in Circle`, with words for the value to come; `put` names the app."""
        way = self._chance.choice(write.says)
        that = "that" if _NO_IT.search(way) else "it"
        if not self._is_unnamed(write.tells or tell(target.tells, way)):
            way = filled(self.one_of(put), way=way, app=self.app(target))
        return lambda value: filled(way, v=that if value == "it" else value)

    def _is_unnamed(self, is_told: bool) -> bool:
        return is_told and self._chance.random() < UNNAMED

    def carried(self, source: Sketch, read: Read, target: Sketch, write: Write) -> str:
        if write.stories and self._chance.random() < STORY:
            story = self._chance.choice(write.stories)
            thing = self.thing(source, read, fitting(story))
            return SAID_ALONE + filled(story, thing=thing, noun=thing)
        deed = self.deed(target, write)
        if self._chance.random() < CLOSED:
            return deed(self.thing(source, read, is_plain))
        frame = self.one_of("carry")
        return self.framed(
            frame, deed, self.one_of("that", read.kind), thing=self.thing(source, read, fitting(frame))
        )

    def framed(self, frame: str, deed: Callable[[str], str], that: str, both: str = "", **parts: str) -> str:
        """A frame with all of its parts; `both` is the value where the deed is said with two."""
        into, thing = deed(that), parts.get("thing", "")
        besides = {"into": into, "Into": capital(into), "with": deed(both or thing), "noun": thing}
        return filled(frame, **besides, any=thing, **parts)


def capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def is_noun(thing: str) -> bool:
    """`the time it begins at`, and not `when it begins`."""
    return is_plain(thing) and not thing.startswith(QUESTIONS)


def is_plain(thing: str) -> bool:
    """Not `by when it begins`, which only follows few verbs."""
    return thing.split(" ", 2)[1].rstrip() not in ("what", "when", "which") if " " in thing else True


def fitting(frame: str) -> Callable[[str], bool]:
    """Which words for a value a frame takes."""
    return is_noun if "{noun}" in frame else is_plain if "{thing}" in frame or "{with}" in frame else bool


def is_price(read: Read) -> bool:
    """Whether the smaller of two of these is the cheaper."""
    return read.kind == "money" and any(word in thing for thing in read.things for word in PRICED)
