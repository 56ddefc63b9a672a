"""Rows from stored episodes: made once by several processes, kept in files, read again.

Invariant: the rows of a folder depend on the episodes and the learner's kind alone; they come in the same
order however many processes played the episodes and made them, and a file that is there is whole.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path

import msgspec

from phonebuddy.episode import Episode
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.store import Store
from phonebuddy.errors import TrainError
from phonebuddy.train.checkpoint import digest_of
from phonebuddy.train.learner import ROW_SETTINGS, Row, Show, row_maker

Advance = Callable[[int], None]


FORM = 12
"""Raised whenever a learner packs rows in another way: files of rows of another form are made again."""
TOGETHER = 50
"""Episodes in one file of rows."""


Lot = tuple[str, ...]
"""The ids of the episodes of one file."""


class Job(msgspec.Struct, frozen=True):
    """Some episodes that one process takes."""

    kind: str
    config: dict[str, object]
    output: str
    lots: dict[str, tuple[Lot, ...]]
    """Of each store, one behind the other, so that a part of a store is read by one process."""


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
    rows: list[Row] = []
    dropped: Counter[str] = Counter()
    for places in write_rows(kind, config, stores, folder, workers, advance).values():
        found: list[Row] = []
        for place in places:
            kept = msgspec.msgpack.decode(place.read_bytes(), type=Kept)
            found += kept.rows
            dropped.update(kept.dropped)
        # In a store they lie as those who played them were done, which is never the same.
        rows += sorted(found, key=lambda row: (row.episode, row.step))
    if not rows:
        given = ", ".join(map(str, stores))
        raise TrainError(f"nothing to learn in {given}: no successful episode; see: phonebuddy episodes list")
    return rows, dropped


def write_rows(
    kind: str, config: Mapping[str, object], stores: Sequence[Path], folder: Path, workers: int,
    advance: Advance = lambda _count: None,
) -> dict[Path, list[Path]]:  # fmt: skip
    """The files of the rows of each run; those that are not there yet are made."""
    folder.mkdir(parents=True, exist_ok=True)
    places = {
        (store, lot): _place(folder, kind, config, store, lot) for store in stores for lot in lots_of(store)
    }
    missing: dict[str, list[Lot]] = {}
    for (store, lot), place in places.items():
        if not place.exists():
            missing.setdefault(str(store), []).append(lot)
    shares = _shares(missing, workers)
    _work([Job(kind, dict(config), str(folder), share) for share in shares], advance)
    files: dict[Path, list[Path]] = {store: [] for store in stores}
    for (store, _), place in places.items():
        files[store].append(place)
    return files


def lots_of(store: Path) -> list[Lot]:
    """The ids of the successful episodes of a run, some together."""
    ids = [head.id for head in Store.open(store).heads() if head.result == "success"]
    return [tuple(ids[start : start + TOGETHER]) for start in range(0, len(ids), TOGETHER)]


def _place(folder: Path, kind: str, config: Mapping[str, object], store: Path, lot: Lot) -> Path:
    told = {name: value for name, value in config.items() if name in ROW_SETTINGS[kind]}
    facts = msgspec.json.encode([FORM, kind, told, str(store.resolve()), list(lot)])
    return folder / f"{digest_of([facts])}.rows"


def _shares(missing: Mapping[str, Sequence[Lot]], workers: int) -> list[dict[str, tuple[Lot, ...]]]:
    """What each process takes of each store; nobody takes nothing."""
    shares: list[dict[str, tuple[Lot, ...]]] = []
    for worker in range(workers):
        mine = {
            store: tuple(lots[len(lots) * worker // workers : len(lots) * (worker + 1) // workers])
            for store, lots in missing.items()
        }
        shares.append({store: lots for store, lots in mine.items() if lots})
    return [share for share in shares if share]


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
    process = start_module("phonebuddy.train.rows", subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(job))
    process.stdin.close()
    return process


def start_module(module: str, stdout: int | None = None) -> subprocess.Popen[bytes]:
    """A module in a process of its own that is written to. What this process can import it finds too, and
    nothing that happens to lie in its folder."""
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=stdout,
        env={**os.environ, "PYTHONPATH": paths},
    )


def work(job: Job, advance: Advance) -> None:
    """Make the rows of some episodes."""
    learner = row_maker(job.kind, job.config)
    for folder, lots in job.lots.items():
        store = Store.open(Path(folder))
        gallery = Gallery(store)
        for lot, episodes in _lot_by_lot(store, lots):
            learner.dropped.clear()
            rows = [
                row for episode in episodes for row in learner.rows(episode, _show(gallery, store, episode))
            ]
            place = _place(Path(job.output), job.kind, job.config, store.folder, lot)
            part = place.with_suffix(f".{os.getpid()}.part")
            part.write_bytes(msgspec.msgpack.encode(Kept(tuple(rows), dict(learner.dropped))))
            part.replace(place)
            advance(1)


def _lot_by_lot(store: Store, lots: Sequence[Lot]) -> Iterator[tuple[Lot, Iterator[Episode]]]:
    """The episodes of some lots, once through the store: to look for each by itself would read all heads
    each time."""
    numbers = {id: number for number, lot in enumerate(lots) for id in lot}
    for number, episodes in groupby(store.episodes(numbers), lambda one: numbers[one.id]):
        yield lots[number], episodes


def _show(gallery: Gallery, store: Store, episode: Episode) -> Show:
    """Pictures that are kept are read when they are learned; others are drawn again from snapshots."""

    def show(number: int) -> bytes | str:
        image = episode.steps[number].seen.image
        return str(store.pictures.path(image).resolve()) if image else gallery.png(episode, number)

    return show


if __name__ == "__main__":
    # Rows leave nothing behind that holds itself: to look for that takes a tenth of the time.
    gc.disable()
    work(msgspec.json.decode(sys.stdin.buffer.read(), type=Job), lambda _count: print(flush=True))
