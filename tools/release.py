"""Put a trained nano into the package, in half precision, as the model that comes with PhoneBuddy.

    .venv/bin/python tools/release.py out/nano-gpu/sft

Invariant: what is written is a folder that training could have written, half as large; a model that does not
load leaves the one that is there as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from safetensors.torch import save

from phonebuddy.agents.folders import MODEL, READING, RELEASED, SHIPPED, find_model
from phonebuddy.agents.nano.loading import WEIGHTS, load_model, read_head
from phonebuddy.errors import CheckpointError


def release(folder: Path, into: Path) -> int:
    """Write the nano of a training's folder into another one; how many parameters it has."""
    place = find_model(folder)
    model, _ = load_model(place)
    weights = {name: one.half() for name, one in model.state_dict().items()}
    head = (place / MODEL).read_bytes()
    into.mkdir(exist_ok=True)
    (into / WEIGHTS).write_bytes(save(weights))
    (into / MODEL).write_bytes(head)
    return sum(one.numel() for one in weights.values())


def main(folder: str) -> None:
    try:
        language = read_head(find_model(Path(folder))).config.get("language")
        into = SHIPPED[READING if language else RELEASED]
        count = release(Path(folder), into)
    except CheckpointError as error:
        sys.exit(f"nothing is released: {error}")
    print(f"{into}: {count / 1e6:.1f} million parameters")


if __name__ == "__main__":
    main(*sys.argv[1:])
