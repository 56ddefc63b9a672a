"""Alone: one process at a time works on a folder.

Invariant: a lock lasts as long as who took it and whoever inherits it, so that the workers of a process that
was killed still keep others out; nothing has to be tidied up after them.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from phonebuddy.episodes.store import writing
from phonebuddy.errors import EpisodeError

PATIENCE_S = 30.0
"""How long what is left of a killed process may take to end before going on is refused."""
Who = Literal["collection", "training", "recipe"]
LOCKS: dict[Who, str] = {
    "collection": ".lock", "training": ".training.lock", "recipe": ".stage.lock",
}  # fmt: skip
"""Each has its own: a recipe's stage is a collection or a training itself."""


@contextmanager
def alone(folder: Path, who: Who, patience_s: float = PATIENCE_S) -> Iterator[int]:
    """Hold a folder alone; gives the open lock, for workers to inherit."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        held = (folder / LOCKS[who]).open("w")
    with held as file:
        until = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise EpisodeError(
                        f"another {who} works on {folder}; wait for it, or take another folder with -o"
                    ) from None
                time.sleep(0.1)
        yield file.fileno()
