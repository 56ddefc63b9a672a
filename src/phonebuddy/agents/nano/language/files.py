"""What a language of the Llama kind has learned: how large it is, its matrices, its tokens.

Invariant: the same name gives the same numbers wherever the same file is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.language.gguf import Gguf
from phonebuddy.agents.nano.language.names import SMOLLM2, file_of, is_made_here


class Shape(msgspec.Struct, frozen=True):
    """The size of a language model of the Llama kind."""

    width: int
    layers: int
    heads: int
    kv_heads: int
    feed: int
    num_tokens: int
    rope_base: float
    epsilon: float


TINY_SHAPE = Shape(
    width=32, layers=2, heads=4, kv_heads=2, feed=64, num_tokens=256, rope_base=10_000.0, epsilon=1e-5
)


class Vocabulary(NamedTuple):
    """What a text is spelled with: the tokens by their ids, and which are joined, the first ones first."""

    tokens: tuple[str, ...]
    merges: tuple[tuple[str, str], ...]


def shape_of(name: str) -> Shape:
    if is_made_here(name):
        return TINY_SHAPE
    file = _file()
    return Shape(
        width=int(file.number("llama.embedding_length")),
        layers=int(file.number("llama.block_count")),
        heads=int(file.number("llama.attention.head_count")),
        kv_heads=int(file.number("llama.attention.head_count_kv")),
        feed=int(file.number("llama.feed_forward_length")),
        num_tokens=int(file.number("llama.vocab_size")),
        rope_base=file.number("llama.rope.freq_base"),
        epsilon=file.number("llama.attention.layer_norm_rms_epsilon"),
    )


def tensors_of(name: str) -> Mapping[str, npt.NDArray[np.float32]]:
    """Matrices as (out, in), under their names in the file; each is unpacked when it is asked for."""
    return _tiny() if is_made_here(name) else _file()


def vocabulary() -> Vocabulary:
    """That of smollm2; the tokens of tiny are bytes."""
    file = _file()
    merges = (line.partition(" ") for line in file.texts("tokenizer.ggml.merges"))
    pairs = tuple((left, right) for left, _, right in merges)
    return Vocabulary(tuple(file.texts("tokenizer.ggml.tokens")), pairs)


@lru_cache(maxsize=1)
def _file() -> Gguf:
    return Gguf(file_of(SMOLLM2))


@lru_cache(maxsize=1)
def _tiny() -> dict[str, npt.NDArray[np.float32]]:
    draw, shape = np.random.default_rng(0), TINY_SHAPE
    kv_width = shape.width // shape.heads * shape.kv_heads
    matrices = {
        "attn_q": (shape.width, shape.width),
        "attn_k": (kv_width, shape.width),
        "attn_v": (kv_width, shape.width),
        "attn_output": (shape.width, shape.width),
        "ffn_gate": (shape.feed, shape.width),
        "ffn_up": (shape.feed, shape.width),
        "ffn_down": (shape.width, shape.feed),
    }
    found = {"token_embd.weight": draw.normal(0, 0.1, (shape.num_tokens, shape.width))}
    for layer in range(shape.layers):
        for matrix, size in matrices.items():
            found[f"blk.{layer}.{matrix}.weight"] = draw.normal(0, 0.1, size)
        for norm in ("attn_norm", "ffn_norm"):
            found[f"blk.{layer}.{norm}.weight"] = np.ones(shape.width)
    found["output_norm.weight"] = np.ones(shape.width)
    return {name: tensor.astype(np.float32) for name, tensor in found.items()}
