"""Template: a kind of task: how it is said, what is drawn for it, its start, what must hold, a gold way.

Plain frozen data, made by reading.py from YAML. Invariant: a template that exists is sound: its SQL prepares,
its names are known where they are used, its apps are on the phone.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from phonebuddy.tasks.sql import Sql
from phonebuddy.world.spec.nodes import Place
from phonebuddy.world.spec.template import Template as Text

Value = None | int | float | str
SINGLE, MINI, CROSS = "single", "mini", "cross"
CATEGORIES = (SINGLE, MINI, CROSS)
KINDS = ("value", "object", "compare", "chain", "reconcile", "memory", "condition", "arithmetic")
"""What cross-app work is about: a value or an object is carried over, things are compared, one thing follows
another, a difference is found, something said long ago counts, it depends, something is worked out."""
STYLES = ("terse", "plain", "polite", "chatty", "vague", "zh")
"""How an instruction is said; zh is Chinese."""
FINISH, ASK, IMPOSSIBLE = "finish", "ask", "impossible"
ENDS = (FINISH, ASK, IMPOSSIBLE)
"""How an episode should end: done, with a question to the user, or by saying that it cannot be done."""


class Phrase(NamedTuple):
    style: str
    text: Text


class Draw(NamedTuple):
    """A query over the image; one of its rows is drawn, and its columns become names."""

    name: str
    sql: Sql
    place: Place


class New(NamedTuple):
    """Something the task invents: one of some values, on no account already on the phone's pages as such."""

    name: str
    values: tuple[Value, ...]


class Fact(NamedTuple):
    """What a goal needs to know about the start: the columns of a query's only row become names."""

    name: str
    sql: Sql
    place: Place


class Opening(NamedTuple):
    app: str
    page: str
    values: tuple[tuple[str, Text], ...]


class Start(NamedTuple):
    sql: tuple[tuple[Sql, Place], ...] = ()
    opening: Opening | None = None
    clock: int | None = None
    """Minutes after midnight at which it starts, or the image's own time."""
    interruptions: tuple[str, ...] = ()


class StateCheck(NamedTuple):
    """How many rows a query must give at the end."""

    kind: str
    """`present`, `absent` or `exactly`."""
    number: Text
    """How many exactly; empty for the others."""
    sql: Sql
    saying: tuple[Text, ...]
    """Only rows count whose first column says all of these, as an answer would."""
    place: Place


class AnswerCheck(NamedTuple):
    """What the answer must say: one of these."""

    texts: tuple[Text, ...]
    place: Place


class UnsaidCheck(NamedTuple):
    """What the answer must not say: the first column of every row."""

    sql: Sql
    place: Place


class OrderCheck(NamedTuple):
    """Queries that each give a place in the log of events; the places must go up."""

    steps: tuple[Sql, ...]
    place: Place


Check = StateCheck | AnswerCheck | UnsaidCheck | OrderCheck


class Allow(NamedTuple):
    """A change that is no side effect: `update contacts_person(starred) where id = :id`."""

    kind: str
    """`insert`, `update`, `delete`, or `change` for any of them."""
    table: str
    columns: frozenset[str]
    """What an update may change; empty for every column."""
    where: str
    names: tuple[str, ...]


class Private(NamedTuple):
    """A trap: values that must stay in some apps, or a field that need not be filled."""

    values: Sql | None
    stays: frozenset[str]
    """Apps in which the values may be typed or written."""
    field: str
    """`app/page/field` that must stay empty; nothing for values."""
    place: Place


class Step(NamedTuple):
    """One line of a gold script."""

    word: str
    value: Text
    options: tuple[tuple[str, Text], ...]
    inner: tuple[Step, ...]
    place: Place

    def option(self, name: str) -> Text | None:
        return dict(self.options).get(name)


class TaskTemplate(msgspec.Struct, frozen=True):
    id: str
    """`file/name`."""
    apps: tuple[str, ...]
    category: str
    phrases: tuple[Phrase, ...]
    draws: tuple[Draw, ...]
    news: tuple[New, ...]
    start: Start
    facts: tuple[Fact, ...]
    goal: tuple[Check, ...]
    end: str
    allow: tuple[Allow, ...]
    private: tuple[Private, ...]
    gold: tuple[Step, ...]
    rubric: str
    limit: int
    """Steps an agent has."""
    split: str
    """Given by hand, or empty."""
    tags: tuple[str, ...]
    digest: str
    """Changes when any of it does."""
    place: Place

    @property
    def group_of(self) -> dict[str, str]:
        """Name to the draw it comes from; invented ones are their own."""
        found = {column: draw.name for draw in self.draws for column in draw.sql.columns}
        return found | {new.name: new.name for new in self.news}
