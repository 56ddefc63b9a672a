"""Served phones for tests: straight to the server, or behind an adb server that nobody else uses."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from phonebuddy.adbd.commands import load_commands
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.shell.io import Buffer, Bytes
from phonebuddy.adbd.shell.run import Shell
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.phone import WorldPhone

ADB = shutil.which("adb")
HUNG_UP = 129
needs_adb = pytest.mark.skipif(ADB is None, reason="no adb program: apt-get install adb")


@cache
def image() -> Image:
    """The same for all tests."""
    return build_image()


def make_phone() -> WorldPhone:
    return WorldPhone(image())


def make_device(still: bool = True, stand_in: bool = False) -> Device:
    return Device(make_phone(), "TEST", still, stand_in)


def run_shell(
    device: Device, script: str, given: bytes = b"", uid: int = 0, patience_s: float | None = None
) -> tuple[int, str, str]:
    """Run a script without any wire: status, stdout, stderr. One that waits longer than told is hung up."""
    load_commands()
    out, err = Buffer(), Buffer()

    async def run() -> int:
        shell = Shell(device, Bytes(given), out, err, uid)
        await shell.run_text(script)
        return await shell.finish()

    async def run_for_a_while() -> int:
        try:
            return await asyncio.wait_for(run(), patience_s)
        except TimeoutError:
            return HUNG_UP

    status = asyncio.run(run_for_a_while())
    return status, out.data().decode("utf-8", "replace"), err.data().decode("utf-8", "replace")


def say(device: Device, script: str) -> str:
    """What a script prints; it must succeed."""
    status, out, err = run_shell(device, script)
    assert status == 0, (script, status, out, err)
    return out


class Adb:
    """The adb program with a server of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._environment = os.environ | {
            "HOME": str(folder),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
        }

    def run(
        self, *words: str, given: bytes | None = None, ok: bool = True
    ) -> subprocess.CompletedProcess[bytes]:
        assert ADB is not None
        done = subprocess.run(
            [ADB, *words], env=self._environment, input=given, capture_output=True, timeout=120, check=False
        )
        assert not ok or done.returncode == 0, (words, done)
        return done

    def on(self, serial: str, *words: str, given: bytes | None = None) -> str:
        """A command on one phone that must succeed; its output."""
        return self.run("-s", serial, *words, given=given).stdout.decode("utf-8", "replace")

    def environment(self) -> dict[str, str]:
        return dict(self._environment)


@contextmanager
def adb_program(folder: Path) -> Iterator[Adb]:
    adb = Adb(folder)
    try:
        yield adb
    finally:
        adb.run("kill-server", ok=False)
