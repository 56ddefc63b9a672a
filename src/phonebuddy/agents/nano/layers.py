"""Layers: self-attention with a bias that is given, then a thought for each token.

Learning on a processor is matrix products: in bfloat16 they take a quarter of the time where there are
instructions for it. Tokens themselves, norms and weights stay float32. Invariant: what is computed for acting
is float32, and so is the update of RL, which compares itself with who acted.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from phonebuddy.agents.precision import multiplies_short

SHARES = 256
"""Chances of dropout come in steps of one in so many: a random byte for each number."""


LEAST = torch.iinfo(torch.int64).min
"""From here on all 64 bits of a draw are chance; without it the first one is always 0."""


class Dropout(nn.Module):
    """Leaves out a share of what it is given while learning, and makes the rest as much louder."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.dropped = round(share * SHARES)

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or not self.dropped:
            return x
        # Eight chances from one draw: to draw each by itself would be a tenth of an update on a processor.
        drawn = torch.empty(-(-x.numel() // 8), dtype=torch.int64, device=x.device).random_(LEAST, None)
        stays = drawn.view(torch.uint8)[: x.numel()].view(x.shape) >= self.dropped
        return x * (stays * (SHARES / (SHARES - self.dropped))).to(x.dtype)


class Layer(nn.Module):
    """See the head of this file."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.into, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.drop = Dropout(dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Of b x n x width, with a bias of heads x b x n x n; it computes in the bias's numbers."""
        b, n, d = x.shape
        size, numbers = d // self.heads, bias.dtype
        into = linear(self.into, self.before(x), numbers).view(b, n, 3, self.heads, size)
        q, k, v = into.permute(2, 3, 0, 1, 4).reshape(3, self.heads * b, n, size)
        scores = torch.baddbmm(bias.flatten(0, 1), q, k.transpose(1, 2), alpha=size**-0.5)
        mixed = (torch.softmax(scores, -1, dtype=torch.float32).to(numbers) @ v).view(self.heads, b, n, size)
        x = x + self.drop(linear(self.out, mixed.permute(1, 2, 0, 3).reshape(b, n, d), numbers))
        first, _, last = self.think
        thought = torch.relu(linear(first, self.between(x), numbers))
        out: Tensor = x + self.drop(linear(last, thought, numbers))
        return out


def linear(of: nn.Module, x: Tensor, numbers: torch.dtype) -> Tensor:
    """What a linear module gives, computed in these numbers."""
    assert isinstance(of, nn.Linear)
    bias = of.bias.to(numbers) if of.bias is not None else None
    return nn.functional.linear(x.to(numbers), of.weight.to(numbers), bias)


def numbers_for(device: torch.device, learns: bool) -> torch.dtype:
    """What layers compute in."""
    is_short = learns and device.type == "cpu" and multiplies_short()
    return torch.bfloat16 if is_short else torch.float32
