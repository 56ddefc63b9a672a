"""A phone for each person, a template from a few lines, one way to play it. Shared by the tests of tasks."""

from __future__ import annotations

from functools import cache

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.perform import Performance, perform
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Started, begin
from phonebuddy.tasks.verify import Verdict, verify
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone

STAR = """
star:
  apps: [contacts]
  draw:
    who: SELECT id, name FROM contacts_people WHERE NOT starred GROUP BY name HAVING count(*) = 1
  say:
    - terse: "Favourite {name}"
    - plain: "Add {name} to my favourites."
    - chatty: "I ring {name} all the time, so make that contact a favourite."
    - zh: "收藏 {name}"
  goal:
    - present: SELECT 1 FROM contacts_person WHERE id = :id AND starred
  allow: update contacts_person(starred) where id = :id
  gold:
    - open: Contacts
    - type: "{name}"
      into: Search contacts
    - tap: "{name}"
    - tap: Add to favourites
  rubric: The person is a favourite.
"""
ALARM = """
alarm:
  apps: [clock]
  new: {label: [Bread, Tea]}
  say:
    - terse: "Alarm {label}"
    - plain: "Set an alarm called {label} for 07:00."
    - vague: "Something called {label} should ring at 07:00."
    - zh: "设闹钟 {label}"
  goal:
    - exactly 1: SELECT 1 FROM clock_alarm WHERE label = :label AND minute = 420
  allow: insert clock_alarm where label = :label
  gold:
    - open: Clock
    - tap: Add alarm
    - type: "{label}"
      into: Label
    - tap: Save
  rubric: There is one such alarm.
"""


@cache
def phone(person: int = 0) -> WorldPhone:
    return WorldPhone(build_image(seed=person), LookSpec("540x1200"))


def template(text: str) -> TaskTemplate:
    (found,) = parse_templates(text, "trial").values()
    return found


class Try:
    """One task on one phone, from its start."""

    def __init__(self, text: str, number: int = 0, person: int = 0) -> None:
        self.template = template(text)
        self.phone = phone(person)
        self.task: Task = make_task(self.template, self.phone, number)
        self.started: Started = begin(self.phone, self.template, self.task)

    def play(self) -> Performance:
        values, told = self.started.values, self.task.instruction
        return perform(self.phone, Gold(self.template.gold, values, told, self.started.speech))

    def verdict(self, done: Performance) -> Verdict:
        return verify(self.template, self.phone, self.started, done.ending)
