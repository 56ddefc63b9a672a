"""Folders: where the model lies that somebody names: a training's folder, or one that comes with us.

Invariant: what is found holds the JSON of a model; whether its weights are whole is for who loads it to say.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from phonebuddy.errors import CheckpointError

MODEL = "model.json"
RELEASED = "released"
_HERE = Path(__file__).parent / "nano"


def shipped_as(language: str) -> str:
    """The word for the nano of this package that reads with a language, or with none."""
    return f"{RELEASED}-{language}" if language else RELEASED


SHIPPED = {word: _HERE / word.replace("-", "_") for word in map(shipped_as, ("", "smollm2"))}
"""Instead of a folder: the nanos in this package."""


def find_model(folder: Path) -> Path:
    """The folder of a model: this one, or its `model`."""
    if str(folder) in SHIPPED and not folder.exists():
        folder = SHIPPED[str(folder)]
    for place in (folder, folder / "model"):
        if (place / MODEL).is_file():
            return place
    raise CheckpointError(
        f"no {MODEL} in {folder} or {folder / 'model'}; train one: phonebuddy train sft --help,"
        f" or take a nano that comes with PhoneBuddy by the word {' or '.join(map(repr, SHIPPED))}"
    )


def weights_in(folder: Path) -> str:
    """A short name for the weights in a folder: others, another name; empty where there is no model."""
    try:
        place = find_model(folder)
    except CheckpointError:
        # As it was downloaded; where nothing was, whoever loads it says so.
        place = folder
    files = [place / MODEL, place / "config.json", *sorted(place.glob("*.safetensors"))]
    marks = [f"{path.name} {_sha256(path)}" for path in files if path.is_file()]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()[:16] if marks else ""


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
