"""Mock phones served over ADB, behind an adb server of our own: the phone that drivers are tested against."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import adbutils
import pytest

from phonebuddy import actions as a
from phonebuddy.adbd import Served, serve_phones
from phonebuddy.errors import Fault
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Decide
from phonebuddy.phones.contract import Start
from phonebuddy.phones.eyes import Rest
from phonebuddy.phones.task import RealTask
from phonebuddy.phones.verify import Check
from phonebuddy.phones.wire import HOST, Patience, list_phones
from phonebuddy.screen import Screen
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import find
from tests.world.helpers import built_in_image, middle

PATIENCE = Patience(call_s=30.0, dump_s=30.0)
"""A busy machine must not look like a slow phone."""
REST = Rest(pause_s=0.02, most_s=2.0, tries=3)
NOTES = "com.phoneworld.notes"


@contextmanager
def adb_server(folder: Path) -> Iterator[int]:
    """An adb server that nobody else uses; gives its port."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = int(free.getsockname()[1])
    # Its key goes into a folder of ours, and it does not look for emulators by itself.
    env = os.environ | {
        "HOME": str(folder),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
        "ADB_MDNS_AUTO_CONNECT": "0",
    }
    command = [adbutils.adb_path(), "-L", f"tcp:localhost:{port}", "server", "nodaemon"]
    with (folder / "adb.log").open("wb") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        _wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            list_phones(port)
            return
        except Fault:
            if time.monotonic() > until:
                pytest.fail("adb does not start")
            time.sleep(0.05)


@contextmanager
def serve(folder: Path, count: int = 1) -> Iterator[tuple[int, list[Served]]]:
    """Phones, connected; gives the port of their adb server and the phones."""
    phones = [WorldPhone(built_in_image(), LookSpec("360x800")) for _ in range(count)]
    with adb_server(folder) as port, serve_phones(phones) as served:
        for one in served:
            connect(port, one.serial)
        yield port, served


def connect(port: int, serial: str) -> None:
    """As `adb connect`, until the phone is there."""
    client = adbutils.AdbClient(HOST, port, socket_timeout=20)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        client.disconnect(serial)
        client.connect(serial)
        if (serial, "device") in {(one.serial, one.state) for one in list_phones(port)}:
            return
        time.sleep(0.05)
    pytest.fail(f"{serial} does not connect")


def driver(port: int, served: Served, by_u2: bool = False) -> AdbPhone:
    return AdbPhone(served.serial, port, PATIENCE, REST, by_u2)


def script(*steps: tuple[str, str]) -> Decide:
    """An agent that follows steps said by what is on the screen: tap, open, type, press, wait, finish."""

    def decide(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        word, value = steps[len(done)]
        match word:
            case "open":
                return a.OpenApp(value)
            case "type":
                return a.Type(value)
            case "press":
                return a.ButtonPress(value)
            case "finish":
                return a.Finish(value)
        found = find(screen, value)
        assert found is not None, f"no {value!r} among {[one.text for one in screen.elements]}"
        return a.Click(middle(screen, found))

    return decide


WRITE = (
    ("open", "notes"),
    ("tap", "New note"),
    ("tap", "Text note"),
    ("tap", "Title"),
    ("type", "Paint 漆 🎨"),
    ("press", "back"),
    ("press", "back"),
    ("finish", "done"),
)
"""Writes a note: seven steps and the end."""
WRITTEN = Check(
    kind="database",
    at=f"{NOTES}/databases/notes.db",
    sql="SELECT count(*) FROM note WHERE title = 'Paint 漆 🎨'",
    equals="1",
)
TASK = RealTask(
    "note", "Write a note titled 'Paint 漆 🎨'.", Start(apps=(NOTES,)), checks=(WRITTEN,), max_steps=10
)
