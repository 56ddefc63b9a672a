"""Decisions of a policy, for tests in which no turn is one that it cannot take."""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.agents.policy import Decision, Policy, Turn


def decisions(policy: Policy, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
    found: list[Decision] = []
    for one in policy.act(turns, chances):
        assert isinstance(one, Decision), one
        found.append(one)
    return found
