"""SFT: learn from demonstrations: choose as they chose.

Invariant: a training is named by its settings, its rows and its learner; killed at any point and started
again it goes on from its last checkpoint and ends, on a CPU, with the same bytes as one never killed.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import torch

from phonebuddy.errors import TrainError
from phonebuddy.train.checkpoint import (
    digest_of,
    is_trained,
    latest,
    model_json,
    read_checkpoint,
    restore,
    save_checkpoint,
    write_model,
)
from phonebuddy.train.collate import ahead, endless, parts_of
from phonebuddy.train.learner import Batch, Learner, Row
from phonebuddy.train.memory import give_back, keep_freed
from phonebuddy.train.metrics import Metrics, Place
from phonebuddy.train.optimiser import Optimiser, optimiser_for
from phonebuddy.train.order import sum_in_order
from phonebuddy.train.schedule import learning_rate, set_rate
from phonebuddy.train.settings import SftSettings
from phonebuddy.train.trainers import Trainers
from phonebuddy.train.unsure import unsure

SURE = 0.5
"""A step agrees with its demonstration when all its choices together are at least so likely."""
TOGETHER = 10_000
"""Rows whose digest one thread makes; a million take 16 s of one."""
SILENCE_S = 30
Tell = Callable[[str], None]


class Held(NamedTuple):
    """How well steps go that were kept from learning."""

    loss: float
    agreement: float


def train_sft(
    learner: Learner,
    rows: Sequence[Row],
    settings: SftSettings,
    folder: Path,
    tell: Tell = lambda _line: None,
    places: tuple[Place, ...] = (),
    trainers: Trainers | None = None,
) -> Path:
    """Learn, or go on learning, alone or with other processes; the folder of the model."""
    trainers = _checked(trainers or Trainers(), settings)
    kept, held = split_rows(weighed(rows, settings), settings)
    training = training_name(learner, kept, settings)
    if is_trained(folder, training):
        tell("nothing to learn: the model of this training is there")
        return folder / "model"
    sum_in_order(next(learner.parameters()).device)
    torch.manual_seed(settings.seed)
    optimiser = optimiser_for(learner, settings)
    learner.study(kept)
    # Not before: laying out all rows takes twice the room that they need, most of it in one piece.
    keep_freed()
    learned = unsure(learner, kept, settings, folder, training, tell, trainers)
    if len(learned) < len(kept):
        learner.study(learned)  # half of what it needs to learn from all is not needed any more
    start = _go_on(folder, training, learner, optimiser)
    give_back()
    trainers.wait()  # until all have read where to go on: the first one will write there
    updates = _updates(learner, optimiser, learned, settings, start, trainers)
    if trainers.is_first:
        metrics = Metrics(folder, start, places)
        tell(f"{len(learned)} rows to learn, {len(held)} held out; update {start} of {settings.updates}")
        clock = _Clock(start, settings.updates)
        for done, loss in updates:
            if done % settings.evaluate_every == 0 or done == settings.updates:
                tell(_measure(learner, held, settings, metrics, done - 1, float(loss)) + clock.left(done))
            elif clock.is_time():
                tell(f"update {done}: loss {float(loss):.3f}{clock.left(done)}")
            if done % settings.checkpoint_every == 0 and done < settings.updates:
                save_checkpoint(folder / "checkpoints", done, training, learner, optimiser, {"update": done})
                # Batches of many sizes leave holes between them: gigabytes, after a few hundred updates.
                give_back()
        metrics.close()
        write_model(folder / "model", learner, training)
    else:
        for done, _ in updates:  # it learns the same and writes nothing
            if done % settings.checkpoint_every == 0:
                give_back()
    trainers.wait()
    return folder / "model"


def _updates(
    learner: Learner, optimiser: Optimiser, kept: Sequence[Row], settings: SftSettings,
    start: int, trainers: Trainers,
) -> Iterator[tuple[int, torch.Tensor]]:  # fmt: skip
    """Every update that is left: how many are done with it, and its loss."""
    planned: deque[_Lot] = deque()
    parts = endless(kept, settings.token_budget, settings.seed, start * settings.parts_per_update)
    batches = ahead(_planning(parts, planned, settings, trainers), learner.collate)
    for update in range(start, settings.updates):
        set_rate(optimiser, learning_rate(settings, update))
        # The first batch is there once its update is planned.
        first = next(batches)
        lot = planned.popleft()
        own = chain((first,), islice(batches, lot.num_parts - 1))
        yield update + 1, _update(learner, optimiser, own, lot.total, settings, trainers)


class _Lot(NamedTuple):
    """What one update learns."""

    total: float
    """The weight of its rows, those of other processes too."""
    num_parts: int
    """That this process learns."""


def _planning(
    parts: Iterator[list[Row]], planned: deque[_Lot], settings: SftSettings, trainers: Trainers
) -> Iterator[list[Row]]:
    """The parts of this process, update after update, each update noted as its first part is given."""
    while some := list(islice(parts, settings.parts_per_update)):
        own = trainers.share(some)
        planned.append(_Lot(sum(row.weight for part in some for row in part), len(own)))
        yield from own


def _checked(trainers: Trainers, settings: SftSettings) -> Trainers:
    """Processes that all have something to do."""
    if settings.parts_per_update % trainers.count:
        raise TrainError(
            f"{trainers.count} processes cannot share {settings.parts_per_update} parts evenly;"
            f" set sft.parts_per_update to {trainers.count} or a multiple of it"
        )
    return trainers


def _measure(
    learner: Learner, held: Sequence[Row], settings: SftSettings, metrics: Metrics, update: int, loss: float
) -> str:
    """Write down how well held-out steps go, if there are any, and say it in a line."""
    numbers = {"loss": loss}
    if held:
        found = evaluate(learner, held, settings.token_budget)
        numbers |= {"held_loss": found.loss, "held_agreement": found.agreement}
    metrics.write(update, {**numbers, "rate": learning_rate(settings, update)})
    return f"update {update + 1}: " + ", ".join(f"{name} {value:.3f}" for name, value in numbers.items())


def training_name(learner: Learner, rows: Sequence[Row], settings: SftSettings) -> str:
    """What must be the same for a training to go on: settings, rows, the learner it starts with."""
    lots = (rows[place : place + TOGETHER] for place in range(0, len(rows), TOGETHER))
    with ThreadPoolExecutor() as pool:
        data = b"".join(pool.map(_digest, lots))
    start = hashlib.sha256(learner.tensors()).digest()
    return digest_of([msgspec.json.encode(settings), data, model_json(learner), start])


def _digest(rows: Sequence[Row]) -> bytes:
    data = hashlib.sha256()
    for row in rows:
        data.update(row.data)
    return data.digest()


def _go_on(folder: Path, training: str, learner: Learner, optimiser: Optimiser) -> int:
    """The update to go on with; 0 for a new training."""
    place = latest(folder / "checkpoints")
    if place is None:
        return 0
    checkpoint = read_checkpoint(place, training)
    restore(checkpoint, learner, optimiser)
    return checkpoint.step


def _update(
    learner: Learner, optimiser: Optimiser, batches: Iterable[Batch], total: float,
    settings: SftSettings, trainers: Trainers,
) -> torch.Tensor:  # fmt: skip
    """One step of the optimiser; the mean loss of its rows, for which only those wait who look at it."""
    learner.train(True)
    optimiser.zero_grad(set_to_none=True)
    losses = []
    for batch in batches:
        scored = learner.log_probs(batch)
        part_loss = -(scored.log_probs.sum(1) * batch.weight).sum() / total
        part_loss.backward()  # type: ignore[no-untyped-call]
        losses.append(part_loss.detach())
    trainers.add_gradients(learner.parameters())
    torch.nn.utils.clip_grad_norm_(learner.parameters(), settings.most_gradient)
    optimiser.step()
    learner.version += 1
    return trainers.add(torch.stack(losses).sum())


@torch.no_grad()
def evaluate(learner: Learner, rows: Sequence[Row], budget: int) -> Held:
    """How well some rows go, without learning from them; nothing changes, not even the chances."""
    if not rows:
        return Held(0.0, 0.0)
    learner.train(False)
    sums = [learner.log_probs(learner.collate(part)).log_probs.sum(1) for part in parts_of(rows, budget)]
    found = torch.cat(sums)
    learner.train(True)
    return Held(float(-found.mean()), float((found.exp() >= SURE).float().mean()))


def weighed(rows: Sequence[Row], settings: SftSettings) -> list[Row]:
    """Rows with what their lane and app count."""
    unknown = set(settings.mixture) - {row.source for row in rows} - {"real", "mock"}
    if unknown:
        known = sorted({row.source for row in rows})
        raise TrainError(
            f"mixture: no '{sorted(unknown)[0]}' in the data; there are: real, mock, {', '.join(known)}"
        )
    share = settings.mixture.get
    found = [
        msgspec.structs.replace(row, weight=row.weight * share(row.lane, 1.0) * share(row.source, 1.0))
        for row in rows
    ]
    return [row for row in found if row.weight > 0]


def split_rows(rows: Sequence[Row], settings: SftSettings) -> tuple[list[Row], list[Row]]:
    """Those to learn and those held out, by kind of task: others of a known kind prove little."""
    kinds = {row.template or row.episode for row in rows}
    held = {kind for kind in kinds if _share_of(kind) < settings.held_share}
    kept = [row for row in rows if (row.template or row.episode) not in held]
    if not kept:
        raise TrainError("nothing is left to learn: all rows are held out or count nothing")
    return kept, [row for row in rows if (row.template or row.episode) in held]


def _share_of(name: str) -> float:
    """A number from 0 to 1 that a name always has."""
    return int.from_bytes(hashlib.sha256(f"held/{name}".encode()).digest()[:4], "big") / 2**32


class _Clock:
    """When something is to be said, and when all will be done."""

    def __init__(self, start: int, end: int) -> None:
        self._start, self._end, self._began = start, end, time.monotonic()
        self._said = self._began

    def is_time(self) -> bool:
        """Whether nothing was said for as long as anybody likes to wait."""
        return time.monotonic() - self._said > SILENCE_S

    def left(self, done: int) -> str:
        self._said = time.monotonic()
        rate = (time.monotonic() - self._began) / max(done - self._start, 1)
        left = rate * (self._end - done)
        at = time.strftime("%H:%M:%S", time.localtime(time.time() + left))
        return f"; {1 / rate:.1f} updates/s, done at {at}"
