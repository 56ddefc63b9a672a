"""The pool: many distinct tasks from templates, values and persons, each seen to be doable before it is in.

Invariant: the same templates, seed and count give the same pool, however many processes make it; no two tasks
of a pool are said in the same words.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.errors import TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import image_id, leave_at_once, phone_of, rules_digest, templates_in
from phonebuddy.tasks.reading import FOLDER
from phonebuddy.tasks.splits import plan, split_of
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, begin
from phonebuddy.tasks.verify import verify

LEVELS = ((8, "easy"), (16, "medium"), (30, "hard"))
HARDEST = "very hard"
ROUNDS_WITHOUT_NEWS = 40
"""After so many persons in a row that brought no new task the templates are exhausted."""


class Pooled(msgspec.Struct, frozen=True):
    """A task of the pool, as one line of JSON."""

    task: Task
    category: str
    apps: tuple[str, ...]
    split: str
    gold_actions: int
    difficulty: str
    end: str
    """How it should end: `finish`, `ask` or `impossible`."""
    traps: int
    """Privacy traps it holds."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a pool is counted by."""
        also = (("interrupted", self.task.interruptions), ("with privacy traps", self.traps))
        return (
            self.category,
            self.difficulty,
            f"{self.split} split",
            f"said {self.task.style}",
            f"ends {self.end}",
            *(name for name, there in also if there),
        )


class _Round(NamedTuple):
    """All templates once, on one person's phone."""

    person: int
    number: int
    templates: tuple[str, ...]
    folder: str


def difficulty(gold_actions: int) -> str:
    """By how long the gold is."""
    return next((name for most, name in LEVELS if gold_actions <= most), HARDEST)


def generate(
    templates: dict[str, TaskTemplate],
    num_tasks: int,
    seed: int,
    num_processes: int,
    folder: Path = FOLDER,
    before: Sequence[Pooled] = (),
) -> Iterator[Pooled]:
    """Distinct verified tasks, until there are enough; TaskError when the templates give no more.

    It goes on after those of `before`, which must be whole rounds of the same pool, as begun() gives them.
    """
    said = {one.task.instruction for one in before}
    done = {_round_of(one) for one in before}
    jobs = (job for job in _rounds(templates, seed, str(folder)) if (job.person, job.number) not in done)
    idle = 0
    if len(said) >= num_tasks:
        return
    with _mapper(num_processes) as each:
        for found in each(_play_round, jobs):
            new = [one for one in found if one.task.instruction not in said]
            idle = 0 if new else idle + 1
            for one in new:
                if one.task.instruction in said:
                    continue
                said.add(one.task.instruction)
                yield one
                if len(said) >= num_tasks:
                    return
            if idle >= ROUNDS_WITHOUT_NEWS:
                raise TaskError(
                    f"{len(templates)} templates give {len(said)} distinct tasks, not {num_tasks}"
                )


def pool_key(templates: dict[str, TaskTemplate], seed: int) -> str:
    """What a pool depends on besides its length."""
    parts = [rules_digest(), image_id(0), str(seed), *sorted(one.digest for one in templates.values())]
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:12]


def begun(lines: Iterable[bytes]) -> list[Pooled]:
    """The tasks of a pool that was broken off, without its last round, of which some may be missing."""
    found: list[Pooled] = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=Pooled))
        except msgspec.MsgspecError:
            break  # torn
    return [one for one in found if _round_of(one) != _round_of(found[-1])]


def _round_of(one: Pooled) -> tuple[int, int]:
    return one.task.person, one.task.number


def _rounds(templates: dict[str, TaskTemplate], seed: int, folder: str) -> Iterator[_Round]:
    """Person after person of each split, in an order that the seed gives, each time with another number."""
    by_split: dict[str, list[str]] = {}
    for template in templates.values():
        by_split.setdefault(split_of(template), []).append(template.id)
    chance = random.Random(f"pool/{seed}")
    orders = {name: chance.sample(list(plan().persons[name]), len(plan().persons[name])) for name in by_split}
    for place in count():
        for name, ids in sorted(by_split.items()):
            order = orders[name]
            yield _Round(order[place % len(order)], seed * 1_000 + place, tuple(ids), folder)


def _play_round(job: _Round) -> list[Pooled]:
    """Runs in a process of its own."""
    templates, phone = templates_in(job.folder), phone_of(job.person)
    found = []
    for id in job.templates:
        try:
            task = make_task(templates[id], phone, job.number)
        except TaskError:
            continue  # this person has nothing of the kind
        actions = doable(templates[id], task)
        if actions:
            found.append(_pooled(templates[id], task, actions))
    return found


def _pooled(template: TaskTemplate, task: Task, actions: int) -> Pooled:
    split, level, traps = split_of(template), difficulty(actions), len(template.private)
    return Pooled(task, template.category, template.apps, split, actions, level, template.end, traps)


def doable(template: TaskTemplate, task: Task) -> int:
    """How many actions the gold takes; 0 when it does not pass, or when doing nothing does."""
    phone = phone_of(task.person)
    started = begin(phone, template, task)
    if verify(template, phone, started, Ending("finish", "Done.")).result != "failure":
        return 0
    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    verdict = verify(template, phone, started, done.ending)
    return done.num_actions if verdict.is_success and not done.problem else 0


class _mapper:
    """`map` here, or over processes with a few rounds ahead, in order."""

    def __init__(self, num_processes: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._ahead = num_processes * 2
        if num_processes > 1:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(num_processes, context, leave_at_once)

    def __enter__(
        self,
    ) -> Callable[[Callable[[_Round], list[Pooled]], Iterator[_Round]], Iterator[list[Pooled]]]:
        return self._map

    def __exit__(self, *_error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _map(self, work: Callable[[_Round], list[Pooled]], jobs: Iterator[_Round]) -> Iterator[list[Pooled]]:
        if self._pool is None:
            yield from map(work, jobs)
            return
        running = [self._pool.submit(work, next(jobs)) for _ in range(self._ahead)]
        while True:
            yield running.pop(0).result()
            running.append(self._pool.submit(work, next(jobs)))
