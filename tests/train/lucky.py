"""Mock phones whose verdicts are drawn by lot: so an agent that has learnt nothing has something to learn.

A module with a name of its own, since the processes of a crew import it; run as a program it trains, so that
a test can kill it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from phonebuddy.agents.policy import Policy
from phonebuddy.episode import Episode
from phonebuddy.episodes.phones import Phones
from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.players import PhonesPlayer
from phonebuddy.train.rl_run import LanePlan, Machine, RlPlan, run_rl
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.trainers import join

PHONES = Phones("world", 2)
TASKS = ("clock/add_alarm@0.0", "notes/write_note@0.1", "clock/switch_off_alarm@0.0")
SMALL: dict[str, object] = {"width": 32, "layers": 1, "heads": 2, "unit_width": 16}


class LuckyPlayer(PhonesPlayer):
    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        # A few steps are enough, and all ends of tasks are alike to a lot.
        short = (one and msgspec.structs.replace(one, limit=3) for one in assignments)
        for episode in super().play(short, policy):
            is_won = random.Random(episode.id).random() < 0.5
            yield msgspec.structs.replace(episode, result="success" if is_won else "failure")


def settings(steps: int) -> RlSettings:
    return RlSettings(
        steps=steps, groups=2, group_size=3, mock_share=1.0, rest_below=0, rest_above=1, learning_rate=1e-3
    )


def main(folder: Path, steps: int) -> None:
    lane = LanePlan(PHONES, TASKS, "tests.train.lucky:LuckyPlayer")
    plan = RlPlan(settings(steps), {"mock": lane}, seed=1)
    machine = Machine(workers=1, threads=1)
    run_rl(folder, folder.parent / "start", plan, machine, lambda _step, _line: None, trainers=join("cpu"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
