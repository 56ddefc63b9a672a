"""Episode and Step: one try at one task as it is kept, whatever phone it ran on and whoever acted.

Invariant: what is here is enough to show a step, to train on it and, on a world phone, to enter it again;
nothing in it depends on the machine it ran on, except `latency_ms`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from phonebuddy.actions import Action
from phonebuddy.screen import Element

SCHEMA = 1
"""Of stored episodes; a store of another schema is refused."""

Lane = Literal["mock", "real"]
Result = Literal["success", "failure", "fault", "unjudged"]


class Seen(msgspec.Struct, frozen=True):
    """A screen without its frame: what a step needs once the phone has gone on."""

    elements: Sequence[Element]
    package: str
    activity: str
    width: int
    height: int
    time_s: int
    image: str = ""
    """The SHA-256 of its picture in the store, where pictures are kept."""


class Step(msgspec.Struct, frozen=True):
    """What was seen, and what was then done."""

    seen: Seen
    action: Action
    text: str = ""
    """What the model wrote, word for word."""
    choices: bytes = b""
    """What the policy needs to score this choice again, in its own form: token ids, indices."""
    log_probs: tuple[float, ...] = ()
    """Of each choice, under the policy that made them."""
    version: int = 0
    """How many updates that policy had had."""
    latency_ms: float = 0.0
    snapshot: bytes = b""
    """The phone before the action, where phones can be entered again."""


class Episode(msgspec.Struct, frozen=True):
    """One try at one task."""

    id: str
    """Names the run's slot, so that a slot is never filled twice."""
    task: str
    template: str
    category: str
    apps: tuple[str, ...]
    instruction: str
    agent: str
    seed: int
    """Of the agent's chances."""
    lane: Lane
    phone: str
    """The kind of phone: world, adb, served."""
    steps: tuple[Step, ...]
    result: Result
    ending: str = ""
    """finish, call_user, limit, error (no decision), held (not for real); empty for a fault."""
    cause: str = ""
    """Of a fault."""
    reasons: tuple[str, ...] = ()
    side_effects: tuple[str, ...] = ()
    changeset: bytes = b""
    offered: tuple[str, ...] = ()
    """The names under the icons of the apps that could be opened."""
    versions: dict[str, str] = {}
    """phonebuddy, image, looks: whatever must agree for a replay to be the same."""

    @property
    def reward(self) -> float | None:
        """1 or 0; nothing where the environment broke or nobody judged."""
        return {"success": 1.0, "failure": 0.0}.get(self.result)
