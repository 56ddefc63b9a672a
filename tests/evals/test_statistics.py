"""Statistics against values known from tables and worked by hand, and the laws they obey."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.errors import EvalError
from phonebuddy.evals.statistics import (
    clopper_pearson,
    flip_test,
    mcnemar,
    paired,
    smallest_detectable,
    wilson,
    wilson_by_task,
)

rates = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("successes", "episodes", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (29, 29, 0.8830, 1.0)],
)
def test_wilson_as_newcombe_published_it(successes: int, episodes: int, low: float, high: float) -> None:
    assert wilson(successes, episodes) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("successes", "episodes", "low", "high"),
    [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (29, 29, 0.8806, 1.0)],
)
def test_the_exact_interval_as_newcombe_published_it(
    successes: int, episodes: int, low: float, high: float
) -> None:
    assert clopper_pearson(successes, episodes) == pytest.approx((low, high), abs=5e-5)


@given(rates)
def test_intervals_hold_the_rate_and_mirror(rate: tuple[int, int]) -> None:
    successes, episodes = rate
    low, high = wilson(successes, episodes)
    assert 0 <= low <= successes / episodes <= high <= 1
    assert wilson(episodes - successes, episodes) == pytest.approx((1 - high, 1 - low))


def test_no_episodes_say_nothing() -> None:
    assert wilson(0, 0) == (0, 1)
    with pytest.raises(EvalError, match="3 successes of 2"):
        wilson(3, 2)


def test_tries_that_are_all_the_same_count_once() -> None:
    once = {f"t{n}": [float(n < 12)] for n in range(40)}
    thrice = {task: some * 3 for task, some in once.items()}
    assert wilson_by_task(once) == pytest.approx(wilson(12, 40), abs=0.004)
    assert wilson_by_task(thrice) == pytest.approx(wilson_by_task(once), abs=0.004)
    assert wilson_by_task({"a": [1.0, 1.0], "b": [1.0, 1.0]}) == wilson(2, 2)
    assert wilson_by_task({}) == (0, 1)


def test_tries_that_differ_count_more_than_once() -> None:
    tries = {f"t{n}": [float((n + k) % 2) for k in range(4)] for n in range(40)}
    assert wilson_by_task(tries) == pytest.approx(wilson(80, 160))


def test_mcnemar_by_hand() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(0, 5) == pytest.approx(2 / 32)
    assert mcnemar(9, 1) == pytest.approx(2 * 11 / 1024)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_with_one_try_a_task_the_flip_test_is_mcnemars(pairs: list[tuple[bool, bool]]) -> None:
    gained = sum(two > one for one, two in pairs)
    lost = sum(two < one for one, two in pairs)
    found = flip_test([Fraction(int(two) - int(one)) for one, two in pairs])
    assert found == pytest.approx(mcnemar(gained, lost))


@settings(max_examples=25)
@given(st.lists(st.fractions(-1, 1, max_denominator=6), min_size=1, max_size=8))
def test_the_flip_test_counts_every_sign_pattern(differences: list[Fraction]) -> None:
    seen = abs(sum(differences, Fraction(0)))
    patterns = list(product((-1, 1), repeat=len(differences)))
    far = sum(
        abs(sum((s * d for s, d in zip(signs, differences, strict=True)), Fraction(0))) >= seen
        for signs in patterns
    )
    assert flip_test(differences) == pytest.approx(far / len(patterns))


def test_a_clear_difference_is_seen_and_none_is_not() -> None:
    worse = {f"t{n}": [0.0, float(n % 4 == 0)] for n in range(60)}
    better = {f"t{n}": [1.0, float(n % 2 == 0)] for n in range(60)}
    found = paired(worse, better)
    assert found.difference == pytest.approx(0.625)
    assert found.low < found.difference < found.high and found.low > 0.5
    assert found.p < 1e-6 and found.tasks == 60
    same = paired(worse, worse)
    assert (same.difference, same.low, same.high, same.p, same.detectable) == (0, 0, 0, 1, None)


def test_only_tasks_of_both_count() -> None:
    found = paired({"a": [1.0], "b": [0.0], "c": []}, {"b": [1.0], "c": [1.0], "d": [1.0]})
    assert found.tasks == 1 and found.difference == 1 and found.detectable is None
    with pytest.raises(EvalError, match="same suite"):
        paired({"a": [1.0]}, {"b": [1.0]})


@settings(max_examples=10)
@given(st.permutations([(f"t{n}", float(n % 3 == 0), float(n % 2 == 0)) for n in range(12)]))
def test_the_order_of_results_does_not_matter(rows: list[tuple[str, float, float]]) -> None:
    found = paired({task: [one] for task, one, _ in rows}, {task: [two] for task, _, two in rows})
    in_order = sorted(rows)
    assert found == paired({t: [one] for t, one, _ in in_order}, {t: [two] for t, _, two in in_order})


def test_smallest_detectable_by_hand() -> None:
    values = np.array([1.0, -1.0] * 50)
    assert smallest_detectable(values) == pytest.approx(2.8016 * 1.00504 / 10, rel=1e-4)
