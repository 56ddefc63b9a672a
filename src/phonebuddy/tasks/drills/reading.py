"""Reading: values that a screen shows and somebody could ask for, each with what it is called there.

Invariant: a value and its name each stand on the screen once, so that the question has one answer.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.drills.sight import LONGEST, Offer, offers
from phonebuddy.tasks.finding import CLICKABLE
from phonebuddy.world.spec.load import AppSet

KINDS = (
    ("money", re.compile(r"[-−–+]?\s?[$¥€]\s?\d[\d,.]*")),
    ("time", re.compile(r"\d{1,2}:\d{2}")),
    ("phone", re.compile(r"\+?\d[\d ()-]{7,}")),
    ("mail", re.compile(r"\S+@\S+")),
    ("day", re.compile(r"(?:\w{3,9}, )?\d{1,2} \w{3,9}(?: \d{4})?|.*\d+月\d+日.*")),
    ("degrees", re.compile(r"-?\d+ ?°[CF]?")),
    ("code", re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,}")),
)
MOST_VALUE = 40
_NUMBER = re.compile(r"\d")
_SAME_LINE = 0.6
_NEAR = 70


class Reading(NamedTuple):
    value: str
    kind: str
    """What it looks like; `text` for anything else with a digit in it."""
    label: str
    """What it is called on the screen; empty where it only stands in a row."""
    row: str
    """The title of the row it stands in."""
    place: str = ""
    """`app/page` of the row."""


def readings(screen: Screen, place: str, static: frozenset[str]) -> list[Reading]:
    """All values that can be asked for, top to bottom; `static` is what the apps themselves say."""
    shown = [one for one in screen.elements if one.role not in ("key", "page") and _in_app(one)]
    count = Counter(text for one in shown for text in {one.text, one.description} if text)
    able = offers(screen)
    found = [*_of_rows(able, count, place), *_with_labels(shown, count, static)]
    unique = {one.value: one for one in found}
    return list(unique.values())


_STATIC: dict[tuple[str, str], frozenset[str]] = {}


def static_texts(apps: AppSet, language: str) -> frozenset[str]:
    """Texts of the apps' own, which label things; what their owner wrote is not among them."""
    key = apps.digest, language
    if key not in _STATIC:
        pairs = [pair for app in apps.apps.values() for pair in app.manifest.words.items()]
        _STATIC[key] = frozenset(said.get(language, english) for english, said in pairs)
    return _STATIC[key]


def _in_app(element: Element) -> bool:
    return not element.id.startswith("status/") and not element.has(Flag.EDITABLE)


def kind_of(text: str) -> str:
    return next((kind for kind, pattern in KINDS if pattern.fullmatch(text)), "text")


def _is_value(text: str, count: Counter[str]) -> bool:
    short = 1 < len(text) <= MOST_VALUE and "\n" not in text
    return short and count[text] == 1 and _NUMBER.search(text) is not None


def _of_rows(able: list[Offer], count: Counter[str], place: str) -> list[Reading]:
    found = []
    for row in able:
        if not row.is_row or len(row.label) > LONGEST or count[row.label] > 2:
            continue
        others = [text for text in row.texts if text != row.label and row.label not in text]
        kinds = Counter(kind_of(text) for text in others)
        for text in others:
            kind = kind_of(text)
            # A question by kind has one answer only where the row has one value of the kind.
            if _is_value(text, count) and kinds[kind] == 1 and (kind != "text" or len(others) == 1):
                found.append(Reading(text, kind, "", row.row, place))
    return found


def _with_labels(shown: list[Element], count: Counter[str], static: frozenset[str]) -> list[Reading]:
    """Values that have their name beside or above them, outside of lists."""
    texts = [one for one in shown if one.text and not one.flags & CLICKABLE and "/list/" not in one.id]
    names = [one for one in texts if one.text in static and len(one.text) <= 30 and count[one.text] == 1]
    found = []
    for one in texts:
        if not _is_value(one.text, count):
            continue
        gaps = [(gap, name.text) for name in names if (gap := _gap(name, one)) is not None]
        if gaps:
            found.append(Reading(one.text, kind_of(one.text), min(gaps)[1], ""))
    return found


def _gap(name: Element, value: Element) -> int | None:
    """How far a name is from a value: on its line to the left, or just above or below in the same box."""
    a, b = name.bounds, value.bounds
    overlap = min(a.bottom, b.bottom) - max(a.top, b.top)
    if overlap > _SAME_LINE * min(a.bottom - a.top, b.bottom - b.top):
        return abs(b.left - a.right) // 4 if a.right <= b.left + 8 else None
    above = max(b.top - a.bottom, a.top - b.bottom)
    same_box = name.parent == value.parent and name.parent is not None
    return above if same_box and -4 <= above < _NEAR and abs(a.left - b.left) < 40 else None
