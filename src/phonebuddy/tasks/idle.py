"""What happens by itself: the changes on a phone that only lies there from a task's start on.

Invariant: the phone asked about is not touched; the waiting is done on another one.
"""

from __future__ import annotations

from phonebuddy.actions import Wait
from phonebuddy.tasks.changes import since_start
from phonebuddy.tasks.trial import LONGEST_WAIT_MS, Started
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.changes import Change


def idle_changes(phone: WorldPhone, started: Started) -> list[Change]:
    """What the time that has passed on a phone would have changed without anybody touching it."""
    left = phone.observe().time_s * 1000 - started.time_ms
    still = WorldPhone(phone.image, phone.look)
    try:
        still.restore(started.snapshot)
        while left > 0:
            still.act(Wait(max(1, min(left, LONGEST_WAIT_MS))))
            left -= LONGEST_WAIT_MS
        return since_start(started.seen, still)
    finally:
        still.close()
