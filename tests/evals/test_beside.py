"""Stages that are collected while something else is done."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.phones import read_phones
from phonebuddy.episodes.run import Asked
from phonebuddy.evals.beside import NICE, ROWS, Job, collected_beside
from phonebuddy.evals.stages import Stages
from phonebuddy.train import rows
from phonebuddy.train.rows import write_rows

CONFIG: dict[str, object] = {"width": 32, "layers": 1, "heads": 2, "unit_width": 16}


def asked(count: int) -> Asked:
    wish = Wish(split="train", count=count, seed=3, persons=(3, 3))
    return Asked("gold", wish, read_phones("world:4"), snapshots=False)


def test_they_run_nothing_that_lies_where_they_were_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("open('ran', 'w')")
    monkeypatch.chdir(tmp_path)
    with collected_beside(tmp_path, {}, "nano", CONFIG, 3):
        pass
    with rows._start(rows.Job("nano", CONFIG, str(tmp_path), {})) as process:
        process.wait()
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_they_are_done_and_have_rows_when_the_other_work_is_done(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with collected_beside(tmp_path, {"collect-more": asked(3)}, "nano", CONFIG, 3):
        pass
    stages = Stages(tmp_path, lambda _line: None)
    assert stages.is_done("collect-more")
    said = capfd.readouterr()
    assert said.out.startswith("collect-more: begins") and not said.err
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / ROWS).iterdir()}
    assert before
    place = tmp_path / "collect-more"
    again = write_rows("nano", CONFIG, [place], tmp_path / ROWS, 1)[place]
    assert {path.name: path.stat().st_mtime_ns for path in again} == before


def test_those_who_play_stand_back_and_end_when_something_goes_wrong(tmp_path: Path) -> None:
    """Whoever learns is not to wait for a processor, nor for what nobody needs any more."""
    players: list[int] = []
    ranks: list[int] = []
    with (
        pytest.raises(RuntimeError, match="no memory"),
        collected_beside(tmp_path, {"collect-more": asked(200)}, "nano", CONFIG, 3),
    ):
        until = time.monotonic() + 60
        while not players and time.monotonic() < until:
            players = _players()
            ranks = [os.getpriority(os.PRIO_PROCESS, pid) for pid in players]
            time.sleep(0.1)
        raise RuntimeError("no memory")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert ranks and set(ranks) == {min(19, own + NICE)}
    assert not Stages(tmp_path, lambda _line: None).is_done("collect-more")
    until = time.monotonic() + 60
    while any(_lives(pid) for pid in players) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in players if _lives(pid)], "they go on alone"


STARTS = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-m", "phonebuddy.evals.beside"], stdin=subprocess.PIPE)
child.stdin.write(sys.stdin.buffer.read())
child.stdin.flush()
print(child.pid, flush=True)
time.sleep(600)
"""


def test_they_end_with_whoever_started_them(tmp_path: Path) -> None:
    job = Job(str(tmp_path), {"collect-more": asked(200)}, "nano", dict(CONFIG), 1, "cpu")
    command = [sys.executable, "-c", STARTS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        parent.stdin.write(msgspec.json.encode(job) + b"\n")
        parent.stdin.close()
        child = int(parent.stdout.readline())
        parent.kill()
    for _ in range(600):
        if not _lives(child):
            return
        time.sleep(0.1)
    pytest.fail("it goes on alone")


def _players() -> list[int]:
    """The processes that play for those that this one has started."""
    return [pid for child in _children(os.getpid()) for pid in _children(child, "collect_worker")]


def _children(pid: int, called: str = "") -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(pid), "-f", called], capture_output=True, text=True)
    return [int(one) for one in listed.stdout.split()]


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
