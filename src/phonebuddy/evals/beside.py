"""Beside: stages that another process collects while this one learns.

A GPU waits while episodes are played, and processors wait while it learns: here neither does.
Invariant: what comes of it is what would come of one stage after the other; it ends with whoever started it,
and what it leaves undone is done by whoever runs the stage.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from phonebuddy.episodes.collector import Begun, Watch, collect
from phonebuddy.episodes.run import Asked
from phonebuddy.evals.stages import Facts, Stages
from phonebuddy.train.rows import start_module, write_rows

ROWS = "rows"
"""The folder of a recipe in which rows are kept."""
SPARED = 2
"""Processors that are left to whoever learns."""
NICE = 10
"""How far all that works here stands back where a processor is wanted by whoever learns."""


def _silent(_total: int, _done: int) -> Watch:
    return lambda _played: None


class Job(msgspec.Struct, frozen=True):
    """Stages of a recipe to be collected, and for whom rows are made of them."""

    folder: str
    stages: dict[str, Asked]
    kind: str
    config: dict[str, object]
    workers: int
    device: str
    """Where models act."""


@contextmanager
def collected_beside(
    folder: Path, stages: Mapping[str, Asked], kind: str, config: Mapping[str, object], workers: int,
    device: str = "cpu",
) -> Iterator[None]:  # fmt: skip
    """While this lasts, some stages are collected; at its end they are done, if nothing went wrong."""
    job = Job(str(folder), dict(stages), kind, dict(config), max(1, workers - SPARED), device)
    process = start_module("phonebuddy.evals.beside")
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(job) + b"\n")
    process.stdin.flush()
    try:
        yield
        process.wait()
    finally:
        process.stdin.close()
        process.wait()


def collect_stage(place: Path, asked: Asked, workers: int, device: str, begun: Begun = _silent) -> Facts:
    """Play what is left of a stage's run."""
    store = collect(place, asked, workers, begun, device)
    heads = store.heads()
    good = sum(head.result == "success" for head in heads)
    return {"episodes": len(heads), "successes": good, "faults": len(store.faults.heads())}


def work(job: Job) -> None:
    stages = Stages(Path(job.folder), lambda line: print(line, flush=True))
    for name, asked in job.stages.items():
        place = stages.run(name, partial(collect_stage, asked=asked, workers=job.workers, device=job.device))
        write_rows(job.kind, job.config, [place], stages.folder / ROWS, job.workers)


def _end_with_parent() -> None:
    """Nobody writes a second time: the end of the input is the end of whoever started this."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    # Whatever is started from here on inherits it: who plays, and who makes rows.
    os.nice(NICE)
    line = sys.stdin.buffer.readline()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(msgspec.json.decode(line, type=Job))
    # The thread still waits for input; an interpreter that ends in order would abort over it.
    os._exit(0)
