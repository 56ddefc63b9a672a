"""Phones of a run: which stages a text such as `world:8` or `served:4` means, opened and closed.

Invariant: whatever was started is ended with the `with`, also when the run breaks off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from phonebuddy.episodes.stage import Stage, WorldStage
from phonebuddy.errors import EpisodeError, nearest

KINDS = {"world": "world:8", "served": "served:4"}
"""Kinds of phones, and how each is asked for."""
MOST = 256
STAND_IN_KINDS = ("update", "low_battery", "logged_out")
"""Interruptions that the stand-in adds; a mock lane leaves them out with Wish.without_interruptions."""


class Trouble(msgspec.Struct, frozen=True):
    """What makes a stand-in hard; all of it is off by default."""

    latency_s: float = 0.0
    """Added to every step."""
    fault_rate: float = 0.0
    """The share of episodes in which the phone breaks."""
    interruptions: float = 0.0
    """Of STAND_IN_KINDS, a minute of the phone's clock, besides the task's own."""
    looks: int = 0
    """Different looks, drawn by task; 0 for the plain one."""


class Phones(msgspec.Struct, frozen=True):
    """So many phones of a kind, in each process."""

    kind: str
    count: int
    trouble: Trouble = Trouble()
    """Of served phones."""


def read_phones(text: str, trouble: Trouble | None = None) -> Phones:
    """`world:8`: eight mock phones; `served:4`: four that are worked over ADB."""
    kind, _, number = text.partition(":")
    if kind not in KINDS:
        forms = ", ".join(KINDS.values())
        raise EpisodeError(f"no phones '{text}'{nearest(kind, KINDS)}; accepted: {forms}")
    if not re.fullmatch(r"[1-9]\d{0,2}", number) or int(number) > MOST:
        raise EpisodeError(f"'{text}' says no number of phones from 1 to {MOST}; say {KINDS[kind]}")
    return Phones(kind, int(number), trouble or Trouble())


@contextmanager
def open_stages(phones: Phones) -> Iterator[list[Stage]]:
    """Stages of these phones, for a Runner."""
    if phones.kind == "world":
        stages: list[Stage] = [WorldStage() for _ in range(phones.count)]
        try:
            yield stages
        finally:
            for stage in stages:
                stage.close()
        return
    # Only here: serving phones loads much that mock phones do not need.
    from phonebuddy.adbd.fleet import fleet
    from phonebuddy.episodes.standin import ServedStage
    from phonebuddy.tasks.proving import LOOK
    from phonebuddy.world.image import build_image
    from phonebuddy.world.phone import WorldPhone

    first = build_image()
    with fleet([WorldPhone(first, LOOK) for _ in range(phones.count)]) as served:
        yield [ServedStage(one, phones.trouble) for one in served]
