"""Words of Chinese tasks over several apps, from their files.

Invariant: whoever asks is given the same data, so nobody changes it.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent
BUILT_IN, FRAMES = FOLDER / "built_in.yaml", FOLDER / "frames.yaml"


def built_in() -> Data:
    return read_data(BUILT_IN)


def frames() -> Data:
    return read_data(FRAMES)


def shown(text: str) -> str:
    """What a gold or SQL written for English phones says on a Chinese one."""
    for english, chinese in built_in()["shown"].items():
        text = text.replace(english, chinese)
    return text
