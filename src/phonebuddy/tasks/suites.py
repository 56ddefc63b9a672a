"""Suites: lists of tasks that never change, kept as data with a version and a mark for each task.

Invariant: a suite that loads holds exactly the tasks it was frozen with; a template, app or content that has
changed since is an error that names the task, never another task under the old name.
"""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

from phonebuddy.errors import AppError, TaskError, nearest
from phonebuddy.tasks.pool import doable
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.reading import template_called
from phonebuddy.tasks.splits import plan, split_of
from phonebuddy.tasks.task import Task, make_task, read_id
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.spec.nodes import read_yaml

FOLDER = Path(__file__).parent / "suites"


class Frozen(NamedTuple):
    task: str
    says: str
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
    path = FOLDER / f"{name}.yaml"
    if not path.is_file():
        known = suite_names()
        raise TaskError(
            f"no suite '{name}'{nearest(name, known)}; there are: {', '.join(known) or 'none yet'}"
        )
    suite = read_suite(path)
    tasks, changed = [], []
    for frozen in suite.tasks:
        template, person, number = read_id(frozen.task)
        task = make_task(template_called(template), phone_of(person), number)
        tasks.append(task)
        if mark(template_called(template), task) != frozen.mark:
            changed.append(frozen.task)
    if changed:
        raise TaskError(
            f"suite '{name}' version {suite.version} is frozen, and {len(changed)} of its tasks have"
            f" changed since: {', '.join(changed[:8])}."
            f" Freeze the next version: phonebuddy tasks freeze {name}"
        )
    return suite, tuple(tasks)


def read_suite(path: Path) -> Suite:
    try:
        root = read_yaml(path, path.name)
    except AppError as error:
        raise TaskError(str(error)) from None
    listed = root.get("tasks")
    frozen = []
    for item in (listed.items or ()) if listed is not None else ():
        parts = [(item.get(key) or item).text for key in ("task", "says", "mark")]
        if None in parts:
            raise TaskError(f"{item.place}: a task of a suite has 'task', 'says' and 'mark'")
        frozen.append(Frozen(*(part or "" for part in parts)))
    version = (root.get("version") or root).text or ""
    if not version.isdigit() or not frozen:
        raise TaskError(f"{path.name}: a suite has a 'version' (a whole number) and 'tasks'")
    about = (root.get("about") or root).text or ""
    return Suite(path.stem, int(version), about, tuple(frozen))


def mark(template: TaskTemplate, task: Task) -> str:
    """What a frozen task must not change: its template, its person's phone, its values, its words."""
    parts = [template.digest, phone_of(task.person).image.id, msgspec.json.encode(task).decode()]
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:16]


def choose(
    templates: dict[str, TaskTemplate], counts: dict[str, int], seed: int, split: str = "test"
) -> list[Task]:
    """So many tasks of each category from one split, templates as even as can be, each seen to be doable."""
    chance = random.Random(f"suite/{seed}")
    persons = list(plan().persons[split])
    chosen: list[Task] = []
    for category, wanted in counts.items():
        able = [one for one in templates.values() if one.category == category and split_of(one) == split]
        if wanted and not able:
            raise TaskError(f"no {category} template is in split '{split}'; see: phonebuddy tasks split")
        chance.shuffle(able)
        found: list[Task] = []
        tries = 0
        while len(found) < wanted:
            task = _attempt(able[tries % len(able)], persons[chance.randrange(len(persons))], tries)
            tries += 1
            if task is not None and task.instruction not in {one.instruction for one in found}:
                found.append(task)
            if tries > 20 * (wanted + len(able)):
                raise TaskError(f"only {len(found)} distinct {category} tasks; {wanted} are wanted")
        chosen += found
    return chosen


def _attempt(template: TaskTemplate, person: int, number: int) -> Task | None:
    try:
        task = make_task(template, phone_of(person), number)
    except TaskError:
        return None
    return task if doable(template, task) else None


def freeze(name: str, version: int, about: str, tasks: list[Task], path: Path) -> None:
    """Write a suite; a version that is there already is never overwritten."""
    if path.exists() and read_suite(path).version >= version:
        raise TaskError(f"{path.name} is version {read_suite(path).version} already; freeze a higher one")
    rows = [
        {"task": task.id, "says": task.instruction, "mark": mark(template_called(task.template), task)}
        for task in tasks
    ]
    data = {"suite": name, "version": version, "about": about, "tasks": rows}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110)
    path.write_text(
        f"# Frozen by phonebuddy tasks freeze; never edit it, freeze the next version.\n{text}", "utf-8"
    )
