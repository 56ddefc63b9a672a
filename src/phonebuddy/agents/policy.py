"""The Policy contract: many turns in, for each a decision out, or what kept the policy from it.

Invariant: a policy keeps nothing between calls that changes a decision: the same turns, chances and weights
give the same decisions, whoever else is in the batch. It sees what a user of the phone sees and no more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVarTuple

from phonebuddy.actions import Action
from phonebuddy.episode import Seen, Step
from phonebuddy.screen import Screen

_Given = TypeVarTuple("_Given")


class Turn(NamedTuple):
    """What a policy is shown when it is its turn."""

    instruction: str
    screen: Screen | Seen
    past: tuple[Step, ...]
    """All earlier steps of the episode; a policy may use their words, not their pixels."""
    apps: tuple[str, ...]
    """The names under the icons of the apps that can be opened."""
    insight: object = None
    """The task's own solution, for policies that say they are insiders; nothing for all others."""


class Decision(NamedTuple):
    """What a policy answers."""

    action: Action
    text: str = ""
    """What it wrote, word for word."""
    choices: bytes = b""
    """What it needs to score this decision again, in its own form."""
    log_probs: tuple[float, ...] = ()
    version: int = 0
    problem: str = ""
    """Why it could not decide: the step is kept, its action is not done, and the episode ends there."""


Outcome = Decision | Exception
"""A decision, or what kept the policy from it: a Fault where that is the environment's."""


class Policy(Protocol):
    """Whoever decides."""

    @property
    def name(self) -> str: ...

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> Sequence[Outcome]:
        """One outcome a turn; `chances` are the episodes' own generators, one a turn.

        Where it raises instead, each turn is asked for again, alone and with the chances it had. So whoever
        moves something else on (a script, somebody's bill) gives what broke as the outcome of its turn.
        """
        ...


def attempt(decide: Callable[[*_Given], Decision], *given: *_Given) -> Outcome:
    """The decision of one turn, or what broke."""
    try:
        return decide(*given)
    except Exception as error:
        return error


def is_insider(policy: Policy) -> bool:
    """Whether a policy plays the known solution instead of finding one."""
    return bool(getattr(policy, "insider", False))
