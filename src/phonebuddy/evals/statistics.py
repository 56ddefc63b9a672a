"""Statistics of success: intervals of a rate, paired differences of two agents, what could be seen at all.

Invariant: the same results give the same numbers, in whatever order they come; every draw has a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from phonebuddy.errors import EvalError

LEVEL = 0.95
POWER = 0.8
DRAWS = 10_000
"""Of the bootstrap: its ends then wobble by less than half a point."""


class Interval(NamedTuple):
    low: float
    high: float


class Paired(NamedTuple):
    """How much better the second of two agents is on the same tasks."""

    difference: float
    low: float
    high: float
    p: float
    """Of the sign-flip test over tasks, exact, two-sided; with one try a task it is McNemar's exact test."""
    detectable: float | None
    """The smallest difference that would have been seen with a power of 80 %; None where all tasks agree."""
    tasks: int


def wilson(successes: float, episodes: float, level: float = LEVEL) -> Interval:
    """The score interval of a rate: good also for few episodes and for rates near 0 and 1."""
    _check(successes, episodes)
    if episodes == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + level / 2)
    rate, n = successes / episodes, episodes
    middle = rate + z * z / (2 * n)
    reach = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # The two ends are exact where all or none succeeded; rounding must not move them.
    low = 0.0 if successes == 0 else (middle - reach) / scale
    high = 1.0 if successes == n else (middle + reach) / scale
    return Interval(max(0.0, low), min(1.0, high))


def clopper_pearson(successes: int, episodes: int, level: float = LEVEL) -> Interval:
    """The exact interval of a rate: never too narrow, often too wide."""
    _check(successes, episodes)
    tail = (1 - level) / 2
    low, high = 0.0, 1.0
    if successes > 0:
        low = _solve(lambda rate: 1 - _below(successes, episodes, rate), tail)
    if successes < episodes:
        high = _solve(lambda rate: 1 - _below(successes + 1, episodes, rate), 1 - tail)
    return Interval(low, high)


def wilson_by_task(results: Mapping[str, Sequence[float]], level: float = LEVEL) -> Interval:
    """The interval of a rate over tasks that were tried several times each.

    Tries at one task are alike, for an agent that takes no chances even the same: they say less than as many
    tasks would. So the number of episodes is taken down to as many independent ones as have the same
    variance.
    """
    counts = [(sum(some), len(some)) for some in results.values() if some]
    tasks, episodes = len(counts), sum(count for _, count in counts)
    if tasks < 2:
        return wilson(sum(done for done, _ in counts), episodes, level) if tasks else Interval(0.0, 1.0)
    rate = sum(done for done, _ in counts) / episodes
    spread = sum((done - rate * count) ** 2 for done, count in counts) * tasks / (tasks - 1)
    alone = rate * (1 - rate) * episodes**2
    # All tasks alike: with the same rate between 0 and 1 they differ less than chance; with 0 or 1 nobody
    # knows.
    independent = alone / spread if spread else float(episodes if alone else tasks)
    independent = min(float(episodes), max(float(tasks), independent))
    return wilson(rate * independent, independent, level)


def _check(successes: float, episodes: float) -> None:
    if not 0 <= successes <= episodes:
        raise EvalError(f"{successes} successes of {episodes} episodes cannot be")


def _below(count: int, episodes: int, rate: float) -> float:
    """The chance of fewer than `count` successes."""
    chances = [comb(episodes, k) * pow(rate, k) * pow(1 - rate, episodes - k) for k in range(count)]
    return float(sum(chances))


def _solve(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function of a rate takes a value."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p of so many tasks gained and lost between two agents."""
    total, fewer = gained + lost, min(gained, lost)
    return min(1.0, float(Fraction(2 * sum(comb(total, k) for k in range(fewer + 1)), 1 << total)))


def paired(one: Mapping[str, Sequence[float]], two: Mapping[str, Sequence[float]]) -> Paired:
    """Compare two agents over the tasks both have results for; each task counts once, however often tried."""
    tasks = sorted(task for task in one if one[task] and two.get(task))
    if not tasks:
        raise EvalError("no task has results of both agents; evaluate both on the same suite")
    differences = [_mean(two[task]) - _mean(one[task]) for task in tasks]
    values = np.array([float(difference) for difference in differences])
    interval = _bootstrap(values)
    return Paired(
        float(values.mean()), *interval, flip_test(differences), smallest_detectable(values), len(tasks)
    )


def _mean(results: Sequence[float]) -> Fraction:
    return Fraction(sum(Fraction(result) for result in results), len(results))


def _bootstrap(values: np.ndarray) -> Interval:
    """Over tasks: these are what we have a sample of."""
    chance = np.random.Generator(np.random.PCG64(0))
    means = values[chance.integers(0, len(values), (DRAWS, len(values)))].mean(axis=1)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def flip_test(differences: Sequence[Fraction]) -> float:
    """How often chance signs give a sum at least as far from 0: all sign patterns, counted by their sums."""
    unit = lcm(*(difference.denominator for difference in differences))
    steps = [abs(int(difference * unit)) for difference in differences if difference]
    reach = sum(steps)
    chances = np.zeros(2 * reach + 1)
    chances[reach] = 1.0
    for step in steps:
        moved = np.zeros_like(chances)
        moved[step:] += chances[: len(chances) - step] / 2
        moved[: len(chances) - step] += chances[step:] / 2
        chances = moved
    seen = abs(int(sum(differences) * unit))
    far = np.abs(np.arange(-reach, reach + 1)) >= seen
    return float(min(1.0, chances[far].sum()))


def smallest_detectable(values: np.ndarray, level: float = LEVEL, power: float = POWER) -> float | None:
    """From the spread of the differences that was found; without any, nobody can say."""
    if len(values) < 2 or not values.std():
        return None
    normal = NormalDist()
    reach = normal.inv_cdf(0.5 + level / 2) + normal.inv_cdf(power)
    return float(reach * values.std(ddof=1) / sqrt(len(values)))
