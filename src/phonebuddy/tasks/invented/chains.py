"""Chains: two tasks of different apps, or three, one after the other, as one task.

Invariant: a chain passes exactly when both of its tasks do and nothing else was touched; names of the second
are renamed, so that they cannot meet those of the first.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence

import msgspec

from phonebuddy.tasks.invented.texts import TEXT
from phonebuddy.tasks.invented.wording import frames
from phonebuddy.tasks.invented.zh.words import words
from phonebuddy.tasks.sql import Sql
from phonebuddy.tasks.template import (
    CROSS,
    FINISH,
    Allow,
    AnswerCheck,
    Check,
    Draw,
    Fact,
    New,
    OrderCheck,
    Phrase,
    Start,
    StateCheck,
    Step,
    TaskTemplate,
    UnsaidCheck,
)
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.state.speech import CHINESE, ENGLISH

MARK = "_then"
"""Behind the names of the second task."""
NUM_CHAINS, OTHER, THIRD = 110, 0.3, 0.4
"""Chains on one phone, of which some do not fit; how often a task is of an app that is not invented; how
often there is a third one."""
_NAMING = ("read", "work_out")
"""Lines of gold whose value is a name."""
_ENDED = (".", "!", "?", "。", "！", "？")


def chains_of(
    own: Sequence[TaskTemplate],
    others: Sequence[TaskTemplate],
    folder: str,
    chance: random.Random,
    language: str = ENGLISH,
) -> dict[str, TaskTemplate]:
    """Chains of which one task at least is about an invented app; `others` are not."""
    found: dict[str, TaskTemplate] = {}
    for number in range(NUM_CHAINS):
        tasks = [chance.choice(own), chance.choice(others if chance.random() < OTHER else own)]
        if chance.random() < THIRD:
            tasks.append(chance.choice(others if chance.random() < OTHER else own))
        chance.shuffle(tasks)
        *leading, last = tasks
        apps = [app for one in tasks for app in one.apps]
        fit = all(can_lead(one, language) for one in leading) and can_follow(last, language)
        if fit and len(apps) == len(set(apps)):
            id = f"{folder}/chain{number}"
            whole = last
            for one in reversed(leading):
                whole = chained(id, one, whole, chance, language)
            found[id] = whole
    return found


def can_lead(template: TaskTemplate, language: str = ENGLISH) -> bool:
    """Whether something can follow: it only changes something, from the phone as it is."""
    is_silent = not template.gold or template.gold[-1].word not in ("answer", "ask")
    is_closed = not all(map(_ends_with_text, template.phrases))
    return template.end == FINISH and is_silent and is_closed and can_follow(template, language)


def can_follow(template: TaskTemplate, language: str = ENGLISH) -> bool:
    plain = template.start == Start() and not template.private and template.category != CROSS
    return plain and template.end == FINISH and bool(_spoken(template, language))


def _spoken(template: TaskTemplate, language: str) -> list[Phrase]:
    """The phrasings in a language."""
    return [one for one in template.phrases if (one.style == CHINESE) == (language == CHINESE)]


def chained(
    id: str, first: TaskTemplate, second: TaskTemplate, chance: random.Random, language: str = ENGLISH
) -> TaskTemplate:
    """The two as one; they must have no app in common."""
    assert not set(first.apps) & set(second.apps), "what one changes the other would find"
    other = _Renamer(second).template(second)
    digest = hashlib.sha256(f"{first.digest}/{second.digest}/{id}".encode()).hexdigest()[:16]
    return msgspec.structs.replace(
        first, id=id, apps=(*first.apps, *other.apps), category=CROSS,
        phrases=_said(first, other, chance, language),
        draws=first.draws + other.draws, news=first.news + other.news, facts=first.facts + other.facts,
        goal=first.goal + other.goal, allow=first.allow + other.allow, gold=first.gold + other.gold,
        limit=first.limit + other.limit, tags=("chain",), digest=digest, split="train",
    )  # fmt: skip


def _said(
    first: TaskTemplate, second: TaskTemplate, chance: random.Random, language: str
) -> tuple[Phrase, ...]:
    others = _spoken(second, language)
    ones = [one for one in _spoken(first, language) if not _ends_with_text(one)]
    end, joints = ("。", words()["then"]) if language == CHINESE else (".", frames()["then"])
    found = []
    for one in chance.sample(ones, min(len(ones), 6)):
        head, tail = one.text.pieces, chance.choice(others).text.pieces
        stop = "" if head[-1].endswith(_ENDED) else end
        middle = f"{head[-1]}{stop}{chance.choice(joints)}{tail[0]}"
        found.append(Phrase(one.style, Text((*head[:-1], middle, *tail[1:]))))
    return tuple(found)


def _ends_with_text(phrase: Phrase) -> bool:
    """Whether nobody knows if a stop belongs behind it: the text may end with a sign of its own."""
    return phrase.text.pieces[-2:] == (TEXT, "")


class _Renamer:
    """Gives the names of a template another ending."""

    def __init__(self, template: TaskTemplate) -> None:
        names = {new.name for new in template.news}
        names |= {name for draw in template.draws for name in draw.sql.columns}
        names |= {name for fact in template.facts for name in fact.sql.columns}
        names |= {"".join(step.value.pieces) for step in _all(template.gold) if step.word in _NAMING}
        either = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
        self._bound, self._filled = re.compile(rf":({either})\b"), re.compile(rf"\{{({either})\}}")
        self._names = names

    def template(self, one: TaskTemplate) -> TaskTemplate:
        return msgspec.structs.replace(
            one,
            phrases=tuple(Phrase(each.style, self._text(each.text)) for each in one.phrases),
            news=tuple(New(self._name(new.name), new.values) for new in one.news),
            draws=tuple(Draw(self._name(draw.name), self._drawn(draw.sql), draw.place) for draw in one.draws),
            facts=tuple(Fact(self._name(fact.name), self._drawn(fact.sql), fact.place) for fact in one.facts),
            goal=tuple(self._check(check) for check in one.goal),
            allow=tuple(self._allow(each) for each in one.allow),
            gold=tuple(self._step(step) for step in one.gold),
        )

    def _name(self, name: str) -> str:
        return f"{name}{MARK}"

    def _known(self, name: str) -> str:
        return self._name(name) if name in self._names else name

    def _text(self, text: Text) -> Text:
        return Text(tuple(self._known(one) if odd & 1 else one for odd, one in enumerate(text.pieces)))

    def _sql(self, sql: Sql) -> Sql:
        bound = self._bound.sub(rf":\1{MARK}", sql.text)
        return sql._replace(text=bound, names=tuple(map(self._known, sql.names)))

    def _drawn(self, sql: Sql) -> Sql:
        """A query whose columns become names."""
        inner = self._sql(sql)
        columns = ", ".join(f'"{column}" AS "{self._name(column)}"' for column in sql.columns)
        text = f"SELECT {columns} FROM ({inner.text})"
        return inner._replace(text=text, columns=tuple(map(self._name, sql.columns)))

    def _check(self, check: Check) -> Check:
        match check:
            case StateCheck():
                said = tuple(map(self._text, check.saying))
                return check._replace(number=self._text(check.number), sql=self._sql(check.sql), saying=said)
            case AnswerCheck():
                return check._replace(texts=tuple(map(self._text, check.texts)))
            case UnsaidCheck():
                return check._replace(sql=self._sql(check.sql))
            case OrderCheck():
                return check._replace(steps=tuple(map(self._sql, check.steps)))

    def _allow(self, allow: Allow) -> Allow:
        where = self._bound.sub(rf":\1{MARK}", allow.where)
        return allow._replace(where=where, names=tuple(map(self._known, allow.names)))

    def _step(self, step: Step) -> Step:
        value = self._text(step.value)
        if step.word in _NAMING:
            value = Text((self._name("".join(step.value.pieces)),))
        options = tuple((key, self._option(key, text)) for key, text in step.options)
        return step._replace(value=value, options=options, inner=tuple(map(self._step, step.inner)))

    def _option(self, key: str, text: Text) -> Text:
        """SQL of `work_out` and patterns of `read` are kept whole, with their names inside."""
        pieces = self._text(text).pieces
        if key == "as":
            pieces = tuple(self._bound.sub(rf":\1{MARK}", piece) for piece in pieces)
        if key == "match":
            pieces = tuple(self._filled.sub(rf"{{\1{MARK}}}", piece) for piece in pieces)
        return Text(pieces)


def _all(steps: Sequence[Step]) -> list[Step]:
    return [one for step in steps for one in (step, *_all(step.inner))]
