"""Services a host can open, by name: shell, exec, sync, ports, reverse, root, reboot, framebuffer and small
ones.

Invariant: a name that is not served is refused before anything is opened; nothing here dials the host's
network.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import Coroutine
from typing import Any

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.link import Link, Task
from phonebuddy.adbd.shell_service import serve_exec, serve_shell
from phonebuddy.adbd.stream import Stream
from phonebuddy.adbd.sync_service import SyncService

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "fixed_push_symlink_timestamp", "abb",
            "abb_exec")  # fmt: skip
"""Not sendrecv_v2, although it is answered: hosts that are told to compress do so without asking further."""
SHELL_UID = 2000


def find_service(device: Device, name: str, link: Link) -> Task | None:
    """What answers a service name; None where nothing does."""
    kind, _, rest = name.partition(":")
    head = kind.partition(",")[0]
    if head == "shell":
        return lambda stream: serve_shell(device, name, stream)
    if kind == "exec":
        return lambda stream: serve_exec(device, rest, stream)
    if kind in ("abb", "abb_exec"):
        return _abb(device, kind, rest)
    if kind == "sync":
        return lambda stream: SyncService(device, stream).run()
    if kind in ("tcp", "localabstract", "local", "localreserved", "localfilesystem"):
        return device.ports.find(name)
    if kind == "reverse":
        return lambda stream: _reverse(device, rest, link, stream)
    if kind == "framebuffer":
        return lambda stream: _framebuffer(device, stream)
    if kind in ("root", "unroot", "remount", "reboot", "tcpip", "usb", "disable-verity", "enable-verity"):
        return lambda stream: _restart(device, kind, rest, link, stream)
    if kind == "jdwp":
        return _nobody
    if kind in ("track-jdwp", "track-app"):
        return _silent
    return None


def _abb(device: Device, kind: str, rest: str) -> Task:
    """`cmd` without a shell: arguments are kept apart by zero bytes."""
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in rest.split("\0") if word)
    if kind == "abb":
        return lambda stream: serve_shell(device, f"shell,v2,raw:cmd {quoted}", stream)
    return lambda stream: serve_exec(device, f"cmd {quoted}", stream)


async def _nobody(stream: Stream) -> None:
    """Processes that a debugger could attach to: none."""


async def _silent(stream: Stream) -> None:
    """Debuggers ask for processes to attach to; there are none, and the list never changes."""
    await stream.write(b"0000")
    await stream.ended()


# -- restarting --------------------------------------------------------------------------------------------


async def _restart(device: Device, kind: str, rest: str, link: Link, stream: Stream) -> None:
    answer, ends = _answer(device, kind)
    if answer:
        await stream.write(answer.encode())
    if kind == "reboot":
        # The host sees the connection end, as it would; nothing of the world runs meanwhile.
        device.reboot()
    elif ends:
        stream.close()
        await asyncio.sleep(0.05)
        link.close()


def _answer(device: Device, kind: str) -> tuple[str, bool]:
    """What adbd says, and whether it then restarts."""
    if kind == "root":
        if device.uid == 0:
            return "adbd is already running as root\n", False
        device.uid = 0
        return "restarting adbd as root\n", True
    if kind == "unroot":
        if device.uid != 0:
            return "adbd not running as root\n", False
        device.uid = SHELL_UID
        return "restarting adbd as non root\n", True
    if kind == "remount":
        return "remount succeeded\n", False
    if kind == "tcpip":
        return "restarting in TCP mode port: 5555\n", False
    if kind == "usb":
        return "restarting in USB mode\n", False
    return ("" if kind == "reboot" else "verity is not enabled on this phone\n"), False


# -- reverse -----------------------------------------------------------------------------------------------


def _okay(text: str | None = None) -> bytes:
    return b"OKAY" + (b"" if text is None else _counted(text))


def _counted(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return f"{len(data):04x}".encode() + data


async def _reverse(device: Device, rest: str, link: Link, stream: Stream) -> None:
    await stream.write(_reverse_answer(device, rest, link))


def _reverse_answer(device: Device, rest: str, link: Link) -> bytes:
    verb, _, spec = rest.partition(":")
    ports = device.ports
    if verb == "list-forward":
        return _counted("".join(f"host-1 {local} {remote}\n" for local, remote in ports.reversed()))
    if verb == "killforward-all":
        ports.end_all_of()
        return _okay()
    if verb == "killforward":
        found = ports.end_reverse(spec)
        return _okay() if found else b"FAIL" + _counted(f"listener '{spec}' not found")
    if verb != "forward":
        return b"FAIL" + _counted(f"unknown reverse command '{verb}'")
    rebinds = not spec.startswith("norebind:")
    local, _, remote = spec.removeprefix("norebind:").partition(";")
    if not local or not remote:
        return b"FAIL" + _counted(f"bad forward: {spec}")
    chosen = ports.free() if local == "tcp:0" else local
    if not ports.reverse(chosen, remote, link, _to_host(link, remote), rebinds):
        return b"FAIL" + _counted(f"cannot bind listener: Address already in use ({chosen})")
    return _okay(chosen.partition(":")[2] if local == "tcp:0" else None)


def _to_host(link: Link, remote: str) -> Task:
    async def serve(stream: Stream) -> None:
        other = await link.open(remote)
        await join(stream, other)

    return serve


async def join(one: Stream, two: Stream) -> None:
    """Carry bytes both ways until either side ends."""

    async def carry(source: Stream, target: Stream) -> None:
        with contextlib.suppress(ConnectionError):
            while chunk := await source.read():
                await target.write(chunk)

    work: list[Coroutine[Any, Any, None]] = [carry(one, two), carry(two, one)]
    tasks = [asyncio.ensure_future(part) for part in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        one.close()
        two.close()


# -- framebuffer -------------------------------------------------------------------------------------------


async def _framebuffer(device: Device, stream: Stream) -> None:
    """Version 2 of the header: 32 bits, colorspace 1, then red, blue, green, alpha by offset and length."""
    pixels = device.frame().pixels()
    height, width = pixels.shape[:2]
    channels = (0, 8, 16, 8, 8, 8, 24, 8)
    await stream.write(struct.pack("<14I", 2, 32, 1, pixels.nbytes, width, height, *channels))
    await stream.write(pixels.tobytes())
