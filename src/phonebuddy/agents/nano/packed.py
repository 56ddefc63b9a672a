"""Packed: a view with its questions and answers, as bytes that a row keeps and a batch is made from.

Questions are numbers already: the tokens an answer depends on, and the model's columns that may be answered.
Invariant: what is packed is enough to score the answers again; no text is in it, only hashes,
features and, where a language reads along, what it spells texts with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.choices import FIRST_TOLD, KIND, Ask, Asks, allowed, thing_of
from phonebuddy.agents.nano.language.reading import Reading
from phonebuddy.agents.nano.tokens import tokens_of
from phonebuddy.agents.nano.view import View
from phonebuddy.agents.nano.words import NUM_SIGNS, NUM_UNITS, Word, is_sign
from phonebuddy.screen import Flag

NUM_WORD_FEATURES = 8
_FOCUSED = int(Flag.FOCUSED)
BEHIND = 256
"""Added to how far a word is behind the first one, so that no number is below 0."""
ABOUT_WORDS = (Asks.FIRST_WORD, Asks.LAST_WORD)
Ints = npt.NDArray[np.int16]
Words = npt.NDArray[np.uint16]
NUMBERS = ("asks", "kind", "at", "first", "number", "first_word", "answer", "allowed", "words")
"""Of a question: what is asked and about what (tokens; 0, the state, for nothing), the column of the answer,
how many columns are allowed, how many words it is about."""


class Question(NamedTuple):
    """A question in numbers."""

    numbers: tuple[int, ...]
    """See NUMBERS."""
    columns: Ints
    """Those allowed; below 0, from -1 down, those that stand behind the tokens: the end, then the phrases."""
    words: Words
    """For a question about the words of a thing: a unit and features each."""


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """See the head of this file; arrays as bytes, row by row."""

    num_told: int
    num_things: int
    num_read: int
    num_tokens: int
    num_local: int
    units: bytes
    local: bytes
    """The units numbered within the view."""
    meant: bytes
    sign: bytes
    features: bytes
    apps: bytes
    apps_meant: bytes
    app_features: bytes
    questions: bytes
    columns: bytes
    words: bytes
    reading: tuple[bytes, ...] = ()
    """What a language reads, see language.reading; empty without one."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Packed)


def pack(
    view: View, asks: Sequence[Ask] = (), answers: Sequence[int] = (), reading: Reading | None = None
) -> bytes:
    tokens = tokens_of(view)
    local, num_local = _local(np.frombuffer(tokens.units, np.uint16))
    asked = [question_of(view, ask, answer) for ask, answer in zip(asks, answers, strict=True)]
    packed = Packed(
        len(view.told), len(view.look.things), len(view.read), len(tokens.sign) // 2, num_local,
        tokens.units, local.tobytes(), tokens.meant, tokens.sign, tokens.features,
        tokens.apps, tokens.apps_meant, tokens.app_features,
        np.array([one.numbers for one in asked], np.int16).tobytes(),
        b"".join(one.columns.tobytes() for one in asked), b"".join(one.words.tobytes() for one in asked),
        tuple(part.tobytes() for part in reading or ()),
    )  # fmt: skip
    return _ENCODER.encode(packed)


def unpack(data: bytes) -> Packed:
    return _DECODER.decode(data)


def without_questions(data: bytes) -> bytes:
    """The same for the same view, whatever was asked and answered."""
    bare = msgspec.structs.replace(unpack(data), questions=b"", columns=b"", words=b"", reading=())
    return _ENCODER.encode(bare)


def question_of(view: View, ask: Ask, answer: int | None = None) -> Question:
    """A question, and the answer to it where there is one, in numbers."""
    columns = columns_of(view, ask, allowed(view, ask))
    words = _words(view, ask)
    given = int(columns_of(view, ask, [answer])[0]) if answer is not None else 0
    at, first = _depends(view, ask)
    numbers = (ask.asks, ask.kind, at, first, ask.number, max(ask.first, 0), given, len(columns), len(words))
    return Question(numbers, columns, words)


def columns_of(view: View, ask: Ask, answers: Sequence[int]) -> Ints:
    """The columns of answers: tokens in their order; the end and the phrases below 0."""
    found = np.array(answers, np.int16)
    match ask.asks:
        case Asks.THING:
            return found + np.int16(1 + len(view.told))
        case Asks.LAST_TOLD:
            return found + np.int16(1)
        case Asks.SOURCE:
            return np.where(found >= FIRST_TOLD, found - np.int16(FIRST_TOLD - 1), np.int16(-1) - found)
        case _:
            return found


def answer_of(view: View, ask: Ask, column: int) -> int:
    """The answer that a column stands for."""
    match ask.asks:
        case Asks.THING:
            return column - 1 - len(view.told)
        case Asks.LAST_TOLD:
            return column - 1
        case Asks.SOURCE:
            return column - 1 + FIRST_TOLD if column >= 0 else -1 - column
        case _:
            return column


def _depends(view: View, ask: Ask) -> tuple[int, int]:
    """The tokens an answer depends on; 0, the state, where there is none."""
    source = ask.at - FIRST_TOLD + 1 if ask.at >= FIRST_TOLD else 0
    match ask.asks:
        case Asks.PLACE | Asks.THING:
            return (1 + len(view.told) + ask.at if ask.at >= 0 else 0), 0
        case Asks.LAST_TOLD:
            return source, 1 + ask.first
        case Asks.SOURCE if ask.at < 0 and ask.kind == KIND["type"]:
            return _focused(view), 0
        case _:
            return source, 0


def _focused(view: View) -> int:
    """The field that has the keyboard: what is typed is what it asks for."""
    for place, thing in enumerate(view.look.things):
        if thing.element.flags & _FOCUSED:
            return 1 + len(view.told) + place
    return 0


def _words(view: View, ask: Ask) -> Words:
    """The words of the thing that a question is about: unit and features, nine numbers each."""
    if ask.asks not in ABOUT_WORDS:
        return np.zeros((0, 1 + NUM_WORD_FEATURES), np.uint16)
    thing = thing_of(view, ask.at)
    told = {word.units[0] for word in view.told if word.says}
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
    return rows


def _word_features(word: Word, told: set[int], opens: bool, closes: bool) -> tuple[int, ...]:
    return (
        word.units[0] in told, word.text[0].isdigit(), is_sign(word), word.text[0].isupper(), opens, closes
    )  # fmt: skip


def _local(units: Words) -> tuple[Words, int]:
    """Units numbered from 1 within their view, 0 for signs and nothing; and how many there are."""
    places = units.astype(np.intp)
    there = np.zeros(NUM_UNITS, bool)
    there[places] = True
    there[:NUM_SIGNS] = False
    known = there.nonzero()[0]
    numbered = np.zeros(NUM_UNITS, np.uint16)
    numbered[known] = np.arange(1, len(known) + 1, dtype=np.uint16)
    return numbered.take(places), len(known) + 1
