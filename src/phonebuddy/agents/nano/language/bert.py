"""A language model of the BERT kind (Devlin et al. 2018), frozen; its upper layers have adapters that learn.

It reads a beginning and items behind it: each item as if it alone followed the beginning. The beginning does
not see the items, so it is read once for all of them; within an item every token sees every other. The lower
layers stay as they are, so nothing has to be computed backwards through them: on two cores that is a third of
the time. On a GPU it was not tried. Invariant: only adapters are parameters and only they are in the state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import embedding, gelu, layer_norm

from phonebuddy.agents.nano.language.adapted import Adapted
from phonebuddy.agents.nano.language.bert_files import BertShape, bert_shape_of, bert_tensors_of
from phonebuddy.agents.nano.language.slots import Slots, attend_in, slots_of
from phonebuddy.agents.precision import precision_of

NUM_LEARNED = 3
"""So many of the layers, the last ones, have adapters."""


class Both(NamedTuple):
    """A weight and a bias."""

    weight: Tensor
    bias: Tensor


class FrozenLayer(NamedTuple):
    """What one layer has learned elsewhere; matrices that read the same are one."""

    qkv: Both
    out: Both
    between: Both
    feed: Both
    back: Both
    after: Both


class FrozenBert(NamedTuple):
    """All that was learned elsewhere; each place has in it what stands for being the only text."""

    words: Tensor
    places: Tensor
    norm: Both
    layers: tuple[FrozenLayer, ...]


class Norm(nn.Module):
    """Layer norm with frozen numbers."""

    def __init__(self, frozen: Both, epsilon: float) -> None:
        super().__init__()
        self.weight: Tensor
        self.bias: Tensor
        self.register_buffer("weight", frozen.weight, persistent=False)
        self.register_buffer("bias", frozen.bias, persistent=False)
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, x.shape[-1:], self.weight.to(x.dtype), self.bias.to(x.dtype), self.epsilon)


class BertLayer(nn.Module):
    """Attention, then the feed-forward part; each is added and then evened out."""

    def __init__(self, shape: BertShape, frozen: FrozenLayer, rank: int) -> None:
        super().__init__()
        self.heads = shape.num_attention_heads
        self.between = Norm(frozen.between, shape.layer_norm_eps)
        self.after = Norm(frozen.after, shape.layer_norm_eps)
        self.qkv, self.out = Adapted(*frozen.qkv, rank=rank), Adapted(*frozen.out, rank=rank)
        self.feed, self.back = Adapted(*frozen.feed, rank=rank), Adapted(*frozen.back, rank=rank)

    def forward(self, x: Tensor, slots: Slots) -> Tensor:
        """Of tokens, m x width."""
        every = slots.places.spread(self.qkv(x))
        q, k, v = every.view(*every.shape[:2], 3, self.heads, -1).unbind(-3)
        found = slots.places.picked(attend_in(slots, q, k, v).flatten(-2))
        x = self.between(x + self.out(found.to(x.dtype)))
        out: Tensor = self.after(x + self.back(gelu(self.feed(x))))
        return out


class Bert(nn.Module):
    """See the head of this file."""

    def __init__(self, name: str, rank: int) -> None:
        super().__init__()
        shape, frozen = bert_shape_of(name), _frozen(name)
        self.width = shape.hidden_size
        self.words: Tensor
        self.register_buffer("words", frozen.words, persistent=False)
        self.places: Tensor
        self.register_buffer("places", frozen.places, persistent=False)
        self.first = Norm(frozen.norm, shape.layer_norm_eps)
        still = len(frozen.layers) - NUM_LEARNED
        self.layers = nn.ModuleList(
            BertLayer(shape, layer, rank if place >= still else 0)
            for place, layer in enumerate(frozen.layers)
        )

    def forward(self, ids: Tensor, item: Tensor, position: Tensor, told: int) -> Tensor:
        """All b x n: tokens, whose they are (0: the beginning, k: item k, -1: padding) and their places in
        what is read; `told` is the length of the longest beginning. Gives b x n x width in float32."""
        b, n = ids.shape
        dtype = precision_of(ids.device)
        slots = slots_of(item, told, dtype)
        ids, position = (one.flatten()[slots.taken] for one in (ids, position))
        x = self.first((embedding(ids, self.words) + embedding(position, self.places)).to(dtype))
        for layer in self.layers:
            x = layer(x, slots)
        every = x.new_zeros(b * n, self.width).index_copy(0, slots.taken, x)
        out: Tensor = every.view(b, n, self.width).float()
        return out


@lru_cache(maxsize=1)
def _frozen(name: str) -> FrozenBert:
    """Shared by all models of this process, since none of them changes it."""
    tensors = bert_tensors_of(name)

    def both(place: str, *names: str) -> Both:
        return Both(*(
            torch.cat([torch.from_numpy(tensors[f"{place}.{one}.{part}"]) for one in names])
            for part in ("weight", "bias")
        ))  # fmt: skip

    layers = tuple(
        FrozenLayer(
            qkv=both(place, *(f"attention.self.{one}" for one in ("query", "key", "value"))),
            out=both(place, "attention.output.dense"),
            between=both(place, "attention.output.LayerNorm"),
            feed=both(place, "intermediate.dense"),
            back=both(place, "output.dense"),
            after=both(place, "output.LayerNorm"),
        )
        for place in (f"encoder.layer.{layer}" for layer in range(bert_shape_of(name).num_hidden_layers))
    )
    words, places, sort = (
        torch.from_numpy(tensors[f"embeddings.{one}_embeddings.weight"])
        for one in ("word", "position", "token_type")
    )
    return FrozenBert(words, places + sort[0], both("embeddings", "LayerNorm"), layers)
