"""The shell services: `shell:`, `shell,v2:`, `exec:`: a command or a session over one stream.

Invariant: over protocol v2 every session ends with an exit packet, also when a command breaks: without one
the host takes it for success.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
from typing import NamedTuple

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
    session = _session(
        device, wanted, Sending(stream.write, has_terminal), Sending(stream.write, has_terminal)
    )

    async def feed() -> None:
        while chunk := await stream.read():
            await session.feed(chunk)
        await session.hang_up()

    await _attend(session, feed())


async def _serve_v2(device: Device, wanted: Wanted, stream: Stream) -> None:
    async def send(kind: int, data: bytes) -> None:
        for start in range(0, len(data), MAX_CHUNK):
            await stream.write(pack(kind, data[start : start + MAX_CHUNK]))

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

    status = await _attend(session, feed())
    await stream.write(pack(EXIT, bytes([status & 0xFF])))


def _session(device: Device, wanted: Wanted, out: Sending, err: Sending) -> Session:
    load_commands()
    stdin = Queue(wanted.has_terminal)
    shell = Shell(device, stdin, out, err, device.uid)
    shell.names["TERM"] = wanted.term or ("dumb" if not wanted.has_terminal else "vt100")
    if wanted.has_terminal:
        return Terminal(shell, stdin, out, wanted.command)
    return Session(shell, stdin, wanted.command)


async def _attend(session: Session, feeding: object) -> int:
    """Run a session while its input is fed; its status, 1 where it broke."""
    assert asyncio.iscoroutine(feeding)
    feeder = asyncio.ensure_future(feeding)
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
        feeder.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await feeder
