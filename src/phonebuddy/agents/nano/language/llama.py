"""A language model of the Llama kind, frozen, with low-rank adapters (LoRA, Hu et al. 2021) that learn.

It reads a beginning and items behind it: each item as if it alone followed the beginning. What it gives is
not the next word but its last hidden states. It computes in bfloat16 where that is quick: on a GPU, and on
processors that multiply such numbers. The frozen matrices stay float32 there too: a small change that is
added to a rounded number may round away, step after step.
Invariant: only adapters are parameters and only they are in the state; as long as `up` is zero the model is
exactly the frozen one.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import embedding, pad, rms_norm, silu

from phonebuddy.agents.nano.language.adapted import Adapted
from phonebuddy.agents.nano.language.attention import BLOCK, Places, Seen, attend, places_of, seen_by
from phonebuddy.agents.nano.language.files import Shape, shape_of, tensors_of
from phonebuddy.agents.nano.language.reading import STRETCH
from phonebuddy.agents.precision import precision_of

UNPLANNED = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
"""Ways to compute attention that a GPU need not plan; cuDNN's takes some 50 ms for every new shape."""


class FrozenBlock(NamedTuple):
    """The tensors of one layer; matrices that read the same are one."""

    before: Tensor
    between: Tensor
    qkv: Tensor
    out: Tensor
    gate_up: Tensor
    down: Tensor


class Frozen(NamedTuple):
    """All that was learned elsewhere."""

    tokens: Tensor
    blocks: tuple[FrozenBlock, ...]
    last: Tensor


class Norm(nn.Module):
    """Root-mean-square norm with a frozen weight; the mean is taken in float32."""

    def __init__(self, weight: Tensor, epsilon: float) -> None:
        super().__init__()
        self.weight: Tensor
        self.register_buffer("weight", weight, persistent=False)
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        return rms_norm(x, x.shape[-1:], self.weight.to(x.dtype), self.epsilon)


class Block(nn.Module):
    """One layer: attention, then the feed-forward part."""

    def __init__(self, shape: Shape, frozen: FrozenBlock, rank: int) -> None:
        super().__init__()
        self.heads, self.kv_heads = shape.heads, shape.kv_heads
        self.before, self.between = Norm(frozen.before, shape.epsilon), Norm(frozen.between, shape.epsilon)
        self.qkv, self.out = Adapted(frozen.qkv, rank=rank), Adapted(frozen.out, rank=rank)
        self.gate_up, self.down = Adapted(frozen.gate_up, rank=rank), Adapted(frozen.down, rank=rank)

    def forward(self, x: Tensor, turn: Tensor, seen: Seen, places: Places | None) -> Tensor:
        """Of tokens b x n x width, or of those that stand at some places, m x width."""
        x = x + self._attend(self.before(x), turn, seen, places)
        gate, up = self.gate_up(self.between(x)).chunk(2, -1)
        out: Tensor = x + self.down(silu(gate) * up)
        return out

    def _attend(self, x: Tensor, turn: Tensor, seen: Seen, places: Places | None) -> Tensor:
        every = self.qkv(x).unflatten(-1, (self.heads + 2 * self.kv_heads, -1))
        turning, v = torch.split(every, [self.heads + self.kv_heads, self.kv_heads], -2)
        q, k = torch.split(_turned(turning, turn), [self.heads, self.kv_heads], -2)
        if places is None:
            found = attend(q, k, v, seen)
        else:
            found = places.picked(attend(places.spread(q), places.spread(k), places.spread(v), seen))
        out: Tensor = self.out(found.flatten(-2))
        return out


class Llama(nn.Module):
    """See the head of this file."""

    def __init__(self, name: str, rank: int) -> None:
        super().__init__()
        shape, frozen = shape_of(name), _frozen(name)
        self.width = shape.width
        self._shared = shape.heads // shape.kv_heads
        self.tokens: Tensor
        self.register_buffer("tokens", frozen.tokens, persistent=False)
        self.speeds: Tensor
        self.register_buffer("speeds", _speeds(shape), persistent=False)
        self.blocks = nn.ModuleList(Block(shape, block, rank) for block in frozen.blocks)
        self.last = Norm(frozen.last, shape.epsilon)

    def forward(self, ids: Tensor, item: Tensor, position: Tensor, told: int) -> Tensor:
        """All b x n: tokens, whose they are (0: the beginning, k: item k, -1: padding) and their places in
        what is read; `told` is the length of the longest beginning. Gives b x n x width in float32."""
        n = ids.shape[1]
        # A plan pays where shapes come again: in learning, not in acting.
        learns = torch.is_grad_enabled()
        if missing := -n % (STRETCH if learns and ids.is_cuda else BLOCK):
            ids, position = pad(ids, (0, missing)), pad(position, (0, missing))
            item = pad(item, (0, missing), value=-1)
        dtype = precision_of(ids.device)
        seen = seen_by(item, told, self._shared, dtype)
        # A GPU would have to be waited for to know which tokens there are, and learns from readings of like
        # length.
        places = None if ids.is_cuda else places_of(item)
        if places is not None:
            ids, position = places.picked(ids), places.picked(position)
        x = embedding(ids, self.tokens).to(dtype)
        angles = position[..., None, None] * self.speeds
        turn = torch.polar(torch.ones_like(angles), angles)
        with nullcontext() if learns or not ids.is_cuda else sdpa_kernel(UNPLANNED):
            for block in self.blocks:
                x = block(x, turn, seen, places)
        x = self.last(x)
        out: Tensor = (x if places is None else places.spread(x))[:, :n].float()
        return out


def _turned(x: Tensor, turn: Tensor) -> Tensor:
    """Rotary positions: numbers that lie side by side are a point of the plane, turned about its origin."""
    points = torch.view_as_complex(x.float().view(*x.shape[:-1], x.shape[-1] // 2, 2))
    return torch.view_as_real(points * turn).flatten(-2).to(x.dtype)


def _speeds(shape: Shape) -> Tensor:
    """How far each pair of numbers of a head is turned from one position to the next."""
    head = shape.width // shape.heads
    return shape.rope_base ** (-torch.arange(0, head, 2, dtype=torch.float32) / head)


@lru_cache(maxsize=1)
def _frozen(name: str) -> Frozen:
    """Shared by all models of this process, since none of them changes it."""
    tensors = tensors_of(name)

    def joined(place: int, *names: str) -> Tensor:
        return torch.cat([torch.from_numpy(tensors[f"blk.{place}.{one}.weight"]) for one in names])

    blocks = tuple(
        FrozenBlock(
            before=joined(place, "attn_norm"),
            between=joined(place, "ffn_norm"),
            qkv=joined(place, "attn_q", "attn_k", "attn_v"),
            out=joined(place, "attn_output"),
            gate_up=joined(place, "ffn_gate", "ffn_up"),
            down=joined(place, "ffn_down"),
        )
        for place in range(shape_of(name).layers)
    )
    tokens, last = (torch.from_numpy(tensors[f"{one}.weight"]) for one in ("token_embd", "output_norm"))
    return Frozen(tokens, blocks, last)
