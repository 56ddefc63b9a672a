"""Shelf: many packed views side by side as flat arrays, from which batches are taken without a loop.

Tokens lie on the device that learns; a batch is one look-up there. Questions stay with the processor: of each
kind of question in a batch one table is made.
Invariant: what is padded is never there for the model, so a view is scored the same in any company.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Packed,
    Question,
)
from phonebuddy.agents.nano.relations import Inputs
from phonebuddy.agents.nano.words import MOST_UNITS, NUM_UNITS

TOGETHER = 1_000_000
"""Tokens or apps that are looked through at once: all of them are too many for some memories."""
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

    def __init__(self, views: Sequence[Packed], device: Device = "cpu") -> None:
        self.device = device
        self._lengths = np.array([view.num_tokens for view in views], np.int64)
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._num_local = np.array([view.num_local for view in views], np.int64)
        self._units = self._flat([view.units for view in views], np.int16, MOST_UNITS)
        self._local = self._flat([view.local for view in views], np.int16, MOST_UNITS)
        self._meant = self._flat([view.meant for view in views], np.int16, MOST_MEANT)
        self._sign = self._flat([view.sign for view in views], np.int16, 1)[:, 0]
        self._sort = self._flat([_sorts(view) for view in views], np.uint8, 1)[:, 0]
        self._features = self._flat([view.features for view in views], np.uint8, NUM_FEATURES)
        self._num_apps = np.array([len(view.apps) // (2 * MOST_UNITS) for view in views], np.int64)
        self._app_starts = np.cumsum(self._num_apps) - self._num_apps
        self._apps = self._flat([view.apps for view in views], np.int16, MOST_UNITS)
        self._apps_meant = self._flat([view.apps_meant for view in views], np.int16, MOST_MEANT)
        self._app_features = self._flat([one.app_features for one in views], np.uint8, NUM_APP_FEATURES)
        self._shelve_questions(views)
        self._shelve_readings(views)

    def _shelve_questions(self, views: Sequence[Packed]) -> None:
        self._num_asked = np.array([len(one.questions) // (2 * len(NUMBERS)) for one in views], np.int64)
        self._asked_starts = np.cumsum(self._num_asked) - self._num_asked
        self._numbers = np.frombuffer(b"".join(one.questions for one in views), np.int16)
        self._numbers = self._numbers.reshape(-1, len(NUMBERS))
        counts = self._numbers.astype(np.int64)
        self._column_starts = np.cumsum(counts[:, PLACE["allowed"]]) - counts[:, PLACE["allowed"]]
        self._columns = np.frombuffer(b"".join(view.columns for view in views), np.int16)
        self._word_starts = np.cumsum(counts[:, PLACE["words"]]) - counts[:, PLACE["words"]]
        self._words = np.frombuffer(b"".join(view.words for view in views), np.uint16)
        self._words = self._words.reshape(-1, 1 + NUM_WORD_FEATURES)

    def _shelve_readings(self, views: Sequence[Packed]) -> None:
        self._readings: Readings | None = None
        if not all(view.reading for view in views):
            return
        ids, counts, where, apps = zip(*(view.reading for view in views), strict=True)
        # The steps of an episode share one.
        numbers: dict[tuple[bytes, bytes], int] = {}
        each = [numbers.setdefault(one, len(numbers)) for one in zip(ids, counts, strict=True)]
        self._reading = np.array(each, np.int64)
        self._readings = Readings(list(numbers), self.device)
        self._where = self._flat(where, np.int16, 1)[:, 0]
        self._apps_where = self._flat(apps, np.int16, 1)[:, 0]

    def _flat(self, parts: Sequence[bytes], kind: type[np.generic], width: int) -> Tensor:
        """One row more than there are: nothing, for what is padded."""
        # A bytearray can be written to, as torch wants it: no second copy.
        found = np.frombuffer(bytearray().join((*parts, bytes(width * np.dtype(kind).itemsize))), kind)
        return torch.from_numpy(found.reshape(-1, width)).to(self.device)

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


def _sorts(view: Packed) -> bytes:
    done = view.num_tokens - 1 - view.num_told - view.num_things - view.num_read
    counts = (1, view.num_told, view.num_things, view.num_read, done)
    return b"".join(bytes([sort]) * count for sort, count in zip(Sort, counts, strict=True))


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
