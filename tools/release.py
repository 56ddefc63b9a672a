"""Put a trained nano into the package, in half precision, as the model that comes with PhoneBuddy.

    .venv/bin/python tools/release.py out/nano-gpu/sft
    .venv/bin/python tools/release.py out/more released    # the mean of both: what one forgot the other knows

Invariant: what is written is a folder that training could have written, half as large; a model that does not
load leaves the one that is there as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save

from phonebuddy.agents.folders import MODEL, SHIPPED, find_model, shipped_as
from phonebuddy.agents.nano.loading import WEIGHTS, load_model, read_head
from phonebuddy.errors import CheckpointError, PhoneBuddyError


def release(folders: Sequence[Path], into: Path) -> int:
    """Write the mean of the nanos of some trainings' folders into another one; how many parameters it has.

    Of use where one went on from the other only. The settings are those of the first.
    """
    places = [find_model(folder) for folder in folders]
    states = [load_model(place)[0].state_dict() for place in places]
    sizes = [{name: one.shape for name, one in state.items()} for state in states]
    if any(size != sizes[0] for size in sizes):
        raise CheckpointError(f"{', '.join(map(str, places))}: models of several sizes have no mean")
    weights = {
        name: torch.stack([state[name].float() for state in states]).mean(0).half() for name in states[0]
    }
    head = (places[0] / MODEL).read_bytes()
    into.mkdir(exist_ok=True)
    (into / WEIGHTS).write_bytes(save(weights))
    (into / MODEL).write_bytes(head)
    return sum(one.numel() for one in weights.values())


def main(*folders: str) -> None:
    try:
        if not folders:
            raise CheckpointError("no folder of a training is given")
        language = str(read_head(find_model(Path(folders[0]))).config.get("language", ""))
        into = SHIPPED.get(shipped_as(language))
        if into is None:
            raise CheckpointError(f"no nano with the language {language} comes with PhoneBuddy")
        count = release([Path(folder) for folder in folders], into)
    except PhoneBuddyError as error:
        sys.exit(f"nothing is released: {error}")
    print(f"{into}: {count / 1e6:.1f} million parameters")


if __name__ == "__main__":
    main(*sys.argv[1:])
