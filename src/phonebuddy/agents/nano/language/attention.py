"""Attention of texts that do not see each other: each token sees the instruction and its own text before it.

All pairs of tokens would be ten times the work: tokens are taken in blocks, and a block sees the instruction,
the block before it and itself. Invariant: what is seen is just that, since no text is longer than a block.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

BLOCK = 32
"""Tokens; also the most that a text may have."""
MULTIPLE = 32
"""So many keys, or twice, three times so many: a GPU plans attention anew for every shape (some 50 ms), so
there must be few of them."""
NEVER = -1e9
"""What a token that must not be seen is worth."""


class Seen(NamedTuple):
    """What the tokens of a batch see."""

    told: int
    """So many of the first tokens are looked at by all: those of the longest instruction, some more."""
    mask: Tensor
    """(rows x blocks) x 1 x (heads that share keys x BLOCK) x keys, added to what is scored."""


class Places(NamedTuple):
    """Where the tokens of a batch stand that are of some text, if only those are computed: a reading a fifth
    as long as its neighbour is four fifths padding."""

    rows: int
    length: int
    which: Tensor
    """Of rows x length, flat."""

    def spread(self, x: Tensor) -> Tensor:
        """m x ... to rows x length x ..., with nothing in between."""
        every = x.new_zeros(self.rows * self.length, *x.shape[1:])
        return every.index_copy(0, self.which, x).view(self.rows, self.length, *x.shape[1:])

    def picked(self, x: Tensor) -> Tensor:
        """rows x length x ... to m x ..."""
        return x.flatten(0, 1).index_select(0, self.which)


def places_of(item: Tensor) -> Places:
    """Of tokens of some items, -1 where there is none."""
    rows, length = item.shape
    return Places(rows, length, (item.flatten() >= 0).nonzero().squeeze(1))


def seen_by(item: Tensor, told: int, shared: int, dtype: torch.dtype) -> Seen:
    """For tokens of some items, b x n with n in whole blocks; `told` is the longest instruction's length."""
    b, n = item.shape
    told = min(told + -told % MULTIPLE, n)
    place = torch.arange(n, device=item.device).view(1, n)
    own, own_place = _blocks(item).unsqueeze(-1), _blocks(place).unsqueeze(-1)
    first = item[:, None, None, :told], place[:, None, None, :told]
    near, near_place = _with_before(item, -1).unsqueeze(2), _with_before(place, -1).unsqueeze(2)
    sees_first = (first[0] == 0) & ((own > 0) | (first[1] <= own_place))
    sees_near = (near == own) & (own > 0) & (near_place <= own_place)
    sees = torch.cat((sees_first, sees_near), -1)
    never = torch.full((), NEVER, dtype=dtype, device=item.device)
    mask = torch.where(sees, torch.zeros_like(never), never).flatten(0, 1)
    return Seen(told, mask.repeat(1, shared, 1).unsqueeze(1))


def attend(q: Tensor, k: Tensor, v: Tensor, seen: Seen) -> Tensor:
    """What each token takes from what it sees: b x n x heads x d, of keys b x n x fewer heads x d."""
    b, n, heads, d = q.shape
    kv_heads = k.shape[2]
    # Heads that share their keys are asked together: b * blocks, kv_heads, shared * BLOCK, d.
    asked = q.reshape(-1, BLOCK, kv_heads, heads // kv_heads, d).permute(0, 2, 3, 1, 4).flatten(2, 3)
    keys, values = (_looked_at(one, seen.told).transpose(1, 2) for one in (k, v))
    found = scaled_dot_product_attention(asked, keys, values, attn_mask=seen.mask)
    found = found.view(-1, kv_heads, heads // kv_heads, BLOCK, d).permute(0, 3, 1, 2, 4)
    return found.reshape(b, n, heads, d)


def _looked_at(x: Tensor, told: int) -> Tensor:
    """What each block looks at: (rows x blocks) x keys x ..."""
    near = _with_before(x.contiguous(), 0)
    first = x[:, None, :told].expand(-1, near.shape[1], -1, -1, -1)
    return torch.cat((first, near), 2).flatten(0, 1)


def _blocks(x: Tensor) -> Tensor:
    return x.view(len(x), -1, BLOCK, *x.shape[2:])


def _with_before(x: Tensor, nothing: int) -> Tensor:
    """Each block with the one before it; there is nothing before the first."""
    blocks = _blocks(x)
    others = (0, 0) * (x.dim() - 1)
    return torch.cat((pad(blocks[:, :-1], (*others, 1, 0), value=nothing), blocks), 2)
