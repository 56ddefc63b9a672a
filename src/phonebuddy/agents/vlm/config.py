"""The settings of a vlm: which model it is, how much it reads and writes, what of it learns.

Invariant: settings that exist name exactly one model: a folder, or a tiny one that is made in code.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from phonebuddy.errors import CheckpointError, TrainError, must_hold, nearest

SMALLEST_PICTURE = 4_096
"""Pixels: two tokens by two are too few to tell an icon from a line of text."""


class Tiny(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a Qwen3.5 that is made at random, for trying everything on a CPU."""

    width: int = 64
    layers: int = 2
    """The last of each two attends fully, the others are linear, as in the large ones every fourth."""
    vision_width: int = 32
    vision_layers: int = 1

    def __post_init__(self) -> None:
        for name in ("width", "vision_width"):
            if getattr(self, name) % 32 or getattr(self, name) <= 0:
                raise TrainError(f"model: tiny.{name} is {getattr(self, name)}; accepted: 32, 64, 96, ...")


class VlmConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What makes a vlm the one it is; docs/train.md gives the reasons."""

    path: str = ""
    """The folder of a model of transformers, with its processor."""
    tiny: Tiny | None = None
    """Instead of a folder."""
    lora: int = 0
    """Rank of the adapters that learn while the model stays as it is; 0: all weights learn."""
    most_tokens: int = 8_192
    """Of a prompt with its picture and its answer; longer steps are left out, never cut."""
    most_new: int = 512
    """Tokens of an answer."""
    most_pixels: int = 648_000
    """Of a picture, 540 x 1200; larger ones are made smaller."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """Of the arithmetic; weights that learn are always float32, since small steps vanish in bfloat16."""
    thinking: bool = False
    """Whether a chat template that knows thinking asks for it."""
    recompute: bool = False
    """Keep fewer values for the way back and compute them again: a third more time, far less memory."""

    def __post_init__(self) -> None:
        if bool(self.path) == (self.tiny is not None):
            raise TrainError(
                "model: a vlm needs a model: give its folder with --set model.path=FOLDER (config.json,"
                " weights in safetensors and the processor's files, as a download has them),"
                " or take the preset tiny-cpu, which makes one"
                if self.tiny is None
                else f"model: both path '{self.path}' and tiny are set; take one of them"
            )
        must_hold(
            "model",
            self,
            (
                ("lora", self.lora >= 0, "0 or more"),
                ("most_new", self.most_new >= 1, "1 or more"),
                ("most_tokens", self.most_tokens > self.most_new, f"more than most_new, {self.most_new}"),
                ("most_pixels", self.most_pixels >= SMALLEST_PICTURE, f"{SMALLEST_PICTURE} or more"),
            ),
        )


def read_config(given: Mapping[str, object]) -> VlmConfig:
    """Settings from a preset or a model's JSON."""
    known = VlmConfig.__struct_fields__
    for name in given:
        if name not in known:
            raise TrainError(
                f"model: no setting '{name}'{nearest(name, known)}; accepted: {', '.join(known)}"
            )
    try:
        found = msgspec.convert(dict(given), VlmConfig)
    except msgspec.ValidationError as error:
        raise TrainError(f"model: {error}") from None
    # Adapters are loaded elsewhere than they were learned, and need the model all the same.
    return msgspec.structs.replace(found, path=str(Path(found.path).absolute())) if found.path else found


def check_folder(config: VlmConfig) -> None:
    """Refuse a folder that holds no model."""
    if config.path and not (Path(config.path) / "config.json").is_file():
        raise CheckpointError(
            f"'{config.path}' is no folder of a model: no config.json there;"
            " give one with --set model.path=FOLDER"
        )
