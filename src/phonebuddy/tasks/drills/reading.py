"""Reading: values that a screen shows and somebody could ask for, each with its question.

Invariant: a value stands in one row, or beside one label, so that the question has one answer; and what it is
about does not tell the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.answers import plain, says
from phonebuddy.tasks.drills.labels import gap, labels, pairs
from phonebuddy.tasks.drills.questions import NEAR, PAGE, ROW, Question, questions
from phonebuddy.tasks.drills.sight import LONGEST, Offer, offers
from phonebuddy.tasks.finding import CLICKABLE
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.spec.load import AppSet

KINDS = (
    ("money", re.compile(r"[-−–+]?\s?[$¥€]\s?\d[\d,.]*")),
    ("time", re.compile(r"\d{1,2}:\d{2}")),
    ("phone", re.compile(r"\+?\d[\d ()-]{7,}")),
    ("mail", re.compile(r"\S+@\S+")),
    ("day", re.compile(r"(?:\w{3,9}, )?\d{1,2} \w{3,9}(?: \d{4})?(?:, \d{2}:\d{2})?|.*\d+月\d+日.*")),
    ("degrees", re.compile(r"-?\d+ ?°[CF]?")),
    ("code", re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,}")),
)
"""What values look like."""
COUNTED, COMPARED = "count", "name"
"""Kinds of answers that stand nowhere as such: a number of rows, and one of two names."""
MOST_VALUE, MOST_NAMED = 60, 3
"""Letters of a value, and how often the title of a row may stand on the screen: with its picture twice."""
_NUMBER = re.compile(r"[\d,]+(?:\.\d+)?")


class Reading(NamedTuple):
    value: str
    kind: str
    """What it looks like; `text` for anything else."""
    question: Question
    row: str = ""
    """The title of what it is a value of."""
    place: str = ""
    """`app/page` of the row."""
    other: str = ""
    """The row that this one is compared with."""
    sign: str = ""
    """`less` or `more`: what this one is."""


def readings(
    screen: Screen, place: str, speech: Speech, static: frozenset[str], led: tuple[str, str] = ("", "")
) -> list[Reading]:
    """All values that can be asked for; `static` is what the apps themselves say, `led` the row and its page
    that led here."""
    own = questions().pages.get(place, ())
    # What somebody wrote for this page is better than what fits any.
    asked = own if any(one.where == ROW for one in own) else (*own, *labels().rows)
    shown = [one for one in screen.elements if one.role not in ("key", "page") and _in_app(one)]
    count = Counter(text for one in shown for text in {one.text, one.description} if text)
    found = list(_of_rows(offers(screen), asked, count, place, speech))
    texts = [one for one in shown if one.text and not one.flags & CLICKABLE and "/list/" not in one.id]
    for question in own:
        if question.needs_it and not led[0]:
            continue
        value = _beside(question, texts, speech, static) if question.where == NEAR else ""
        value = _on_page(question, texts, speech) if question.where == PAGE else value
        if value:
            found.append(Reading(value, kind_of(value), question, *(led if question.needs_it else ("", ""))))
    found += _by_rule(texts, speech, static, led)
    return [one for one in found if _is_open(one)]


def _by_rule(
    texts: list[Element], speech: Speech, static: frozenset[str], led: tuple[str, str]
) -> Iterator[Reading]:
    """What stands beside any label, asked for by the label or words near it."""
    for label, value in pairs(texts, static, speech):
        if 1 < len(plain(value)) <= MOST_VALUE:
            question = labels().question(label, speech, bool(led[0]))
            yield Reading(value, kind_of(value), question, *(led if question.needs_it else ("", "")))


def comparisons(found: list[Reading]) -> list[Reading]:
    """Which of two rows is less or more: every pair that differs, both ways."""
    made = []
    for one in found:
        for two in found:
            if one.question.kind and one.question is two.question and one.row != two.row:
                a, b = _amount(one.value), _amount(two.value)
                if a != b and one.row not in two.row and two.row not in one.row:
                    sign = "less" if a < b else "more"
                    made.append(one._replace(value=one.row, kind=COMPARED, other=two.row, sign=sign))
    return made


_STATIC: dict[tuple[str, str], frozenset[str]] = {}


def static_texts(apps: AppSet, language: str) -> frozenset[str]:
    """Texts of the apps' own, which label things; what their owner wrote is not among them."""
    key = apps.digest, language
    if key not in _STATIC:
        pairs = [pair for app in apps.apps.values() for pair in app.manifest.words.items()]
        _STATIC[key] = frozenset(said.get(language, english) for english, said in pairs)
    return _STATIC[key]


def kind_of(text: str) -> str:
    return next((kind for kind, pattern in KINDS if pattern.fullmatch(text)), "text")


def _in_app(element: Element) -> bool:
    return not element.id.startswith("status/") and not element.has(Flag.EDITABLE)


def _is_open(reading: Reading) -> bool:
    return "\n" not in reading.value and not says(reading.row, reading.value)


def _amount(value: str) -> float:
    """Money as it is, a time in minutes."""
    if ":" in value:
        hour, _, minute = value.partition(":")
        return int(hour) * 60 + int(minute)
    found = _NUMBER.search(value)
    return float(found[0].replace(",", "")) if found is not None else 0.0


def _of_rows(
    able: list[Offer], asked: tuple[Question, ...], count: Counter[str], place: str, speech: Speech
) -> Iterator[Reading]:  # fmt: skip
    titles = Counter(row.label for row in able if row.is_row)
    for row in able:
        is_named = row.is_row and len(row.label) <= LONGEST and titles[row.label] == 1
        if not is_named or count[row.label] > MOST_NAMED:
            continue
        others = [text for text in row.texts if text != row.label and row.label not in text]
        for question in asked if others else ():
            values = [value for text in others if (value := _held(question, text, speech))]
            if question.where == ROW and len(values) == 1:
                yield Reading(values[0], kind_of(values[0]), question, row.row, place)


def _held(question: Question, text: str, speech: Speech) -> str:
    """What a text holds of what is asked for; of a phone that speaks another language by what it means."""
    for meant in speech.meant(text):
        found = question.pattern.fullmatch(meant)
        if found is not None:
            value = found[1] if question.pattern.groups else meant
            return value if value in text and len(value) <= MOST_VALUE else ""
    return ""


def _on_page(question: Question, texts: list[Element], speech: Speech) -> str:
    found = {value for one in texts if (value := _held(question, one.text, speech))}
    return found.pop() if len(found) == 1 else ""


def _beside(question: Question, texts: list[Element], speech: Speech, static: frozenset[str]) -> str:
    """What stands beside or above a label."""
    names = [one for one in texts if question.label in speech.meant(one.text)]
    if len(names) != 1:
        return ""
    gaps = [
        (far, one.text)
        for one in texts
        if one is not names[0] and one.text not in static and (far := gap(names[0], one)) is not None
    ]
    value = min(gaps)[1] if gaps else ""
    return value if 1 < len(plain(value)) <= MOST_VALUE else ""
