"""Data: the words of reckoning, from frames.yaml.

Invariant: read once; nobody changes it.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "frames.yaml"


def frames() -> Data:
    return read_data(PATH)
