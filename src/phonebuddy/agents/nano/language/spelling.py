"""Spelling: a text as the tokens of a language.

Invariant: a text is letters, whatever it says; no token that is a sign of its own (`<|im_end|>`) is ever
spelled but the one for what the vocabulary has nothing for; where there is none, such characters are left
out.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from phonebuddy.agents.nano.language.bert_files import UNKNOWN, words_of_bert
from phonebuddy.agents.nano.language.files import vocabulary
from phonebuddy.agents.nano.language.names import BERT, is_made_here, language_called

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@lru_cache(maxsize=200_000)
def spell(name: str, text: str) -> tuple[int, ...]:
    return spell_out(name, text)[0]


def spell_out(name: str, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens, and behind which character of the text each ends; a part of one ends behind all of it."""
    if is_made_here(name):
        letters = [_known(letter).encode("utf-8") for letter in text]
        ends = tuple(end for end, letter in enumerate(letters, 1) for _ in letter)
        return tuple(b"".join(letters)), ends
    spelled = _tokenizer(name).encode(_known(text), add_special_tokens=False)
    return tuple(spelled.ids), tuple(end for _, end in spelled.offsets)


def _known(text: str) -> str:
    """Half a character (a lone surrogate, as phones send them) cannot be written; it is `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1)
def _tokenizer(name: str) -> Tokenizer:
    # Workers are forked: a thread of this process would not be there in them.
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    return _wordpiece(name) if language_called(name).kind == BERT else _bytepairs()


def _bytepairs() -> Tokenizer:
    """As llama.cpp's pre-tokenizer `smollm`: digits one by one, then words in bytes."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokens, merges = vocabulary()
    found = Tokenizer(models.BPE({token: place for place, token in enumerate(tokens)}, list(merges)))
    digits = pre_tokenizers.Digits(individual_digits=True)
    words = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    found.pre_tokenizer = pre_tokenizers.Sequence([digits, words])
    return found


def _wordpiece(name: str) -> Tokenizer:
    """Words in small letters without accents, cut into known pieces; no sign of its own is one of them."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    found = Tokenizer(models.WordPiece(words_of_bert(name), unk_token=UNKNOWN, max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return found
