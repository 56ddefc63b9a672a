"""Preparing: the images of the people a run is about, built by all processes before the tasks are drawn.

Drawing asks one phone after the other; the images it needs are then in the cache of the disk. Started as
`python -m phonebuddy.episodes.preparing PERSON...`, so that nobody's main module is run again. Invariant:
what is drawn does not depend on whether anything was prepared.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from phonebuddy.world.image import build_image

FEW = 8
"""So many people are built faster by one process than others are started."""


def prepare_images(persons: Sequence[int], num_processes: int) -> None:
    """Build the images of these people, those that are not in the cache; one that cannot be is left out."""
    if num_processes < 2 or len(persons) <= FEW:
        return
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": paths}
    shares = [[str(person) for person in persons[first::num_processes]] for first in range(num_processes)]
    command = [sys.executable, "-P", "-m", "phonebuddy.episodes.preparing"]
    running = [subprocess.Popen([*command, *share], env=env) for share in shares if share]
    for process in running:
        process.wait()


if __name__ == "__main__":
    for person in sys.argv[1:]:
        build_image(seed=int(person))
