"""What a language of the BERT kind has learned: its size, its matrices, its words.

Invariant: what is read is read by name and its sizes are checked, so a file that is damaged or of something
else is refused and not computed with; nothing in it is executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.language.names import file_of, is_made_here
from phonebuddy.errors import AgentError

Floats = npt.NDArray[np.float32]
CONFIG, WORDS = "config.json", "vocab.txt"
OPENING, CLOSING, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
"""Signs before a text, behind it, and for what has no word."""
LEAST_PLACES = 256
"""Of a text and the instruction before it, with room to spare."""
BYTES = 256
"""The words of tiny-bert are bytes; its signs come behind them."""


class BertShape(msgspec.Struct, frozen=True):
    """The size of a language of the BERT kind, as its own configuration names it."""

    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    intermediate_size: int
    vocab_size: int
    max_position_embeddings: int
    layer_norm_eps: float


TINY_BERT_SHAPE = BertShape(32, 3, 4, 64, BYTES + 2, 256, 1e-12)


def bert_shape_of(name: str) -> BertShape:
    if is_made_here(name):
        return TINY_BERT_SHAPE
    path = file_of(name).parent / CONFIG
    try:
        shape = msgspec.json.decode(path.read_bytes(), type=BertShape)
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged(path, str(error)) from None
    heads = shape.num_attention_heads
    if min(heads, shape.num_hidden_layers) < 1 or shape.hidden_size % heads:
        raise _damaged(path, f"{shape.num_hidden_layers} layers of {heads} heads")
    if shape.max_position_embeddings < LEAST_PLACES:
        raise _damaged(path, f"{shape.max_position_embeddings} places, and {LEAST_PLACES} are needed")
    return shape


def bert_tensors_of(name: str) -> Mapping[str, Floats]:
    """Matrices as (out, in), under their names in the file."""
    shape = bert_shape_of(name)
    if is_made_here(name):
        draw = np.random.default_rng(0)
        return {
            key: (draw.normal(0, 0.1, size) + (key.endswith("LayerNorm.weight"))).astype(np.float32)
            for key, size in _sizes(shape).items()
        }
    path = file_of(name)
    found = _read(path)
    for key, size in _sizes(shape).items():
        if key not in found or found[key].shape != size or found[key].dtype != np.float32:
            raise _damaged(path, f"no {key} of {size} in float32")
    return found


@lru_cache(maxsize=1)
def words_of_bert(name: str) -> dict[str, int]:
    """The numbers of an installed language's words."""
    path = file_of(name).parent / WORDS
    try:
        words = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from None
    found = {word: place for place, word in enumerate(words)}
    if len(found) != bert_shape_of(name).vocab_size:
        raise _damaged(path, f"{len(found)} words, and {bert_shape_of(name).vocab_size} are needed")
    if missing := [one for one in (OPENING, CLOSING, UNKNOWN) if one not in found]:
        raise _damaged(path, f"no {missing[0]}")
    return found


def signs_of(name: str) -> tuple[int, int]:
    """What stands before a text, and what behind it."""
    if is_made_here(name):
        return BYTES, BYTES + 1
    words = words_of_bert(name)
    return words[OPENING], words[CLOSING]


def _sizes(shape: BertShape) -> dict[str, tuple[int, ...]]:
    """All that is used, and how large it is."""
    width, feed = shape.hidden_size, shape.intermediate_size
    matrices = {
        **{f"attention.self.{one}": (width, width) for one in ("query", "key", "value")},
        "attention.output.dense": (width, width),
        "intermediate.dense": (feed, width),
        "output.dense": (width, feed),
    }
    norms = ("attention.output.LayerNorm", "output.LayerNorm")
    found: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (shape.vocab_size, width),
        "embeddings.position_embeddings.weight": (shape.max_position_embeddings, width),
        "embeddings.token_type_embeddings.weight": (2, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    for layer in range(shape.num_hidden_layers):
        place = f"encoder.layer.{layer}"
        for matrix, size in matrices.items():
            found |= {f"{place}.{matrix}.weight": size, f"{place}.{matrix}.bias": size[:1]}
        for norm in norms:
            found |= {f"{place}.{norm}.weight": (width,), f"{place}.{norm}.bias": (width,)}
    return found


def _read(path: Path) -> Mapping[str, Floats]:
    from safetensors.numpy import load_file

    try:
        found: Mapping[str, Floats] = load_file(path)
    except Exception as error:  # whatever it raises for what is none, or for numbers that numpy has not
        raise _damaged(path, " ".join(str(error).split())[:200]) from None
    return found


def _damaged(path: Path, why: str) -> AgentError:
    return AgentError(f"{path} is of no language model that can be read ({why}); install it again")
