"""Settings: presets as YAML files with one section for each stage, read and checked.

Invariant: a preset that reads has only known sections, and a section only known names of the right type; what
is wrong is said with the file, the nearest name and what is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
import yaml

from phonebuddy.errors import TrainError, must_hold, nearest

FOLDER = Path(__file__).parent / "presets"
SECTIONS = ("about", "init", "lanes", "collect", "model", "sft", "rl", "evals", "ablations")
S = TypeVar("S", bound=msgspec.Struct)


class SftSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to learn from demonstrations; each with its reason in docs/train.md."""

    updates: int = 1500
    token_budget: int = 4_000
    """Of one part, padded: what fits into the cache or the memory at a time."""
    parts_per_update: int = 1
    """Gradient accumulation: so many parts make one update."""
    learning_rate: float = 1.5e-3
    matrix_rate: float | None = None
    """Learning rate of the matrices within layers, which then learn by Muon; None: all by AdamW."""
    language_rate: float | None = None
    """Learning rate of what is learned of a language that reads along; None: that of all."""
    warm_up: int = 60
    last_share: float = 0.03
    """Of the learning rate, at the end of the cosine."""
    weight_decay: float = 0.02
    most_gradient: float = 1.0
    mixture: dict[str, float] = {}
    """How much a lane (`real`, `mock`) or an app (by package) counts: 1 where nothing is said, 0 for not."""
    sure: float = 1.0
    """Steps all of whose choices the model that is gone on from finds likelier are left out; at 1 none is."""
    sure_share: float = 0.1
    """Of these, that are learned all the same."""
    held_share: float = 0.03
    """Of the kinds of tasks, kept from learning to see how well it does what it was never shown."""
    evaluate_every: int = 250
    checkpoint_every: int = 250
    seed: int = 0

    def __post_init__(self) -> None:
        must_hold(
            "sft",
            self,
            (
                ("updates", self.updates >= 1, "1 or more"),
                ("token_budget", self.token_budget >= 1, "1 or more"),
                ("parts_per_update", self.parts_per_update >= 1, "1 or more"),
                ("learning_rate", self.learning_rate > 0, "above 0"),
                ("matrix_rate", self.matrix_rate is None or self.matrix_rate > 0, "nothing, or above 0"),
                (
                    "language_rate",
                    self.language_rate is None or self.language_rate > 0,
                    "nothing, or above 0",
                ),
                ("warm_up", self.warm_up >= 0, "0 or more"),
                ("last_share", 0 <= self.last_share <= 1, "0 to 1"),
                ("weight_decay", self.weight_decay >= 0, "0 or more"),
                ("most_gradient", self.most_gradient > 0, "above 0"),
                ("mixture", all(share >= 0 for share in self.mixture.values()), "names with 0 or more"),
                ("sure", 0 < self.sure <= 1, "above 0, at most 1, which leaves nothing out"),
                ("sure_share", 0 <= self.sure_share <= 1, "0 to 1"),
                ("held_share", 0 <= self.held_share < 1, "0 to below 1: something must be left to learn"),
                ("evaluate_every", self.evaluate_every >= 1, "1 or more"),
                ("checkpoint_every", self.checkpoint_every >= 1, "1 or more"),
                ("seed", self.seed >= 0, "0 or more"),
            ),
        )


def preset_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def read_preset(name: str) -> dict[str, object]:
    """The sections of a built-in preset, or of a YAML file."""
    path = Path(name) if name.endswith((".yaml", ".yml")) else FOLDER / f"{name}.yaml"
    if not path.is_file():
        known = preset_names()
        raise TrainError(
            f"no preset '{name}'{nearest(name, known)}; there are: {', '.join(known)}, or give a .yaml file"
        )
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
    except yaml.YAMLError as error:
        raise TrainError(f"{path.name}: {' '.join(str(error).split())}") from None
    if not isinstance(data, dict):
        raise TrainError(f"{path.name}: a preset has sections: {', '.join(SECTIONS)}")
    for section in data:
        if section not in SECTIONS:
            raise TrainError(
                f"{path.name}: no section '{section}'{nearest(str(section), SECTIONS)};"
                f" accepted: {', '.join(SECTIONS)}"
            )
    return data


def model_of(preset: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The kind of learner a preset is for, nano where it does not say, and that one's own settings."""
    given = preset.get("model") or {}
    if not isinstance(given, dict):
        raise TrainError("section 'model' must hold names with values")
    return str(given.get("kind", "nano")), {name: value for name, value in given.items() if name != "kind"}


def init_of(preset: Mapping[str, object]) -> str:
    """The model that a preset starts from; empty where it is a new one."""
    found = preset.get("init") or ""
    if not isinstance(found, str):
        raise TrainError(f"init: {found!r} is no model; say a folder, or a word such as released")
    return found


def section(preset: Mapping[str, object], name: str, kind: type[S]) -> S:
    """One section as its settings; its defaults where the preset does not have it."""
    given = preset.get(name) or {}
    if not isinstance(given, dict):
        raise TrainError(f"section '{name}' must hold names with values")
    check_names(name, given, kind)
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise TrainError(f"{name}: {error}") from None


def check_names(name: str, given: Iterable[object], kind: type[msgspec.Struct]) -> None:
    """Refuse settings that a section does not have."""
    known = kind.__struct_fields__
    for key in given:
        if key not in known:
            raise TrainError(
                f"{name}: no setting '{key}'{nearest(str(key), known)}; accepted: {', '.join(known)}"
            )
