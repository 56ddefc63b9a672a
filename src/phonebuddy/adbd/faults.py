"""Faults on request: what a phone can be made to do wrong, and when.

Invariant: faults are drawn from a seed and the number of the command, so the same run breaks at the same
places.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from phonebuddy.errors import PhoneBuddyError, nearest

KINDS = {
    "offline": "the connection is dropped and no new one is taken for a while",
    "slow": "an answer comes late",
    "black_frame": "a screenshot is black",
    "null_root": "a dump says that there is no root node",
    "unauthorized": "no key is accepted any more",
    "dropped": "the connection ends in the middle of an answer",
    "wrong_size": "a screenshot has another size",
    "stale_frame": "a screenshot or dump shows an earlier moment",
    "reboot": "the phone restarts",
}
SLOW_S = 3.0
OFFLINE_S = 2.0


@dataclass
class Faults:
    """What to break: kinds by the number of the command they hit, or with a chance at every command."""

    seed: int = 0
    rate: float = 0.0
    kinds: tuple[str, ...] = tuple(KINDS)
    planned: dict[int, str] = field(default_factory=dict)
    count: int = 0
    """Commands so far."""
    hit: list[tuple[int, str]] = field(default_factory=list)
    """What was broken, and at which command."""

    def plan(self, kind: str, after: int = 1) -> None:
        """Break the command that comes as number `after` from now."""
        check_kinds([kind])
        self.planned[self.count + after] = kind

    def next(self) -> str:
        """The fault of the command that begins now, or nothing."""
        self.count += 1
        kind = self.planned.pop(self.count, "")
        if not kind and self.rate:
            chance = random.Random(f"faults/{self.seed}/{self.count}")
            kind = chance.choice(self.kinds) if chance.random() < self.rate else ""
        if kind:
            self.hit.append((self.count, kind))
        return kind


def check_kinds(kinds: Iterable[str]) -> None:
    for kind in kinds:
        if kind not in KINDS:
            raise PhoneBuddyError(
                f"unknown fault '{kind}'{nearest(kind, KINDS)}; accepted: {', '.join(KINDS)}"
            )
