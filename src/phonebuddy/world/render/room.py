"""Room: how much memory one process may keep drawings in, when each core runs such a process.

Invariant: the answer depends on the machine only, and what is drawn does not depend on the answer.
"""

from __future__ import annotations

import os
from pathlib import Path

SMALLEST_MB, LARGEST_MB = 128, 1_920
SHARE = 6
"""Of the memory there is for each core, one part in so many."""
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where a container says how much it may use; the second is how older ones say it."""


def room_mb() -> int:
    each = memory_bytes() // (os.cpu_count() or 1) // SHARE >> 20
    return max(SMALLEST_MB, min(LARGEST_MB, each))


def memory_bytes(limits: tuple[Path, ...] = LIMITS) -> int:
    """What the machine has, or less where a container is held to less."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for limit in limits:
        try:
            found = min(found, int(limit.read_text(encoding="ascii")))
        except (OSError, ValueError):  # no such limit; `max` means none
            continue
    return found
