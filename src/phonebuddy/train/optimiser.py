"""Optimisers: AdamW for all weights, or Muon for those within layers and AdamW for the others.

Muon makes every direction of a matrix change as much as every other, so what comes seldom is learned as well;
tables of words, and what reads or answers, are no such matrices. Invariant: saved and loaded, an optimiser
goes on exactly, and every rate keeps its share of the schedule's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import torch

from phonebuddy.errors import TrainError
from phonebuddy.train.learner import Learner
from phonebuddy.train.settings import SftSettings

SHARE = "share"
"""In a group of parameters: its rate as a share of the schedule's."""
State = dict[str, Any]


class Optimiser(Protocol):
    """What trainings and checkpoints use of an optimiser; those of torch are such."""

    @property
    def param_groups(self) -> list[State]: ...

    def zero_grad(self, set_to_none: bool = True) -> None: ...

    def step(self) -> object: ...

    def state_dict(self) -> State: ...

    def load_state_dict(self, state_dict: State) -> None: ...


class Several:
    """Some optimisers as one: the places of the second one's parameters follow those of the first."""

    def __init__(self, parts: Sequence[torch.optim.Optimizer]) -> None:
        self._parts = tuple(parts)

    @property
    def param_groups(self) -> list[State]:
        return [group for part in self._parts for group in part.param_groups]

    def zero_grad(self, set_to_none: bool = True) -> None:
        for part in self._parts:
            part.zero_grad(set_to_none)

    def step(self) -> None:
        for part in self._parts:
            part.step()

    def state_dict(self) -> State:
        state = {
            place + first: values
            for part, first in self._placed()
            for place, values in part.state_dict()["state"].items()
        }
        return {"state": state, "param_groups": self.param_groups}

    def load_state_dict(self, state_dict: State) -> None:
        """Of the rates nothing is taken: the schedule gives them."""
        for part, first in self._placed():
            places = range(first, first + _count(part))
            own = {place - first: values for place, values in state_dict["state"].items() if place in places}
            part.load_state_dict({**part.state_dict(), "state": own})

    def _placed(self) -> list[tuple[torch.optim.Optimizer, int]]:
        """Each with the place of its first parameter."""
        found, first = [], 0
        for part in self._parts:
            found.append((part, first))
            first += _count(part)
        return found


def _count(part: torch.optim.Optimizer) -> int:
    return sum(len(group["params"]) for group in part.param_groups)


def optimiser_for(learner: Learner, settings: SftSettings) -> Optimiser:
    """As the settings say."""
    if settings.matrix_rate is None:
        return _adamw(list(learner.parameters()), settings)
    matrices = learner.matrices()
    if not matrices:
        raise TrainError(
            f"sft.matrix_rate: a {learner.name} has no matrices that learn by Muon; leave it out"
        )
    known = {id(one) for one in matrices}
    others = [one for one in learner.parameters() if id(one) not in known]
    share = settings.matrix_rate / settings.learning_rate
    muon = torch.optim.Muon(
        [{"params": matrices, SHARE: share}],
        settings.matrix_rate,
        settings.weight_decay,
        # So that a rate means for them what it means for AdamW.
        adjust_lr_fn="match_rms_adamw",
    )
    return Several((_adamw(others, settings), muon))


def _adamw(parameters: list[torch.nn.Parameter], settings: SftSettings) -> torch.optim.AdamW:
    # Fused: a quarter of the time, on a CPU too; most parameters are words that a batch does not hold.
    return torch.optim.AdamW(
        parameters, settings.learning_rate, (0.9, 0.98), weight_decay=settings.weight_decay, fused=True
    )
