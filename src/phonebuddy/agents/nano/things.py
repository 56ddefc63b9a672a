"""Things: what a screen offers, as nano points at it: what can be touched, with all it says, and other texts.

A row of a list is one thing with the texts in it; keys and the status bar are nothing to point at.
Invariant: a touch at `point_of` a thing lands on it, and `thing_at` that point is that thing again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from phonebuddy.actions import Point, to_pixels, to_point
from phonebuddy.agents.nano.dumped import as_dumped
from phonebuddy.agents.nano.features import FEATURE, FLAGS, as_byte, features
from phonebuddy.agents.nano.ranks import RANKS, ranks_of
from phonebuddy.agents.nano.said import Said, say
from phonebuddy.agents.nano.words import MOST_UNITS, Word, kept_units, numbers, sign
from phonebuddy.episode import Seen
from phonebuddy.screen import Bounds, Element, Flag, Pixels, Screen
from phonebuddy.tasks.finding import CLICKABLE, scrollable, spot, taker

MOST_THINGS = 72
_ABLE = int(CLICKABLE)
_EDITABLE = int(Flag.EDITABLE)
_FOCUSED = int(Flag.FOCUSED)
_SCROLLABLE = int(Flag.SCROLLABLE)
TOUCHED = ("slider", "rating")
"""Roles that are touched at a place of their own."""
_KEYBOARDS = (".keyboard", ".inputmethod", ".inputmethod.latin")
"""How the packages of keyboards end."""
_PAGE = 0.7
"""The share of the height that a page takes at least."""
_STATUS_BAR = 0.035
"""The share of the height that belongs to the system."""


class Thing(Said, frozen=True, gc=False):
    """One thing on a screen, and what it says."""

    element: Element
    texts: tuple[str, ...]
    """Everything it says, each text once."""
    is_touchable: bool
    kept: bytes
    """The units of its token: words, then the end of its resource id."""
    sign: bytes
    """What its role is."""
    fixed: bytes
    """Those features of its token that depend on nothing else."""


class Look(NamedTuple):
    """The things of one screen, and the screen they are on."""

    screen: Screen
    things: tuple[Thing, ...]
    by_id: dict[str, Element]
    body: Element | None
    """What scrolls up and down."""
    has_keyboard: bool
    is_dialog: bool
    """Whether what can be seen leaves much of the screen free: something lies over a page."""
    focused: tuple[str, ...]
    """What stands in the fields that have the keyboard."""
    texts: frozenset[tuple[str, ...]]
    """What the things say, each with all its texts."""
    units: frozenset[int]
    """The words of all things."""
    touchable: frozenset[int]
    """All that things that can be touched can agree by."""
    counts: Mapping[int, int]
    """How many things can agree by each unit."""
    numbered: bytes
    """Of each thing, as a feature: the how manyth it is of its parent."""


class _NoFrame:
    """Stands where a screen has no picture: nano never looks at one."""

    def pixels(self) -> Pixels:
        raise NotImplementedError

    def png(self) -> bytes:
        raise NotImplementedError

    def jpeg(self, quality: int = 90) -> bytes:
        raise NotImplementedError


_KNOWN: dict[int, tuple[Sequence[Element], Look]] = {}
"""Looks by the identity of their elements, which are kept so that no other list can take their place."""
_MOST_KNOWN = 2_000


def is_home(seen: Screen | Seen) -> bool:
    """Whether the home screen is in front; activities are called otherwise on each kind of phone."""
    return "launcher" in seen.package


def look_at(seen: Screen | Seen) -> Look:
    """The things of a screen; asked again for the same one, the same again."""
    key = id(seen.elements)
    if key not in _KNOWN:
        while len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = seen.elements, _look(seen)
    return _KNOWN[key][1]


def _look(seen: Screen | Seen) -> Look:
    elements = as_dumped(seen.elements)
    screen = Screen(elements, seen.package, seen.activity, seen.width, seen.height, seen.time_s, _NoFrame())
    by_id = {one.id: one for one in screen.elements}
    inside: dict[str, list[str]] = {}
    shown = [one for one in screen.elements if _counts(one, screen)]
    carried = [(one, taker(by_id, one)) for one in shown]
    for one, carrier in carried:
        if carrier != one.id and not one.flags & _ABLE:
            inside.setdefault(carrier, []).extend(_said(one))
    things = []
    for one, carrier in carried:
        touchable = bool(one.flags & _ABLE)
        if not touchable and (carrier != one.id or not _said(one)):
            continue
        texts = tuple(dict.fromkeys((*_said(one), *inside.get(one.id, ()))))
        things.append(_thing(one, texts, touchable, screen.width, screen.height))
    return _sum_up(screen, by_id, shown, _ranked(_fewer(things)))


def _sum_up(
    screen: Screen, by_id: dict[str, Element], shown: list[Element], things: tuple[Thing, ...]
) -> Look:
    """What is asked of the things as a whole."""
    touchable = chain.from_iterable(thing.known for thing in things if thing.is_touchable)
    parents: Counter[str | None] = Counter()
    numbered = bytearray()
    for thing in things:
        parents[thing.element.parent] += 1
        numbered.append(as_byte(parents[thing.element.parent] / 10))
    return Look(
        screen, things, by_id, _body(screen),
        any(map(_is_keyboard, screen.elements)), _is_small(shown, screen),
        tuple(one.text for one in screen.elements if one.flags & _FOCUSED),
        frozenset(thing.texts for thing in things),
        frozenset(chain.from_iterable(thing.units for thing in things)), frozenset(touchable),
        Counter(chain.from_iterable(thing.known for thing in things)), bytes(numbered),
    )  # fmt: skip


def _body(screen: Screen) -> Element | None:
    # Of few elements: flags are asked for by name there, which takes long.
    scrolling = [one for one in screen.elements if one.flags & _SCROLLABLE]
    return scrollable(msgspec.structs.replace(screen, elements=scrolling)) if scrolling else None


def _is_small(shown: list[Element], screen: Screen) -> bool:
    tops, bottoms = [one.bounds.top for one in shown], [one.bounds.bottom for one in shown]
    return bool(shown) and max(bottoms) - min(tops) < screen.height * _PAGE


def _counts(element: Element, screen: Screen) -> bool:
    if _is_keyboard(element):
        return False
    return element.bounds.bottom > screen.height * _STATUS_BAR


def _is_keyboard(element: Element) -> bool:
    """Nobody types key by key; a key is a button like any other, but of the keyboard's package."""
    return element.package.endswith(_KEYBOARDS)


def _said(element: Element) -> list[str]:
    return [text for text in (element.text, element.description, element.hint) if text.strip()]


@lru_cache(maxsize=20_000)
def _thing(element: Element, texts: tuple[str, ...], touchable: bool, width: int, height: int) -> Thing:
    said = say(texts)
    tail = element.resource_id.rpartition("/")[2].rpartition("_")[2]
    kept = kept_units(said.own, (sign("resource", tail),) if tail else ())
    fixed = _fixed(element, touchable, said.own, width, height)
    return Thing(
        **asdict(said), element=element, texts=texts, is_touchable=touchable,
        kept=numbers(kept, MOST_UNITS), sign=numbers((sign("role", element.role),), 1), fixed=fixed,
    )  # fmt: skip


def _fixed(element: Element, touchable: bool, own: tuple[Word, ...], width: int, height: int) -> bytes:
    left, top, right, bottom = element.bounds
    found = features(
        x=(left + right) / 2 / width, y=(top + bottom) / 2 / height,
        width=(right - left) / width, height=(bottom - top) / height,
        touchable=touchable, words=len(own) / 16,
        digits=any(word.text[0].isdigit() for word in own),
        empty=bool(element.flags & _EDITABLE) and not element.text,
    )  # fmt: skip
    for place, flag in enumerate(FLAGS):
        if element.flags & flag:
            found[place] = 255
    return bytes(found)


def _fewer(things: list[Thing]) -> list[Thing]:
    """At most so many: of those that cannot be touched the last ones go first."""
    spare = len(things) - MOST_THINGS
    if spare <= 0:
        return things
    idle = [place for place, thing in enumerate(things) if not thing.is_touchable]
    gone = set(idle[-spare:])
    return [thing for place, thing in enumerate(things) if place not in gone][:MOST_THINGS]


def _ranked(things: list[Thing]) -> tuple[Thing, ...]:
    """With what is known of each beside its like."""
    alike = [(one.element.role, one.element.bounds.right - one.element.bounds.left) for one in things]
    ranks = ranks_of(alike, [thing.texts for thing in things])
    return tuple(
        msgspec.structs.replace(thing, fixed=_marked(thing.fixed, some)) if some else thing
        for thing, some in zip(things, ranks, strict=True)
    )


def _marked(fixed: bytes, ranks: tuple[int, ...]) -> bytes:
    found = bytearray(fixed)
    for rank in ranks:
        found[FEATURE[RANKS[rank]]] = 255
    return bytes(found)


def point_of(look: Look, thing: Thing, share: float | None = None) -> Point:
    """Where to put the finger; `share` is how far from the left, for what is touched at a place."""
    bounds = thing.element.bounds
    left, top, right, bottom = bounds
    pixel = spot(look.screen, thing.element) or _inside(bounds, look.screen)
    if share is not None:
        pixel = round(left + (right - 1 - left) * share), bottom - 1 - (bottom - top) // 4
    elif thing.element.has(Flag.EDITABLE) and thing.element.text:
        # The end of what is written: typing goes on behind it.
        pixel = right - (right - left) // 25, bottom - (bottom - top) // 12
    return to_point(*pixel, look.screen.width, look.screen.height)


def _inside(bounds: Bounds, screen: Screen) -> tuple[int, int]:
    x, y = bounds.center
    return min(max(x, 0), screen.width - 1), min(max(y, 0), screen.height - 1)


def thing_at(look: Look, point: Point) -> int | None:
    """The number of the thing that a touch lands on."""
    x, y = to_pixels(point, look.screen.width, look.screen.height)
    under = look.screen.at(x, y)
    if under is None:
        return None
    carrier = taker(look.by_id, under)
    return next((place for place, one in enumerate(look.things) if one.element.id == carrier), None)


def share_at(look: Look, thing: Thing, point: Point) -> float:
    """How far from the left a point lies in a thing."""
    x, _ = to_pixels(point, look.screen.width, look.screen.height)
    left, _, right, _ = thing.element.bounds
    return min(max((x - left) / max(right - 1 - left, 1), 0.0), 1.0)
