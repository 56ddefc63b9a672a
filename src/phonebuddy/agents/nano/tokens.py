"""Tokens: a view as numbers, the form the model takes and rows keep.

In this order: the state, the words of the instruction, the things here, those read earlier, what was done.
Features are shares between 0 and 1, kept as bytes. What matters most is what agrees with what: how much of a
thing is in the instruction, which words of the instruction were typed or touched already.
Invariant: the same view gives the same bytes.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.agreement import Units, all_units, longest_run, quoted_in, share_of, units_in
from phonebuddy.agents.nano.choices import has_focus
from phonebuddy.agents.nano.things import Thing
from phonebuddy.agents.nano.view import MOST_PAST, View, typed_in
from phonebuddy.agents.nano.words import is_sign, plain, sign, words_of
from phonebuddy.screen import Flag
from phonebuddy.tasks.finding import scrollable

MOST_UNITS = 16
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
    "x", "y", "width", "height", "touchable", "on top", "words", "digits", "place in list",
    "in told", "run in told", "whole in told", "whole length", "in unused", "is app",
    "in typed", "is typed", "in any typed", "touched", "just touched", "new",
    "used by typing", "used by touching", "on screen", "in read", "in field", "place", "capital", "sign",
    "in apps", "quoted", "opens", "closes", "capital before", "capital after",
    "ago", "changed", "other app", "last of app",
    "steps", "keyboard", "focus", "same screen", "home", "dialog", "field is typed", "can scroll", "things",
    "was scroll", "repeats", "empty field", "unused", "best whole", "best unused", "typed here",
)  # fmt: skip
FEATURE = {name: place for place, name in enumerate(FEATURES)}
NUM_FEATURES = len(FEATURES)
_FIELDS = {name.replace(" ", "_"): place for name, place in FEATURE.items()}


class Tokens(NamedTuple):
    """One view in numbers; n tokens, a apps."""

    sort: npt.NDArray[np.uint8]
    units: npt.NDArray[np.uint16]
    """n x MOST_UNITS; 0 for none."""
    sign: npt.NDArray[np.uint16]
    features: npt.NDArray[np.uint8]
    """n x NUM_FEATURES."""
    apps: npt.NDArray[np.uint16]
    """a x MOST_UNITS."""
    app_features: npt.NDArray[np.uint8]
    """a x 3: the share in the instruction, opened before, in front."""


def tokens_of(view: View) -> Tokens:
    maker = _Maker(view)
    things = maker.things()
    rows = [maker.state(things), *maker.told(), *things, *maker.read(), *maker.done()]
    units = np.zeros((len(rows), MOST_UNITS), np.uint16)
    for place, row in enumerate(rows):
        kept = row.units[:MOST_UNITS]
        units[place, : len(kept)] = kept
    apps, app_features = maker.apps()
    return Tokens(
        np.array([row.sort for row in rows], np.uint8),
        units,
        np.array([row.sign for row in rows], np.uint16),
        np.stack([row.features for row in rows]),
        apps,
        app_features,
    )


class _Row(NamedTuple):
    sort: Sort
    units: list[int]
    sign: int
    features: npt.NDArray[np.uint8]


def _features(**values: float) -> npt.NDArray[np.uint8]:
    found = bytearray(NUM_FEATURES)
    for name, value in values.items():
        if value > 0:
            found[_FIELDS[name]] = 255 if value >= 1 else int(255 * value + 0.5)
    return np.frombuffer(found, np.uint8)


class _Maker:
    """Everything about a view that several tokens ask for, worked out once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._typed = [plain(text) for text in typed_in(view.done)]
        self._typed_units = [units_in(text) for text in self._typed]
        self._told_units = all_units(view.told)
        self._touched = [one for one in view.done if one.thing]
        self._touched_units: Units = frozenset(
            chain.from_iterable(units_in(one.text) for one in self._touched)
        )
        used = frozenset(chain.from_iterable(self._typed_units)) | self._touched_units
        self._unused = self._told_units - used
        self._told_plain = tuple(plain(word.text) for word in view.told)
        self._told_said = tuple(word for word in self._told_plain if word[:1].isalnum())
        self._here = frozenset(chain.from_iterable(thing.units for thing in view.look.things))
        self._before = {thing.texts for thing in view.before.things} if view.before is not None else set()
        self._names = frozenset(units_in(name) for name in view.apps)
        self._fields = [one.text for one in view.look.screen.elements if one.has(Flag.FOCUSED)]

    # -- state ----------------------------------------------------------------------------------------------

    def state(self, things: list[_Row]) -> _Row:
        view = self._view
        screen, done = view.look.screen, view.done
        same = bool(done) and not done[-1].changed
        title = [word for thing in view.look.things[-6:] for _, word in thing.words[:1]]
        field = plain(" ".join(self._fields))
        features = _features(
            steps=len(done) / 30, keyboard=view.look.has_keyboard, focus=has_focus(view), same_screen=same,
            home=screen.activity == "home", dialog=any(one.role == "dialog" for one in screen.elements),
            field_is_typed=bool(field) and field in self._typed[:1],
            can_scroll=scrollable(screen) is not None, things=len(view.look.things) / 64,
            was_scroll=bool(done) and done[-1].kind.startswith("scroll"), repeats=self._repeats() / 4,
        )  # fmt: skip
        self._sum_up(things, features)
        last = sign("did", done[-1].kind) if done else sign("did", "nothing")
        return _Row(Sort.STATE, [word.units[0] for word in title], last, features)

    def _sum_up(self, things: list[_Row], features: npt.NDArray[np.uint8]) -> None:
        """What the screen as a whole offers: something named that was not touched yet, what was typed."""
        told = [word.units[0] for word in self._view.told if not is_sign(word)]
        features[FEATURE["unused"]] = 255 * sum(one in self._unused for one in told) // max(len(told), 1)
        features[FEATURE["empty field"]] = 255 * any(not text for text in self._fields)
        for one in things:
            if one.features[FEATURE["touchable"]] and not one.features[FEATURE["touched"]]:
                for name, best in (("whole length", "best whole"), ("in unused", "best unused")):
                    features[FEATURE[best]] = max(features[FEATURE[best]], one.features[FEATURE[name]])
            typed = max(features[FEATURE["typed here"]], one.features[FEATURE["is typed"]])
            features[FEATURE["typed here"]] = typed

    def _repeats(self) -> int:
        """How often the last action was done in a row."""
        done = self._view.done
        count = 0
        while count + 1 < len(done) and done[-2 - count][:3] == done[-1][:3]:
            count += 1
        return count

    # -- the instruction ------------------------------------------------------------------------------------

    def told(self) -> list[_Row]:
        read = frozenset(chain.from_iterable(one.thing.units for one in self._view.read))
        typed = frozenset(chain.from_iterable(self._typed_units))
        field = units_in(plain(" ".join(self._fields)))
        names = frozenset(chain.from_iterable(self._names))
        words = self._view.told
        quoted = quoted_in(words)
        rows = []
        for place, word in enumerate(words):
            before = words[place - 1] if place else None
            after = words[place + 1] if place + 1 < len(words) else None
            own = word.units[0]
            features = _features(
                used_by_typing=own in typed, used_by_touching=own in self._touched_units,
                on_screen=own in self._here, in_read=own in read, in_field=own in field, place=place / 64,
                capital=word.text[0].isupper(), sign=is_sign(word), digits=word.text[0].isdigit(),
                in_apps=own in names, quoted=quoted[place],
                opens=before is None or is_sign(before), closes=after is None or is_sign(after),
                capital_before=before is not None and before.text[0].isupper(),
                capital_after=after is not None and after.text[0].isupper(),
            )  # fmt: skip
            rows.append(_Row(Sort.TOLD, list(word.units), 0, features))
        return rows

    # -- things ---------------------------------------------------------------------------------------------

    def things(self) -> list[_Row]:
        ids = [one.thing for one in self._view.done]
        counts: dict[str | None, int] = {}
        rows = []
        for thing in self._view.look.things:
            counts[thing.element.parent] = counts.get(thing.element.parent, 0) + 1
            features = self._thing(thing)
            features[FEATURE["place in list"]] = min(255, counts[thing.element.parent] * 24)
            features[FEATURE["touched"]] = 255 * (thing.element.id in ids)
            features[FEATURE["just touched"]] = 255 * (bool(ids) and thing.element.id == ids[-1])
            features[FEATURE["new"]] = 255 * (thing.texts not in self._before)
            rows.append(_Row(Sort.THING, _row_units(thing), sign("role", thing.element.role), features))
        return rows

    def _thing(self, thing: Thing) -> npt.NDArray[np.uint8]:
        element, screen = thing.element, self._view.look.screen
        left, top, right, bottom = element.bounds
        run, whole = self._agreement(thing)
        typed = [share_of(thing.own, units) for units in self._typed_units] or [0.0]
        features = _features(
            x=(left + right) / 2 / screen.width, y=(top + bottom) / 2 / screen.height,
            width=(right - left) / screen.width, height=(bottom - top) / screen.height,
            touchable=thing.is_touchable, on_top=element.id.startswith("overlay"), words=len(thing.own) / 16,
            digits=any(word.text[0].isdigit() for word in thing.own),
            in_told=share_of(thing.own, self._told_units),
            run_in_told=run, whole_in_told=whole > 0, whole_length=whole / 6,
            in_unused=share_of(thing.own, self._unused), in_typed=typed[0], in_any_typed=max(typed),
            is_typed=bool(self._typed) and any(plain(text) == self._typed[0] for text in thing.texts),
            is_app=thing.units in self._names,
        )  # fmt: skip
        flags = element.flags
        for place, flag in enumerate(FLAGS):
            if flags & flag:
                features[place] = 255
        return features

    def _agreement(self, thing: Thing) -> tuple[float, int]:
        """The longest run of its words in the instruction, and the length of a text that is there whole."""
        longest, whole = 0, 0
        if thing.units & self._told_units:
            for said in thing.said:
                run = longest_run(said[:40], self._told_said)
                longest = max(longest, run)
                if said and run == len(said):
                    whole = max(whole, run)
        return min(longest / 4, 1.0), whole

    def read(self) -> list[_Row]:
        rows = []
        for one in self._view.read:
            features = self._thing(one.thing)
            for name, value in (
                ("ago", one.ago / 12), ("other app", one.other_app), ("last of app", one.last_of_app)
            ):  # fmt: skip
                features[FEATURE[name]] = round(255 * min(value, 1.0))
            rows.append(
                _Row(Sort.READ, _row_units(one.thing), sign("role", one.thing.element.role), features)
            )
        return rows

    # -- what was done --------------------------------------------------------------------------------------

    def done(self) -> list[_Row]:
        rows = []
        for ago, one in enumerate(reversed(self._view.done[-MOST_PAST:])):
            units = list(chain.from_iterable(word.units for word in words_of(one.text)[:MOST_UNITS]))
            features = _features(
                ago=ago / MOST_PAST,
                changed=one.changed,
                in_told=share_of(words_of(one.text), self._told_units),
            )
            rows.append(_Row(Sort.DONE, units, sign("did", one.kind), features))
        return rows

    # -- apps -----------------------------------------------------------------------------------------------

    def apps(self) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
        names = self._view.apps
        units = np.zeros((len(names), MOST_UNITS), np.uint16)
        features = np.zeros((len(names), 3), np.uint8)
        opened = [plain(one.text) for one in self._view.done if one.kind == "open_app"]
        for place, name in enumerate(names):
            words = words_of(name)
            kept = list(chain.from_iterable(word.units for word in words))[:MOST_UNITS]
            units[place, : len(kept)] = kept
            run = longest_run(tuple(plain(word.text) for word in words), self._told_plain)
            features[place] = (
                round(255 * run / max(len(words), 1)),
                255 * (plain(name) in opened),
                255 * (bool(opened) and opened[-1] == plain(name)),
            )
        return units, features


def _row_units(thing: Thing) -> list[int]:
    """The words first, then the parts of its resource id."""
    tail = thing.element.resource_id.rpartition("/")[2].rpartition("_")[2]
    own = list(dict.fromkeys(chain.from_iterable(word.units for word in thing.own[:MOST_UNITS])))
    return [*own[: MOST_UNITS - 1], *([sign("resource", tail)] if tail else [])]
