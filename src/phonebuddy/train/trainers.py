"""Trainers: the processes that learn one model together, one a GPU, as `accelerate launch` starts them.

Each takes its share of the parts of an update and all add up their gradients, so that every one of them then
takes the same step. Torch is imported by those that are several. Invariant: the sum is over the same parts as
one process would have had, so the update is the same but for rounding; only the first one writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from phonebuddy.errors import SetupError, TrainError

if TYPE_CHECKING:
    import torch

T = TypeVar("T")
PATIENCE = timedelta(hours=12)
"""How long the others wait while the first one makes rows or plays rollouts."""


class Trainers:
    """One process among those that train."""

    def __init__(self, rank: int = 0, count: int = 1, device: str = "cpu") -> None:
        self.rank = rank
        self.count = count
        self.device = device
        """Where this one computes."""

    @property
    def is_first(self) -> bool:
        return self.rank == 0

    def share(self, parts: Sequence[T]) -> Sequence[T]:
        """This one's part of some work."""
        return parts[self.rank :: self.count]

    def add_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Make every gradient the sum of all processes'; what none has stays without, as in one process."""
        if self.count == 1:
            return
        import torch
        import torch.distributed as dist

        some = list(parameters)
        counts = self.add(torch.tensor([float(one.grad is not None) for one in some]))
        for one, count in zip(some, counts.tolist(), strict=True):
            if not count:  # zeros would be decayed
                continue
            if one.grad is None:  # it had no part that touched this
                one.grad = torch.zeros_like(one)
            dist.all_reduce(one.grad)

    def add(self, values: torch.Tensor) -> torch.Tensor:
        """Some numbers, added up over all processes."""
        if self.count == 1:
            return values
        import torch.distributed as dist

        found = values.to(self.device)
        dist.all_reduce(found)
        return found.to(values.device)

    def wait(self) -> None:
        """Until all have come here."""
        if self.count > 1:
            import torch.distributed as dist

            dist.barrier()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Something that the first one does before the others: it writes what they read."""
        if not self.is_first:
            self.wait()
        yield
        if self.is_first:
            self.wait()

    def tell(self, data: bytes = b"") -> bytes:
        """What the first one says, to all; the others give nothing."""
        if self.count == 1:
            return data
        import torch
        import torch.distributed as dist

        size = torch.tensor([len(data)], device=self.device)
        dist.broadcast(size, 0)
        found = torch.empty(int(size), dtype=torch.uint8, device=self.device)
        if self.is_first and data:
            found.copy_(torch.frombuffer(bytearray(data), dtype=torch.uint8))
        dist.broadcast(found, 0)
        return data if self.is_first else found.cpu().numpy().tobytes()


def num_processes() -> int:
    """How many were started together, by what launchers leave in the environment."""
    return int(os.environ.get("WORLD_SIZE", "1") or 1)


def join(device: str) -> Trainers:
    """This process among those that were started with it; alone where none were."""
    if num_processes() == 1:
        return Trainers(device=device)
    try:
        from accelerate import PartialState
    except ModuleNotFoundError:
        raise SetupError("several processes need accelerate: pip install 'phonebuddy[vlm]'") from None
    state = PartialState(cpu=device == "cpu", timeout=PATIENCE)
    return Trainers(state.process_index, state.num_processes, str(state.device))


def must_be_alone(what: str) -> None:
    """Refuse several processes for what one does."""
    if num_processes() > 1:
        raise TrainError(
            f"{what} runs in one process, and {num_processes()} were started; use accelerate launch for"
            " phonebuddy train sft and phonebuddy train rl"
        )
