"""Optimisers: AdamW for all weights, or Muon for those within layers and AdamW for the others.

Muon makes every direction of a matrix change as much as every other, so what comes seldom is learned as well;
tables of words, and what reads or answers, are no such matrices. What is learned of a language may have a
rate of its own: it begins with nothing, beside a nano that knows much. Invariant: saved and loaded, an
optimiser goes on exactly, and every rate keeps its share of the schedule's.
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
_LACKS = {"matrix_rate": "no matrices that learn by Muon", "language_rate": "no language that reads along"}


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
    reading = _asked_for(learner, "language_rate", settings.language_rate, learner.language())
    matrices = _asked_for(learner, "matrix_rate", settings.matrix_rate, learner.matrices())
    known = {id(one) for one in (*reading, *matrices)}
    groups: list[State] = [{"params": [one for one in learner.parameters() if id(one) not in known]}]
    if settings.language_rate is not None:
        groups.append({"params": reading, SHARE: settings.language_rate / settings.learning_rate})
    found = adamw(groups, settings.learning_rate, (0.9, 0.98), settings.weight_decay)
    if settings.matrix_rate is None:
        return found
    muon = torch.optim.Muon(
        [{"params": matrices, SHARE: settings.matrix_rate / settings.learning_rate}],
        settings.matrix_rate,
        settings.weight_decay,
        # So that a rate means for them what it means for AdamW.
        adjust_lr_fn="match_rms_adamw",
    )
    return Several((found, muon))


def adamw(
    groups: Sequence[State], rate: float, betas: tuple[float, float], weight_decay: float = 0.0
) -> torch.optim.AdamW:
    """Fused: a quarter of the time, on a CPU too; most parameters are words that a batch does not hold."""
    found = torch.optim.AdamW(groups, rate, betas, weight_decay=weight_decay, fused=True)
    found.register_step_post_hook(_has_changed)
    return found


def _has_changed(optimiser: torch.optim.Optimizer, *_given: object) -> None:
    """A fused step leaves the versions of what it changes as they were, by which whoever keeps something made
    of them knows that it is old."""
    parameters = [one for group in optimiser.param_groups for one in group["params"]]
    torch.autograd.graph.increment_version(parameters)


def _asked_for(
    learner: Learner, name: str, rate: float | None, parameters: list[torch.nn.Parameter]
) -> list[torch.nn.Parameter]:
    """The parameters that have a rate of their own; none where none is asked for."""
    if rate is None:
        return []
    if not parameters:
        raise TrainError(f"sft.{name}: a {learner.name} has {_LACKS[name]}; leave it out")
    return parameters
