"""Crews of processes: everything comes back once, whoever dies; a slow lane holds nobody up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection

import pytest

pytest.importorskip("torch")

from phonebuddy.episode import Lane as LaneName
from phonebuddy.episodes.stage import Assignment
from phonebuddy.errors import TrainError
from phonebuddy.train.crew import LocalCrew, ProcessCrew, collect_any
from phonebuddy.train.crew_messages import Start
from phonebuddy.train.lanes import Lane, gather
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.rollouts import Desk, Played
from phonebuddy.train.task_pool import TaskPool
from tests.train.bandit import TASKS, Bandit, DoorPlayer

DEADLY = "0/mock/3/1"


@contextmanager
def crew(workers: int = 2, **options: object) -> Iterator[ProcessCrew]:
    one = ProcessCrew(Start("bandit", {}, 1.0, "tests.train.bandit:DoorPlayer", options), workers)
    try:
        one.put_weights(5, Bandit().tensors())
        yield one
    finally:
        one.close()


@pytest.fixture(scope="module")
def pair() -> Iterator[ProcessCrew]:
    """Two processes for all tests that take back what they submit; whoever tries DEADLY dies of it."""
    with crew(dies=DEADLY) as one:
        yield one


def work(count: int, lane: LaneName = "mock") -> list[Assignment]:
    return [Assignment(f"0/{lane}/{n // 4}/{n % 4}", f"door{n % TASKS}@0.0", n, lane) for n in range(count)]


def all_of(one: ProcessCrew, count: int) -> list[Played]:
    found: list[Played] = []
    while len(found) < count:
        found += collect_any([one], 5.0)
    return found


def here(count: int) -> dict[str, Played]:
    one = LocalCrew(Desk(Bandit(), DoorPlayer(), 1.0))
    one.put_weights(5, Bandit().tensors())
    one.submit(work(count))
    return {played.id: played for _ in range(count) for played in one.collect()}


def test_everything_comes_back_once_and_the_same_as_here_also_when_a_worker_dies(pair: ProcessCrew) -> None:
    expected = here(20)
    pair.submit(work(20))
    found = all_of(pair, 20)
    pair.submit(work(4))
    again = all_of(pair, 4)
    assert {played.id for played in found} == set(expected) and len(found) == 20
    lost = [played for played in found if played.cause == "worker died"]
    assert 1 <= len(lost) <= 10 and all(played.reward is None for played in lost)
    assert all(played == expected[played.id] for played in found if played not in lost)
    assert sorted(again, key=lambda one: one.id) == [expected[one.id] for one in work(4)]


def test_tries_at_one_task_are_shared_out(pair: ProcessCrew) -> None:
    pair.submit(work(8))
    groups = [Counter(id.rpartition("/")[0] for id in worker.waiting) for worker in pair._workers]
    all_of(pair, 8)
    assert groups == [{"0/mock/0": 2, "0/mock/1": 2}] * 2


def test_where_there_are_many_tasks_one_is_all_with_one_worker(pair: ProcessCrew) -> None:
    many = [Assignment(f"1/mock/{n // 4}/{n % 4}", f"door{n // 4}@0.0", n, "mock") for n in range(32)]
    pair.submit(many)
    groups = [Counter(id.rpartition("/")[0] for id in worker.waiting) for worker in pair._workers]
    all_of(pair, 32)
    assert groups == [{f"1/mock/{n}": 4 for n in range(first, 8, 2)} for first in (0, 1)]


@pytest.mark.slow
def test_a_worker_that_cannot_work_says_why() -> None:
    with crew(1, phone_count=3) as one:
        one.submit(work(1))
        with pytest.raises(TrainError, match="phone_count"):
            all_of(one, 1)


class Scripted:
    """A crew that gives back so many results at each `collect`, in order."""

    def __init__(self, at_once: int, version: int = 5) -> None:
        self._at_once = at_once
        self._version = version
        self._waiting: list[Assignment] = []
        self.forgotten: list[str] = []

    def put_weights(self, version: int, tensors: bytes) -> None:
        self._version = version

    def submit(self, assignments: Sequence[Assignment]) -> None:
        self._waiting += assignments

    def forget(self, ids: Sequence[str]) -> None:
        self.forgotten += ids
        self._waiting = [one for one in self._waiting if one.id not in ids]

    def channels(self) -> list[Connection]:
        return []

    def collect(self) -> list[Played]:
        some, self._waiting = self._waiting[: self._at_once], self._waiting[self._at_once :]
        return [
            Played(one.id, one.task, "single", one.lane, "success", version=self._version) for one in some
        ]

    def close(self) -> None:
        pass


def lane(name: LaneName, one: Scripted, settings: RlSettings) -> Lane:
    pool = TaskPool([f"door{n}@0.0" for n in range(TASKS)], TASKS, 0, 1, 0)
    return Lane(name, one, pool, 2, settings, seed=1)


@pytest.mark.parametrize(("late", "carried", "dropped"), [("carry", 3, 0), ("drop", 0, 3)])
def test_a_slow_lane_is_not_waited_for(late: str, carried: int, dropped: int) -> None:
    settings = RlSettings(group_size=4, patience_s=0.0, late=late)  # type: ignore[arg-type]
    slow = Scripted(2)
    lanes: dict[LaneName, Lane] = {
        "mock": lane("mock", Scripted(4), settings),
        "real": lane("real", slow, settings),
    }
    found = [gather(lanes, step, 5, settings).groups for step in range(3)]
    assert [len(groups["mock"]) for groups in found] == [2, 2, 2]
    counts = lanes["real"].counts
    assert (counts.carried, counts.dropped) == (carried, dropped)
    # Two rounds a step, two results a round, four make a group: with carrying one is ready each step.
    assert [len(groups["real"]) for groups in found] == [1, 1, 1]
    assert bool(slow.forgotten) == (late == "drop")


def test_patience_gives_the_slow_lane_its_time() -> None:
    settings = RlSettings(group_size=4, patience_s=600.0)
    lanes: dict[LaneName, Lane] = {
        "mock": lane("mock", Scripted(8), settings),
        "real": lane("real", Scripted(1), settings),
    }
    groups = gather(lanes, 0, 5, settings).groups
    assert [len(groups[name]) for name in ("mock", "real")] == [2, 2]


def test_spare_rollouts_end_a_group_early_and_come_late() -> None:
    settings = RlSettings(group_size=4, spare=2)
    one = Scripted(1)
    lanes: dict[LaneName, Lane] = {"mock": lane("mock", one, settings)}
    groups = gather(lanes, 0, 5, settings).groups["mock"]
    assert [len(group.counted) for group in groups] == [4, 4]
    assert len(one.forgotten) == 2, "the spare ones of the last group had not begun"


def test_stale_groups_are_left_out() -> None:
    settings = RlSettings(group_size=4, most_stale=2)
    lanes: dict[LaneName, Lane] = {"mock": lane("mock", Scripted(8), settings)}
    assert len(gather(lanes, 0, 7, settings).groups["mock"]) == 2
    assert gather(lanes, 1, 8, settings).groups["mock"] == []
    assert lanes["mock"].counts.stale == 2


def test_what_is_started_ahead_is_used_in_its_turn() -> None:
    settings = RlSettings(group_size=4, ahead=1)
    lanes: dict[LaneName, Lane] = {"mock": lane("mock", Scripted(8), settings)}
    ids = [group.id for step in range(3) for group in gather(lanes, step, 5, settings).groups["mock"]]
    assert ids == [f"{step:05}/mock/{place:03}" for step in range(3) for place in range(2)]
