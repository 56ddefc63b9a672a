"""Trouble: how a planned fault looks to the client that runs into it.

Invariant: a fault changes what the client sees, never what the phone is.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from phonebuddy.adbd.faults import SLOW_S
from phonebuddy.adbd.link import Link, Task
from phonebuddy.adbd.stream import Stream

if TYPE_CHECKING:
    from phonebuddy.adbd.server import Served

_FRAMES = ("black_frame", "wrong_size", "stale_frame", "null_root")
_COUNTED = ("shell", "exec", "sync", "framebuffer", "tcp")


def troubled(served: Served, name: str, link: Link, task: Task) -> Task:
    """The service, or what a fault makes of it."""
    head = name.partition(":")[0].partition(",")[0]
    kind = served.device.faults.next() if head in _COUNTED else ""
    if not kind:
        return task
    if kind in _FRAMES:
        served.device.spoil = kind
        return task

    async def broken(stream: Stream) -> None:
        if kind == "slow":
            await asyncio.sleep(SLOW_S)
            await task(stream)
        elif kind == "reboot":
            served.device.reboot()
        elif kind == "dropped":
            link.drop()
        elif kind == "unauthorized":
            served.keys = ()
            served.drop_all()
        else:
            served.go_offline()

    return broken
