"""Spelling: a text as the tokens of a language.

Invariant: a text is letters, whatever it says; no token that is a sign of its own (`<|im_end|>`) is ever
spelled, and what the vocabulary has no bytes for (a few control characters) is left out.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from phonebuddy.agents.nano.language.files import is_tiny, vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@lru_cache(maxsize=200_000)
def spell(name: str, text: str) -> tuple[int, ...]:
    return spell_out(name, text)[0]


def spell_out(name: str, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens, and behind which character of the text each ends; a part of one ends behind all of it."""
    if is_tiny(name):
        letters = [_known(letter).encode("utf-8") for letter in text]
        ends = tuple(end for end, letter in enumerate(letters, 1) for _ in letter)
        return tuple(b"".join(letters)), ends
    spelled = _tokenizer().encode(_known(text), add_special_tokens=False)
    return tuple(spelled.ids), tuple(end for _, end in spelled.offsets)


def _known(text: str) -> str:
    """Half a character (a lone surrogate, as phones send them) cannot be written; it is `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1)
def _tokenizer() -> Tokenizer:
    """As llama.cpp's pre-tokenizer `smollm`: digits one by one, then words in bytes."""
    # Workers are forked: a thread of this process would not be there in them.
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokens, merges = vocabulary()
    found = Tokenizer(models.BPE({token: place for place, token in enumerate(tokens)}, list(merges)))
    digits = pre_tokenizers.Digits(individual_digits=True)
    words = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    found.pre_tokenizer = pre_tokenizers.Sequence([digits, words])
    return found
