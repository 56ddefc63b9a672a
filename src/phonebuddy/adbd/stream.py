"""Stream: one of the many conversations of a connection, with ADB's flow control.

One WRTE may be under way in each direction. What comes in is acknowledged when somebody takes it, so a slow
reader slows the host down. Invariant: after `close` nothing is sent for this stream, and readers see its end.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Protocol

from phonebuddy.adbd.packet import CLSE, OKAY, WRTE

MAX_WAITING = 4 * 1024 * 1024
"""Bytes a host may send ahead of its acknowledgements before its stream is closed."""


FLUSH_S = 30.0


class StreamClosed(ConnectionError):
    """The other side closed the stream that was being written to."""


class Wire(Protocol):
    """What a stream needs of its connection."""

    max_payload: int

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None: ...

    async def drained(self) -> None: ...

    def forget(self, stream: Stream) -> None: ...


class Stream:
    """See the head of this file. `local` is our number for it, `remote` the host's."""

    def __init__(self, wire: Wire, local: int, remote: int) -> None:
        self._wire = wire
        self.local = local
        self.remote = remote
        self._chunks: deque[bytes] = deque()
        self._waiting = 0
        self._has_news = asyncio.Event()
        self._may_send = asyncio.Event()
        self._may_send.set()
        self._writing = asyncio.Lock()
        self.is_open = True
        """Whether we may still send."""
        self.is_ended = False
        """Whether the host closed it."""

    # -- the host's side -------------------------------------------------------------------------------

    def take(self, payload: bytes) -> None:
        """The host wrote."""
        self._chunks.append(payload)
        self._waiting += len(payload)
        self._has_news.set()
        if self._waiting > MAX_WAITING:
            self.close()

    def acknowledged(self) -> None:
        self._may_send.set()

    def end(self) -> None:
        """The host closed it: adbd answers a CLSE with a CLSE, once."""
        self.is_ended = True
        self.close()

    # -- our side --------------------------------------------------------------------------------------

    async def read(self) -> bytes:
        """The next bytes, in the pieces they came in; empty at the end."""
        while not self._chunks:
            if self.is_ended or not self.is_open:
                return b""
            self._has_news.clear()
            await self._has_news.wait()
        chunk = self._chunks.popleft()
        self._waiting -= len(chunk)
        if self.is_open:
            self._wire.send(OKAY, self.local, self.remote)
        return chunk

    async def ended(self) -> None:
        """Until the host closes the stream; what it writes meanwhile is left."""
        while self.is_open and not self.is_ended:
            self._has_news.clear()
            await self._has_news.wait()

    async def write(self, data: bytes) -> None:
        """Send all of it, in order with other writers; StreamClosed where the host is gone."""
        async with self._writing:
            size = self._wire.max_payload
            for start in range(0, len(data), size):
                await self._may_send.wait()
                await self._wire.drained()
                if not self.is_open:
                    raise StreamClosed
                self._may_send.clear()
                self._wire.send(WRTE, self.local, self.remote, data[start : start + size])

    async def flushed(self) -> None:
        """Until the host took what was written last: a close that overtook it could lose it there."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_S):
                await self._may_send.wait()

    def close(self) -> None:
        """No more will be sent; the other side is told once."""
        if self.is_open:
            self.is_open = False
            self._wire.send(CLSE, self.local, self.remote)
            self._wire.forget(self)
        self._may_send.set()
        self._has_news.set()

    def drop(self) -> None:
        """The connection is gone: nobody can be told."""
        self.is_open, self.is_ended = False, True
        self._may_send.set()
        self._has_news.set()


class ByteReader:
    """Reads a stream by lengths and lines instead of by pieces."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._rest = bytearray()

    async def some(self) -> bytes:
        """Whatever is there; empty at the end."""
        if self._rest:
            data = bytes(self._rest)
            self._rest.clear()
            return data
        return await self._stream.read()

    async def exactly(self, count: int) -> bytes:
        """So many bytes, or EOFError."""
        while len(self._rest) < count:
            chunk = await self._stream.read()
            if not chunk and self._is_over():
                raise EOFError
            self._rest += chunk
        data = bytes(self._rest[:count])
        del self._rest[:count]
        return data

    async def until(self, mark: bytes, most: int) -> bytes:
        """Everything up to and with the mark; EOFError where it does not come within `most` bytes."""
        while mark not in self._rest:
            if len(self._rest) > most:
                raise EOFError
            chunk = await self._stream.read()
            if not chunk and self._is_over():
                raise EOFError
            self._rest += chunk
        end = self._rest.index(mark) + len(mark)
        data = bytes(self._rest[:end])
        del self._rest[:end]
        return data

    def _is_over(self) -> bool:
        return self._stream.is_ended or not self._stream.is_open
