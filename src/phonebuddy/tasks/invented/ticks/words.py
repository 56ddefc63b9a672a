"""Ticks words: the domains and the sayings, from their files.

Invariant: whoever asks gets the same data, as it was written.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent


def domains() -> Data:
    return read_data(FOLDER / "domains.yaml", as_written=True)


def words() -> Data:
    return read_data(FOLDER / "words.yaml", as_written=True)
