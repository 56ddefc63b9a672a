"""An evaluation: one agent on the tasks of a suite or split, several times each, as a run of the collector.

Invariant: a folder holds one evaluation; going on with it plays what is missing and nothing twice.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.episodes.collector import Begun, collect
from phonebuddy.episodes.run import Asked
from phonebuddy.episodes.store import Store
from phonebuddy.evals.scores import Outcome, outcomes_of


def evaluate(
    folder: Path, asked: Asked, num_workers: int, begun: Begun, device: str | None = None
) -> list[Outcome]:
    """Play whatever is missing; the outcomes of all."""
    collect(folder, asked, num_workers, begun, device)
    return read_outcomes(folder)


def read_outcomes(folder: Path) -> list[Outcome]:
    store = Store.open(folder)
    return outcomes_of(store.heads(), store.faults.heads())
