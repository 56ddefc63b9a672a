"""Shelf: many packed views side by side as flat arrays, from which batches are taken without a loop.

Tokens lie on the device that learns; a batch is one look-up there. Questions stay with the processor: of each
kind of question in a batch one table is made.
Invariant: what is padded is never there for the model, so a view is scored the same in any company.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from phonebuddy.agents.nano.arrays import Device, Long, places, put, spans
from phonebuddy.agents.nano.choices import FIRST_TOLD, KINDS, NUM_PLACES, Asks
from phonebuddy.agents.nano.features import NUM_APP_FEATURES, NUM_FEATURES, Sort
from phonebuddy.agents.nano.language.readings import Readings
from phonebuddy.agents.nano.meaning import MOST_MEANT
from phonebuddy.agents.nano.model import Questions
from phonebuddy.agents.nano.packed import (
    ABOUT_WORDS,
    BEHIND,
    NUM_WORD_FEATURES,
    NUMBERS,
    Question,
    unpack,
)
from phonebuddy.agents.nano.relations import Inputs
from phonebuddy.agents.nano.words import MOST_UNITS, NUM_UNITS

TOGETHER = 1_000_000
"""Tokens or apps that are looked through at once: all of them are too many for some memories."""
NOTHING = bytes(2)
"""A number for what is padded."""
PADS = {
    "units": 2 * MOST_UNITS, "local": 2 * MOST_UNITS, "meant": 2 * MOST_MEANT, "sign": 2,
    "features": NUM_FEATURES, "apps": 2 * MOST_UNITS, "apps_meant": 2 * MOST_MEANT,
    "app_features": NUM_APP_FEATURES, "questions": 0, "columns": 0, "words": 0,
}  # fmt: skip
"""The arrays of a view, and the bytes behind those of all views: a row of nothing, for what is padded."""
FAR = 8
"""Words; places of words are counted in these."""
PLACE = {name: place for place, name in enumerate(NUMBERS)}


class Asked(NamedTuple):
    """Questions about the views of a batch."""

    row: Long
    """The view of each, by its row in the batch."""
    numbers: npt.NDArray[np.int16]
    """Of each, see packed.NUMBERS."""
    columns: npt.NDArray[np.int16]
    """All that is allowed, question after question."""
    words: npt.NDArray[np.uint16]


class Shelf:
    """See the head of this file."""

    def __init__(self, packed: Sequence[bytes], device: Device = "cpu") -> None:
        self.device = device
        counts, arrays = _laid_out(packed)
        self._num_local, self._lengths, self._num_apps, self._num_asked = counts[:, 3:].T
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._app_starts = np.cumsum(self._num_apps) - self._num_apps
        self._units = self._flat(arrays["units"], np.int16, MOST_UNITS)
        self._local = self._flat(arrays["local"], np.int16, MOST_UNITS)
        self._meant = self._flat(arrays["meant"], np.int16, MOST_MEANT)
        self._sign = self._flat(arrays["sign"], np.int16, 1)[:, 0]
        self._sort = put(_sorts(counts), device)
        self._features = self._flat(arrays["features"], np.uint8, NUM_FEATURES)
        self._apps = self._flat(arrays["apps"], np.int16, MOST_UNITS)
        self._apps_meant = self._flat(arrays["apps_meant"], np.int16, MOST_MEANT)
        self._app_features = self._flat(arrays["app_features"], np.uint8, NUM_APP_FEATURES)
        self._shelve_questions(arrays)
        self._shelve_readings(packed)

    def _shelve_questions(self, arrays: Mapping[str, bytearray]) -> None:
        self._asked_starts = np.cumsum(self._num_asked) - self._num_asked
        self._numbers = np.frombuffer(arrays["questions"], np.int16).reshape(-1, len(NUMBERS))
        counts = self._numbers.astype(np.int64)
        self._column_starts = np.cumsum(counts[:, PLACE["allowed"]]) - counts[:, PLACE["allowed"]]
        self._columns = np.frombuffer(arrays["columns"], np.int16)
        self._word_starts = np.cumsum(counts[:, PLACE["words"]]) - counts[:, PLACE["words"]]
        self._words = np.frombuffer(arrays["words"], np.uint16).reshape(-1, 1 + NUM_WORD_FEATURES)

    def _shelve_readings(self, packed: Sequence[bytes]) -> None:
        self._readings: Readings | None = None
        readings = [unpack(one).reading for one in packed]
        if not all(readings):
            return
        ids, counts, where, apps = zip(*readings, strict=True)
        # The steps of an episode share one.
        numbers: dict[tuple[bytes, bytes], int] = {}
        each = [numbers.setdefault(one, len(numbers)) for one in zip(ids, counts, strict=True)]
        self._reading = np.array(each, np.int64)
        self._readings = Readings(list(numbers), self.device)
        self._where = self._flat(bytearray().join((*where, NOTHING)), np.int16, 1)[:, 0]
        self._apps_where = self._flat(bytearray().join((*apps, NOTHING)), np.int16, 1)[:, 0]

    def _flat(self, data: bytearray, kind: type[np.generic], width: int) -> Tensor:
        """A bytearray can be written to, as torch wants it: no second copy."""
        return torch.from_numpy(np.frombuffer(data, kind).reshape(-1, width)).to(self.device)

    def inputs(self, rows: Long) -> Inputs:
        """The scenes of some views."""
        place, here = places(self._starts[rows], self._lengths[rows], len(self._sort) - 1, self.device)
        app, _ = places(self._app_starts[rows], self._num_apps[rows], len(self._apps) - 1, self.device)
        found = Inputs(
            self._units[place].long(), self._local[place].long(), int(self._num_local[rows].max()),
            self._meant[place].long(), self._sign[place].long(), self._sort[place].long(),
            self._features[place].float() / 255, here,
            self._apps[app].long(), self._apps_meant[app].long(), self._app_features[app].float() / 255,
        )  # fmt: skip
        if (readings := self._readings) is not None:
            which, own = np.unique(self._reading[rows], return_inverse=True)
            found.ids, found.item, found.position, found.num_told = readings.of(which)
            found.reading = put(own.astype(np.int64), self.device)
            found.where, found.apps_where = self._where[place].long(), self._apps_where[app].long()
        return found

    def app_rows(self, rows: Long, flags: Tensor) -> Tensor:
        """Something known of every app on the shelf, and of none behind them, for the apps of some views."""
        app, _ = places(self._app_starts[rows], self._num_apps[rows], len(flags) - 1, self.device)
        return flags[app]

    def app_names(self) -> Tensor:
        """A number for what each app on the shelf is called, and one for none; the same for the same."""
        factors = torch.randint(1 << 62, (MOST_UNITS,), generator=torch.Generator().manual_seed(0))
        parts = torch.split(self._apps, TOGETHER)
        return torch.cat([(part.long() * factors.to(self.device)).sum(-1) for part in parts])

    def answered_apps(self) -> Tensor:
        """The places of the apps that are answers, among all apps on the shelf."""
        first = np.repeat(self._app_starts, self._num_asked)
        is_app = self._numbers[:, PLACE["asks"]] == Asks.APP
        return put(first[is_app] + self._numbers[is_app, PLACE["answer"]], self.device)

    def groups_saying(self, group: Long, num_groups: int) -> Tensor:
        """In how many groups of views each unit is said."""
        said = torch.zeros(num_groups * NUM_UNITS, dtype=torch.bool, device=self.device)
        first = put(np.repeat(group * NUM_UNITS, self._lengths), self.device)
        for base, units in zip(
            torch.split(first, TOGETHER), torch.split(self._units[:-1], TOGETHER), strict=True
        ):
            said[(base.unsqueeze(1) + units.long()).flatten()] = True
        return said.view(num_groups, NUM_UNITS).sum(0)

    def asked(self, rows: Long) -> tuple[Asked, Long]:
        """The questions of some views, and the place of each among those of its view."""
        counts = self._num_asked[rows]
        which = spans(self._asked_starts[rows], counts)
        numbers = self._numbers[which]
        columns = spans(self._column_starts[which], numbers[:, PLACE["allowed"]].astype(np.int64))
        words = spans(self._word_starts[which], numbers[:, PLACE["words"]].astype(np.int64))
        row = np.repeat(np.arange(len(rows)), counts)
        place = spans(np.zeros_like(counts), counts)
        return Asked(row, numbers, self._columns[columns], self._words[words]), place


def _laid_out(packed: Sequence[bytes]) -> tuple[Long, dict[str, bytearray]]:
    """The counts of views, and what each of their arrays holds, one view behind the other.

    Views are unpacked twice, once to see how much room they take: all of them unpacked at once would take the
    room of the whole shelf again, and torch's memory is never given back.
    """
    counts = np.zeros((len(packed), 7), np.int64)
    sizes = dict.fromkeys(PADS, 0)
    for number, data in enumerate(packed):
        view = unpack(data)
        counts[number] = (
            view.num_told, view.num_things, view.num_read, view.num_local, view.num_tokens,
            len(view.apps) // (2 * MOST_UNITS), len(view.questions) // (2 * len(NUMBERS)),
        )  # fmt: skip
        for name in sizes:
            sizes[name] += len(getattr(view, name))
    arrays = {name: bytearray(size + PADS[name]) for name, size in sizes.items()}
    ends = dict.fromkeys(PADS, 0)
    for data in packed:
        view = unpack(data)
        for name, array in arrays.items():
            part, start = getattr(view, name), ends[name]
            ends[name] = start + len(part)
            array[start : ends[name]] = part
    return counts, arrays


def _sorts(counts: Long) -> npt.NDArray[np.uint8]:
    """What sort of token each is, view after view; one more for what is padded."""
    told, things, read, _, tokens = counts[:, :5].T
    each = np.stack((np.ones_like(told), told, things, read, tokens - 1 - told - things - read), 1)
    kinds = np.tile(np.array(Sort, np.uint8), len(counts))
    return np.append(np.repeat(kinds, each.flatten()), np.uint8(0))


def asked_of(rows: Sequence[int], questions: Sequence[Question]) -> Asked:
    """Single questions, each about the view in a row of the batch."""
    return Asked(
        np.array(rows, np.int64),
        np.array([one.numbers for one in questions], np.int16),
        np.concatenate([one.columns for one in questions]),
        np.concatenate([one.words for one in questions]),
    )


def of_kind(asked: Asked, asks: Asks) -> tuple[Asked, Long]:
    """The questions of one kind, and which these are."""
    wanted = asked.numbers[:, PLACE["asks"]] == asks
    return Asked(
        asked.row[wanted],
        asked.numbers[wanted],
        asked.columns[np.repeat(wanted, asked.numbers[:, PLACE["allowed"]])],
        asked.words[np.repeat(wanted, asked.numbers[:, PLACE["words"]])],
    ), np.flatnonzero(wanted)


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


def questions_of(asks: Asks, asked: Asked, inputs: Inputs) -> Questions:
    """Questions of one kind as the model takes them."""
    device, n = inputs.here.device, inputs.here.shape[1]
    numbers = asked.numbers.astype(np.int64)
    most = int(numbers[:, PLACE["words"]].max(initial=0))
    allowed = np.zeros((len(numbers), num_columns(asks, inputs, most)), bool)
    allowed[np.repeat(np.arange(len(numbers)), numbers[:, PLACE["allowed"]]), _behind(asked.columns, n)] = (
        True
    )
    told = put(np.ascontiguousarray(np.column_stack((asked.row, numbers)).T), device)
    row, (kind, at, first, number, first_word) = told[0], told[2:7]
    found = Questions(row, kind, at, first, number, put(allowed, device), first_word)
    if asks in ABOUT_WORDS:
        found.words = put(_words(asked.words, numbers[:, PLACE["words"]], most), device)
    return found


def _behind(columns: npt.NDArray[np.int16], num_tokens: int) -> Long:
    """Columns as they are in a batch: what is below 0 stands behind the tokens."""
    wide = columns.astype(np.int64)
    return np.where(wide < 0, num_tokens - 1 - wide, wide)


def answers_of(asked: Asked, inputs: Inputs) -> Long:
    """The columns of the answers that were given."""
    return _behind(asked.numbers[:, PLACE["answer"]], inputs.here.shape[1])


def _words(words: npt.NDArray[np.uint16], counts: Long, most: int) -> npt.NDArray[np.float32]:
    rows = np.zeros((len(counts), most, 1 + NUM_WORD_FEATURES), np.float32)
    here = np.arange(most) < counts[:, None]
    values = words.astype(np.float32)
    values[:, -2] /= FAR
    values[:, -1] = (values[:, -1] - BEHIND) / FAR
    rows[here] = values
    return rows
