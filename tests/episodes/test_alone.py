"""A folder is one process's at a time, also while what is left of a killed one lives on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from phonebuddy.episodes.alone import LOCKS, Who, alone
from phonebuddy.errors import EpisodeError

HOLD = """
import subprocess, sys
from pathlib import Path
from phonebuddy.episodes.alone import alone
with alone(Path(sys.argv[1]), "collection") as lock:
    worker = subprocess.Popen(["sleep", "60"], pass_fds=[lock])
    print(worker.pid, flush=True)
    worker.wait()
"""


@pytest.mark.parametrize("who", LOCKS)
def test_two_do_not_share_a_folder(tmp_path: Path, who: Who) -> None:
    refused = pytest.raises(EpisodeError, match=f"another {who} works on")
    with alone(tmp_path, who), refused, alone(tmp_path, who, 0):
        pass
    with alone(tmp_path, who, 0):
        pass


def test_a_stage_of_a_recipe_may_be_a_collection_or_a_training(tmp_path: Path) -> None:
    with alone(tmp_path, "recipe", 0), alone(tmp_path, "collection", 0), alone(tmp_path, "training", 0):
        pass


def test_workers_of_a_killed_process_keep_others_out(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        worker = int(holder.stdout.readline())
        holder.kill()
    with pytest.raises(EpisodeError, match="another collection"), alone(tmp_path, "collection", 0):
        pass
    os.kill(worker, signal.SIGKILL)
    with alone(tmp_path, "collection", 10):
        pass
