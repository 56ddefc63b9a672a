"""The cache of images: a person's phone is built once on a machine, not once in every process.

Kept under the user's cache folder, named by what went into the image: app files, content, seed, and the code
that builds it. Invariant: what is found here is what would have been built; a cache that is damaged, old or
cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from pathlib import Path

import apsw

from phonebuddy.world.cached_files import cache_folder, find_file, keep_file

MOST_IMAGES = 256
"""Kept on disk, about 0.4 MB each; the ones not used longest go first."""
_BUILDERS = ("content.py", "image.py", "life", "services", "state")
"""The code that an image comes from, beside this file."""


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
    return find_file(_path(image_id))


def keep_image(image_id: str, data: bytes) -> None:
    """Store an image for other processes."""
    keep_file(_path(image_id), data, MOST_IMAGES)
