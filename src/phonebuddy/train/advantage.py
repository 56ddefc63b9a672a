"""Advantages: how much better a rollout went than the others of its group.

A group is some rollouts of one task from one start. Invariant: the advantages of a group sum to 0, one
without spread has none, and a rollout whose environment broke changes nobody's advantage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Literal

Scale = Literal["spread", "none"]
Credit = Literal["whole", "parting"]
"""What a step is to blame or praise for: how its whole rollout went, or how those went who parted there."""
Way = Sequence[tuple[Hashable, Hashable]]
"""The steps of a rollout: what was seen, what was done."""

TINY = 1e-4
"""Added to the spread, as TRL does, so that the two can be held against each other."""


def rewards(
    results: Sequence[float | None], num_steps: Sequence[int], length_term: float
) -> list[float | None]:
    """A success earns 1, less up to `length_term` where others of the group were shorter; a failure 0.

    Only successes are shortened: a term on failures would teach to give up early. A fault earns nothing
    at all.
    """
    ways = [steps for result, steps in zip(results, num_steps, strict=True) if result]
    shortest = min(ways, default=0)
    return [
        result if not result else result * (1.0 - length_term * (1.0 - shortest / max(1, steps)))
        for result, steps in zip(results, num_steps, strict=True)
    ]


def advantages(earned: Sequence[float | None], scale: Scale) -> list[float | None]:
    """One per rollout: its reward less the mean of the group, over the spread where asked; None for a
    fault."""
    known = [reward for reward in earned if reward is not None]
    if not has_spread(earned):
        return [None if reward is None else 0.0 for reward in earned]
    mean, divisor = _mean(known), scale_of(known, scale)
    return [None if reward is None else (reward - mean) / divisor for reward in earned]


def scale_of(known: Sequence[float], scale: Scale) -> float:
    """What the advantages of a group are divided by."""
    if scale == "none":
        return 1.0
    mean = _mean(known)
    # The spread of a sample, as TRL takes it.
    return sqrt(sum((reward - mean) ** 2 for reward in known) / (len(known) - 1)) + TINY


def parted(ways: Sequence[Way], earned: Sequence[float]) -> list[list[float]]:
    """For each step of each way: the mean of those who saw the same and did the same, less the mean of all
    who saw it.

    It is 0 where all went on together and where one went alone: what they earned has other reasons then.
    Where nothing else decides but what is done, the steps of a way add up to the advantage of its rollout.
    """
    seen: dict[Hashable, list[float]] = defaultdict(list)
    done: dict[tuple[Hashable, Hashable], list[float]] = defaultdict(list)
    for way, reward in zip(ways, earned, strict=True):
        for what, did in way:
            seen[what].append(reward)
            done[what, did].append(reward)
    return [[_mean(done[what, did]) - _mean(seen[what]) for what, did in way] for way in ways]


def _mean(known: Sequence[float]) -> float:
    return sum(known) / len(known)


def has_spread(earned: Sequence[float | None]) -> bool:
    """Whether a group says which rollouts were better: at least two that counted, and not all alike."""
    return len({reward for reward in earned if reward is not None}) > 1
