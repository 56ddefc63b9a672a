"""Make: a task about invented apps from a person and a number: drawn, and seen to be doable before it counts.

Invariant: the same person and number give the same task, anywhere; its gold passes and doing nothing fails.
"""

from __future__ import annotations

import random

from phonebuddy.errors import TaskError
from phonebuddy.tasks.invented.village import invented_template, templates_for
from phonebuddy.tasks.pool import doable
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import CATEGORIES, TaskTemplate
from phonebuddy.world.phone import WorldPhone

ANY = "any"
FAMILIES = {"tucked": "_tuck_", "woven": "_woven_"}
"""Some forms of request by what stands in their templates' names."""
KINDS = (ANY, *CATEGORIES, *FAMILIES)
"""`invented/any`, `invented/cross`, `invented/tucked`: the number says which template it is of, of that
category or family; of any where a phone has none of the family."""
MOST_TRIES = 40


def make_invented(name: str, phone: WorldPhone, number: int) -> tuple[TaskTemplate, Task]:
    """The task of this number on this phone; the phone is put back to its image first."""
    person = phone.image.seed
    kind = name.partition("/")[2]
    if kind not in KINDS:
        template = invented_template(name, person)
        return template, make_task(template, phone, number)
    names = _names(kind, person)
    random.Random(f"{name}/{person}").shuffle(names)
    for attempt in range(MOST_TRIES if names else 0):
        # In turn, so that all of them come before one comes twice.
        template = invented_template(names[(number + attempt * 7) % len(names)], person)
        task = _doable(template, phone, number + attempt * 5)
        if task is not None:
            return template, task
    raise TaskError(f"{name}@{person}.{number}: none of {len(names)} templates gives a task that can be done")


def _names(kind: str, person: int) -> list[str]:
    """The templates of a kind, in order."""
    templates = templates_for(person)
    if kind in CATEGORIES:
        return sorted(id for id, one in templates.items() if one.category == kind)
    mark = FAMILIES.get(kind, "")
    return sorted(id for id in templates if mark in id) or sorted(templates)


def _doable(template: TaskTemplate, phone: WorldPhone, number: int) -> Task | None:
    try:
        task = make_task(template, phone, number)
    except TaskError:
        return None  # nothing of the kind on this phone
    return task if doable(template, task) else None
