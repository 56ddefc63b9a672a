"""Attic words: the domains and the sayings, from their files, and a state that things can be in.

Invariant: a state has one place in the app, where its things stand and are got back from.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

FOLDER = Path(__file__).parent
BIN = "bin"
"""The state of what was deleted; only from there something is deleted for good."""


def domains() -> Data:
    return read_data(FOLDER / "domains.yaml")


def words() -> Data:
    return read_data(FOLDER / "words.yaml")


class State(NamedTuple):
    """Something that was done to a thing and can be undone: deleted, archived, hidden, closed."""

    name: str
    page: str
    """The title of the page where its things stand; empty where they stay in the main list."""
    shown: str
    """Behind the words of a row of the main list."""
    undo: str
    """The label that brings a thing back."""
    do: str
    """The label that puts a thing there; empty where only the app itself does."""
    icon: str
