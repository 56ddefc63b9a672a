"""Cached files: bytes that took long to make, packed and with a checksum, for other processes.

Invariant: what is found is what was kept; a file that is damaged or cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from pathlib import Path

from isal import isal_zlib

from phonebuddy.world.spec.cache import write_atomically

_MARK = 32
"""Bytes of the checksum at the start of a file."""


def find_file(path: Path) -> bytes | None:
    """What some process kept here."""
    try:
        stored = path.read_bytes()
        data = zlib.decompress(stored[_MARK:])
    except (OSError, zlib.error):
        return None
    if hashlib.sha256(data).digest() != stored[:_MARK]:
        return None
    with suppress(OSError):
        path.touch()
    return data


def keep_file(path: Path, data: bytes, most: int) -> None:
    """Store it beside at most so many others; a full or read-only disk is no reason to stop."""
    packed: bytes = isal_zlib.compress(data, 1)
    with suppress(OSError):
        write_atomically(path, hashlib.sha256(data).digest() + packed)
        _forget_old(path.parent, most)


def _forget_old(folder: Path, most: int) -> None:
    """Those that were not used longest go first."""
    files = list(folder.glob("*.bin"))
    if len(files) <= most:
        return
    for file in sorted(files, key=lambda one: one.stat().st_mtime)[: len(files) - most]:
        file.unlink(missing_ok=True)
