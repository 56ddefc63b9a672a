"""Schedule: the learning rate of each update: up at the start, then down along a cosine.

Invariant: it depends on the number of the update alone, so a training that goes on has the same one.
"""

from __future__ import annotations

import math

from phonebuddy.train.optimiser import SHARE, Optimiser
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.settings import SftSettings


def learning_rate(settings: SftSettings | RlSettings, update: int) -> float:
    """For the update of this number, the first is 0."""
    warm = min(1.0, (update + 1) / max(settings.warm_up, 1))
    along = min(1.0, update / max(settings.updates - 1, 1))
    cosine = 0.5 * (1 + math.cos(math.pi * along))
    return settings.learning_rate * warm * (settings.last_share + (1 - settings.last_share) * cosine)


def set_rate(optimiser: Optimiser, rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate * float(group.get(SHARE, 1.0))
