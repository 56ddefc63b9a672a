"""An adb server of one's own: on its own port, with its own key, ended with the program that started it.

One that others use may be restarted by them in the middle of an episode. Invariant: nothing of it outlives
the `with`, nor the program when that is killed, and it looks for no phone by itself.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import adbutils

from phonebuddy.errors import Fault, SetupError
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import HOST, list_phones

START_S = 60.0
CONNECT_S = 60.0
TRIES = 3
LOG = "adb.log"
_PAUSE_S = 0.05
_END_S = 20
_GUARD = """
exec 3<&0
folder=$1
shift
"$@" </dev/null 3<&- & server=$!
{ if read end <&3; then kill $server; else kill $server; rm -rf "$folder"; fi 2>/dev/null; } &
wait $server
"""
"""Ends the server when told to or when its input ends, as it does when this program is gone: killed, or left
without taking anything apart. Then nobody else removes the folder."""


@contextmanager
def own_server() -> Iterator[int]:
    """Start an adb server that nobody else uses; gives its port."""
    with tempfile.TemporaryDirectory(prefix="phonebuddy-adb-") as folder:
        server, port = _start_somewhere(Path(folder))
        try:
            yield port
        finally:
            _end(server)


def _start_somewhere(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """On any free port; another program may take it first, so a few are tried."""
    for _ in range(TRIES):
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = int(free.getsockname()[1])
        server = _start(port, folder)
        if _answers(port, server):
            return server, port
        _end(server)
    said = (folder / LOG).read_text("utf-8", "replace").strip().splitlines()
    raise SetupError(f"no adb server starts, in {TRIES} tries: {said[-1] if said else 'it says nothing'}")


def _end(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None, "it was started with a pipe"
    with suppress(BrokenPipeError), server.stdin:
        server.stdin.write(b"\n")
    try:
        server.wait(_END_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    # Its key goes into a folder of ours, and it does not look for emulators by itself.
    environment = os.environ | {
        "HOME": str(folder),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
        "ADB_MDNS_AUTO_CONNECT": "0",
    }
    program = adbutils.adb_path()
    if shutil.which(program) is None:
        raise SetupError(f"there is no {program}. Install adb (apt install adb) and try again.")
    command = [program, "-L", f"tcp:localhost:{port}", "server", "nodaemon"]
    with (folder / LOG).open("ab") as log:
        return subprocess.Popen(
            ["sh", "-c", _GUARD, "sh", str(folder), *command],
            env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log,
        )  # fmt: skip


def _answers(port: int, server: subprocess.Popen[bytes]) -> bool:
    """Wait for it; False where it ended or took too long."""
    until = time.monotonic() + START_S
    while server.poll() is None and time.monotonic() < until:
        try:
            list_phones(port)
            return True
        except Fault:
            time.sleep(_PAUSE_S)
    return False


def connect(port: int, serial: str) -> None:
    """As `adb connect`, until the phone is there; one that was known and lost is taken up anew."""
    client = adbutils.AdbClient(HOST, port, socket_timeout=20)
    until = time.monotonic() + CONNECT_S
    while time.monotonic() < until:
        client.disconnect(serial)
        client.connect(serial)
        if (serial, "device") in {(one.serial, one.state) for one in list_phones(port)}:
            return
        time.sleep(_PAUSE_S)
    raise fault("gone", f"it did not connect within {CONNECT_S:.0f} seconds", serial)
