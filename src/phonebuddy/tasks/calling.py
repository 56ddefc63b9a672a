"""Calling: a task by its id: of a template written by hand, a drill made by walking, or of an invented app.

Invariant: the id alone says which task it is; how the phone looks that it is tried on makes no difference.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.tasks.drills.make import is_drill, make_drill
from phonebuddy.tasks.invented.make import make_invented
from phonebuddy.tasks.invented.village import is_invented
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.reading import template_called
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.phone import WorldPhone


def task_on(phone: WorldPhone, name: str, number: int) -> tuple[TaskTemplate, Task]:
    """The task of this name and number for the person whose phone it is."""
    if is_drill(name) or is_invented(name):
        return _made(name, phone.image.seed, number)
    template = template_called(name)
    return template, make_task(template, phone, number)


@lru_cache(maxsize=512)
def _made(name: str, person: int, number: int) -> tuple[TaskTemplate, Task]:
    """Made on a phone of its own, and kept: in RL a task is tried many times in a row."""
    make = make_drill if is_drill(name) else make_invented
    return make(name, phone_of(person), number)
