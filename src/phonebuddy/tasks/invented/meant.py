"""Meant: how people ask for a fact, or for another value of it, without its name: `how thick is it?` for the
number of pages.

Data of meant.yaml. Invariant: nothing but `{it}`, the thing, is to be filled in a way. only of a thing
that an app has once it may say nothing (`how fast is our internet?`).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "meant.yaml"


class Meant(NamedTuple):
    asks: tuple[str, ...] = ()
    """Questions."""
    things: tuple[str, ...] = ()
    """The same within a sentence."""
    sets: tuple[str, ...] = ()
    """Ways to want another value, `{v}`; for a booking what is said of it in passing, without `{it}`."""


def _every() -> Data:
    return read_data(PATH)


def meant(kind: str, said: str) -> Meant:
    """Ways for a fact that an app of this kind calls so."""
    ways: Data = _every()[kind].get(said, {})
    return Meant(*(tuple(ways.get(part, ())) for part in Meant._fields))
