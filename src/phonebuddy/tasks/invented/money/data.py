"""Money data: what domains.yaml holds: domains, books that stand beside them, lines of settings, sayings.

Invariant: read once.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "domains.yaml"


def _data() -> Data:
    return read_data(PATH)


def domains() -> dict[str, Data]:
    """The main books of apps."""
    found: dict[str, Data] = _data()["domains"]
    return found


def extras() -> dict[str, Data]:
    """Books that stand beside a main one."""
    found: dict[str, Data] = _data()["extras"]
    return found


def settings() -> list[Data]:
    found: list[Data] = _data()["settings"]
    return found


def ways(key: str) -> tuple[str, ...]:
    """How people ask for what every book can do."""
    return tuple(_data()["sayings"][key])
