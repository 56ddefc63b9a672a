"""What tests of invented apps share: gold reaches its goal, and doing nothing does not."""

from __future__ import annotations

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone

UNDISTURBED = 5
"""A number whose task meets no interruption."""


def assert_doable(phone: WorldPhone, template: TaskTemplate) -> None:
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    assert verify(template, phone, started, Ending("finish", "Done.")).result == "failure", template.id
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    verdict = verify(template, phone, started, done.ending)
    assert verdict.is_success and not done.problem, (template.id, task.instruction, done.problem, verdict)


def is_done(phone: WorldPhone, template: TaskTemplate) -> bool:
    """Whether its gold, as it is here, reaches the goal."""
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    assert not done.problem, done.problem
    return verify(template, phone, started, done.ending).is_success
