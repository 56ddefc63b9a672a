"""The smallest learner and player there can be: a task is a door to find among four, then some steps to walk.

A module with a name of its own, since the processes of a crew import it.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import torch
from safetensors.torch import load, save

from phonebuddy.actions import Wait
from phonebuddy.agents.policy import Decision, Policy, Turn
from phonebuddy.episode import Episode, Seen, Step
from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.learner import KINDS, Batch, Row, Scored, Show, no_pictures

DOORS = 4
TASKS = 12
KINDS["bandit"] = "tests.train.bandit:Bandit"
SEEN = Seen((), "door", "", 100, 100, 0)


def number_of(task: str) -> int:
    return int(task.partition("@")[0].removeprefix("door"))


class BanditPolicy:
    name = "bandit"

    def __init__(self, learner: Bandit, temperature: float) -> None:
        self._learner = learner
        self._temperature = temperature

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        return [self._decide(turn, chance) for turn, chance in zip(turns, chances, strict=True)]

    def _decide(self, turn: Turn, chance: random.Random) -> Decision:
        logits = self._learner.table[number_of(turn.instruction)].detach() / self._temperature
        log_probs = torch.log_softmax(logits, 0).tolist()
        door = chance.choices(range(DOORS), [math.exp(value) for value in log_probs])[0]
        return Decision(Wait(1), "", bytes([door]), (log_probs[door],), self._learner.version)


class Bandit:
    name = "bandit"

    def __init__(self, config: object = None) -> None:
        self.version = 0
        self.dropped: Counter[str] = Counter()
        self.table = torch.nn.Parameter(torch.zeros(TASKS, DOORS))

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        return [
            Row(
                episode=episode.id, step=place, lane=episode.lane, source="door",
                data=bytes([number_of(episode.task), *step.choices]), length=1 + place, num_choices=1,
                old_log_probs=step.log_probs, version=step.version,
                seen=repr([one.choices for one in episode.steps[:place]]), did=repr(step.choices),
            )
            for place, step in enumerate(episode.steps)
        ]  # fmt: skip

    def study(self, rows: Sequence[Row]) -> None:
        pass

    def collate(self, rows: Sequence[Row]) -> Batch:
        return Batch(
            {"data": torch.tensor([list(row.data) for row in rows])},
            torch.tensor([row.weight for row in rows]),
            torch.tensor([row.advantage for row in rows]),
            torch.tensor([row.old_log_probs for row in rows]),
            torch.ones(len(rows), 1, dtype=torch.bool),
        )

    def log_probs(self, batch: Batch, temperature: float = 1.0) -> Scored:
        data = batch.inputs["data"]
        logs = torch.log_softmax(self.table[data[:, 0]] / temperature, 1)
        entropy = -(logs.exp() * logs).sum(1, keepdim=True)
        return Scored(logs.gather(1, data[:, 1:2]), entropy, batch.mask)

    def parameters(self) -> Iterator[torch.nn.Parameter]:
        yield self.table

    def matrices(self) -> list[torch.nn.Parameter]:
        return []

    def language(self) -> list[torch.nn.Parameter]:
        return []

    def to(self, device: str) -> None:
        pass

    def train(self, on: bool) -> None:
        pass

    def config(self) -> dict[str, object]:
        return {}

    def tensors(self) -> bytes:
        return save({"table": self.table.detach()})

    def put_tensors(self, data: bytes, version: int) -> None:
        self.table.data.copy_(load(data)["table"])
        self.version = version

    def files(self) -> dict[str, bytes]:
        return {}

    def policy(self, temperature: float) -> Policy:
        return BanditPolicy(self, temperature)


class DoorPlayer:
    """Success when the first door is the task's own; some tries break, some take long."""

    def __init__(
        self, fault_share: float = 0.0, wait_s: float = 0.0, phones: int = 4, dies: str = ""
    ) -> None:
        self._fault_share = fault_share
        self._wait_s = wait_s
        self._phones = phones
        self._dies = dies

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        waiting = iter(assignments)
        while True:
            running: list[Assignment] = []
            while len(running) < self._phones and (one := next(waiting, None)) is not None:
                running.append(one)
            if not running:
                return
            yield from (self._try(one, policy) for one in running)

    def _try(self, one: Assignment, policy: Policy) -> Episode:
        if self._dies and self._dies in one.id:
            raise SystemExit(3)
        time.sleep(self._wait_s)
        chance = random.Random(one.seed)
        turn = Turn(one.task, SEEN, (), ())
        steps = []
        for _ in range(1 + number_of(one.task) % 3):
            (made,) = policy.act([turn], [chance])
            assert isinstance(made, Decision)
            steps.append(Step(SEEN, made.action, "", made.choices, made.log_probs, made.version, 1.0))
        is_found = steps[0].choices[0] == number_of(one.task) % DOORS
        is_broken = chance.random() < self._fault_share
        result = "fault" if is_broken else "success" if is_found else "failure"
        return Episode(
            id=one.id, task=one.task, template="door", category="single", apps=(), instruction=one.task,
            agent="bandit", seed=one.seed, lane=one.lane, phone="door", steps=tuple(steps),
            result=cast("object", result), cause="cable" if is_broken else "",  # type: ignore[arg-type]
        )  # fmt: skip

    def close(self) -> None:
        pass
