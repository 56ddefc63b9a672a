"""Device: where a model computes, and what to do where that cannot be.

Invariant: a device that this machine does not have, or has no room on, is a SetupError that names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from phonebuddy.errors import SetupError


@contextmanager
def moving_to(device: str) -> Iterator[None]:
    """Around what puts a model on a device: torch raises whatever its driver says."""
    try:
        yield
    except (AssertionError, RuntimeError) as error:
        said = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise SetupError(
            f"a model cannot act on the device '{device}': {said}; say --device cpu, or see with nvidia-smi"
            " whether there is a GPU with a driver that works and memory to spare"
        ) from None


def leave_room(device: str) -> None:
    """Give back what torch keeps for itself on a GPU: those who act there come after one who learned."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.empty_cache()
