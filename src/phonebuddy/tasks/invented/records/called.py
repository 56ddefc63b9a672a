"""Called: other names that people have for a fact or a mark: `the deadline` for its due date.

Data of called.yaml. Invariant: its own name comes first, and a name is that of one fact only in an app.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "called.yaml"


def _names() -> Data:
    return read_data(PATH, as_written=True)


def called(said: str) -> tuple[str, ...]:
    """What may stand for a fact or a mark that an app's sentences call so."""
    return said, *_names().get(said, ())
