"""An adb server of one's own: on a port that is free, gone when it is no longer needed."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import adbutils
import pytest

from phonebuddy.errors import Fault, SetupError
from phonebuddy.phones import own_server
from phonebuddy.phones.wire import list_phones
from tests.soon import soon


def program(folder: Path, script: str) -> str:
    path = folder / "adb"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where folders are made for a while."""
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def test_it_runs_and_ends(place: Path) -> None:
    with own_server.own_server() as port:
        assert list_phones(port) == []
        assert len(list(place.iterdir())) == 1
    assert list(place.iterdir()) == []
    with pytest.raises(Fault) as error:
        list_phones(port)
    assert error.value.cause == "adb_server"


@pytest.mark.parametrize("end", ["input()", "os._exit(0)"])
def test_it_and_its_folder_go_with_a_program_that_is_killed_or_leaves(end: str, place: Path) -> None:
    code = (
        "import os, phonebuddy.phones.own_server as o\n"
        f"with o.own_server() as p: print(p, flush=True); input(); {end}"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
        assert one.stdout is not None and one.stdin is not None
        port = int(one.stdout.readline())
        assert list_phones(port) == [] and len(list(place.iterdir())) == 1
        one.stdin.write(b"\n")
        one.stdin.flush()
        if end == "input()":
            one.kill()
    with soon(), pytest.raises(Fault):
        while True:
            list_phones(port)
            time.sleep(0.05)
    until = time.monotonic() + 20
    while list(place.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(place.iterdir()) == []


def test_none_is_started_in_place_of_one_that_has_just_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    path = program(tmp_path, f"touch {started}")
    monkeypatch.setattr("adbutils._adb.adb_path", lambda: path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(list_phones, port)
            first, _ = server.accept()
            server.close()
            first.close()
            with pytest.raises(Fault):
                asked.result()
    assert not started.exists()


def test_a_port_that_is_taken_first_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, tried = adbutils.adb_path(), tmp_path / "tried"
    script = (
        f'[ -e {tried} ] || {{ touch {tried}; echo "Address already in use" >&2; exit 1; }}\nexec {real} "$@"'
    )
    path = program(tmp_path, script)
    monkeypatch.setattr(adbutils, "adb_path", lambda: path)
    with own_server.own_server() as port:
        assert list_phones(port) == []


def test_a_server_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    path = program(tmp_path, "echo 'no such thing' >&2; exit 1")
    monkeypatch.setattr(adbutils, "adb_path", lambda: path)
    with pytest.raises(SetupError, match="3 tries: no such thing"), own_server.own_server():
        pytest.fail("there is no server")
    monkeypatch.setattr(adbutils, "adb_path", lambda: str(tmp_path / "nothing"))
    with pytest.raises(SetupError, match="apt install adb"), own_server.own_server():
        pytest.fail("there is no program")
    assert list(place.iterdir()) == []
