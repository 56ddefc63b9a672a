"""A run of RL in a folder: its crews, its checkpoints, its metrics, and going on where it was.

    DIR/checkpoints/step-N/   DIR/metrics.jsonl   DIR/model-N/ (kept on the way)   DIR/model/ (the result)

Invariant: a folder belongs to one start, one plan and one seed; with any other it is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import torch

from phonebuddy.agents.folders import MODEL, find_model
from phonebuddy.episode import Lane as LaneName
from phonebuddy.episodes.phones import Phones
from phonebuddy.errors import CheckpointError, TrainError
from phonebuddy.train.checkpoint import (
    WEIGHTS,
    Checkpoint,
    digest_of,
    latest,
    read_checkpoint,
    restore,
    save_checkpoint,
    write_model,
)
from phonebuddy.train.crew import Crew, ProcessCrew
from phonebuddy.train.crew_messages import Start
from phonebuddy.train.lanes import Lane
from phonebuddy.train.learner import Learner, learner_from
from phonebuddy.train.memory import keep_freed
from phonebuddy.train.metrics import Metrics, Place, Value
from phonebuddy.train.order import sum_in_order
from phonebuddy.train.players import PLACE
from phonebuddy.train.rl import RlTrainer, Saved
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.task_pool import TaskPool
from phonebuddy.train.trainers import Trainers

SUCCESSES = "successes.msgpack"
Watch = Callable[[int, dict[str, Value]], None]


class LanePlan(msgspec.Struct, frozen=True):
    """The phones of a lane, in each of its processes, and the tasks it may draw."""

    phones: Phones
    tasks: tuple[str, ...]
    player: str = PLACE
    """Who plays on them: `module:name`, made with the phones."""


class RlPlan(msgspec.Struct, frozen=True):
    """All that decides what a run becomes, besides the model it starts from."""

    settings: RlSettings
    lanes: dict[LaneName, LanePlan]
    seed: int = 0
    keep: tuple[int, ...] = ()
    """After which steps the model is kept, besides the last."""


class Machine(msgspec.Struct, frozen=True):
    """Where a run runs; on another machine it would become the same, but for rounding."""

    device: str = "cpu"
    """On which the model learns and acts."""
    workers: int = 2
    """Processes of each lane."""
    threads: int = 2
    """Of the trainer."""


def read_learner(folder: Path) -> Learner:
    """The model of a training's folder, of a checkpoint, of a `model` folder itself, or the released one."""
    place = find_model(folder)
    try:
        head = msgspec.json.decode((place / MODEL).read_bytes())
        weights = (place / WEIGHTS).read_bytes()
        return learner_from(head["kind"], head["config"], weights, head["version"])
    except (OSError, msgspec.DecodeError, KeyError, TypeError) as error:
        raise CheckpointError(f"{place} holds no model that can be read: {error}") from None


@contextmanager
def open_lanes(plan: RlPlan, learner: Learner, machine: Machine) -> Iterator[dict[LaneName, Lane]]:
    """The lanes of a plan with their processes, ended with the block."""
    settings = plan.settings
    with ExitStack() as stack:
        lanes: dict[LaneName, Lane] = {}
        for name, quota in settings.quotas().items():
            if name not in plan.lanes:
                raise TrainError(f"{quota} groups a step are to come from the {name} lane, but there is none")
            lane = plan.lanes[name]
            start = Start(
                learner.name, learner.config(), settings.temperature, lane.player,
                {"phones": msgspec.to_builtins(lane.phones)},
                machine.device, settings.draws,
            )  # fmt: skip
            # A phone on a desk has one hand on it at a time.
            crew: Crew = ProcessCrew(start, 1 if lane.phones.kind == "adb" else machine.workers)
            stack.callback(crew.close)
            pool = TaskPool(
                lane.tasks, settings.active_tasks, settings.rest_below, settings.rest_above, plan.seed
            )
            lanes[name] = Lane(name, crew, pool, quota, settings, plan.seed)
        yield lanes


def run_rl(
    folder: Path, start: Path, plan: RlPlan, machine: Machine, watch: Watch, places: tuple[Place, ...] = (),
    trainers: Trainers | None = None,
) -> dict[str, int]:  # fmt: skip
    """Train until the plan is done; gives the rollouts of each lane, where this process plays them."""
    trainers = trainers or Trainers(device=machine.device)
    torch.set_num_threads(machine.threads)
    keep_freed()
    sum_in_order(torch.device(trainers.device))
    torch.manual_seed(plan.seed)
    learner = read_learner(start)
    training = digest_of([msgspec.json.encode(plan), learner.tensors()])
    place = latest(folder / "checkpoints")
    # Read before anything is started: what cannot be gone on with is refused at once.
    checkpoint = read_checkpoint(place, training) if place else None
    learner.to(trainers.device)
    trainers.wait()  # until all have read where to go on: the first one will write there
    if not trainers.is_first:
        return _follow(learner, plan, checkpoint, trainers)
    with open_lanes(plan, learner, machine) as lanes:
        trainer = RlTrainer(learner, lanes, plan.settings, trainers)
        if checkpoint is not None:
            restore(checkpoint, learner, trainer.optimizer)
            trainer.load(Saved(checkpoint.state, checkpoint.files[SUCCESSES]))
        metrics = Metrics(folder, trainer.step, places)
        try:
            _steps(folder, training, trainer, metrics, plan, watch)
        finally:
            metrics.close()
    write_model(folder / "model", learner)
    trainers.wait()
    return trainer.rollouts


def _follow(
    learner: Learner, plan: RlPlan, checkpoint: Checkpoint | None, trainers: Trainers
) -> dict[str, int]:
    """A process that is not the first: it plays nothing, learns the same and writes nothing."""
    trainer = RlTrainer(learner, {}, plan.settings, trainers)
    if checkpoint is not None:
        restore(checkpoint, learner, trainer.optimizer)
    trainer.follow()
    trainers.wait()
    return {}


def _steps(
    folder: Path, training: str, trainer: RlTrainer, metrics: Metrics, plan: RlPlan, watch: Watch
) -> None:
    began = time.monotonic()

    def after_step(numbers: Mapping[str, Value]) -> None:
        nonlocal began
        now = time.monotonic()
        line = {**numbers, "seconds": round(now - began, 3)}
        began = now
        if trainer.step in plan.keep:
            write_model(folder / f"model-{trainer.step}", trainer.learner)
        # The metrics first: going on from the checkpoint before cuts the line off and writes it again.
        metrics.write(trainer.step - 1, line)
        position, successes = trainer.save()
        save_checkpoint(
            folder / "checkpoints", trainer.step, training, trainer.learner, trainer.optimizer, position,
            {SUCCESSES: successes},
        )  # fmt: skip
        watch(trainer.step, line)

    trainer.run(after_step)
