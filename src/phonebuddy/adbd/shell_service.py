"""The shell services: `shell:`, `shell,v2:`, `exec:`: a command or a session over one stream.

Invariant: over protocol v2 every session ends with an exit packet, also when a command breaks: without one
the host takes it for success.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from phonebuddy.adbd.commands import load_commands
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.session import Session, Terminal
from phonebuddy.adbd.shell.io import Queue, Sending
from phonebuddy.adbd.shell.run import Shell
from phonebuddy.adbd.stream import ByteReader, Stream

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW = range(6)
_HEAD = struct.Struct("<BI")
MAX_CHUNK = 256 * 1024
MAX_PACKET = 1 << 20
MOST_GATHERED = 512 * 1024
"""Bytes of output that wait for more before they are sent."""
log = logging.getLogger("phonebuddy.adbd")


class Wanted(NamedTuple):
    """What a service name asks for."""

    command: str
    is_v2: bool
    has_terminal: bool
    term: str


def read_service(name: str) -> Wanted:
    """`shell,v2,TERM=xterm,raw:CMD` and its shorter forms."""
    head, _, command = name.partition(":")
    options = head.split(",")[1:]
    has_terminal = "pty" in options or ("raw" not in options and not command)
    term = next((option[5:] for option in options if option.startswith("TERM=")), "")
    return Wanted(command, "v2" in options, has_terminal, term)


def pack(kind: int, data: bytes) -> bytes:
    return _HEAD.pack(kind, len(data)) + data


async def serve_shell(device: Device, name: str, stream: Stream) -> None:
    """Run what a `shell` service asks for."""
    wanted = read_service(name)
    if wanted.is_v2:
        await _serve_v2(device, wanted, stream)
    else:
        await _serve_plain(device, wanted, stream, wanted.has_terminal)


async def serve_exec(device: Device, command: str, stream: Stream) -> None:
    """`exec:CMD`: bytes in, bytes out, nothing else."""
    await _serve_plain(device, Wanted(command, False, False, ""), stream, False)


async def _serve_plain(device: Device, wanted: Wanted, stream: Stream, has_terminal: bool) -> None:
    outbox = Outbox(stream)
    session = _session(device, wanted, Sending(outbox.put, has_terminal), Sending(outbox.put, has_terminal))

    async def feed() -> None:
        while chunk := await stream.read():
            await session.feed(chunk)
        await session.hang_up()

    await _attend(session, feed)
    await outbox.flush()


async def _serve_v2(device: Device, wanted: Wanted, stream: Stream) -> None:
    outbox = Outbox(stream)

    async def send(kind: int, data: bytes) -> None:
        for start in range(0, len(data), MAX_CHUNK):
            await outbox.put(pack(kind, data[start : start + MAX_CHUNK]))

    out = Sending(lambda data: send(STDOUT, data), wanted.has_terminal)
    err = Sending(lambda data: send(STDOUT if wanted.has_terminal else STDERR, data), wanted.has_terminal)
    session = _session(device, wanted, out, err)
    reader = ByteReader(stream)

    async def feed() -> None:
        with contextlib.suppress(EOFError):
            while True:
                kind, length = _HEAD.unpack(await reader.exactly(_HEAD.size))
                if length > MAX_PACKET:
                    break
                data = await reader.exactly(length)
                if kind == STDIN:
                    await session.feed(data)
                elif kind == CLOSE_STDIN:
                    await session.end_input()
        await session.hang_up()

    status = await _attend(session, feed)
    await outbox.put(pack(EXIT, bytes([status & 0xFF])))
    await outbox.flush()


class Outbox:
    """What a session says, sent together where it is said at once: a packet costs the host a round trip."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._pieces: list[bytes] = []
        self._size = 0
        self._soon: asyncio.Handle | None = None
        self._sending: asyncio.Task[None] | None = None

    async def put(self, data: bytes) -> None:
        """Send it soon; now, and as fast as the host takes it, where much has gathered."""
        self._pieces.append(data)
        self._size += len(data)
        is_behind = self._sending is not None and not self._sending.done()
        if self._size >= MOST_GATHERED or is_behind:
            await self.flush()
        elif self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._send_soon)

    def _send_soon(self) -> None:
        self._soon = None
        self._sending = asyncio.get_running_loop().create_task(self._quietly())

    async def _quietly(self) -> None:
        with contextlib.suppress(ConnectionError):
            await self.flush()

    async def flush(self) -> None:
        """Send what has gathered."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        data = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
        self._pieces.clear()
        self._size = 0
        if data:
            await self._stream.write(data)


def _session(device: Device, wanted: Wanted, out: Sending, err: Sending) -> Session:
    load_commands()
    stdin = Queue(wanted.has_terminal)
    shell = Shell(device, stdin, out, err, device.uid)
    shell.names["TERM"] = wanted.term or ("dumb" if not wanted.has_terminal else "vt100")
    if wanted.has_terminal:
        return Terminal(shell, stdin, out, wanted.command)
    return Session(shell, stdin, wanted.command)


async def _attend(session: Session, feed: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run a session while its input is fed; its status, 1 where it broke."""
    loop = asyncio.get_running_loop()
    feeders: list[asyncio.Task[None]] = []
    # Most commands are over before their input would be looked at.
    soon = loop.call_soon(lambda: feeders.append(loop.create_task(feed())))
    try:
        status = await session.run()
        for flush in session.shell.device.before_answer:
            await flush()
        return status
    except ConnectionError:
        return 1
    except Exception:
        log.exception("a command failed")
        with contextlib.suppress(ConnectionError):
            await session.shell.sink(2).say("/system/bin/sh: Killed\n")
        return 1
    finally:
        soon.cancel()
        for feeder in feeders:
            feeder.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await feeder
