"""Start: a supervised training from what a person or a recipe asks for: runs in, a model out.

Invariant: asked again for the same, it does nothing that was done already and gives the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import torch

from phonebuddy.errors import TrainError
from phonebuddy.train.learner import Learner, Row, learner_from
from phonebuddy.train.metrics import Place
from phonebuddy.train.rl_run import read_learner
from phonebuddy.train.rows import Advance, lots_of, make_rows
from phonebuddy.train.settings import SftSettings
from phonebuddy.train.sft import train_sft
from phonebuddy.train.trainers import Trainers


class Made(NamedTuple):
    """Rows, and the steps that could not be learned, by reason."""

    rows: list[Row]
    dropped: Counter[str]


class Wanted(NamedTuple):
    """What is asked for."""

    runs: tuple[Path, ...]
    output: Path
    kind: str
    """Of the learner."""
    model: dict[str, object]
    settings: SftSettings
    init: Path | None = None
    """A folder with a model to start from."""
    device: str = "cpu"
    workers: int = 1
    trainers: Trainers = Trainers()
    """The processes that learn together."""

    def num_lots(self) -> int:
        """How many files of rows there will be."""
        return sum(len(lots_of(run)) for run in self.runs)

    def learner(self) -> Learner:
        """A new one, or the one to start from."""
        if self.device != "cpu" and not torch.cuda.is_available():
            raise TrainError(f"device '{self.device}' is not there; accepted here: cpu")
        torch.manual_seed(self.settings.seed)
        learner = begin(self.kind, self.model, self.init)
        if learner.name != self.kind:
            raise TrainError(f"{self.init} holds a {learner.name}, and the preset is for a {self.kind}")
        learner.to(self.device if self.trainers.count == 1 else self.trainers.device)
        return learner

    def rows(self, learner: Learner, advance: Advance = lambda _count: None) -> Made:
        """What this learner learns from, which may be another than the preset's if it was read."""
        with self.trainers.first():
            return Made(
                *make_rows(
                    learner.name, learner.config(), self.runs, self.output / "rows", self.workers, advance
                )
            )


def begin(kind: str, model: Mapping[str, object], start: Path | None) -> Learner:
    """A new learner, or the one of a folder; where a language is wanted that this one lacks, with it."""
    if start is None:
        return learner_from(kind, model)
    learner = read_learner(start)
    language = {name: value for name, value in model.items() if name in ("language", "language_rank")}
    if learner.name != "nano" or not language.get("language") or learner.config()["language"]:
        return learner
    from phonebuddy.train.nano import NanoLearner

    reading = NanoLearner({**learner.config(), **language})
    reading.begin_with(learner.tensors(), learner.version)
    return reading


def run_sft(
    wanted: Wanted, learner: Learner, made: Made, tell: Callable[[str], None], places: tuple[Place, ...] = ()
) -> dict[str, object]:
    """Learn, unless it was done; what came of it."""
    model = train_sft(learner, made.rows, wanted.settings, wanted.output, tell, places, wanted.trainers)
    return {
        "model": str(model),
        "agent": f"{wanted.kind}:{wanted.output}",
        "rows": len(made.rows),
        "episodes": len({row.episode for row in made.rows}),
        "updates": wanted.settings.updates,
        "dropped": dict(made.dropped.most_common()),
    }
