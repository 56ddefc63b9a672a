"""Bridges: what the apps of every phone read and take in tasks that lead from or to an invented app.

Data of bridges.yaml. Invariant: only apps of training are named there; a test sees to it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Read, Sketch, Write

PATH = Path(__file__).parent / "bridges.yaml"


@lru_cache(maxsize=1)
def bridges() -> tuple[Sketch, ...]:
    """Each app as a sketch without pages: it is on the phone already."""
    return tuple(
        Sketch(
            name, data["title"], (), {}, {}, (), tuple(_read(one) for one in data.get("reads", ())),
            tuple(_write(one) for one in data.get("writes", ())), called=tuple(data["called"]),
        )
        for name, data in read_data(PATH).items()
    )  # fmt: skip


def _read(data: Data) -> Read:
    return Read(data["kind"], tuple(data["things"]), (), data["draw"], "r_value", data["gold"], tells=True)


def _write(data: Data) -> Write:
    kinds = ANYTHING if data["kinds"] == "anything" else tuple(data["kinds"])
    says, allow, stories = (tuple(data.get(key, ())) for key in ("says", "allow", "stories"))
    draw, facts, new = (data.get(key, {}) for key in ("draw", "facts", "new"))
    return Write(
        kinds, says, draw, facts, data["gold"], data["goal"], allow, new, tells=True, stories=stories
    )
