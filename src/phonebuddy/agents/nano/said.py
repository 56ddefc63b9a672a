"""Said: what some texts say together, whatever thing says it.

Invariant: it depends on the texts alone, and is worked out once for them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import msgspec

from phonebuddy.agents.nano.agreement import plain_words
from phonebuddy.agents.nano.meaning import MOST_MEANT, meant
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.words import Word, is_sign, numbers, words_of

MOST_WORDS = 120
"""Of one thing; a letter is longer, and its end is not copied."""


class Said(msgspec.Struct, frozen=True, gc=False):
    """See the head of this file."""

    words: tuple[tuple[int, Word], ...]
    """All words, each with the number of its text."""
    own: tuple[Word, ...]
    """The words without the signs between them."""
    telling: tuple[Word, ...]
    """Those of them that say something, each once."""
    has_number: bool
    """Whether one of these is a number."""
    units: frozenset[int]
    """What these are."""
    known: frozenset[int]
    """All that these can agree by."""
    said: tuple[tuple[str, ...], ...]
    """Each text as plain words."""
    pieces: tuple[tuple[int, str], ...]
    """The words in their plain form, each with the number of its text."""
    plain: tuple[str, ...]
    """The texts in their plain form."""
    meant: bytes
    """What the words mean."""


@lru_cache(maxsize=20_000)
def say(texts: tuple[str, ...]) -> Said:
    words = [(number, word) for number, text in enumerate(texts) for word in words_of(text)][:MOST_WORDS]
    own = tuple(word for _, word in words if not is_sign(word))
    telling = tuple({word.units[0]: word for word in own if word.says}.values())
    return Said(
        tuple(words), own, telling,
        any(word.text[0].isdigit() for word in telling),
        frozenset(word.units[0] for word in telling),
        frozenset(chain.from_iterable(word.known_by for word in telling)),
        tuple(plain_words(words_of(text)) for text in texts),
        tuple((number, word.plain) for number, word in words),
        tuple(map(plain, texts)),
        numbers(meant(word.text for word in telling), MOST_MEANT),
    )  # fmt: skip
