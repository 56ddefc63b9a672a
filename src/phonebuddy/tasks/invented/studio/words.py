"""Studio words: the domains and the sayings, from their files.

Invariant: whoever asks gets the same data, as it was written.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent
NUMBERS = {4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten", 12: "twelve", 15: "fifteen", 20: "twenty"}
"""Seconds that something is to run, and how they are said."""


def domains() -> Data:
    return read_data(FOLDER / "domains.yaml", as_written=True)


def words() -> Data:
    return read_data(FOLDER / "words.yaml", as_written=True)
