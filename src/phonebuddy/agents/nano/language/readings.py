"""Readings: many of them side by side as flat arrays, from which batches are taken without a loop.

Invariant: what is padded is of no text (-1), so that a reading means the same in any company.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from phonebuddy.agents.nano.arrays import Device, Long, places, spans

NO_TEXT = -1
_TWO_BYTES = 0xFFFF


class Sequences(NamedTuple):
    """A batch of readings, b x l, as a language takes them."""

    ids: Tensor
    item: Tensor
    """0 for the instruction, from 1 on for the texts, -1 for what is padded."""
    position: Tensor
    """How many ids stand before each that it can see."""
    told: int
    """The length of the longest instruction."""


class Readings:
    """See the head of this file."""

    def __init__(self, texts: Sequence[tuple[bytes, bytes]], device: Device) -> None:
        """Of each the ids, and how many are the instruction's and each text's; see Reading."""
        self._device = device
        each = [np.frombuffer(counts, np.uint16).astype(np.int64) for _, counts in texts]
        self._lengths = np.array([one.sum() for one in each], np.int64)
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._told = np.array([one[0] for one in each], np.int64)
        nothing = np.zeros(1, np.int64)
        flat, parts = np.concatenate((*each, nothing)), np.array([len(one) for one in each], np.int64)
        first = np.cumsum(parts) - parts
        number = np.concatenate((spans(np.zeros_like(parts), parts), nothing))
        item = np.repeat(number, flat)
        told = np.repeat(np.concatenate((np.repeat(flat[first], parts), nothing)) * (number > 0), flat)
        self._ids = self._put(np.frombuffer(b"".join(ids for ids, _ in texts), np.int16), 0)
        self._item = self._put(item.astype(np.int16), NO_TEXT)
        self._position = self._put((spans(np.zeros_like(flat), flat) + told).astype(np.int16), 0)

    def _put(self, flat: npt.NDArray[np.int16], nothing: int) -> Tensor:
        """On the device, with one more for what is padded."""
        return torch.from_numpy(np.append(flat, np.int16(nothing))).to(self._device)

    def of(self, which: Long) -> Sequences:
        """Some of them."""
        place, _ = places(self._starts[which], self._lengths[which], len(self._ids) - 1, self._device)
        ids = self._ids[place].long() & _TWO_BYTES
        told = int(self._told[which].max())
        return Sequences(ids, self._item[place].long(), self._position[place].long(), told)
