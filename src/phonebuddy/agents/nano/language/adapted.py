"""Adapted: a frozen matrix with a low-rank adapter (LoRA, Hu et al. 2021) that learns.

Invariant: as long as `up` is zero it is exactly the frozen one; only the adapter is a parameter and in the
state.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn.functional import linear

SCALE = 2.0
"""How loud adapters are."""


class _Product(torch.autograd.Function):
    """A product with frozen and learned numbers in one, whose gradient is that of the adapter alone.

    The gradient of the whole matrix, of which an adapter needs next to nothing, would be as much work as the
    product itself. It is not for learning under autocast.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None, up: Tensor, down: Tensor) -> Tensor:
        ctx.save_for_backward(x, weight, up, down)
        return linear(x, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        x, weight, up, down = ctx.saved_tensors
        flat, given = gradient.flatten(0, -2), x.flatten(0, -2)
        learned_up = flat.t() @ (given @ down.t().to(x.dtype))
        learned_down = (flat @ up.to(x.dtype)).t() @ given
        back = gradient @ weight if ctx.needs_input_grad[0] else None
        return back, None, None, SCALE * learned_up.to(up.dtype), SCALE * learned_down.to(down.dtype)


class Adapted(nn.Module):
    """See the head of this file; of rank 0 nothing of it learns."""

    def __init__(self, frozen: Tensor, bias: Tensor | None = None, *, rank: int) -> None:
        super().__init__()
        num_out, num_in = frozen.shape
        self.frozen: Tensor
        self.register_buffer("frozen", frozen, persistent=False)
        self.bias: Tensor | None
        self.register_buffer("bias", bias, persistent=False)
        self.learns = rank > 0
        if self.learns:
            self.down = nn.Parameter(torch.randn(rank, num_in) / math.sqrt(num_in))
            self.up = nn.Parameter(torch.zeros(num_out, rank))
        self._kept: tuple[tuple[object, ...], Tensor] | None = None

    def forward(self, x: Tensor) -> Tensor:
        weight = self._weight(x.dtype)
        bias = self.bias.to(x.dtype) if self.bias is not None else None
        if not self.learns or not torch.is_grad_enabled():
            return linear(x, weight, bias)
        out: Tensor = _Product.apply(x, weight, bias, self.up, self.down)  # type: ignore[no-untyped-call]
        return out

    @torch.no_grad()
    def _weight(self, dtype: torch.dtype) -> Tensor:
        """Frozen and learned in one, in these numbers; kept until an adapter changes."""
        if not self.learns and dtype == self.frozen.dtype:
            return self.frozen
        learned = (self.down, self.up) if self.learns else ()
        state = (dtype, *((one._version, one.data_ptr()) for one in (self.frozen, *learned)))
        if self._kept is None or self._kept[0] != state:
            self._kept = state, self._merged(dtype)
        return self._kept[1]

    def _merged(self, dtype: torch.dtype) -> Tensor:
        if not self.learns:
            return self.frozen.to(dtype)
        # It is kept longer than whoever looks at rows roughly asks for it.
        with torch.autocast(self.frozen.device.type, enabled=False):
            return torch.addmm(self.frozen, self.up, self.down, alpha=SCALE).to(dtype)
