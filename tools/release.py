"""Put a trained nano into the package, in half precision, as the model that comes with PhoneBuddy.

    .venv/bin/python tools/release.py out/nano-gpu/sft

Invariant: what is written is a folder that training could have written, half as large.
"""

from __future__ import annotations

import sys
from pathlib import Path

from safetensors.torch import load, save

from phonebuddy.agents.folders import MODEL, SHIPPED, find_model
from phonebuddy.agents.nano.loading import WEIGHTS, read_head


def main(folder: str) -> None:
    place = find_model(Path(folder))
    read_head(place)
    weights = {name: one.half() for name, one in load((place / WEIGHTS).read_bytes()).items()}
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / WEIGHTS).write_bytes(save(weights))
    (SHIPPED / MODEL).write_bytes((place / MODEL).read_bytes())
    print(f"{SHIPPED}: {sum(one.numel() for one in weights.values()) / 1e6:.1f} million parameters")


if __name__ == "__main__":
    main(*sys.argv[1:])
