"""Memory: what a language has read of an instruction and its texts, kept while the weights are the same.

Most of a screen was on the one before: only what is new is read. Invariant: what is remembered is what would
be read again, but for rounding; weights that have changed leave nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from phonebuddy.agents.nano.arrays import Long
from phonebuddy.agents.nano.language.reading import Numbers, Reading
from phonebuddy.agents.nano.language.readings import Readings

MOST_KNOWN = 256
"""Instructions; a process plays so many tasks at once at most."""


class _Known:
    """One instruction and the texts read in its light."""

    def __init__(self) -> None:
        self.places: dict[bytes, int] = {}
        """Where in the table the last vector of a text stands; of the instruction all stand first."""
        self.table: Tensor | None = None

    def put(self, texts: Sequence[bytes], vectors: Tensor) -> None:
        first = 0 if self.table is None else len(self.table)
        self.table = vectors if self.table is None else torch.cat((self.table, vectors))
        told = len(vectors) - len(texts)
        self.places |= {text: first + told + number for number, text in enumerate(texts)}


class Memory:
    """See the head of this file."""

    def __init__(self, language: nn.Module) -> None:
        self._language = language
        self._known: dict[bytes, _Known] = {}
        self._weights: tuple[object, ...] = ()

    def recall(self, readings: Sequence[Reading], tokens: int, apps: int) -> tuple[Tensor, Tensor]:
        """What the tokens and the apps of some readings mean, padded with nothing to so many."""
        weights = tuple((id(one), one._version, one.device) for one in self._language.parameters())
        if weights != self._weights:
            self._known, self._weights = {}, weights
        texts = [one.texts() for one in readings]
        self._read(texts)
        found = [self._table(one, some) for one, some in zip(readings, texts, strict=True)]
        return (
            _picked(found, [one.where for one in readings], tokens),
            _picked(found, [one.apps for one in readings], apps),
        )

    def _read(self, wanted: Sequence[list[bytes]]) -> None:
        """Read what is not known yet, all of it in one pass."""
        new: dict[bytes, dict[bytes, None]] = {}
        for told, *texts in wanted:
            known = self._known.pop(told, None) or _Known()
            self._known[told] = known  # the last one in the order of use
            missing = {text: None for text in texts if text not in known.places}
            if missing or known.table is None:
                new.setdefault(told, {}).update(missing)
        if new:
            self._put(new)
        while len(self._known) > max(MOST_KNOWN, len(wanted)):
            del self._known[next(iter(self._known))]

    def _put(self, new: dict[bytes, dict[bytes, None]]) -> None:
        device = next(self._language.parameters()).device
        parts = [(told, *texts) for told, texts in new.items()]
        counts = [np.array([len(part) // 2 for part in one], np.uint16) for one in parts]
        written = [(b"".join(one), count.tobytes()) for one, count in zip(parts, counts, strict=True)]
        shelf = Readings(written, device)
        found = self._language(*shelf.of(np.arange(len(parts))))
        for row, ((told, *texts), count) in enumerate(zip(parts, counts, strict=True)):
            known = self._known[told]
            ends = np.cumsum(count.astype(np.int64))
            first = np.arange(ends[0]) if known.table is None else np.zeros(0, np.int64)
            kept = np.concatenate((first, ends[1:] - 1))
            known.put(texts, found[row, torch.from_numpy(kept).to(device)])

    def _table(self, reading: Reading, texts: Sequence[bytes]) -> _Found:
        known = self._known[texts[0]]
        assert known.table is not None, "everything was read"
        ends = np.cumsum(reading.counts.astype(np.int64))
        places = np.arange(ends[-1])  # those of the instruction stand where they stand
        places[ends[1:] - 1] = [known.places[text] for text in texts[1:]]
        return _Found(known.table, places)


class _Found(NamedTuple):
    """What is known of one reading."""

    table: Tensor
    places: Long
    """Where in the table each of its ids stands."""


def _picked(found: Sequence[_Found], where: Sequence[Numbers], width: int) -> Tensor:
    """The vectors at some places of each, padded with nothing to a width."""
    rows = []
    for (table, places), wanted in zip(found, where, strict=True):
        vectors = table[torch.from_numpy(places[wanted]).to(table.device)]
        rows.append(torch.nn.functional.pad(vectors, (0, 0, 0, width - len(vectors))))
    return torch.stack(rows)
