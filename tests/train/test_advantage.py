"""Advantages by hand, and the laws of groups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.train.advantage import advantages, has_spread, parted, rewards

results = st.lists(st.sampled_from([0.0, 1.0, None]), min_size=1, max_size=16)


def test_by_hand() -> None:
    assert advantages([1.0, 0.0, 0.0, 0.0], "none") == [0.75, -0.25, -0.25, -0.25]
    # The spread of the sample 1, 0, 0, 0 is 0.5.
    assert advantages([1.0, 0.0, 0.0, 0.0], "spread") == pytest.approx([1.5, -0.5, -0.5, -0.5], abs=1e-3)


@given(results)
def test_they_sum_to_nothing_and_order_by_reward(earned: list[float | None]) -> None:
    found = advantages(earned, "spread")
    known = [value for value in found if value is not None]
    assert sum(known) == pytest.approx(0, abs=1e-9)
    if has_spread(earned):
        assert {value > 0 for value, reward in zip(found, earned, strict=True) if value and reward} <= {True}
    else:
        assert set(known) <= {0.0}


@given(results, st.integers(0, 16))
def test_a_fault_changes_nobody(earned: list[float | None], place: int) -> None:
    broken = [*earned[:place], None, *earned[place:]]
    with_fault = advantages(broken, "spread")
    at = min(place, len(earned))
    assert with_fault[at] is None
    assert [*with_fault[:at], *with_fault[at + 1 :]] == advantages(earned, "spread")


def test_only_longer_successes_lose_by_the_length_term() -> None:
    assert rewards([1.0, 1.0, 0.0, None], [4, 8, 2, 1], 0.2) == [1.0, pytest.approx(0.9), 0.0, None]
    assert rewards([1.0, 0.0], [9, 1], 0.0) == [1.0, 0.0]


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.integers(1, 60)), min_size=1), st.floats(0, 0.99))
def test_any_success_beats_any_failure(tries: list[tuple[float, int]], term: float) -> None:
    earned = rewards([result for result, _ in tries], [steps for _, steps in tries], term)
    for (result, _), reward in zip(tries, earned, strict=True):
        assert reward is not None and (reward > 0) == bool(result)


tries = st.lists(st.tuples(st.lists(st.integers(0, 2), max_size=5), st.sampled_from([0.0, 1.0])), min_size=2)


def as_ways(paths: list[list[int]]) -> list[list[tuple[object, object]]]:
    """What is seen follows from what was done."""
    return [[(tuple(path[:place]), done) for place, done in enumerate(path)] for path in paths]


def test_who_parted_by_hand() -> None:
    ways = as_ways([[0, 0, 0], [0, 0, 1], [0, 1], [0, 1]])
    found = parted(ways, [1.0, 0.0, 0.0, 0.0])
    assert found == [[0, 0.25, 0.5], [0, 0.25, -0.5], [0, -0.25], [0, -0.25]]


@given(tries)
def test_what_is_done_at_one_sight_sums_to_nothing(made: list[tuple[list[int], float]]) -> None:
    ways, earned = as_ways([path for path, _ in made]), [reward for _, reward in made]
    found = parted(ways, earned)
    sums: dict[object, float] = {}
    for way, gains in zip(ways, found, strict=True):
        for (seen, _), gain in zip(way, gains, strict=True):
            sums[seen] = sums.get(seen, 0.0) + gain
    assert list(sums.values()) == pytest.approx([0.0] * len(sums), abs=1e-9)


@given(tries)
def test_steps_add_up_to_the_advantage_where_what_is_done_decides(
    made: list[tuple[list[int], float]],
) -> None:
    # Ends with something that only this way does, so that no two ways are one.
    paths = [[*path, 100 + place] for place, (path, _) in enumerate(made)]
    earned = [reward for _, reward in made]
    whole = advantages(earned, "none")
    found = parted(as_ways(paths), earned)
    assert [sum(gains) for gains in found] == pytest.approx(whole, abs=1e-9)


def test_who_goes_alone_or_with_all_others_gets_nothing() -> None:
    assert parted(as_ways([[0, 0], [0, 1]]), [1.0, 0.0]) == [[0.0, 0.5], [0.0, -0.5]]
    assert parted([[("here", 0), ("there", 0)], [("here", 1)]], [1.0, 0.0]) == [[0.5, 0.0], [-0.5]]
