"""Keeping: what took long to make of tasks' and apps' files, on disk, so that a machine makes it once.

Kept under the user's cache folder, named by all files that it may be made from. Invariant: what is found is
what would have been made; a cache that is damaged, old or cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import apsw

from phonebuddy.world.cached_files import cache_folder, find_file, keep_file
from phonebuddy.world.image import default_apps
from phonebuddy.world.life.sources import life_digest


class Cupboard(NamedTuple):
    """A folder of the cache."""

    name: str
    most: int
    """Files; the ones not used longest go first."""

    def path(self, name: str) -> Path:
        return cache_folder() / self.name / f"{name}-{_makers()}.bin"

    def find(self, name: str) -> bytes | None:
        """What some process kept under this name."""
        return find_file(self.path(name))

    def keep(self, name: str, data: bytes) -> None:
        """For other processes."""
        keep_file(self.path(name), data, self.most)


@lru_cache(maxsize=1)
def _makers() -> str:
    """A digest of whatever templates and phones of the village come from."""
    package = Path(__file__).parents[1]
    mark = hashlib.sha256(f"{apsw.sqlite_lib_version()} {sys.version_info[:2]}".encode())
    mark.update(f"{default_apps().digest}/{life_digest()}".encode())
    for folder in (package / "tasks", package / "world"):
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.yaml")]):
            mark.update(file.read_bytes())
    return mark.hexdigest()[:16]
