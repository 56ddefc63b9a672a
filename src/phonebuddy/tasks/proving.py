"""Proving: many templates on many phones, in several processes, each result kept as soon as it is there.

Results are lines of JSON, known by what they depend on: template, image and the rules of the proof.
Invariant: a result that is found again is what proving again would give; a torn line is as good as none.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import multiprocessing
import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.tasks.changes import INCIDENTAL
from phonebuddy.tasks.invented.village import image_of
from phonebuddy.tasks.mutate import SIDE_EFFECTS
from phonebuddy.tasks.proof import Proof, prove
from phonebuddy.tasks.reading import FOLDER, load_templates
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone

LOOK = LookSpec("540x1200")
PERSONS = (0, 1, 5, 2, 6, 3, 7, 4)
"""Whose phones a template is proven on, one instance each, in this order; 5, 6 and 7 speak Chinese."""
_TOGETHER = 6
"""Templates that one process takes at a time: few enough that all processes end about together."""


_APART = ("calling", "pool", "proving", "report", "showing", "splits", "suites")
"""Files of this folder that no proof depends on."""


class Job(NamedTuple):
    template: str
    person: int
    number: int


class Kept(msgspec.Struct, frozen=True):
    """One line of the file of results."""

    key: str
    proof: Proof


def jobs_for(templates: Iterable[TaskTemplate], num_persons: int = 3) -> list[Job]:
    """One instance of every template for each person; the numbers differ, so that one is interrupted."""
    persons = (*PERSONS, *range(len(PERSONS), num_persons))[:num_persons]
    return [Job(one.id, person, number) for one in templates for number, person in enumerate(persons)]


def prove_all(
    templates: dict[str, TaskTemplate],
    jobs: list[Job],
    kept: Path | None,
    num_processes: int,
    folder: Path = FOLDER,
) -> Iterator[Proof]:
    """The proof of every job as it comes; those in the file are not repeated."""
    known = _read(kept)
    waiting: list[Job] = []
    for job in jobs:
        key = key_of(templates[job.template], job)
        if key in known:
            yield known[key]
        else:
            waiting.append(job)
    for job, proof in _work(waiting, templates, num_processes, folder):
        if kept is not None:
            _append(kept, Kept(key_of(templates[job.template], job), proof))
        yield proof


def _work(
    jobs: list[Job], templates: dict[str, TaskTemplate], num_processes: int, folder: Path
) -> Iterator[tuple[Job, Proof]]:
    if num_processes <= 1 or len(jobs) <= 1:
        for job in jobs:
            yield job, prove(templates[job.template], phone_of(job.person), job.number)
        return
    pieces = [jobs[start : start + _TOGETHER] for start in range(0, len(jobs), _TOGETHER)]
    # Spawned, not forked: a phone's database must not be shared between processes.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(num_processes, context, leave_at_once) as pool:
        running: dict[Future[list[Proof]], list[Job]] = {
            pool.submit(_prove_piece, piece, str(folder)): piece for piece in pieces
        }
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield from zip(running.pop(future), future.result(), strict=True)


def leave_at_once() -> None:
    """End this process without taking its phones' caches apart, which would take longer than some proofs."""
    atexit.register(os._exit, 0)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed cannot tell its children that nobody waits for them any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _prove_piece(jobs: list[Job], folder: str) -> list[Proof]:
    """Runs in a process of its own."""
    templates = templates_in(folder)
    return [prove(templates[job.template], phone_of(job.person), job.number) for job in jobs]


@lru_cache(maxsize=1)
def templates_in(folder: str) -> dict[str, TaskTemplate]:
    """The templates of a folder, read once in each process."""
    return load_templates(sorted(Path(folder).glob("*.yaml")))


@lru_cache(maxsize=8)
def phone_of(person: int) -> WorldPhone:
    """The phone this process has for a person; whoever uses it puts it where they need it."""
    return WorldPhone(image_of(person), LOOK)


def key_of(template: TaskTemplate, job: Job) -> str:
    """What a result depends on."""
    parts = (
        template.id,
        template.digest,
        image_id(job.person),
        str(job.person),
        str(job.number),
        rules_digest(),
    )
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:24]


@lru_cache(maxsize=64)
def image_id(person: int) -> str:
    return build_image(default_apps(), person).id


@lru_cache(maxsize=1)
def rules_digest() -> str:
    """Changes when the engine or the code of the proof does: then nothing proven before counts."""
    package = Path(__file__).parents[1]
    paths = [*sorted((package / "world").rglob("*.py")), *sorted((package / "tasks").glob("*.py"))]
    digest = hashlib.sha256()
    for path in (*(path for path in paths if path.stem not in _APART), INCIDENTAL, SIDE_EFFECTS):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _read(path: Path | None) -> dict[str, Proof]:
    found: dict[str, Proof] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_bytes().splitlines():
        try:
            kept = msgspec.json.decode(line, type=Kept)
        except msgspec.MsgspecError:
            continue
        found[kept.key] = kept.proof
    return found


def _append(path: Path, kept: Kept) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(msgspec.to_builtins(kept), ensure_ascii=False) + "\n"
    with path.open("ab") as file:
        file.write(line.encode())
        file.flush()
        os.fsync(file.fileno())
