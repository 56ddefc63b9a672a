"""Link: one TCP connection of a host: handshake, keys, and the streams it opens.

Invariant: whatever bytes come in, a link either speaks the protocol or closes itself; no packet of a host
raises out of here, and a link that is gone leaves no stream and no task behind.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from phonebuddy.adbd import packet as wire
from phonebuddy.adbd.keys import TOKEN_BYTES, PublicKey
from phonebuddy.adbd.packet import Head, Packet, WireError
from phonebuddy.adbd.stream import Stream

MAX_STREAMS = 512
MAX_BANNER = 4096
log = logging.getLogger("phonebuddy.adbd")

Task = Callable[[Stream], Coroutine[Any, Any, None]]


class Host(Protocol):
    """What a link asks of the phone it belongs to."""

    @property
    def keys(self) -> tuple[PublicKey, ...] | None: ...

    def banner(self) -> bytes: ...

    def service(self, name: str, link: Link) -> Task | None: ...

    def connected(self, link: Link) -> None: ...

    def disconnected(self, link: Link) -> None: ...


class Link(asyncio.Protocol):
    """See the head of this file."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._transport: asyncio.Transport | None = None
        self._socket: socket.socket | None = None
        self._buffer = bytearray()
        self._head: Head | None = None
        self._version = wire.VERSION_CHECKED
        self.max_payload = wire.MIN_PAYLOAD
        self._is_online = False
        self._token = b""
        self._streams: dict[int, Stream] = {}
        self._opening: dict[int, asyncio.Future[Stream]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_id = 0
        self._out: list[bytes] = []
        """Heads and payloads that wait for the end of this turn of the loop."""
        self._may_write = asyncio.Event()
        self._may_write.set()

    # -- the connection --------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._socket = transport.get_extra_info("socket")
        if self._socket is not None:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(high=2 * wire.MAX_PAYLOAD)
        self._host.connected(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reset()
        self._transport = self._socket = None
        self._may_write.set()
        self._host.disconnected(self)

    def pause_writing(self) -> None:
        self._may_write.clear()

    def resume_writing(self) -> None:
        self._may_write.set()

    async def drained(self) -> None:
        await self._may_write.wait()

    def drop(self) -> None:
        """Close the connection without a word."""
        self._out.clear()
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Close the connection after what was sent."""
        self._write_out()
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._socket is not None:
            # Clients that send header and payload apart would wait 40 ms for a delayed acknowledgement.
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        self._buffer += data
        try:
            while (packet := self._next()) is not None:
                self._take(packet)
        except WireError as error:
            log.debug("connection closed: %s", error)
            self._buffer.clear()
            self.drop()

    def _next(self) -> Packet | None:
        if self._head is None:
            if len(self._buffer) < wire.HEADER_BYTES:
                return None
            self._head = wire.unpack_head(self._buffer[: wire.HEADER_BYTES])
            del self._buffer[: wire.HEADER_BYTES]
        head = self._head
        if len(self._buffer) < head.length:
            return None
        payload = bytes(self._buffer[: head.length])
        del self._buffer[: head.length]
        self._head = None
        checked = self._version < wire.VERSION and head.command != wire.CNXN
        if checked and payload and wire.checksum(payload) != head.checksum:
            raise WireError("a payload whose sum is wrong")
        return Packet(head.command, head.arg0, head.arg1, payload)

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        """Queue a packet; all that is sent in one turn of the loop goes out in one write."""
        if self._transport is None:
            return
        if not self._out:
            asyncio.get_running_loop().call_soon(self._write_out)
        with_sum = self._version < wire.VERSION
        self._out += (wire.pack_head(Packet(command, arg0, arg1, payload), with_sum), payload)

    def _write_out(self) -> None:
        if self._transport is not None and self._out:
            self._transport.write(b"".join(self._out))
        self._out.clear()

    # -- the handshake ---------------------------------------------------------------------------------

    def _take(self, packet: Packet) -> None:
        command = packet.command
        if command == wire.CNXN:
            self._greet(packet)
        elif command == wire.AUTH:
            self._authenticate(packet)
        elif not self._is_online:
            return  # adbd ignores what comes before the handshake
        elif command == wire.OPEN:
            self._open(packet)
        elif command == wire.OKAY:
            self._okay(packet)
        elif command == wire.WRTE:
            stream = self._stream(packet)
            if stream is not None:
                stream.take(packet.payload)
        elif command == wire.CLSE:
            self._closed(packet)

    def _greet(self, packet: Packet) -> None:
        """A host says hello; on a connection in use it means to start again."""
        self._reset()
        self._version = max(wire.VERSION_CHECKED, min(packet.arg0, wire.VERSION))
        self.max_payload = max(wire.MIN_PAYLOAD, min(packet.arg1, wire.MAX_PAYLOAD))
        if self._host.keys is None:
            self._welcome()
        else:
            self._ask()

    def _ask(self) -> None:
        self._token = os.urandom(TOKEN_BYTES)
        self.send(wire.AUTH, wire.AUTH_TOKEN, 0, self._token)

    def _authenticate(self, packet: Packet) -> None:
        keys = self._host.keys
        if keys is None or self._is_online or not self._token:
            return
        if packet.arg0 == wire.AUTH_SIGNATURE:
            if any(key.fits(self._token, packet.payload) for key in keys):
                self._welcome()
            else:
                self._ask()
        # A public key asks the owner of the phone to allow it; the keys of this one are settled.

    def _welcome(self) -> None:
        self._is_online = True
        self._token = b""
        self.send(wire.CNXN, wire.VERSION, wire.MAX_PAYLOAD, self._host.banner()[:MAX_BANNER])

    # -- streams ---------------------------------------------------------------------------------------

    def _new_id(self) -> int:
        self._last_id = self._last_id % 0x7FFFFFFF + 1
        return self._last_id

    def _stream(self, packet: Packet) -> Stream | None:
        stream = self._streams.get(packet.arg1)
        return stream if stream is not None and stream.remote == packet.arg0 else None

    def _open(self, packet: Packet) -> None:
        remote = packet.arg0
        if remote == 0 or packet.arg1 != 0:
            return
        name = packet.payload.rstrip(b"\0").decode("utf-8", "surrogateescape")
        task = self._host.service(name, self) if len(self._streams) < MAX_STREAMS else None
        if task is None:
            self.send(wire.CLSE, 0, remote)
            return
        stream = Stream(self, self._new_id(), remote)
        self._streams[stream.local] = stream
        # Started first, so that what it writes in its first turn goes out together with the okay.
        self.start(_serve(task, stream, name))
        self.send(wire.OKAY, stream.local, remote)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that ends with this connection."""
        running = asyncio.get_running_loop().create_task(work)
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    def _okay(self, packet: Packet) -> None:
        waiting = self._opening.pop(packet.arg1, None)
        if waiting is not None:
            stream = Stream(self, packet.arg1, packet.arg0)
            self._streams[stream.local] = stream
            if not waiting.done():
                waiting.set_result(stream)
            return
        known = self._stream(packet)
        if known is not None:
            known.acknowledged()

    def _closed(self, packet: Packet) -> None:
        waiting = self._opening.pop(packet.arg1, None)
        if waiting is not None and not waiting.done():
            waiting.set_exception(ConnectionRefusedError())
        stream = self._streams.get(packet.arg1)
        # A host that gave up while opening closes with 0 for its own number.
        if stream is not None and packet.arg0 in (0, stream.remote):
            stream.end()

    async def open(self, name: str) -> Stream:
        """Open a stream to the host, as `reverse` needs; ConnectionRefusedError where it does not want it."""
        local = self._new_id()
        waiting: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()
        self._opening[local] = waiting
        self.send(wire.OPEN, local, 0, name.encode("utf-8", "surrogateescape") + b"\0")
        return await waiting

    def forget(self, stream: Stream) -> None:
        self._streams.pop(stream.local, None)

    def _reset(self) -> None:
        self._is_online = False
        for stream in list(self._streams.values()):
            stream.drop()
        self._streams.clear()
        for waiting in self._opening.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError())
        self._opening.clear()
        for task in self._tasks:
            task.cancel()


async def _serve(task: Task, stream: Stream, name: str) -> None:
    """Run a service to its end; whatever happens in it, the stream is closed."""
    try:
        await task(stream)
        await stream.flushed()
    except (ConnectionError, EOFError):
        pass
    except Exception:
        log.exception("service %r failed", name[:80])
    finally:
        stream.close()
