"""Suites: lists of tasks that never change, kept as data with a version and a mark for each task.

Invariant: a suite that loads holds exactly the tasks it was frozen with; a change of template or content is
an error that names the task, never another task under the old name.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

from phonebuddy.errors import AppError, TaskError, nearest
from phonebuddy.tasks.pool import doable
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.reading import built_in_templates, template_called
from phonebuddy.tasks.showing import say_rubric
from phonebuddy.tasks.splits import plan, split_of
from phonebuddy.tasks.task import Task, make_task, read_id
from phonebuddy.tasks.template import CATEGORIES, TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.template import show

FOLDER = Path(__file__).parent / "suites"
NUM_PERSONS = 8
"""Whose phones a suite is about: one person of every character, and few images to build when it is loaded."""
MOST_OF_ONE = 3
"""Tasks that a suite has of one template at most."""
_PARTS = ("task", "says", "limit", "rubric", "mark")


class Frozen(NamedTuple):
    task: str
    says: str
    limit: int
    """Steps an agent has."""
    rubric: str
    """What must be true at the end, for people who grade."""
    mark: str


class Suite(NamedTuple):
    name: str
    version: int
    about: str
    tasks: tuple[Frozen, ...]


def suite_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


@lru_cache(maxsize=8)
def load_suite(name: str) -> tuple[Suite, tuple[Task, ...]]:
    """A suite and its tasks, each as it was when it was frozen."""
    suite = read_suite(_path(name))
    tasks = _make([frozen.task for frozen in suite.tasks])
    changed = [
        frozen.task
        for frozen, task in zip(suite.tasks, tasks, strict=True)
        if task is None or mark(template_called(task.template), task) != frozen.mark
    ]
    if changed:
        raise TaskError(
            f"suite '{name}' version {suite.version} is frozen, and {len(changed)} of its tasks have"
            f" changed since: {', '.join(changed[:8])}."
            f" Freeze the next version: phonebuddy tasks freeze {name} --keep"
        )
    return suite, tuple(task for task in tasks if task is not None)


def _path(name: str) -> Path:
    path = FOLDER / f"{name}.yaml"
    if path.is_file():
        return path
    known = suite_names()
    raise TaskError(f"no suite '{name}'{nearest(name, known)}; there are: {', '.join(known) or 'none yet'}")


def _make(ids: Sequence[str]) -> list[Task | None]:
    """The tasks with these ids, in this order; nothing for one that is no more."""
    made: dict[str, Task | None] = {}
    for id in sorted(ids, key=lambda id: read_id(id)[1]):  # person by person: each phone is made once
        name, person, number = read_id(id)
        try:
            made[id] = make_task(template_called(name), phone_of(person), number)
        except TaskError:
            made[id] = None
    return [made[id] for id in ids]


def read_suite(path: Path) -> Suite:
    try:
        root = read_yaml(path, path.name)
    except AppError as error:
        raise TaskError(str(error)) from None
    listed = root.get("tasks")
    frozen = tuple(_frozen(item) for item in (listed.items or ())) if listed is not None else ()
    version = (root.get("version") or root).text or ""
    if not version.isdigit() or not frozen:
        raise TaskError(f"{path.name}: a suite has a 'version' (a whole number) and 'tasks'")
    return Suite(path.stem, int(version), (root.get("about") or root).text or "", frozen)


def _frozen(item: Node) -> Frozen:
    task, says, limit, rubric, mark = (node.text if (node := item.get(key)) else None for key in _PARTS)
    if task is None or says is None or rubric is None or mark is None or not (limit or "").isdigit():
        raise TaskError(f"{item.place}: a task of a suite has {', '.join(map(repr, _PARTS))}")
    return Frozen(task, says, int(limit or ""), rubric, mark)


def mark(template: TaskTemplate, task: Task) -> str:
    """What a frozen task must not change: its template, its values and words, what its apps hold.

    How their pages look does not count, nor do other apps: a suite outlives what is mended or added. That its
    tasks can still be done is for the tests to show.
    """
    parts = [template.digest, msgspec.json.encode(task).decode()]
    parts += [_rows(task.person, app) for app in sorted(template.apps)]
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:16]


@lru_cache(maxsize=1024)
def _rows(person: int, app: str) -> str:
    """What the app holds on a person's phone."""
    phone = phone_of(person)
    phone.reset()
    digest = hashlib.sha256()
    tables = phone.state(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB :own", {"own": f"{app}_*"}
    )
    for table in sorted(show(row[0]) for row in tables):
        digest.update(repr((table, sorted(map(repr, phone.state(f'SELECT * FROM "{table}"'))))).encode())
    return digest.hexdigest()


def choose(
    templates: dict[str, TaskTemplate], counts: dict[str, int], seed: int, kept: Iterable[Task] = ()
) -> list[Task]:
    """So many tasks of each category from the test split, templates as even as can be, each one doable.

    Those of `kept` come first, as far as they still are. What is taken of one template leaves the others be.
    """
    before = [task for task in kept if task.template in templates and doable(templates[task.template], task)]
    chosen: list[Task] = []
    for category, wanted in counts.items():
        able = [one for one in templates.values() if one.category == category and split_of(one) == "test"]
        if wanted and not able:
            raise TaskError(f"no {category} template is in the test split; see: phonebuddy tasks split")
        found = [task for task in before if templates[task.template] in able][:wanted]
        _fill(found, wanted, able, seed)
        chosen += sorted(found, key=lambda task: (task.template, task.person, task.number))
    return chosen


def _persons(seed: int) -> range:
    """Another seed, other persons, so that what is tried on one suite is not seen in the next."""
    span = plan().persons["test"]
    first = seed * NUM_PERSONS % (len(span) - NUM_PERSONS + 1)
    return span[first : first + NUM_PERSONS]


def _fill(found: list[Task], wanted: int, able: list[TaskTemplate], seed: int) -> None:
    """Add tasks until there are enough: every template once, then for a second person, then for a third."""
    able = sorted(able, key=lambda one: hashlib.sha256(f"{seed}/{one.id}".encode()).digest())
    for most in range(1, MOST_OF_ONE + 1):
        for template in able:
            if len(found) >= wanted:
                return
            others = {task.person for task in found if task.template == template.id}
            if len(others) < most:
                chance = random.Random(f"suite/{seed}/{template.id}/{most}")
                persons = [person for person in _persons(seed) if person not in others]
                found += _attempt(template, chance.sample(persons, len(persons)), chance)
    if len(found) < wanted:
        raise TaskError(
            f"only {len(found)} distinct tasks of {len(able)} templates, {MOST_OF_ONE} of one at most;"
            f" {wanted} are wanted"
        )


def _attempt(template: TaskTemplate, persons: list[int], chance: random.Random) -> list[Task]:
    """A task of a template that can be done, for the first of these persons who has one."""
    for person in persons:
        try:
            task = make_task(template, phone_of(person), chance.randrange(100))
        except TaskError:
            continue  # this person has nothing of the kind
        if doable(template, task):
            return [task]
    return []


def tasks_of(suite: Suite) -> list[Task]:
    """What is left today of a suite's tasks, whether they have changed since or not."""
    return [task for task in _make([one.task for one in suite.tasks]) if task is not None]


def counts_of(suite: Suite) -> dict[str, int]:
    """How many tasks of each category it has."""
    known = built_in_templates()
    names = [read_id(one.task)[0] for one in suite.tasks]
    counts = Counter(known[name].category for name in names if name in known)
    return {category: counts[category] for category in CATEGORIES}


def freeze(about: str, tasks: list[Task], path: Path) -> int:
    """Write the next version of a suite and say which it is."""
    version = read_suite(path).version + 1 if path.exists() else 1
    data = {"suite": path.stem, "version": version, "about": about, "tasks": [_row(task) for task in tasks]}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110)
    path.write_text(
        f"# Frozen by phonebuddy tasks freeze; never edit it, freeze the next version.\n{text}", "utf-8"
    )
    return version


def _row(task: Task) -> dict[str, object]:
    template, phone = template_called(task.template), phone_of(task.person)
    rubric = say_rubric(template, task, begin(phone, template, task))
    frozen = Frozen(task.id, task.instruction, task.limit, rubric, mark(template, task))
    return frozen._asdict()
