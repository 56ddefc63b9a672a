"""Order: on a processor sums are made in one order, whichever thread is first.

The gradient of `tensor[rows]` is otherwise added up by all threads at once: one update in some hundred ends
in other last bits, and a training with it. Another number of threads is another order: it gives other bytes,
always the same ones. Invariant: it is the whole process that computes like this from here on; a GPU is left
as it is.
"""

from __future__ import annotations

import torch


def sum_in_order(device: torch.device) -> None:
    """From now on, where this device is a processor."""
    if device.type != "cpu":
        return
    # Whatever has no such order yet goes on and says so: somebody's own model may need it.
    torch.use_deterministic_algorithms(True, warn_only=True)
    # Nothing here reads memory before it is written; to fill it first would be work for nothing.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]
