"""Trial: one try at one task on one phone: it sets the start, and afterwards gives the verdict.

Invariant: the start depends on the task alone; whatever was on the phone before is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.actions import Action, CallUser, Finish, Output, Wait
from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.changes import Seen, since_image
from phonebuddy.tasks.speech import Speech, speech_for
from phonebuddy.tasks.task import Task, fill, language_of
from phonebuddy.tasks.template import Start, TaskTemplate, Value
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot

LONGEST_WAIT_MS = 600_000
DAY_S = 86_400


class Ending(NamedTuple):
    """How an episode ended and all that the agent told the user."""

    kind: str
    """`finish`, `call_user`, or `limit` when the agent ran out of steps."""
    said: str


class Started(NamedTuple):
    """A phone at the start of a task."""

    snapshot: Snapshot
    seen: Seen
    """What the start changed."""
    values: dict[str, Value]
    """The task's values and the template's facts."""
    time_ms: int
    speech: Speech


def begin(phone: WorldPhone, template: TaskTemplate, task: Task) -> Started:
    """Put a phone where the task starts."""
    if phone.image.seed != task.person:
        raise TaskError(f"task {task.id} is for person {task.person}; this phone is of {phone.image.seed}")
    phone.reset()
    _set_start(phone, template.start, task)
    values = {**task.values, **_facts(phone, template, task)}
    for planned in task.interruptions:
        phone.interrupt(planned.kind, planned.after_ms, planned.says)
    snapshot = phone.snapshot()
    speech = speech_for(phone.image.apps, language_of(phone))
    return Started(snapshot, since_image(phone), values, phone.observe().time_s * 1000, speech)


def _set_start(phone: WorldPhone, start: Start, task: Task) -> None:
    for sql, place in start.sql:
        try:
            phone.change(sql.text, {name: task.values[name] for name in sql.names})
        except AppError as error:
            raise TaskError(f"{place}: {error}") from None
    if start.clock is not None:
        _pass_time(phone, start.clock)
    if start.opening is not None:
        app, page, given = start.opening
        phone.open_page(app, page, {name: _typed(fill(text, task.values)) for name, text in given})


def _typed(text: str) -> Value:
    """A page's parameter as apps pass it: a number where it is one."""
    return int(text) if text.lstrip("-").isdigit() and len(text) < 16 else text


def _pass_time(phone: WorldPhone, minutes: int) -> None:
    """Wait until a time of day, today or tomorrow, so that all that is planned until then happens."""
    left = (minutes * 60 - phone.observe().time_s % DAY_S) % DAY_S * 1000
    while left > 0:
        phone.act(Wait(min(left, LONGEST_WAIT_MS)))
        left -= LONGEST_WAIT_MS


def _facts(phone: WorldPhone, template: TaskTemplate, task: Task) -> dict[str, Value]:
    known: dict[str, Value] = dict(task.values)
    found: dict[str, Value] = {}
    for fact in template.facts:
        rows = phone.state(fact.sql.text, {name: known[name] for name in fact.sql.names})
        if len(rows) != 1:
            raise TaskError(
                f"{fact.place}: fact '{fact.name}' gives {len(rows)} rows in {task.id}; 1 is needed"
            )
        named = dict(zip(fact.sql.columns, rows[0], strict=True))
        for name, value in named.items():
            known[name] = found[name] = value.decode() if isinstance(value, bytes) else value
    return found


class Talk:
    """Follows an episode's actions to its ending."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self.kind = ""

    def note(self, action: Action) -> None:
        if isinstance(action, Output | Finish | CallUser):
            self._said.append(action.text)
        if isinstance(action, Finish | CallUser):
            self.kind = "finish" if isinstance(action, Finish) else "call_user"

    def ending(self) -> Ending:
        return Ending(self.kind or "limit", "\n".join(self._said))
