"""Start: a supervised training from what a person or a recipe asks for: runs in, a model out.

Invariant: asked again for the same, it does nothing that was done already and gives the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch

from phonebuddy.errors import TrainError
from phonebuddy.train.checkpoint import MODEL, WEIGHTS
from phonebuddy.train.learner import Learner, Row, learner_from
from phonebuddy.train.rows import Advance, lots_of, make_rows
from phonebuddy.train.settings import SftSettings
from phonebuddy.train.sft import train_sft

KIND = "nano"


class Made(NamedTuple):
    """Rows, and the steps that could not be learned, by reason."""

    rows: list[Row]
    dropped: Counter[str]


class Wanted(NamedTuple):
    """What is asked for."""

    runs: tuple[Path, ...]
    output: Path
    model: dict[str, object]
    settings: SftSettings
    init: Path | None = None
    """A folder with a model to start from."""
    device: str = "cpu"
    workers: int = 1

    def num_lots(self) -> int:
        """How many files of rows there will be."""
        return sum(len(lots_of(run)) for run in self.runs)

    def rows(self, advance: Advance = lambda _count: None) -> Made:
        return Made(*make_rows(KIND, self.model, self.runs, self.output / "rows", self.workers, advance))

    def learner(self) -> Learner:
        """A new one, or the one to start from."""
        if self.device != "cpu" and not torch.cuda.is_available():
            raise TrainError(f"device '{self.device}' is not there; accepted here: cpu")
        torch.manual_seed(self.settings.seed)
        learner = learner_from(KIND, self.model) if self.init is None else learner_in(self.init)
        learner.to(self.device)
        return learner


def learner_in(folder: Path) -> Learner:
    """The learner of a folder that training wrote."""
    from phonebuddy.agents.nano.loading import find_model, read_head

    place = find_model(folder)
    head = read_head(place)
    config: dict[str, object] = {name: getattr(head.config, name) for name in head.config.__struct_fields__}
    return learner_from(head.kind, config, (place / WEIGHTS).read_bytes(), head.version)


def run_sft(wanted: Wanted, made: Made, tell: Callable[[str], None]) -> dict[str, object]:
    """Learn, unless it was done; what came of it."""
    model = wanted.output / "model"
    if not (model / MODEL).is_file():
        model = train_sft(wanted.learner(), made.rows, wanted.settings, wanted.output, tell)
    return {
        "model": str(model),
        "agent": f"{KIND}:{wanted.output}",
        "rows": len(made.rows),
        "episodes": len({row.episode for row in made.rows}),
        "updates": wanted.settings.updates,
        "dropped": dict(made.dropped.most_common()),
    }
