"""Start: a supervised training from what a person or a recipe asks for: runs in, a model out.

Invariant: asked again for the same, it does nothing that was done already and gives the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import torch

from phonebuddy.agents.device import check_device
from phonebuddy.agents.folders import MODEL, find_model
from phonebuddy.errors import TrainError
from phonebuddy.train.learner import Learner, Row, learner_from, settings_of
from phonebuddy.train.metrics import Place
from phonebuddy.train.rl_run import read_learner
from phonebuddy.train.rows import Advance, lots_of, make_rows
from phonebuddy.train.settings import SftSettings, check_names, section
from phonebuddy.train.sft import train_sft
from phonebuddy.train.trainers import Trainers


class Made(NamedTuple):
    """Rows, and the steps that could not be learned, by reason."""

    rows: list[Row]
    dropped: Counter[str]


class Wanted(NamedTuple):
    """What is asked for."""

    runs: tuple[Path, ...]
    output: Path
    kind: str
    """Of the learner."""
    model: dict[str, object]
    settings: SftSettings
    init: Path | None = None
    """A folder with a model to start from."""
    device: str = "cpu"
    workers: int = 1
    trainers: Trainers = Trainers()
    """The processes that learn together."""

    def num_lots(self) -> int:
        """How many files of rows there will be."""
        return sum(len(lots_of(run)) for run in self.runs)

    def learner(self) -> Learner:
        """A new one, or the one to start from."""
        check_device(self.device)
        torch.manual_seed(self.settings.seed)
        learner = begin(self.kind, self.model, self.init)
        learner.to(self.device if self.trainers.count == 1 else self.trainers.device)
        return learner

    def rows(self, learner: Learner, advance: Advance = lambda _count: None) -> Made:
        """What this learner learns from, which may be another than the preset's if it was read."""
        with self.trainers.first():
            return Made(
                *make_rows(
                    learner.name, learner.config(), self.runs, self.output / "rows", self.workers, advance
                )
            )


LEARNING: Mapping[str, frozenset[str]] = {
    "nano": frozenset(
        {"dropout", "scramble", "scramble_common", "blur", "rename", "hide_ids", "hide_roles", "literal"},
    ),
    "vlm": frozenset(
        {"path", "most_tokens", "most_new", "most_pixels", "precision", "thinking", "recompute"},
    ),
}
"""Of each kind's settings those that are no matter of its weights: a model that is gone on from takes them as
they are asked for. A vlm's folder may have been moved. All others are its size, and stay."""
LANGUAGE = frozenset({"language", "language_rank"})
"""What a nano without a language is given, and one that has one keeps."""


def begin(kind: str, model: Mapping[str, object], start: Path | None) -> Learner:
    """A new learner, or the one of a folder: of its own size, learning as is asked for, with the language
    that is wanted where it has none."""
    check_names("model", model, settings_of(kind))
    if start is None:
        return learner_from(kind, model)
    learner = read_learner(start)
    if learner.name != kind:
        raise TrainError(f"{start} holds a {learner.name}, and the preset is for a {kind}")
    own = learner.config()
    wanted = {**own, **_only(model, LEARNING[kind])}
    if kind == "nano" and model.get("language") and not own["language"]:
        from phonebuddy.train.nano import NanoLearner

        reading = NanoLearner({**wanted, **_only(model, LANGUAGE)})
        reading.begin_with(learner.tensors(), learner.version)
        return reading
    if wanted == own:
        return learner
    data, version = learner.tensors(), learner.version
    del learner  # a large one has no room beside another
    return learner_from(kind, wanted, data, version)


def _only(model: Mapping[str, object], names: frozenset[str]) -> dict[str, object]:
    return {name: value for name, value in model.items() if name in names}


def start_of(
    kind: str, model: Mapping[str, object], own: str, given: Path | None, said: Mapping[str, object]
) -> Path | None:
    """The model to start from, if any: the one that is given, else the preset's own; refused where it is not
    of the size that is asked for.

    The size in a preset is that of its own start, or of a new model: where another start is given, only what
    was said beside the preset asks for a size.
    """
    start, asked = (given, said) if given is not None else (Path(own) if own else None, model)
    if start is not None:
        _check_size(kind, asked, start)
    return start


class _Head(msgspec.Struct):
    """What the JSON of a model says of its size."""

    kind: str
    config: dict[str, object]


def check_language_rate(settings: SftSettings, model: Mapping[str, object], start: Path | None) -> None:
    """Refuse a rate for a language where there is none, before anything is collected or made."""
    if settings.language_rate is None or model.get("language"):
        return
    if start is None or not _head_of(start).config.get("language"):
        raise TrainError(
            "sft.language_rate is for a language that reads along, and there is none; leave it out, or set"
            " model.language"
        )


def _head_of(start: Path) -> _Head:
    place = find_model(start) / MODEL
    try:
        return msgspec.json.decode(place.read_bytes(), type=_Head)
    except (OSError, msgspec.DecodeError) as error:
        raise TrainError(f"{place}: {error}") from None


def _check_size(kind: str, asked: Mapping[str, object], start: Path) -> None:
    place = find_model(start)
    try:
        head = msgspec.json.decode((place / MODEL).read_bytes(), type=_Head)
        own = msgspec.to_builtins(msgspec.convert(head.config, settings_of(kind)))
    except (OSError, msgspec.MsgspecError):
        return  # damaged, of another kind or form: whoever reads it whole says which
    sizes = {name: value for name, value in asked.items() if name not in LEARNING[kind] | LANGUAGE}
    wanted = msgspec.to_builtins(section({"model": {**own, **sizes}}, "model", settings_of(kind)))
    for name in sizes:
        if own[name] != wanted[name]:
            raise TrainError(
                f"model.{name} is {wanted[name]!r}, and that of {start} is {own[name]!r}: what goes"
                f" on keeps its size. Leave out model.{name}, or start from nothing"
            )


def run_sft(
    wanted: Wanted, learner: Learner, made: Made, tell: Callable[[str], None], places: tuple[Place, ...] = ()
) -> dict[str, object]:
    """Learn, unless it was done; what came of it."""
    model = train_sft(learner, made.rows, wanted.settings, wanted.output, tell, places, wanted.trainers)
    return {
        "model": str(model),
        "agent": f"{wanted.kind}:{wanted.output}",
        "rows": len(made.rows),
        "episodes": len({row.episode for row in made.rows}),
        "updates": wanted.settings.updates,
        "dropped": dict(made.dropped.most_common()),
    }
