"""Metrics: one small writer, lines of JSON always, other places where asked.

Invariant: a metrics file holds one line per step, in order, also after a run was killed and went on: lines of
steps that are done again are cut off first.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol

from phonebuddy.errors import SetupError, TrainError, nearest

NAME = "metrics.jsonl"
Value = float | int | str | None
MOST_DIGITS = 18
PLACES = ("tensorboard", "wandb", "trackio")


class Place(Protocol):
    """Somewhere else that curves go to."""

    def write(self, step: int, values: Mapping[str, float]) -> None: ...

    def close(self) -> None: ...


class Metrics:
    """The file of one run, and the places that are to have its numbers too."""

    def __init__(self, folder: Path, next_step: int = 0, places: tuple[Place, ...] = ()) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / NAME
        self._places = places
        kept = [line for line in read_metrics(self.path) if int(line["step"] or 0) < next_step]
        part = self.path.with_suffix(".part")
        part.write_text("".join(_line(values) for values in kept), "utf-8")
        part.replace(self.path)

    def write(self, step: int, values: Mapping[str, Value]) -> None:
        for name, value in values.items():
            if isinstance(value, float) and not math.isfinite(value):
                raise TrainError(
                    f"{name} is {value} at step {step}: the training has diverged. Begin it again in another"
                    " folder with a smaller learning rate (sft.learning_rate, rl.learning_rate)"
                )
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line({"step": step, **values}))
            file.flush()
            os.fsync(file.fileno())
        numbers = {name: float(value) for name, value in values.items() if isinstance(value, int | float)}
        for place in self._places:
            place.write(step, numbers)

    def close(self) -> None:
        for place in self._places:
            place.close()


def _line(values: Mapping[str, Value]) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"


def read_metrics(path: Path) -> list[dict[str, Value]]:
    """All whole lines; a torn last one is left out."""
    if not path.exists():
        return []
    return list(_whole_lines(path.read_text("utf-8", errors="replace")))


def _whole_lines(text: str) -> Iterator[dict[str, Value]]:
    for line in text.splitlines():
        try:
            values = json.loads(line, parse_int=_number)
        except ValueError:
            continue
        if isinstance(values, dict) and isinstance(values.get("step"), int):
            yield values


def _number(digits: str) -> float:
    """One that can be drawn: what is too long to be a count is as good as without end."""
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


def make_place(name: str, folder: Path, run: str) -> Place:
    """A place by name; each is an extra that may not be installed."""
    if name not in PLACES:
        raise TrainError(
            f"no place for metrics '{name}'{nearest(name, PLACES)}; there are: {', '.join(PLACES)}"
        )
    try:
        return _TensorBoard(folder) if name == "tensorboard" else _Tracker(name, folder, run)
    except ImportError:
        raise SetupError(f"metrics to {name} need it: pip install {name}") from None


class _TensorBoard:
    def __init__(self, folder: Path) -> None:
        module = import_module("torch.utils.tensorboard")
        self._writer = module.SummaryWriter(str(folder / "tensorboard"))

    def write(self, step: int, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            self._writer.add_scalar(name, value, step)

    def close(self) -> None:
        self._writer.close()


class _Tracker:
    """W&B, and trackio, which has the same calls. Nothing leaves the machine unless the user set that up."""

    def __init__(self, name: str, folder: Path, run: str) -> None:
        os.environ.setdefault("WANDB_MODE", "offline")
        os.environ.setdefault("WANDB_DIR", str(folder))
        self._module = import_module(name)
        self._module.init(project="phonebuddy", name=run)

    def write(self, step: int, values: Mapping[str, float]) -> None:
        self._module.log(dict(values), step=step)

    def close(self) -> None:
        self._module.finish()
