"""An adb server of one's own: on its own port, with its own key, ended with the program that started it.

One that others use may be restarted by them in the middle of an episode. Invariant: nothing of it outlives
the `with`, and it looks for no phone by itself.
"""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import adbutils

from phonebuddy.errors import Fault, SetupError
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import HOST, list_phones

START_S = 60.0
CONNECT_S = 60.0
_PAUSE_S = 0.05
_END_S = 20


@contextmanager
def own_server() -> Iterator[int]:
    """Start an adb server that nobody else uses; gives its port."""
    with tempfile.TemporaryDirectory(prefix="phonebuddy-adb-") as folder:
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = int(free.getsockname()[1])
        server = _start(port, Path(folder))
        try:
            _wait_for(port, server)
            yield port
        finally:
            server.terminate()
            server.wait(_END_S)


def _start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    # Its key goes into a folder of ours, and it does not look for emulators by itself.
    environment = os.environ | {
        "HOME": str(folder),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
        "ADB_MDNS_AUTO_CONNECT": "0",
    }
    try:
        command = [adbutils.adb_path(), "-L", f"tcp:localhost:{port}", "server", "nodaemon"]
        with (folder / "adb.log").open("wb") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    except (OSError, adbutils.AdbError) as error:
        raise SetupError(
            f"adb does not start ({error}). Install it (apt install adb) and try again."
        ) from error


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while True:
        try:
            list_phones(port)
            return
        except Fault as error:
            if server.poll() is not None or time.monotonic() > until:
                raise SetupError(f"the adb server on port {port} does not answer: {error}") from error
            time.sleep(_PAUSE_S)


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
