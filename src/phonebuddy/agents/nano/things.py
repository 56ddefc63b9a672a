"""Things: what a screen offers, as nano points at it: what can be touched, with all it says, and other texts.

A row of a list is one thing with the texts in it; keys and the status bar are nothing to point at.
Invariant: a touch at `point_of` a thing lands on it, and `thing_at` that point is that thing again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.actions import Point, to_pixels, to_point
from phonebuddy.agents.nano.dumped import as_dumped
from phonebuddy.agents.nano.features import FLAGS, features
from phonebuddy.agents.nano.meaning import meant
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.words import Word, is_sign, kept_units, sign, words_of
from phonebuddy.episode import Seen
from phonebuddy.screen import Bounds, Element, Flag, Pixels, Screen
from phonebuddy.tasks.finding import CLICKABLE, spot

MOST_THINGS = 72
_ABLE = int(CLICKABLE)
_EDITABLE = int(Flag.EDITABLE)
MOST_WORDS = 120
"""Of one thing; a letter is longer, and its end is not copied."""
TOUCHED = ("slider", "rating")
"""Roles that are touched at a place of their own."""
_KEYBOARDS = (".keyboard", ".inputmethod", ".inputmethod.latin")
"""How the packages of keyboards end."""
_DEEPEST = 200
"""Levels up that are looked at: a list of elements from elsewhere may lead round in a circle."""
_PAGE = 0.7
"""The share of the height that a page takes at least."""
_STATUS_BAR = 0.035
"""The share of the height that belongs to the system."""


class Thing(NamedTuple):
    """One thing on a screen."""

    element: Element
    texts: tuple[str, ...]
    """Everything it says, each text once."""
    words: tuple[tuple[int, Word], ...]
    """All words, each with the number of its text."""
    is_touchable: bool
    own: tuple[Word, ...]
    """The words without the signs between them."""
    telling: tuple[Word, ...]
    """Those of them that say something, each once."""
    units: frozenset[int]
    """What these are."""
    known: frozenset[int]
    """All that these can agree by."""
    said: tuple[tuple[str, ...], ...]
    """Each text as plain words."""
    kept: tuple[int, ...]
    """The units of its token: words, then the end of its resource id."""
    meant: tuple[int, ...]
    """What its words mean."""
    fixed: bytes
    """Those features of its token that depend on nothing else."""


class Look(NamedTuple):
    """The things of one screen, and the screen they are on."""

    screen: Screen
    things: tuple[Thing, ...]
    by_id: dict[str, Element]
    has_keyboard: bool
    is_dialog: bool
    """Whether what can be seen leaves much of the screen free: something lies over a page."""


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
    for one in shown:
        carrier = _carrier(by_id, one)
        if carrier != one.id and not one.flags & _ABLE:
            inside.setdefault(carrier, []).extend(_said(one))
    things = []
    for one in shown:
        touchable = bool(one.flags & _ABLE)
        if not touchable and (_carrier(by_id, one) != one.id or not _said(one)):
            continue
        texts = tuple(dict.fromkeys((*_said(one), *inside.get(one.id, ()))))
        things.append(_thing(one, texts, touchable, screen))
    keyboard = any(map(_is_keyboard, screen.elements))
    return Look(screen, tuple(_fewer(things)), by_id, keyboard, _is_small(shown, screen))


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


def _carrier(by_id: dict[str, Element], element: Element) -> str:
    """The touchable thing that an element is part of; itself where there is none."""
    at: Element | None = element
    for _ in range(_DEEPEST):
        if at is None:
            break
        if at.flags & _ABLE:
            return at.id
        at = by_id.get(at.parent) if at.parent is not None else None
    return element.id


def _thing(element: Element, texts: tuple[str, ...], touchable: bool, screen: Screen) -> Thing:
    words = [(number, word) for number, text in enumerate(texts) for word in words_of(text)][:MOST_WORDS]
    own = tuple(word for _, word in words if not is_sign(word))
    said = tuple(tuple(plain(word.text) for word in words_of(text) if not is_sign(word)) for text in texts)
    telling = tuple({word.units[0]: word for word in own if word.says}.values())
    units = frozenset(word.units[0] for word in telling)
    known = frozenset(unit for word in telling for unit in word.known_by)
    tail = element.resource_id.rpartition("/")[2].rpartition("_")[2]
    kept = kept_units(own, (sign("resource", tail),) if tail else ())
    fixed = _fixed(element, touchable, own, screen)
    meaning = meant(word.text for word in telling)
    return Thing(
        element, texts, tuple(words), touchable, own, telling, units, known, said, kept, meaning, fixed
    )


def _fixed(element: Element, touchable: bool, own: tuple[Word, ...], screen: Screen) -> bytes:
    left, top, right, bottom = element.bounds
    found = features(
        x=(left + right) / 2 / screen.width, y=(top + bottom) / 2 / screen.height,
        width=(right - left) / screen.width, height=(bottom - top) / screen.height,
        touchable=touchable, words=len(own) / 16,
        digits=any(word.text[0].isdigit() for word in own),
        empty=bool(element.flags & _EDITABLE) and not element.text,
    )  # fmt: skip
    for place, flag in enumerate(FLAGS):
        if element.flags & flag:
            found[place] = 255
    return found.tobytes()


def _fewer(things: list[Thing]) -> list[Thing]:
    """At most so many: of those that cannot be touched the last ones go first."""
    spare = len(things) - MOST_THINGS
    if spare <= 0:
        return things
    idle = [place for place, thing in enumerate(things) if not thing.is_touchable]
    gone = set(idle[-spare:])
    return [thing for place, thing in enumerate(things) if place not in gone][:MOST_THINGS]


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
    carrier = _carrier(look.by_id, under)
    return next((place for place, one in enumerate(look.things) if one.element.id == carrier), None)


def share_at(look: Look, thing: Thing, point: Point) -> float:
    """How far from the left a point lies in a thing."""
    x, _ = to_pixels(point, look.screen.width, look.screen.height)
    left, _, right, _ = thing.element.bounds
    return min(max((x - left) / max(right - 1 - left, 1), 0.0), 1.0)
