"""Packed: a view with its questions and answers, as bytes that a row keeps and a batch is made from.

Invariant: what is packed is enough to score the answers again; no text is in it, only hashes and features.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.choices import FIRST_TOLD, Ask, Asks, allowed, thing_of
from phonebuddy.agents.nano.tokens import MOST_UNITS, NUM_FEATURES, tokens_of
from phonebuddy.agents.nano.view import View
from phonebuddy.agents.nano.words import NUM_SIGNS, Word, is_sign

NUM_WORD_FEATURES = 8
BEHIND = 256
"""Added to how far a word is behind the first one, so that no number is below 0."""
Ints = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """See the head of this file; arrays as bytes, row by row."""

    num_told: int
    num_things: int
    num_read: int
    num_tokens: int
    units: bytes
    sign: bytes
    features: bytes
    apps: bytes
    app_features: bytes
    asks: tuple[tuple[int, int, int, int, int], ...] = ()
    """Each as an Ask."""
    answers: tuple[int, ...] = ()
    allowed: tuple[bytes, ...] = ()
    """What could have been answered."""
    words: tuple[bytes, ...] = ()
    """For questions about the words of a thing: a unit and features each; else nothing."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Packed)


def pack(view: View, asks: Sequence[Ask] = (), answers: Sequence[int] = ()) -> bytes:
    tokens = tokens_of(view)
    packed = Packed(
        len(view.told), len(view.look.things), len(view.read), len(tokens.sort), tokens.units.tobytes(),
        tokens.sign.tobytes(), tokens.features.tobytes(), tokens.apps.tobytes(),
        tokens.app_features.tobytes(), tuple((*ask,) for ask in asks), tuple(answers),
        tuple(np.array(allowed(view, ask), np.uint16).tobytes() for ask in asks),
        tuple(pack_words(view, ask) for ask in asks),
    )  # fmt: skip
    return _ENCODER.encode(packed)


def unpack(data: bytes) -> Packed:
    return _DECODER.decode(data)


def pack_words(view: View, ask: Ask) -> bytes:
    """The words of the thing that a question is about: unit and features, nine numbers each."""
    if ask.asks not in (Asks.FIRST_WORD, Asks.LAST_WORD):
        return b""
    thing = thing_of(view, ask.at)
    told = {unit for word in view.told for unit in word.units[:1]}
    rows = np.zeros((len(thing.words), 1 + NUM_WORD_FEATURES), np.uint16)
    for place, (text, word) in enumerate(thing.words):
        opens = place == 0 or thing.words[place - 1][0] != text
        closes = place + 1 == len(thing.words) or thing.words[place + 1][0] != text
        rows[place] = (
            word.units[0],
            *_word_features(word, told, opens, closes),
            place,
            BEHIND + place - ask.first,
        )
    return rows.tobytes()


def _word_features(word: Word, told: set[int], opens: bool, closes: bool) -> tuple[int, ...]:
    return (
        word.units[0] in told, word.text[0].isdigit(), is_sign(word), word.text[0].isupper(), opens, closes
    )  # fmt: skip


def token_of(packed: Packed, ask: Ask, answer: int) -> int:
    """Where the model's columns have an answer: tokens in their order, then the end and the phrases."""
    match ask.asks:
        case Asks.THING:
            return 1 + packed.num_told + answer
        case Asks.LAST_TOLD:
            return 1 + answer
        case _:
            return source_token(answer)


def source_token(source: int) -> int:
    """The token of a source; below 0 for the end and the phrases."""
    return source - FIRST_TOLD + 1 if source >= FIRST_TOLD else -1


def scene_of(packed: Packed) -> tuple[Ints, Ints, Bytes, Ints, Bytes]:
    """Units, signs and features of the tokens, units and features of the apps."""
    return (
        np.frombuffer(packed.units, np.uint16).reshape(-1, MOST_UNITS),
        np.frombuffer(packed.sign, np.uint16),
        np.frombuffer(packed.features, np.uint8).reshape(-1, NUM_FEATURES),
        np.frombuffer(packed.apps, np.uint16).reshape(-1, MOST_UNITS),
        np.frombuffer(packed.app_features, np.uint8).reshape(-1, 3),
    )


def local_ids(units: Ints) -> tuple[npt.NDArray[np.int64], int]:
    """Units numbered from 1 within their view, 0 for signs and nothing; and how many there are."""
    known, inverse = np.unique(np.where(units < NUM_SIGNS, 0, units), return_inverse=True)
    ids = inverse.reshape(units.shape).astype(np.int64) + (0 if known[0] == 0 else 1)
    return ids, int(ids.max()) + 1
