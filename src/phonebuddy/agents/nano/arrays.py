"""Arrays: rows of unlike length that lie one behind the other, found without a loop and put on a device.

Invariant: what is padded is the one place that stands for nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

Long = npt.NDArray[np.int64]
Device = str | torch.device


def put(array: npt.NDArray[np.generic], device: Device) -> Tensor:
    """An array on a device; a GPU goes on with what it has while this is on its way."""
    found = torch.from_numpy(array)
    if torch.device(device).type != "cuda":
        return found
    return found.pin_memory().to(device, non_blocking=True)


def spans(starts: Long, counts: Long) -> Long:
    """All numbers of some spans, one span after the other."""
    ends = np.cumsum(counts)
    return np.repeat(starts - ends + counts, counts) + np.arange(ends[-1] if len(ends) else 0)


def places(starts: Long, counts: Long, nothing: int, device: Device) -> tuple[Tensor, Tensor]:
    """The numbers of some spans side by side, padded with nothing; and which of them are there."""
    step = np.arange(max(1, int(counts.max())))
    here = step < counts[:, None]
    found = np.where(here, starts[:, None] + step, nothing)
    return put(found, device), put(here, device)
