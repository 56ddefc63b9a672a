"""Words of Chinese invented apps, from their files.

Invariant: whoever asks is given the same data, so nobody changes it.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent


def domains() -> Data:
    return read_data(FOLDER / "domains.yaml")


def facts() -> Data:
    return read_data(FOLDER / "facts.yaml", as_written=True)


def deeds() -> Data:
    return read_data(FOLDER / "deeds.yaml")


def settings() -> Data:
    return read_data(FOLDER / "settings.yaml")


def words() -> Data:
    return read_data(FOLDER / "words.yaml")
