"""Rows from stored episodes: made once by several processes, kept in files, read again.

Invariant: the rows of a folder depend on the episodes and the learner's kind alone; they come in the same
order however many processes made them, and a file that is there is whole.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from phonebuddy.episode import Episode
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.store import Store
from phonebuddy.errors import TrainError
from phonebuddy.train.checkpoint import digest_of
from phonebuddy.train.learner import ROW_SETTINGS, Row, Show, row_maker

Advance = Callable[[int], None]


FORM = 7
"""Raised whenever a learner packs rows in another way: files of rows of another form are made again."""
TOGETHER = 50
"""Episodes in one file of rows."""


class Job(msgspec.Struct, frozen=True):
    """Some episodes of a store that one process takes, in lots of one file each."""

    kind: str
    config: dict[str, object]
    store: str
    output: str
    lots: tuple[tuple[str, ...], ...]


class Kept(msgspec.Struct, frozen=True):
    """A file of rows."""

    rows: tuple[Row, ...]
    dropped: dict[str, int]
    """Steps that could not be learned, by reason."""


def make_rows(
    kind: str, config: Mapping[str, object], stores: Sequence[Path], folder: Path, workers: int,
    advance: Advance = lambda _count: None,
) -> tuple[list[Row], Counter[str]]:  # fmt: skip
    """The rows of every successful episode of some runs, and what was left out; `advance` counts files."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [job for store in stores for job in _jobs(kind, config, store, folder, workers)]
    places = {store: [_place(folder, kind, config, store, lot) for lot in lots_of(store)] for store in stores}
    _work(jobs, advance)
    rows: list[Row] = []
    dropped: Counter[str] = Counter()
    for place in (place for some in places.values() for place in some):
        kept = msgspec.msgpack.decode(place.read_bytes(), type=Kept)
        rows += kept.rows
        dropped.update(kept.dropped)
    if not rows:
        given = ", ".join(map(str, stores))
        raise TrainError(f"nothing to learn in {given}: no successful episode; see: phonebuddy episodes list")
    return rows, dropped


def lots_of(store: Path) -> list[tuple[str, ...]]:
    """The ids of the successful episodes of a run, some together."""
    ids = [head.id for head in Store.open(store).heads() if head.result == "success"]
    return [tuple(ids[start : start + TOGETHER]) for start in range(0, len(ids), TOGETHER)]


def _place(folder: Path, kind: str, config: Mapping[str, object], store: Path, lot: Sequence[str]) -> Path:
    told = {name: value for name, value in config.items() if name in ROW_SETTINGS[kind]}
    facts = msgspec.json.encode([FORM, kind, told, str(store.resolve()), list(lot)])
    return folder / f"{digest_of([facts])}.rows"


def _jobs(kind: str, config: Mapping[str, object], store: Path, folder: Path, workers: int) -> list[Job]:
    lots = [lot for lot in lots_of(store) if not _place(folder, kind, config, store, lot).exists()]
    shares = [tuple(lots[worker::workers]) for worker in range(min(workers, len(lots)))]
    return [Job(kind, dict(config), str(store), str(folder), share) for share in shares]


def _work(jobs: Sequence[Job], advance: Advance) -> None:
    """One job here, several in processes of their own, which take what they need as JSON and write files."""
    if len(jobs) <= 1:
        for job in jobs:
            work(job, advance)
        return
    with ExitStack() as stack:
        running = [stack.enter_context(_start(job)) for job in jobs]
        for process in running:
            assert process.stdout is not None
            for _ in process.stdout:
                advance(1)
    if any(process.returncode for process in running):
        raise TrainError("a process that made rows has failed; what it said stands above")


def _start(job: Job) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "phonebuddy.train.rows"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(job))
    process.stdin.close()
    return process


def work(job: Job, advance: Advance) -> None:
    """Make the rows of some episodes."""
    learner = row_maker(job.kind, job.config)
    store = Store.open(Path(job.store))
    gallery = Gallery(store)
    for lot in job.lots:
        learner.dropped.clear()
        rows = [
            row
            for episode in store.episodes(frozenset(lot))
            for row in learner.rows(episode, _show(gallery, store, episode))
        ]
        place = _place(Path(job.output), job.kind, job.config, Path(job.store), lot)
        part = place.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(msgspec.msgpack.encode(Kept(tuple(rows), dict(learner.dropped))))
        part.replace(place)
        advance(1)


def _show(gallery: Gallery, store: Store, episode: Episode) -> Show:
    """Pictures that are kept are read when they are learned; others are drawn again from snapshots."""

    def show(number: int) -> bytes | str:
        image = episode.steps[number].seen.image
        return str(store.pictures.path(image).resolve()) if image else gallery.png(episode, number)

    return show


if __name__ == "__main__":
    work(msgspec.json.decode(sys.stdin.buffer.read(), type=Job), lambda _count: print(flush=True))
