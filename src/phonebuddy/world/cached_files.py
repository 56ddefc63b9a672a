"""Cached files: bytes that took long to make, packed and with a checksum, for other processes.

They lie in the user's cache folder. Invariant: what is found is what was kept; a file that is damaged or
cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from isal import isal_zlib

_MARK = 32
"""Bytes of the checksum at the start of a file; it is of the packed bytes, which are fewer."""


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "phonebuddy"


def find_file(path: Path) -> bytes | None:
    """What some process kept here."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    packed = memoryview(stored)[_MARK:]
    if hashlib.sha256(packed).digest() != stored[:_MARK]:
        return None
    with suppress(OSError):
        os.utime(path)
    data: bytes = isal_zlib.decompress(packed)
    return data


def keep_file(path: Path, data: bytes, most: int) -> None:
    """Store it beside at most so many others; a full or read-only disk is no reason to stop."""
    packed: bytes = isal_zlib.compress(data, 2)  # unpacked in four fifths of the time that 1 takes
    with suppress(OSError):
        write_atomically(path, hashlib.sha256(packed).digest() + packed)
        _forget_old(path.parent, most)


def write_atomically(path: Path, data: bytes) -> None:
    """Whole or not at all, even when several processes write at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as part:
        part.write(data)
    os.replace(part.name, path)


def _forget_old(folder: Path, most: int) -> None:
    """Those that were not used longest go first."""
    files = list(folder.glob("*.bin"))
    if len(files) <= most:
        return
    for file in sorted(files, key=lambda one: one.stat().st_mtime)[: len(files) - most]:
        file.unlink(missing_ok=True)
