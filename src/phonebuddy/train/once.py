"""Once: draws until a choice that was less likely than not, and takes the best of everything behind it.

Who draws at every step to the end of an episode parts from the others of its group in several places, and
what came of one is decided by the next. Invariant: whether it still draws follows from the steps before.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from phonebuddy.agents.policy import Outcome, Policy, Turn

EVEN = math.log(0.5)
"""What is not the best choice is never likelier."""


class Once:
    """See the head of this file."""

    def __init__(self, drawing: Policy, best: Policy) -> None:
        self.name = drawing.name
        self._policies = drawing, best

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        found: dict[int, Outcome] = {}
        parted = [has_parted(turn) for turn in turns]
        for wanted, policy in zip((False, True), self._policies, strict=True):
            own = [place for place, is_behind in enumerate(parted) if is_behind is wanted]
            if own:
                some = policy.act([turns[place] for place in own], [chances[place] for place in own])
                found |= zip(own, some, strict=True)
        return [found[place] for place in range(len(turns))]


def has_parted(turn: Turn) -> bool:
    return any(log_prob < EVEN for step in turn.past for log_prob in step.log_probs)
