"""Folders: where the model lies that somebody names: a training's folder, or the one that comes with us.

Invariant: what is found holds the JSON of a model; whether its weights are whole is for who loads it to say.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.errors import CheckpointError

MODEL = "model.json"
RELEASED = "released"
"""Instead of a folder: the nano in this package."""
SHIPPED = Path(__file__).parent / "nano" / RELEASED


def find_model(folder: Path) -> Path:
    """The folder of a model: this one, or its `model`."""
    if folder == Path(RELEASED) and not folder.exists():
        folder = SHIPPED
    for place in (folder, folder / "model"):
        if (place / MODEL).is_file():
            return place
    raise CheckpointError(
        f"no {MODEL} in {folder} or {folder / 'model'}; train one: phonebuddy train sft --help,"
        f" or take the nano that comes with PhoneBuddy by the word '{RELEASED}'"
    )
