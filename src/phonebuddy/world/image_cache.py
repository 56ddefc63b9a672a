"""The cache of images: a person's phone is built once on a machine, not once in every process.

Kept under the user's cache folder, named by what went into the image: app files, content, seed, and the code
that builds it. Invariant: what is found here is what would have been built; a cache that is damaged, old or
cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import apsw
from isal import isal_zlib

from phonebuddy.world.spec.cache import cache_folder, write_atomically

MOST_IMAGES = 256
"""Kept on disk, about 0.4 MB each; the ones not used longest go first."""
_BUILDERS = ("content.py", "image.py", "life", "services", "state")
"""The code that an image comes from, beside this file."""
_MARK = 32
"""Bytes of the checksum at the start of a file."""


@lru_cache(maxsize=1)
def _builders() -> str:
    """A digest of the code that builds images, and of the SQLite that writes them."""
    here = Path(__file__).parent
    mark = hashlib.sha256(f"{apsw.sqlite_lib_version()} {sys.version_info[:2]}".encode())
    for name in _BUILDERS:
        path = here / name
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            mark.update(file.read_bytes())
    return mark.hexdigest()[:16]


def _path(image_id: str) -> Path:
    return cache_folder() / "images" / f"{image_id}-{_builders()}.bin"


def find_image(image_id: str) -> bytes | None:
    """The bytes of an image that some process built before."""
    path = _path(image_id)
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


def keep_image(image_id: str, data: bytes) -> None:
    """Store an image for other processes; a full or read-only disk is no reason to stop."""
    path = _path(image_id)
    packed: bytes = isal_zlib.compress(data, 1)
    with suppress(OSError):
        write_atomically(path, hashlib.sha256(data).digest() + packed)
        _forget_old(path.parent)


def _forget_old(folder: Path) -> None:
    kept = sorted(folder.glob("*.bin"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in kept[MOST_IMAGES:]:
        file.unlink(missing_ok=True)
