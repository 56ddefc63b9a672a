"""Sketch: an invented app as plain data: its folder, what can be asked of it, what can be read and written.

Every kind of app (records, shop, booking ...) gives one. Invariant: plain data only: what is wrong with it is
found by the same checkers as in an app or a template written by hand.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

Data = dict[str, Any]
Gold = list[Data]
COLORS = ("violet", "blue", "teal", "green", "amber", "red", "pink", "slate", "indigo", "orange")
"""Colour schemes that apps are drawn in."""
ANYTHING = ("text", "money", "time", "day", "number", "phone")
"""Kinds of value that make sense where any words do."""
WOVEN = "woven_"
"""A deed that is called so is about a list added to its app: the names there do not tell the app."""
WOVEN_TABLE = "_woven"
"""How the table of such a list ends."""
SAID_ALONE = "!"
"""A saying that begins so is a sentence of its own, to which nobody adds `please`."""


class Deed(NamedTuple):
    """Something to be done, or a question: a template without its app, its way in and its whole sentences."""

    name: str
    says: tuple[str, ...]
    """Ways to say it: `water {name}`; all name the same things. Of a question: `when was {name} watered?`."""
    gold: Gold
    """From the first page of the app on."""
    goal: list[Data]
    new: Data = {}
    draw: Data = {}
    facts: Data = {}
    allow: tuple[str, ...] = ()
    end: str = "finish"
    start: Data = {}
    """Where it starts, as in a template, if not at home; gold goes on from there."""

    @property
    def is_question(self) -> bool:
        return self.says[0].endswith("?")


class Read(NamedTuple):
    """A value that stands in the app. Names it draws begin with `r_`; it is kept by gold as `got`."""

    kind: str
    """money, time, day, number, phone or text."""
    things: tuple[str, ...]
    """`the price of {r_name}`, for sentences that go on."""
    asks: tuple[str, ...]
    """`how much is {r_name}?`"""
    draw: Data
    value: str
    """The name drawn for the value as the app shows it, such as `r_price`."""
    gold: Gold
    tells: bool = False
    """Whether its words tell the app by themselves: `what I owe the landlord`."""


class Write(NamedTuple):
    """Something that takes a value from elsewhere. Names it draws begin with `w_`; `{v}` is the value."""

    kinds: tuple[str, ...]
    """Which kinds of value make sense there."""
    says: tuple[str, ...]
    """`put {v} into the note of {w_name}`; `{v}` is filled with words for what is read."""
    draw: Data
    facts: Data
    gold: Gold
    """Types `{got}`."""
    goal: list[Data]
    """Rows; `saying: "{V}"`, where `{V}` becomes the value's name, and so does `:V` in SQL."""
    allow: tuple[str, ...]
    new: Data = {}
    """What it invents; names begin with `w_` too."""
    tells: bool = False
    """Whether its words tell the app by themselves: `text`, `mail`."""
    stories: tuple[str, ...] = ()
    """Sentences in which `{thing}` is what is read: `{w_friend} wants to know {thing}. Send a text`."""


class Handed(NamedTuple):
    """Something that another app finishes: a thing is shared, paid for, put in the calendar, called about."""

    form: str
    """The key of its ways in handing/frames.yaml."""
    deed: Deed
    """Its sayings are words for the thing; sentences are made of them once all apps of a phone are known."""
    app: str
    """The one that finishes it; none where that is the app itself."""
    answer: str = ""
    """What the phone is told that asks for leave on the way, where people say it: once, always, never."""


class Trial(NamedTuple):
    """Something that an app refuses, saying why, and its twin that works; both are asked for in one way."""

    works: Deed
    refused: Deed
    """Its gold ends where it is refused; it draws `why`, what the app says then."""
    reads: Data
    """The step that reads it there, as `got`."""


class Sketch(NamedTuple):
    name: str
    """First part of its tables' names."""
    title: str
    tells: tuple[str, ...]
    """Words in sentences that tell the app, such as `plant` or `watering`; none where only its title does."""
    app: Data
    content: Data
    deeds: tuple[Deed, ...]
    reads: tuple[Read, ...] = ()
    writes: tuple[Write, ...] = ()
    looks: tuple[str, ...] = ()
    """What merely looking around changes (a message gets read, a search is remembered), as in `allow`."""
    called: tuple[str, ...] = ()
    """Other names that people have for it: `my bank`, `the train app`."""
    names_tell: bool = True
    """Whether the names of what is in it tell the app; those of people do not."""
    trials: tuple[Trial, ...] = ()
    handed: tuple[Handed, ...] = ()
    tucked: tuple[Deed, ...] = ()
    """What is asked of menus, settings and the like; no task over several apps is made of it."""


def some(chance: random.Random, choices: list[Any] | tuple[Any, ...], least: int, most: int) -> list[Any]:
    """Some of these, in their order."""
    count = min(len(choices), chance.randint(least, most))
    places = sorted(chance.sample(range(len(choices)), count))
    return [choices[place] for place in places]


def filled(way: str, /, **parts: str) -> str:
    """With some of its slots filled; the others stay for the task."""
    for slot, text in parts.items():
        way = way.replace(f"{{{slot}}}", text)
    return way
