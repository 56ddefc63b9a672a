"""Meaning: vectors of words that were learned elsewhere, from far more text than any task has (WordLlama).

They tell nano that `purchase` is nearly `buy` before it has seen either. A word is one or a few parts of
WordLlama's vocabulary; what a token means is the sum of their vectors. A made-up name that is two words
in one (`Spendlog`) means both. Invariant: the same word gives the same parts wherever the same vectors are
installed, and `fingerprint` tells whether they are the same.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from phonebuddy.errors import AgentError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WIDTH = 128
"""Of the 256 numbers of a vector the first ones: they were learned so that half of them do as well."""
MOST_MEANT = 8
"""Of one token."""
WEIGHTS, TOKENIZER = "weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json"
SHORTEST_PART = 4
"""Letters of each of two words that make up a third."""
_START = "▁"


@lru_cache(maxsize=1)
def folder() -> Path:
    """Where the vectors lie; the package is found, not run."""
    spec = importlib.util.find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise AgentError("nano needs the word vectors of wordllama: pip install 'phonebuddy[train]'")
    return Path(spec.submodule_search_locations[0])


@lru_cache(maxsize=1)
def vectors() -> npt.NDArray[np.float32]:
    """One row for each part; the first one stands for nothing."""
    from safetensors.numpy import load_file

    (table,) = load_file(folder() / WEIGHTS).values()
    found: npt.NDArray[np.float32] = np.ascontiguousarray(table[:, :WIDTH], np.float32)
    found[0] = 0
    return found


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Of the vectors and the vocabulary: a model is of use only with those it was trained with."""
    found = hashlib.sha256(vectors().tobytes())
    found.update((folder() / TOKENIZER).read_bytes())
    return found.hexdigest()[:16]


@lru_cache(maxsize=1)
def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(folder() / TOKENIZER))


@lru_cache(maxsize=50_000)
def parts_of(word: str) -> tuple[int, ...]:
    """The parts of one word, in the writing that has the fewest; signs and numbers have none."""
    if not word.isalpha():
        return ()
    small = word.casefold()
    for writing in (small, small.capitalize()):
        if (alone := _whole(writing)) is not None:
            return (alone,)
    if parts := _two_words(small):
        return parts
    return tuple(one for one in _tokenizer().encode(small, add_special_tokens=False).ids if _says(one))


def _says(part: int) -> bool:
    """Whether a part is more than one letter or a byte."""
    text = (_tokenizer().id_to_token(part) or "").strip(_START)
    return len(text) > 1 and not text.startswith("<0x")


def _whole(word: str) -> int | None:
    if not word.isascii():
        return _tokenizer().token_to_id(word)
    return _tokenizer().token_to_id(_START + word)


@lru_cache(maxsize=1)
def whole_words() -> npt.NDArray[np.int64]:
    """Parts that are English words by themselves, such as an app might be called by."""
    words = ((text.removeprefix(_START), part) for text, part in _tokenizer().get_vocab().items())
    return np.array(
        sorted(part for word, part in words if len(word) > 3 and _whole(word) == part and word.isalpha())
    )


def _two_words(word: str) -> tuple[int, ...]:
    """`spend` and `log` of `spendlog`; of several ways the one whose shorter part is the longest."""
    cuts = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    for cut in sorted(cuts, key=lambda place: -min(place, len(word) - place)):
        first, second = _whole(word[:cut]), _whole(word[cut:])
        if first is not None and second is not None:
            return first, second
    return ()


def meant(words: Iterable[str]) -> tuple[int, ...]:
    """The parts of some words, each once, as many as a token holds."""
    return tuple(dict.fromkeys(part for word in words for part in parts_of(word)))[:MOST_MEANT]
