"""The bench of the lanes: how much of its throughput the mock lane keeps beside a slow real one.

Invariant: the mock lane does the same kind of work in every measurement; only the other lane comes and
goes. It is measured alone before and after, so that a machine that grows busier does not count as the
real lane's doing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median

import msgspec

from phonebuddy.episode import Lane as LaneName
from phonebuddy.episodes.drawing import Wish, draw_tasks
from phonebuddy.episodes.phones import Phones, Trouble, read_phones
from phonebuddy.train.crew import ProcessCrew
from phonebuddy.train.crew_messages import Start
from phonebuddy.train.lanes import Lane, gather
from phonebuddy.train.learner import Learner, learner_from
from phonebuddy.train.players import PLACE
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.task_pool import TaskPool

SMALL = {"width": 32, "layers": 1, "heads": 2, "unit_width": 16}
"""A nano that has learnt nothing: it acts by chance, which is what most of the first rollouts are like
anyway."""
SETTINGS = RlSettings(
    groups=4,
    group_size=8,
    patience_s=0.0,
    late="carry",
    ahead=1,
    most_stale=1_000,
    rest_below=0,
    rest_above=1,
)
NUM_TASKS = 8


def measure_lanes(
    latency_s: float, num_steps: int, num_rounds: int, tell: Callable[[str], None] = lambda _line: None
) -> dict[str, object]:
    """Rollouts a second of the mock lane, in turn alone and beside a real lane with this latency."""
    learner = learner_from("nano", SMALL)
    steps = (range(first, first + num_steps + 1) for first in count(0, num_steps + 1))
    beside: list[float] = []
    carried = 0
    with _lane("mock", learner, read_phones("world:8")) as mock:
        alone = [_throughput({"mock": mock}, next(steps))]
        for number in range(num_rounds):
            with _lane("real", learner, Phones("served", 4, Trouble(latency_s=latency_s))) as slow:
                beside.append(_throughput({"mock": mock, "real": slow}, next(steps)))
                carried += slow.counts.carried
            alone.append(_throughput({"mock": mock}, next(steps)))
            tell(f"round {number + 1}: {beside[-1]:.2f} rollouts/s beside, {alone[-1]:.2f} alone")
    kept = [
        one / ((before + after) / 2) for one, before, after in zip(beside, alone, alone[1:], strict=False)
    ]
    return {
        "latency_s": latency_s,
        "mock_rollouts_per_s_alone": round(median(alone), 3),
        "mock_rollouts_per_s_beside_real": round(median(beside), 3),
        "kept": round(median(kept), 3),
        "kept_by_round": [round(one, 3) for one in kept],
        "real_groups_carried": carried,
        "steps": num_steps,
    }


@contextmanager
def _lane(name: LaneName, learner: Learner, phones: Phones) -> Iterator[Lane]:
    persons = (0, 99) if name == "mock" else (100, 199)
    tasks = draw_tasks(Wish(count=NUM_TASKS, persons=persons))
    start = Start(learner.name, learner.config(), 1.0, PLACE, {"phones": msgspec.to_builtins(phones)})
    crew = ProcessCrew(start, 1)
    try:
        # What it costs to start is not what it costs to run.
        crew.wait_until_ready()
        crew.put_weights(0, learner.tensors())
        pool = TaskPool(tasks, NUM_TASKS, 0, 1, 0)
        yield Lane(name, crew, pool, SETTINGS.groups // 2, SETTINGS, seed=0)
    finally:
        crew.close()


def _throughput(lanes: dict[LaneName, Lane], steps: range) -> float:
    """Of the mock lane, after one step that is not counted: caches fill in it, and the other lane begins."""
    mock = lanes["mock"]
    for lane in lanes.values():
        lane.begin_at(steps[0])
    gather(lanes, steps[0], 0, SETTINGS)
    began, counted = time.monotonic(), mock.counts.rollouts
    for step in steps[1:]:
        gather(lanes, step, 0, SETTINGS)
    return (mock.counts.rollouts - counted) / (time.monotonic() - began)
