"""Settings of RL, each a choice with its reason; docs/train.md argues them at length.

Invariant: settings that exist can be trained with; what cannot be is refused when they are read.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from phonebuddy.episode import Lane
from phonebuddy.errors import must_hold
from phonebuddy.train.advantage import Credit, Scale
from phonebuddy.train.rollouts import Draws


class RlSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to learn from groups of rollouts."""

    steps: int = 50
    """Updates; the published recipe takes 50."""
    groups: int = 8
    """A step, over all lanes."""
    group_size: int = 8
    """Rollouts of one task from one start: enough that a task with a success of 0.1 to 0.9 mostly shows
    both."""
    mock_share: float = 0.5
    """Of the groups; the rest is real. Half and half as published."""
    temperature: float = 1.0
    """Of the choices of rollouts, and of their log-probabilities when they are learned from."""
    draws: Draws = "always"
    """At every step, or only until a choice that was less likely than not, with the best ones behind it."""
    learning_rate: float = 3e-5
    warm_up: int = 0
    """Steps over which the learning rate rises: the optimiser's first ones are the least sure."""
    last_share: float = 1.0
    """Of the learning rate, at the end of a cosine; at 1 it stays as it is."""
    most_gradient: float = 1.0
    """Longer gradients are shortened to this."""
    clip_low: float = 0.2
    clip_high: float = 0.28
    """More room upwards, so that rare good choices can grow."""
    scale: Scale = "spread"
    """Advantages over the spread of their group, or as they are."""
    credit: Credit = "whole"
    """What a step gets: its rollout's advantage, or what came of parting there from others of the group."""
    length_term: float = 0.0
    """How much of a success a way twice, thrice, ... as long as the group's shortest loses at most."""
    kl: float = 0.0
    """Weight of the distance to the policy that RL started from; off, as in the recipes that work."""
    passes: int = 1
    """Over the rows of a step. With one, the clip holds only what is stale."""
    lots: int = 1
    """Into which the rollouts of a step are cut; each lot is a change of the weights of its own."""
    sure: float = 1.0
    """Steps all of whose choices were likelier are not learned from, though they count in their rollout."""
    token_budget: int = 16_384
    """Of one part of a batch, in the learner's own units; parts add up to the same gradient."""
    oversample: float = 1.0
    """Groups drawn for each group wanted; those without spread are left out, then those beyond the number
    wanted."""
    spare: int = 0
    """Rollouts of a group beyond its size; the last ones to end are late."""
    patience_s: float | None = None
    """How long a step waits for the other lanes once one has all its groups; None: until all have."""
    late: Literal["carry", "drop"] = "carry"
    """What becomes of groups that were not ready: part of a later step, or dropped. Both are counted."""
    ahead: int = 0
    """Steps for which groups are started before their turn, so that no phone is idle."""
    most_stale: int = 2
    """Updates between a rollout's last action and its use; older ones are dropped."""
    replay: bool = True
    """Put an earlier success of the task into a group that has none."""
    active_tasks: int = 64
    """Of each lane's pool."""
    rest_below: float = 0.05
    rest_above: float = 0.95
    """Tasks with a success outside rest."""

    def __post_init__(self) -> None:
        rules = (
            ("steps", self.steps >= 0, "0 or more"),
            ("groups", self.groups >= 1, "1 or more"),
            ("group_size", self.group_size >= 2, "2 or more: one rollout has nobody to be better than"),
            ("mock_share", 0 <= self.mock_share <= 1, "0 to 1"),
            ("temperature", self.temperature > 0, "above 0: without chance a group has no spread"),
            (
                "draws",
                self.draws == "always" or self.temperature == 1,
                "always, where the temperature is not 1: the best choices are scored at 1",
            ),
            ("learning_rate", self.learning_rate > 0, "above 0"),
            ("warm_up", self.warm_up >= 0, "0 or more"),
            ("last_share", 0 <= self.last_share <= 1, "0 to 1"),
            ("most_gradient", self.most_gradient > 0, "above 0"),
            ("clip_low", 0 < self.clip_low <= 1, "above 0, at most 1"),
            ("clip_high", self.clip_high > 0, "above 0"),
            ("length_term", 0 <= self.length_term < 1, "0 to below 1: a long success beats any failure"),
            ("kl", self.kl >= 0, "0 or more"),
            ("passes", self.passes >= 1, "1 or more"),
            ("lots", self.lots >= 1, "1 or more"),
            ("sure", 0 < self.sure <= 1, "above 0, at most 1, which leaves nothing out"),
            ("token_budget", self.token_budget >= 1, "1 or more"),
            ("oversample", self.oversample >= 1, "1 or more"),
            ("spare", self.spare >= 0, "0 or more"),
            ("patience_s", self.patience_s is None or self.patience_s >= 0, "nothing, or 0 or more"),
            ("ahead", 0 <= self.ahead <= self.most_stale, "0 to most_stale: older groups are dropped"),
            ("active_tasks", self.active_tasks >= 1, "1 or more"),
            ("rest_above", 0 <= self.rest_below < self.rest_above <= 1, "above rest_below, at most 1"),
        )
        must_hold("rl", self, rules)

    @property
    def updates(self) -> int:
        """Of which the learning rate makes its way: one a step, however many lots and passes it has."""
        return self.steps

    @property
    def is_deterministic(self) -> bool:
        """Whether a step depends only on the one before, not on which phone was quick."""
        return self.patience_s is None and self.ahead == 0 and self.spare == 0

    def quotas(self) -> dict[Lane, int]:
        """Groups a step of each lane that takes part; a half goes to the real lane, since those cost."""
        mock = int(self.groups * self.mock_share + 0.5 - 1e-9)
        counts: dict[Lane, int] = {"mock": mock, "real": self.groups - mock}
        return {lane: count for lane, count in counts.items() if count}
