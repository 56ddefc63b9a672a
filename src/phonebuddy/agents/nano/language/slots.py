"""Slots: the tokens of texts laid out so that none lies across the edge of a block, for attention both ways.

A block of tokens then sees the instruction and itself: keys are few, and what a text may not see is masked.
Invariant: a token sees the instruction and all of its own text, and nothing else, in whatever company it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from phonebuddy.agents.nano.arrays import put
from phonebuddy.agents.nano.language.attention import BLOCK, NEVER, Places

MULTIPLE = 8
"""So many keys of the instruction, or twice, three times so many."""


class Slots(NamedTuple):
    """Where the tokens of a batch lie."""

    places: Places
    """The slot of each of m tokens, in rows of whole blocks; the instruction lies in the first ones."""
    taken: Tensor
    """Where the same tokens stand, of b x n flat: those that are no padding."""
    told: int
    """So many of the first slots are looked at by all."""
    mask: Tensor
    """(rows x blocks) x 1 x BLOCK x keys, added to what is scored."""


def slots_of(item: Tensor, told: int, dtype: torch.dtype) -> Slots:
    """Of tokens of some items, b x n: 0 is the instruction, -1 padding; `told` is the longest instruction's
    length. On a processor attention of few numbers is quicker in float32, there and back."""
    device, numbers = item.device, item.cpu().numpy()
    dtype = dtype if item.is_cuda else torch.float32
    row, _ = here = (numbers >= 0).nonzero()
    first = told + -told % BLOCK
    starts, length = _starts(numbers, first)
    # Of each token how far it is from the beginning of its text, then where that lies.
    text = starts[row, numbers[here]]
    new = np.append(True, (np.diff(row) != 0) | (np.diff(numbers[here]) != 0))
    order = np.arange(len(row))
    slot = text + order - np.maximum.accumulate(np.where(new, order, 0))
    laid = np.full((len(numbers), length), -1, np.int64)
    laid[row, slot] = numbers[here]
    seen = min(told + -told % MULTIPLE, length)
    own = laid.reshape(len(laid), -1, BLOCK)
    sees_first = np.broadcast_to(laid[:, None, None, :seen] == 0, (*own.shape, seen))
    sees_own = (own[..., :, None] == own[..., None, :]) & (own > 0)[..., None]
    sees = torch.from_numpy(np.concatenate((sees_first, sees_own), -1).reshape(-1, 1, BLOCK, seen + BLOCK))
    mask = torch.zeros(sees.shape, dtype=dtype).masked_fill_(~sees, NEVER).to(device)
    taken = put(np.flatnonzero(numbers >= 0), device)
    places = Places(*laid.shape, put(row * length + slot, device))
    return Slots(places, taken, seen, mask)


def _starts(item: npt.NDArray[np.int64], first: int) -> tuple[npt.NDArray[np.int64], int]:
    """The slot in which each item of each row begins, and how many slots a row has."""
    most = int(item.max()) + 1
    starts = np.zeros((len(item), most), np.int64)
    length = first
    for row, items in enumerate(item):
        free = first
        for number, count in enumerate(np.bincount(items[items > 0], minlength=1).tolist()[1:], 1):
            if free % BLOCK + count > BLOCK:
                free += -free % BLOCK
            starts[row, number] = free
            free += count
        length = max(length, free)
    return starts, length + -length % BLOCK


def attend_in(slots: Slots, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """What each token takes from what it sees, rows x length x heads x d each."""
    heads, size = q.shape[2:]
    rows, length = slots.places.rows, slots.places.length
    blocks = rows, length // BLOCK, BLOCK, heads, size
    numbers = slots.mask.dtype

    def looked_at(x: Tensor) -> Tensor:
        told = x[:, None, : slots.told].expand(-1, blocks[1], -1, -1, -1)
        return torch.cat((told, x.view(blocks)), 2).flatten(0, 1).transpose(1, 2).to(numbers)

    asked = q.view(blocks).flatten(0, 1).transpose(1, 2).to(numbers)
    found = scaled_dot_product_attention(asked, looked_at(k), looked_at(v), attn_mask=slots.mask)
    return found.transpose(1, 2).reshape(rows, length, heads, size)
