"""Snapshot: enough to continue from here, anywhere: image id, changeset, what is on the screen.

Small (usually under 2 kB) and plain bytes. Invariant: restoring it on the same image, in any process, gives a
phone that cannot be told from the one it was taken on.
"""

from __future__ import annotations

import hashlib

import msgspec

from phonebuddy.errors import SnapshotError
from phonebuddy.world.look import LookSpec

VERSION = 1
MAX_BYTES = 64_000_000


class Snapshot(msgspec.Struct, frozen=True):
    version: int
    image: str
    look: LookSpec
    changeset: bytes
    ui: bytes

    def to_bytes(self) -> bytes:
        body = msgspec.msgpack.encode(self)
        return hashlib.sha256(body).digest()[:8] + body

    @staticmethod
    def from_bytes(data: bytes) -> Snapshot:
        """Read a stored snapshot; damage and other versions are refused."""
        if len(data) > MAX_BYTES:
            raise SnapshotError(f"a snapshot of {len(data)} bytes; at most {MAX_BYTES} are accepted")
        if hashlib.sha256(data[8:]).digest()[:8] != data[:8]:
            raise SnapshotError("the snapshot is damaged: its checksum does not fit")
        try:
            snapshot = msgspec.msgpack.decode(data[8:], type=Snapshot)
        except msgspec.MsgspecError as error:
            raise SnapshotError(f"not a snapshot: {error}") from None
        if snapshot.version != VERSION:
            raise SnapshotError(f"a snapshot of version {snapshot.version}; this program reads {VERSION}")
        return snapshot
