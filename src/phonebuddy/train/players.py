"""Players: the phones of a lane, opened in the process that plays on them.

Invariant: what was opened is closed with the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack

import msgspec

from phonebuddy.agents.policy import Policy
from phonebuddy.episode import Episode
from phonebuddy.episodes.phones import Phones, open_stages
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment

PLACE = "phonebuddy.train.players:PhonesPlayer"


class PhonesPlayer:
    """Phones of any kind that episodes are played on; no snapshots or pictures are kept of training."""

    def __init__(self, phones: object) -> None:
        self._open = ExitStack()
        stages = self._open.enter_context(open_stages(msgspec.convert(phones, Phones)))
        self._runner = Runner(stages, Keep(snapshots=False))

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        return self._runner.play(assignments, policy)

    def close(self) -> None:
        self._open.close()
