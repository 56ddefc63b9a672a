"""Loading: a vlm from a folder: of our training, with model.json, or any model of transformers.

Invariant: weights are safetensors and nothing in a folder is executed; what does not fit is refused with what
is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import torch
from safetensors.torch import load

from phonebuddy.agents.device import moving_to
from phonebuddy.agents.folders import MODEL
from phonebuddy.agents.vlm.config import VlmConfig, read_config
from phonebuddy.agents.vlm.model import Vlm
from phonebuddy.agents.vlm.policy import VlmPolicy
from phonebuddy.errors import CheckpointError

WEIGHTS = "weights.safetensors"
KIND = "vlm"
PUBLISHED = VlmConfig(path=".", most_tokens=24_576, most_new=8_192, most_pixels=1_080 * 2_400)
"""For a folder that says nothing about limits: screens as they are, answers of the published length."""


def load_policy(folder: str, device: str | None = None) -> VlmPolicy:
    """The policy of a folder; on the GPU where there is one, unless a device is said."""
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    for place in (Path(folder), Path(folder) / "model"):
        if (place / MODEL).is_file():
            return _trained(place, device)
    if (Path(folder) / "config.json").is_file():
        return VlmPolicy(_on(Vlm(msgspec.structs.replace(PUBLISHED, path=folder)), device))
    raise CheckpointError(
        f"no {MODEL} and no config.json in {folder}; train one (phonebuddy train sft --preset tiny-cpu)"
        " or give the folder of a downloaded model"
    )


def _on(vlm: Vlm, device: str) -> Vlm:
    with moving_to(device):
        vlm.model.to(device)
    return vlm


def _trained(place: Path, device: str) -> VlmPolicy:
    try:
        head = msgspec.json.decode((place / MODEL).read_bytes())
        kind, config, version = head["kind"], head["config"], int(head["version"])
        data = (place / WEIGHTS).read_bytes()
    except (OSError, msgspec.DecodeError, KeyError, TypeError) as error:
        raise CheckpointError(f"{place} holds no model that can be read: {error}") from None
    if kind != KIND:
        raise CheckpointError(f"{place / MODEL} is of a '{kind}', not of a vlm; say {kind}:FOLDER")
    settings = read_config(config)
    if settings.path and not settings.lora:
        # The folder is whole: where the training began may be gone.
        vlm = Vlm(msgspec.structs.replace(settings, path=str(place)))
    else:
        vlm = Vlm(settings)
        put_weights(vlm, data, str(place / WEIGHTS))
    return VlmPolicy(_on(vlm, device), 0.0, lambda: version)


def weights_of(vlm: Vlm) -> dict[str, torch.Tensor]:
    """The weights that make a vlm the one it is, by the names that transformers and peft give them.

    With adapters these alone; else all, what is tied once.
    """
    if vlm.config.lora:
        named = [(name, one) for name, one in vlm.model.named_parameters() if one.requires_grad]
        return {name.replace(".default.", "."): one.detach() for name, one in named}
    found: dict[str, torch.Tensor] = {}
    seen: set[int] = set()
    for name, one in vlm.base.state_dict().items():
        if one.data_ptr() not in seen or not one.numel():
            found[name] = one
        seen.add(one.data_ptr())
    return found


def put_weights(vlm: Vlm, data: bytes, place: str) -> None:
    """Give a vlm its weights; CheckpointError where they are damaged or of another model."""
    own = weights_of(vlm)
    try:
        given: Mapping[str, Any] = load(data)
    except Exception as error:  # whatever safetensors raises for bytes that are none
        raise CheckpointError(f"{place}: no safetensors: {str(error)[:200]}") from None
    shapes = {name: tuple(one.shape) for name, one in given.items()}
    wanted = {name: tuple(one.shape) for name, one in own.items()}
    if shapes != wanted:
        first = sorted(set(shapes.items()) ^ set(wanted.items()))[0]
        raise CheckpointError(f"{place}: these are not the weights of such a vlm: {first[0]} {first[1]}")
    with torch.no_grad():
        for name, one in own.items():
            one.copy_(given[name])
