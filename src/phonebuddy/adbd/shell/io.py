"""What commands read from and write to: the host's stream, pipes between commands, files of the phone.

Invariant: everything is bounded: a pipe makes its writer wait, a buffer that grows past its limit ends the
command that fills it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

PIPE_BYTES = 1 << 20
CAPTURE_BYTES = 16 << 20
"""What `$(...)` and whole-file commands may hold."""


class BrokenPipe(Exception):
    """Nobody reads any more what a command writes."""


class TooMuch(Exception):
    """A command made more output than the phone keeps."""


class Sink:
    """Somewhere to write to."""

    is_terminal = False

    async def write(self, data: bytes) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        """No more will come."""

    async def say(self, text: str) -> None:
        await self.write(text.encode("utf-8", "surrogateescape"))


class Source:
    """Somewhere to read from, by pieces, lines or all at once."""

    is_terminal = False

    def __init__(self) -> None:
        self._rest = b""

    async def _more(self) -> bytes:
        """The next piece; empty at the end, again and again."""
        return b""

    async def read(self) -> bytes:
        if self._rest:
            rest, self._rest = self._rest, b""
            return rest
        return await self._more()

    async def line(self) -> bytes:
        """Up to and with the next line break; less at the end."""
        found = self._rest
        while b"\n" not in found:
            more = await self._more()
            if not more:
                self._rest = b""
                return found
            found += more
            if len(found) > CAPTURE_BYTES:
                raise TooMuch
        line, mark, self._rest = found.partition(b"\n")
        return line + mark

    async def all(self) -> bytes:
        pieces, total = [], 0
        while piece := await self.read():
            pieces.append(piece)
            total += len(piece)
            if total > CAPTURE_BYTES:
                raise TooMuch
        return b"".join(pieces)

    def close(self) -> None:
        """Nobody will read any more."""


class Bytes(Source):
    """Reads what is at hand."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__()
        self._rest = data


class Endless(Source):
    """Reads pieces that something makes, without end: /dev/zero, /dev/urandom."""

    def __init__(self, make: Callable[[int], bytes]) -> None:
        super().__init__()
        self._make = make

    async def _more(self) -> bytes:
        await asyncio.sleep(0)
        return self._make(65536)

    def some(self, count: int) -> bytes:
        return self._make(count)


class Null(Sink):
    async def write(self, data: bytes) -> None:
        return None


class Buffer(Sink):
    """Keeps what is written."""

    def __init__(self, limit: int = CAPTURE_BYTES) -> None:
        self._pieces: list[bytes] = []
        self._total = 0
        self._limit = limit

    async def write(self, data: bytes) -> None:
        self._total += len(data)
        if self._total > self._limit:
            raise TooMuch
        self._pieces.append(data)

    def data(self) -> bytes:
        return b"".join(self._pieces)


class Saved(Buffer):
    """Keeps what is written and hands it over when it is closed, as a file does."""

    def __init__(self, save: Callable[[bytes], None]) -> None:
        super().__init__(64 << 20)
        self._save = save

    async def close(self) -> None:
        self._save(self.data())


class Sending(Sink):
    """Writes by calling a function, such as a stream's."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]], is_terminal: bool = False) -> None:
        self._send = send
        self.is_terminal = is_terminal

    async def write(self, data: bytes) -> None:
        if data:
            await self._send(data)


class Pipe(Source):
    """Between two commands of a pipeline: this end is read, `PipeEnd` is written."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: deque[bytes] = deque()
        self._total = 0
        self._news = asyncio.Event()
        self._is_over = False
        self._is_read = True

    async def put(self, data: bytes) -> None:
        while self._total > PIPE_BYTES and self._is_read:
            self._news.clear()
            await self._news.wait()
        if not self._is_read:
            raise BrokenPipe
        if data:
            self._pieces.append(data)
            self._total += len(data)
            self._news.set()

    def finish(self) -> None:
        self._is_over = True
        self._news.set()

    async def _more(self) -> bytes:
        while not self._pieces:
            if self._is_over:
                return b""
            self._news.clear()
            await self._news.wait()
        piece = self._pieces.popleft()
        self._total -= len(piece)
        self._news.set()
        return piece

    def close(self) -> None:
        self._is_read = False
        self._news.set()


class PipeEnd(Sink):
    """The end of a pipe that is written to."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    async def write(self, data: bytes) -> None:
        await self._pipe.put(data)

    async def close(self) -> None:
        self._pipe.finish()


class Queue(Source):
    """Reads what another task puts in: the input of a session."""

    def __init__(self, is_terminal: bool = False) -> None:
        super().__init__()
        self.is_terminal = is_terminal
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue(maxsize=64)
        self._is_over = False

    async def put(self, data: bytes) -> None:
        """Hand over what came in; empty for the end."""
        await self._pieces.put(data)

    async def _more(self) -> bytes:
        if self._is_over:
            return b""
        piece = await self._pieces.get()
        self._is_over = not piece
        return piece
