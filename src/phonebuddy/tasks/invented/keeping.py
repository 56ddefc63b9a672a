"""Keeping: phones of the village on disk, so that a machine makes each of them up once, not every process.

Kept under the user's cache folder, named by all files that they are made from. Invariant: what is found is
what would have been made; a cache that is damaged, old or cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from pathlib import Path

import apsw

from phonebuddy.world.cached_files import cache_folder, find_file, keep_file
from phonebuddy.world.image import default_apps
from phonebuddy.world.life.sources import life_digest

MOST = 1024
"""Files, two for each phone, about 0.3 MB each; the ones not used longest go first."""


@lru_cache(maxsize=1)
def _makers() -> str:
    """A digest of whatever a phone of the village and its templates come from."""
    package = Path(__file__).parents[2]
    mark = hashlib.sha256(f"{apsw.sqlite_lib_version()} {sys.version_info[:2]}".encode())
    mark.update(f"{default_apps().digest}/{life_digest()}".encode())
    for folder in (package / "tasks", package / "world"):
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.yaml")]):
            mark.update(file.read_bytes())
    return mark.hexdigest()[:16]


def _path(name: str) -> Path:
    return cache_folder() / "village" / f"{name}-{_makers()}.bin"


def find(name: str) -> bytes | None:
    """What some process kept under this name."""
    return find_file(_path(name))


def keep(name: str, data: bytes) -> None:
    """For other processes."""
    keep_file(_path(name), data, MOST)
