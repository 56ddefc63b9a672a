"""Deeds: what is asked of an app's levels and settings: one slider, two in opposite directions, or several.

Invariant: every part of a request counts and nothing else may change; one part of several may be right
already, never all of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SWITCH
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.levels.page import Dial, Tuned, tuned
from phonebuddy.tasks.invented.levels.words import Part, asked
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Sketch

OFTEN = 0.45
"""How many apps get levels, where they have room for a way in."""
NUM_ONE, NUM_TWO, NUM_SEVERAL = 2, 1, 2
"""Tasks for one app."""
NUM_SAYS = 24
RIGHT = 0.35
"""How often one of several settings is right already."""
THREE = 0.5
"""How often several are three."""
WITH_LEVEL = 0.35
"""How often a slider is among several settings."""
COARSE = 10
"""Up to so many steps, a place between the ends is met exactly; on a finer scale the next one will do."""
SHARES = {"top": 1.0, "bottom": 0.0, "silent": 0.0, "half": 0.5, "quarter": 0.25, "three_quarters": 0.75}
LOWEST = ("bottom", "silent")
EXTREMES = ("top", "bottom", "top", "bottom", "silent")
PLACES = ("half", "half", "quarter", "three_quarters", "number", "number", "number")
LIKELY_EXTREME = 0.6


class _Goal(NamedTuple):
    """Where a slider is to be, and what that is called in frames.yaml."""

    way: str
    value: int
    slack: int = 0


class Wish(NamedTuple):
    """One part of a request."""

    dial: Dial
    part: Part
    met: str
    """SQL for its being so."""
    gold: Gold
    """On its page; none where it is so already."""


def with_levels(sketch: Sketch, chance: random.Random) -> Sketch:
    """The app, now and then with a page of levels and settings, and what is asked of them."""
    found = tuned(sketch, chance) if chance.random() < OFTEN else None
    if found is None:
        return sketch
    return found.sketch._replace(deeds=(*sketch.deeds, *level_deeds(found, chance)))


def level_deeds(app: Tuned, chance: random.Random) -> list[Deed]:
    sliders = [one for one in app.dials if one.knob.kind == LEVEL]
    others = [one for one in app.dials if one.knob.kind != LEVEL]
    found = [
        _deed(app, f"level{at}", [_moved(one, chance)], chance) for at, one in enumerate(sliders[:NUM_ONE])
    ]
    for number in range(NUM_TWO if len(sliders) > 1 else 0):
        found.append(_deed(app, f"levels{number}", _opposite(chance.sample(sliders, 2), chance), chance))
    for number in range(NUM_SEVERAL if len(others) > 2 else 0):
        found.append(_deed(app, f"settings{number}", _several(sliders, others, chance), chance))
    return found


def _opposite(pair: Sequence[Dial], chance: random.Random) -> list[Wish]:
    """One up and the other down, as a rule."""
    first, second = pair
    ends = ("top", chance.choice(LOWEST)) if chance.random() < LIKELY_EXTREME else ("", "")
    return [_moved(first, chance, ends[0]), _moved(second, chance, ends[1])]


def _several(sliders: list[Dial], others: list[Dial], chance: random.Random) -> list[Wish]:
    dials = chance.sample(others, 3 if chance.random() < THREE else 2)
    right = chance.choice(dials) if chance.random() < RIGHT else None
    wishes = [_put(one, one is right, chance) for one in dials]
    if sliders and chance.random() < WITH_LEVEL:
        wishes[-1] = _moved(chance.choice(sliders), chance)
    chance.shuffle(wishes)
    return wishes


def _deed(app: Tuned, name: str, wishes: Sequence[Wish], chance: random.Random) -> Deed:
    changed = [one.dial.knob.name for one in wishes if one.gold]
    asked_for = {one.dial.knob.name for one in wishes}
    groups = {one.dial.group for one in wishes}
    beside = [
        tuple(one.words["names"])
        for one in app.dials
        if one.group in groups and one.knob.name not in asked_for
    ]
    parts = [one.part for one in wishes]
    says = dict.fromkeys(asked(parts, beside, chance) for _ in range(NUM_SAYS))
    met = " AND ".join(one.met for one in wishes)
    goal: list[Data] = [{"present": f"SELECT 1 FROM {app.table} WHERE {met}"}]
    allow = (f"update {app.table}({', '.join(changed)})",)
    return Deed(name, tuple(says), _gold(app, wishes), goal, allow=allow)


def _gold(app: Tuned, wishes: Sequence[Wish]) -> Gold:
    """Page by page, as the app has them."""
    found: Gold = []
    for page in sorted({one.dial.page for one in wishes if one.gold}):
        found += app.follows[page] if found else app.ways[page]
        found += [step for one in wishes if one.dial.page == page for step in one.gold]
    return found


def _moved(dial: Dial, chance: random.Random, to: str = "") -> Wish:
    """A slider to one of its ends or to some place between."""
    knob, words = dial.knob, dial.words
    goal = _goal(dial, to or chance.choice(EXTREMES if chance.random() < LIKELY_EXTREME else PLACES), chance)
    own = words["top"] if goal.way == "top" else words["bottom"] if goal.way in LOWEST else ()
    told = {"up": words["up"], "down": words["down"], "v": f"{goal.value}{'%' if knob.unit else ''}"}
    part = Part(f"level_{goal.way}", tuple(words["names"]), tuple(own), told)
    share = (goal.value - knob.low) / (knob.high - knob.low)
    gold: Gold = [{"slide": knob.handle, "to": f"{share:.4f}"}]
    return Wish(dial, part, f"abs({knob.name} - {goal.value}) <= {goal.slack}", gold)


def _goal(dial: Dial, way: str, chance: random.Random) -> _Goal:
    """Where a slider is to be; the other end, or the upper one, where it is there already."""
    knob, now = dial.knob, int(dial.now)
    if way == "silent" and "silent" not in dial.words:
        way = "bottom"
    value = knob.low + SHARES.get(way, 0) * (knob.high - knob.low)
    if way == "number" or value not in knob.levels:
        return _Goal("number", chance.choice([one for one in knob.levels[1:-1] if one != now]))
    is_fine = (knob.high - knob.low) // knob.step > COARSE
    slack = knob.step if is_fine and 0 < SHARES[way] < 1 else 0
    if abs(value - now) > slack:
        return _Goal(way, int(value), slack)
    return _Goal("bottom", knob.low) if now == knob.high else _Goal("top", knob.high)


def _put(dial: Dial, is_right: bool, chance: random.Random) -> Wish:
    """A switch or a choice; `is_right`: as it is already."""
    knob, names = dial.knob, tuple(dial.words["names"])
    if knob.kind == SWITCH:
        to = int(dial.now) if is_right else 1 - int(dial.now)
        word = "on" if to else "off"
        gold: Gold = [] if is_right else [{"tap": knob.label}]
        return Wish(dial, Part(f"switch_{word}", names, tuple(dial.words[word])), f"{knob.name} = {to}", gold)
    assert knob.kind == CHOICE, f"{knob.name} is neither switch nor choice"
    value = str(dial.now) if is_right else chance.choice([one for one in knob.values if one != dial.now])
    told = value if "proper" in dial.words else value.lower()
    part = Part("choice_set", names, tuple(dial.words["set"]), {"v": told})
    return Wish(dial, part, f"{knob.name} = {quoted(value)}", [] if is_right else knob.chosen(value))
