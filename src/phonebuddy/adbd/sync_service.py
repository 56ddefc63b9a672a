"""The `sync:` service: files to and from the phone, versions 1 and 2.

Requests come one after the other over one stream. Invariant: a request that fails is answered by FAIL and the
stream goes on; nothing larger than a file may be is kept.
"""

from __future__ import annotations

import errno
import stat as modes
import struct

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.files.node import Stat, problem
from phonebuddy.adbd.files.tree import MAX_FILE
from phonebuddy.adbd.stream import ByteReader, Stream

CHUNK = 64 * 1024
MAX_PATH = 1024
_HEAD = struct.Struct("<4sI")
_STAT1 = struct.Struct("<4sIII")
_STAT2 = struct.Struct("<4sIQQIIIIQqqq")
_DENT1 = struct.Struct("<4sIIII")
_DENT2 = struct.Struct("<4sIQQIIIIQqqqI")
_U32 = 0xFFFFFFFF
DRY_RUN = 0x80000000


class SyncService:
    """One `sync:` stream."""

    def __init__(self, device: Device, stream: Stream) -> None:
        self._device = device
        self._files = device.files
        self._stream = stream
        self._reader = ByteReader(stream)
        self._uid = device.uid

    async def run(self) -> None:
        handlers = {
            b"STAT": self._stat1, b"STA2": self._stat2, b"LST2": self._stat2, b"LIST": self._list,
            b"LIS2": self._list,
            b"SEND": self._send, b"SND2": self._send2, b"RECV": self._receive, b"RCV2": self._receive2,
        }  # fmt: skip
        while True:
            name, length = _HEAD.unpack(await self._reader.exactly(_HEAD.size))
            if name == b"QUIT":
                return
            if name not in handlers:
                await self._fail(f"unknown command {name.hex()}")
                return
            if length > MAX_PATH:
                await self._fail("path too long")
                return
            path = (await self._reader.exactly(length)).decode("utf-8", "surrogateescape")
            self._device.catch_up()
            await handlers[name](name, path)

    async def _fail(self, text: str) -> None:
        data = text.encode("utf-8", "surrogateescape")
        await self._stream.write(_HEAD.pack(b"FAIL", len(data)) + data)

    # -- stat and list ---------------------------------------------------------------------------------

    async def _stat1(self, name: bytes, path: str) -> None:
        try:
            stat = self._files.stat(path, follows=False, uid=self._uid)
            answer = _STAT1.pack(b"STAT", stat.mode, min(stat.size, _U32), _seconds(stat) & _U32)
        except OSError:
            answer = _STAT1.pack(b"STAT", 0, 0, 0)
        await self._stream.write(answer)

    async def _stat2(self, name: bytes, path: str) -> None:
        try:
            stat = self._files.stat(path, follows=name == b"STA2", uid=self._uid)
            answer = _STAT2.pack(name, *_fields(stat))
        except OSError as error:
            answer = _STAT2.pack(name, error.errno or errno.EIO, *(0,) * 10)
        await self._stream.write(answer)

    async def _list(self, name: bytes, path: str) -> None:
        try:
            entries = dict(self._files.list(path, self._uid))
        except OSError:
            entries = {}
        out = []
        for entry, stat in entries.items():
            data = entry.encode("utf-8", "surrogateescape")
            if name == b"LIST":
                head = _DENT1.pack(b"DENT", stat.mode, min(stat.size, _U32), _seconds(stat) & _U32, len(data))
            else:
                head = _DENT2.pack(b"DNT2", *_fields(stat), len(data))
            out.append(head + data)
        done = _DENT1.pack(b"DONE", *(0,) * 4) if name == b"LIST" else _DENT2.pack(b"DONE", *(0,) * 12)
        await self._stream.write(b"".join(out) + done)

    # -- to the phone ----------------------------------------------------------------------------------

    async def _send(self, name: bytes, spec: str) -> None:
        path, _, mode = spec.rpartition(",")
        if not path or not mode.isdigit():
            await self._drain()
            await self._fail("missing ,<mode> in path" if not path else "couldn't parse mode")
            return
        await self._store(path, int(mode))

    async def _send2(self, name: bytes, path: str) -> None:
        _, mode, flags = struct.unpack("<4sII", await self._reader.exactly(12))
        if flags & ~DRY_RUN:
            await self._drain()
            await self._fail("compression is not supported")
            return
        await self._store(path, mode, keeps=not flags & DRY_RUN)

    async def _drain(self) -> None:
        """Read what a refused request still sends."""
        while True:
            name, length = _HEAD.unpack(await self._reader.exactly(_HEAD.size))
            if name != b"DATA":
                return
            if length > CHUNK:
                raise EOFError
            await self._reader.exactly(length)

    async def _store(self, path: str, mode: int, keeps: bool = True) -> None:
        """Take a file; a dry run only takes its bytes."""
        pieces: list[bytes] = []
        total = 0
        while True:
            name, length = _HEAD.unpack(await self._reader.exactly(_HEAD.size))
            if name == b"DONE":
                break
            if name != b"DATA":
                await self._fail("invalid data message")
                raise EOFError
            if length > CHUNK:
                await self._fail("oversize data message")
                raise EOFError
            total += length
            piece = await self._reader.exactly(length)
            if total <= MAX_FILE:
                pieces.append(piece)
        try:
            if total > MAX_FILE:
                raise problem(errno.EFBIG, path)
            if keeps:
                self._put(path, mode, b"".join(pieces), length)
        except OSError as error:
            verb = "create symlink" if modes.S_ISLNK(mode) else "create file"
            await self._fail(f"couldn't {verb}: {error.strerror}")
            return
        await self._stream.write(_HEAD.pack(b"OKAY", 0))

    def _put(self, path: str, mode: int, data: bytes, modified_s: int) -> None:
        files, uid = self._files, self._uid
        folder = path.rpartition("/")[0]
        if folder and not files.exists(folder):
            files.make_folders(folder, uid)
        if modes.S_ISLNK(mode):
            if files.exists(path):
                files.remove(path, uid)
            files.make_link(data.rstrip(b"\0").decode("utf-8", "surrogateescape"), path, uid)
            return
        files.write(path, data, uid)
        # Readable by whom it is for: adbd copies the user's bits to group and others.
        bits = mode & 0o777
        bits |= (bits >> 3) & 0o070 | (bits >> 3) & 0o007
        files.set_mode(path, bits or 0o644)
        if not files.storage.owns(files.real(path)):
            files.set_times(path, modified_s * 10**9, modified_s * 10**9)

    # -- from the phone --------------------------------------------------------------------------------

    async def _receive2(self, name: bytes, path: str) -> None:
        _, flags = struct.unpack("<4sI", await self._reader.exactly(8))
        if flags:
            await self._fail("compression is not supported")
            return
        await self._receive(name, path)

    async def _receive(self, name: bytes, path: str) -> None:
        try:
            data = self._files.read(path, self._uid)
        except OSError as error:
            await self._fail(f"open failed: {error.strerror}")
            return
        out = bytearray()
        for start in range(0, len(data), CHUNK):
            piece = data[start : start + CHUNK]
            out += _HEAD.pack(b"DATA", len(piece)) + piece
            if len(out) > 900_000:
                await self._stream.write(bytes(out))
                out.clear()
        out += _HEAD.pack(b"DONE", 0)
        await self._stream.write(bytes(out))


def _seconds(stat: Stat) -> int:
    return stat.modified_ns // 10**9


def _fields(stat: Stat) -> tuple[int, ...]:
    """The words of a version 2 stat record after its name."""
    times = (stat.accessed_ns // 10**9, _seconds(stat), _seconds(stat))
    return (0, 1, stat.number, stat.mode, stat.links, stat.uid, stat.gid, stat.size, *times)
