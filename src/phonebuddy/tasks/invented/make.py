"""Make: a task about invented apps from a person and a number: drawn, and seen to be doable before it counts.

Invariant: the same person and number give the same task, anywhere; its gold passes and doing nothing fails.
"""

from __future__ import annotations

import random

from phonebuddy.errors import TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.village import FOLDER, invented_template, templates_for
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone

ANY = f"{FOLDER}/any"
"""The name of a task whose number says which template it is of."""
MOST_TRIES = 40


def make_invented(name: str, phone: WorldPhone, number: int) -> tuple[TaskTemplate, Task]:
    """The task of this number on this phone; the phone is put back to its image first."""
    person = phone.image.seed
    if name != ANY:
        template = invented_template(name, person)
        return template, make_task(template, phone, number)
    names = sorted(templates_for(person))
    chance = random.Random(f"{ANY}/{person}")
    chance.shuffle(names)
    for attempt in range(MOST_TRIES):
        # In turn, so that all of them come before one comes twice.
        template = invented_template(names[(number + attempt * 7) % len(names)], person)
        task = _doable(template, phone, number + attempt * 5)
        if task is not None:
            return template, task
    raise TaskError(f"{ANY}@{person}.{number}: none of {MOST_TRIES} tasks can be done")


def _doable(template: TaskTemplate, phone: WorldPhone, number: int) -> Task | None:
    try:
        task = make_task(template, phone, number)
    except TaskError:
        return None  # nothing of the kind on this phone
    started = begin(phone, template, task)
    if verify(template, phone, started, Ending("finish", "Done.")).result != "failure":
        return None
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    passed = verify(template, phone, started, done.ending).is_success
    return task if passed and not done.problem else None
