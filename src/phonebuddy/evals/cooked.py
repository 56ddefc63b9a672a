"""What the folder of a recipe says of itself: the recipe, its seed, its start, and the command behind it.

Invariant: it imports nothing of the training, so that whoever only looks on is there at once.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from phonebuddy.errors import EvalError
from phonebuddy.evals.recipe_settings import Recipe
from phonebuddy.evals.stages import write_whole

NAME, COMMAND = "recipe.json", "command.txt"


class Cooked(msgspec.Struct, frozen=True):
    """What recipe.json holds."""

    seed: int
    recipe: Recipe
    init: str = ""
    """A digest of the weights that it started from; none: a new model."""


def read_cooked(folder: Path) -> Cooked:
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Cooked)
    except (OSError, msgspec.DecodeError) as error:
        raise EvalError(
            f"{folder} holds no recipe that can be read: {error}; make one: phonebuddy train recipe"
        ) from None


def keep_command(folder: Path, command: str) -> None:
    """Beside the recipe and not in it: going on with more workers is the same recipe."""
    write_whole(folder / COMMAND, command.encode() + b"\n")


def kept_command(folder: Path) -> str:
    """The command that a folder came from; nothing where it is older than that file."""
    try:
        return (folder / COMMAND).read_text("utf-8").strip()
    except OSError:
        return ""


def go_on(folder: Path, cooked: Cooked) -> str:
    """How to go on with a folder, as far as is known."""
    known = f"phonebuddy train recipe --preset {cooked.recipe.preset} --seed {cooked.seed} -o {folder}"
    return kept_command(folder) or known
