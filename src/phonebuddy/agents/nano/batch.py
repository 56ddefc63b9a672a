"""Batch: packed views side by side as tensors, and questions about them grouped by kind.

Invariant: what is padded is never there for the model, so a view is scored the same in any company.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from phonebuddy.agents.nano.choices import FIRST_TOLD, KIND, KINDS, NUM_PLACES, Ask, Asks
from phonebuddy.agents.nano.model import Inputs, Questions
from phonebuddy.agents.nano.packed import (
    BEHIND,
    NUM_WORD_FEATURES,
    Ints,
    Packed,
    local_ids,
    scene_of,
    source_token,
    token_of,
)
from phonebuddy.agents.nano.tokens import FEATURE, MOST_UNITS, NUM_FEATURES, Sort

POINTING = (Asks.THING, Asks.SOURCE, Asks.LAST_TOLD)
"""Questions that are answered by a token."""
FAR = 8
"""Words; places of words are counted in these."""
ABOUT_WORDS = (Asks.FIRST_WORD, Asks.LAST_WORD)


class Pending(NamedTuple):
    """A question about the view in a row of the batch."""

    row: int
    ask: Ask
    allowed: bytes
    words: bytes


def inputs_of(views: Sequence[Packed], device: str | torch.device = "cpu") -> Inputs:
    """The scenes of some views."""
    b, n = len(views), max(view.num_tokens for view in views)
    a = max(1, max(len(view.apps) // (2 * MOST_UNITS) for view in views))
    units, local = np.zeros((b, n, MOST_UNITS), np.int64), np.zeros((b, n, MOST_UNITS), np.int64)
    sign, sort = np.zeros((b, n), np.int64), np.zeros((b, n), np.int64)
    features, here = np.zeros((b, n, NUM_FEATURES), np.uint8), np.zeros((b, n), bool)
    apps, app_features = np.zeros((b, a, MOST_UNITS), np.int64), np.zeros((b, a, 3), np.uint8)
    num_local = 1
    for row, view in enumerate(views):
        said, signs, shares, names, name_shares = scene_of(view)
        m = view.num_tokens
        units[row, :m], sign[row, :m], features[row, :m], here[row, :m] = said, signs, shares, True
        local[row, :m], count = local_ids(said)
        num_local = max(num_local, count)
        sort[row, :m] = _sorts(view)
        apps[row, : len(names)], app_features[row, : len(names)] = names, name_shares
    return Inputs(
        _move(units, device), _move(local, device), num_local, _move(sign, device), _move(sort, device),
        _move(features, device).float() / 255, _move(here, device), _move(apps, device),
        _move(app_features, device).float() / 255,
    )  # fmt: skip


def _move(array: npt.NDArray[np.generic], device: str | torch.device) -> Tensor:
    return torch.from_numpy(array).to(device)


def _sorts(view: Packed) -> list[int]:
    done = view.num_tokens - 1 - view.num_told - view.num_things - view.num_read
    counts = (1, view.num_told, view.num_things, view.num_read, done)
    return [int(sort) for sort, count in zip(Sort, counts, strict=True) for _ in range(count)]


def num_columns(asks: Asks, inputs: Inputs, words: int) -> int:
    n = inputs.here.shape[1]
    match asks:
        case Asks.KIND:
            return len(KINDS)
        case Asks.APP:
            return inputs.apps.shape[1]
        case Asks.PLACE:
            return NUM_PLACES
        case Asks.SOURCE:
            return n + FIRST_TOLD
        case Asks.THING | Asks.LAST_TOLD:
            return n
        case _:
            return words


def column_of(view: Packed, ask: Ask, answer: int, num_tokens: int) -> int:
    """The column that stands for an answer; the end and the phrases stand behind the tokens."""
    if ask.asks not in POINTING:
        return answer
    token = token_of(view, ask, answer)
    return token if token >= 0 else num_tokens + answer


def answer_of(view: Packed, ask: Ask, column: int, num_tokens: int) -> int:
    """The answer that a column stands for."""
    match ask.asks:
        case Asks.THING:
            return column - 1 - view.num_told
        case Asks.LAST_TOLD:
            return column - 1
        case Asks.SOURCE:
            return column - num_tokens if column >= num_tokens else column - 1 + FIRST_TOLD
        case _:
            return column


def questions_of(
    asks: Asks, views: Sequence[Packed], inputs: Inputs, pending: Sequence[Pending]
) -> Questions:
    """Questions of one kind."""
    device, n = inputs.here.device, inputs.here.shape[1]
    words = [np.frombuffer(one.words, np.uint16).reshape(-1, 1 + NUM_WORD_FEATURES) for one in pending]
    most = max((len(one) for one in words), default=0)
    allowed = np.zeros((len(pending), num_columns(asks, inputs, most)), bool)
    numbers = np.zeros((6, len(pending)), np.int64)
    for place, one in enumerate(pending):
        view, ask = views[one.row], one.ask
        for answer in np.frombuffer(one.allowed, np.uint16):
            allowed[place, column_of(view, ask, int(answer), n)] = True
        at, first = _depends(view, ask)
        numbers[:, place] = one.row, ask.kind, at, first, ask.number, max(ask.first, 0)
    may = torch.from_numpy(allowed).to(device)
    told = [torch.from_numpy(one).to(device) for one in numbers]
    found = Questions(told[0], told[1], told[2], told[3], told[4], may, told[5])
    if asks in ABOUT_WORDS:
        found.words = _words(words, most, device)
    return found


def _depends(view: Packed, ask: Ask) -> tuple[int, int]:
    """The tokens an answer depends on; 0, the state, where there is none."""
    match ask.asks:
        case Asks.PLACE | Asks.THING:
            return (1 + view.num_told + ask.at if ask.at >= 0 else 0), 0
        case Asks.LAST_TOLD:
            return max(source_token(ask.at), 0), 1 + ask.first
        case Asks.SOURCE if ask.at < 0 and ask.kind == KIND["type"]:
            return _focused(view), 0
        case _:
            return max(source_token(ask.at), 0), 0


def _focused(view: Packed) -> int:
    """The field that has the keyboard: what is typed is what it asks for."""
    features = np.frombuffer(view.features, np.uint8).reshape(-1, NUM_FEATURES)
    first = 1 + view.num_told
    found = np.flatnonzero(features[first : first + view.num_things, FEATURE["flag FOCUSED"]])
    return first + int(found[0]) if len(found) else 0


def _words(words: Sequence[Ints], most: int, device: torch.device) -> Tensor:
    rows = np.zeros((len(words), most, 1 + NUM_WORD_FEATURES), np.float32)
    for place, one in enumerate(words):
        rows[place, : len(one)] = one
        rows[place, : len(one), -2] /= FAR
        rows[place, : len(one), -1] = (rows[place, : len(one), -1] - BEHIND) / FAR
    return torch.from_numpy(rows).to(device)
