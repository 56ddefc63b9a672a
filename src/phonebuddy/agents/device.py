"""Device: where a model computes, and what to do where that cannot be.

Invariant: a device that this machine does not have, or has no room on, is a SetupError that names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from phonebuddy.errors import SetupError

SPINS = "10000"
"""Turns of libgomp's loop before a waiting thread sleeps: some microseconds (measured, LOG.md 2026-11-18)."""


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


def check_device(device: str) -> None:
    """Refuse a device that is not here, before anything is begun."""
    if device == "cpu":
        return
    import torch

    gpus = range(torch.cuda.device_count() if torch.cuda.is_available() else 0)
    here = ["cpu", *(["cuda"] if gpus else []), *(f"cuda:{number}" for number in gpus)]
    if device not in here:
        raise SetupError(f"device '{device}' is not there; accepted here: {', '.join(here)}")


def spin_briefly() -> None:
    """Let the threads of torch spin for some microseconds while they wait for each other, then sleep.

    Spinning on and on costs many times the work itself on a busy machine; sleeping at once takes nearly twice
    as long on a calm one. It is read once, when torch is first imported: say so before.
    """
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", SPINS)


def leave_room(device: str) -> None:
    """Give back what torch keeps for itself on a GPU: those who act there come after one who learned."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.empty_cache()
