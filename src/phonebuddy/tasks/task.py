"""Task: one instance of a template: a person's phone, values drawn for it, words to say it in.

Invariant: the template, the image and the number give the same task, anywhere; everything it names was drawn
from that image or is invented by the template.
"""

from __future__ import annotations

import random
import re

import msgspec

from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.speech import speech_for
from phonebuddy.tasks.template import Phrase, Step, TaskTemplate, Value
from phonebuddy.world.interruption_kinds import built_in_kinds
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.state.speech import CHINESE

INTERRUPTED = 5
"""One task in so many meets an interruption that its template did not ask for."""
_ID = re.compile(r"(?P<template>[\w/]+)@(?P<person>\d+)\.(?P<number>\d+)\Z")


class Planned(msgspec.Struct, frozen=True):
    """An interruption that will come."""

    kind: str
    after_ms: int
    says: int


class Task(msgspec.Struct, frozen=True):
    id: str
    """`template@person.number`."""
    template: str
    person: int
    """The seed of the image."""
    number: int
    values: dict[str, Value]
    """Every name of the template with what was drawn for it."""
    instruction: str
    style: str
    interruptions: tuple[Planned, ...] = ()
    limit: int = 0


def read_id(text: str) -> tuple[str, int, int]:
    """Template, person and number of a task id."""
    match = _ID.match(text)
    if match is None:
        raise TaskError(f"'{text}' is no task; a task is called template@person.number, as in clock/add@0.3")
    return match["template"], int(match["person"]), int(match["number"])


def make_task(template: TaskTemplate, phone: WorldPhone, number: int) -> Task:
    """The task of this number for the person whose phone it is; the phone is put back to its image first."""
    person = phone.image.seed
    phone.reset()
    chance = random.Random(f"task/{template.id}/{person}/{number}")
    values = draw_values(template, phone, chance)
    phrase = _phrase(template, language_of(phone), chance)
    instruction = fill(phrase.text, _as_shown(template, values, phone))
    return Task(
        f"{template.id}@{person}.{number}", template.id, person, number, values, instruction, phrase.style,
        _interruptions(template, chance, number), template.limit,
    )  # fmt: skip


def language_of(phone: WorldPhone) -> str:
    """What the phone speaks, and so its owner."""
    return show(phone.state("SELECT value FROM phone_setting WHERE name = 'language'")[0][0])


def _phrase(template: TaskTemplate, language: str, chance: random.Random) -> Phrase:
    """One way to say it in the language of the phone, whose apps have other names in another one."""
    own = [phrase for phrase in template.phrases if (phrase.style == CHINESE) == (language == CHINESE)]
    return chance.choice(own or template.phrases)


def _as_shown(template: TaskTemplate, values: dict[str, Value], phone: WorldPhone) -> dict[str, Value]:
    """Values as the phone says them: `Does not fit` is a choice on a page, on a Chinese one in Chinese."""
    speech = speech_for(phone.image.apps, language_of(phone))
    typed = set(typed_names(template.gold))
    return {
        name: speech.called(value, template.apps) if isinstance(value, str) and name not in typed else value
        for name, value in values.items()
    }


def typed_names(steps: tuple[Step, ...]) -> list[str]:
    """Names whose value a gold script types or says."""
    found: list[str] = []
    for step in steps:
        texts = [step.value] if step.word in ("type", "answer", "say", "ask") else []
        texts += [text for key, text in step.options if key == "with"]
        found += [name for text in texts for name in text.names]
        found += typed_names(step.inner)
    return found


def draw_values(template: TaskTemplate, phone: WorldPhone, chance: random.Random) -> dict[str, Value]:
    """A value for every name; TaskError when the image has nothing to draw from."""
    values: dict[str, Value] = {new.name: chance.choice(new.values) for new in template.news}
    for draw in template.draws:
        rows = rows_of(phone, draw.sql.text, values, str(draw.place))
        if not rows:
            raise TaskError(
                f"{draw.place}: '{draw.name}' finds nothing on the phone of person {phone.image.seed}"
            )
        values.update(zip(draw.sql.columns, chance.choice(rows), strict=True))
    return values


def rows_of(phone: WorldPhone, sql: str, values: dict[str, Value], place: str) -> list[tuple[Value, ...]]:
    """The rows of a query in an order that does not depend on SQLite's plan."""
    try:
        found = phone.state(sql, values)
    except AppError as error:
        raise TaskError(f"{place}: {error}") from None
    rows = {tuple(v.decode() if isinstance(v, bytes) else v for v in row) for row in found}
    return sorted(rows, key=repr)


def fill(text: Text, values: dict[str, Value]) -> str:
    return "".join(show(values[piece]) if odd & 1 else piece for odd, piece in enumerate(text.pieces))


def _interruptions(template: TaskTemplate, chance: random.Random, number: int) -> tuple[Planned, ...]:
    kinds = list(template.start.interruptions)
    if number % INTERRUPTED == INTERRUPTED - 3:
        known = [kind for kind in built_in_kinds().values() if kind.often]
        kinds.append(chance.choices(known, [kind.often for kind in known])[0].name)
    return tuple(
        Planned(kind, chance.randrange(2, 8) * 1000 * (1 + place), chance.randrange(8))
        for place, kind in enumerate(kinds)
    )
