"""GGUF, the file form of llama.cpp: a head of named fields, then tensors, most of them in few bits.

The library of that name takes four seconds to open a file of 100 MB; this reads what we need of it in a tenth
of one. Invariant: an opened file is whole, so that a tensor can be had at any time; nothing of it is kept.
"""

from __future__ import annotations

import math
import mmap
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.errors import AgentError

MAGIC, VERSION = b"GGUF", 3
SCALARS = dict(enumerate(("<u1", "<i1", "<u2", "<i2", "<u4", "<i4", "<f4", "?"))) | {
    10: "<u8",
    11: "<i8",
    12: "<f8",
}
"""How numpy spells the kinds of fields that are one number."""
STRING, ARRAY = 8, 9
ALIGNMENT = 32
"""Tensors begin at multiples of so many bytes, unless a field says otherwise."""
BLOCK = 32
"""Numbers that are packed together."""
Floats = npt.NDArray[np.float32]
Field = float | str | list[str] | npt.NDArray[np.generic]


class Packing(NamedTuple):
    """How the numbers of a block are kept; all of them are `low + step * number`."""

    block: int
    layout: np.dtype[np.void]


_ONE = np.dtype([("number", "<f4")])
_FOUR_BITS = np.dtype([("step", "<f2"), ("low", "<f2"), ("pairs", "u1", (BLOCK // 2,))])
_EIGHT_BITS = np.dtype([("step", "<f2"), ("numbers", "i1", (BLOCK,))])
PACKINGS = {0: Packing(1, _ONE), 3: Packing(BLOCK, _FOUR_BITS), 8: Packing(BLOCK, _EIGHT_BITS)}
"""F32, Q4_1 and Q8_0."""


class Place(NamedTuple):
    """Where a tensor lies and what it is."""

    shape: tuple[int, ...]
    packing: Packing
    start: int

    @property
    def num_blocks(self) -> int:
        return math.prod(self.shape) // self.packing.block


class Gguf(Mapping[str, Floats]):
    """A file: its fields, and its tensors as (out, in), unpacked whenever one is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            head = _Head(self._data)
            self._fields, self._places = head.fields, head.places
        except (OSError, ValueError, KeyError, struct.error) as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, why: str) -> AgentError:
        return AgentError(f"{self.path} is no language model that can be read ({why}); install it again")

    def number(self, key: str) -> float:
        found = self._fields.get(key)
        if not isinstance(found, int | float):
            raise self._damaged(f"no number {key}")
        return found

    def texts(self, key: str) -> list[str]:
        found = self._fields.get(key)
        if not isinstance(found, list):
            raise self._damaged(f"no texts {key}")
        return found

    def __getitem__(self, name: str) -> Floats:
        if name not in self._places:
            raise self._damaged(f"no tensor {name}")
        place = self._places[name]
        blocks = np.frombuffer(self._data, place.packing.layout, place.num_blocks, place.start)
        return _unpacked(blocks).reshape(place.shape)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _unpacked(blocks: npt.NDArray[np.void]) -> Floats:
    if blocks.dtype == _ONE:
        return np.array(blocks["number"], np.float32)
    step = blocks["step"].astype(np.float32)[:, None]
    if blocks.dtype == _EIGHT_BITS:
        eight: Floats = np.multiply(blocks["numbers"], step, dtype=np.float32)
        return eight
    found = np.empty((len(blocks), 2, BLOCK // 2), np.float32)
    found[:, 0], found[:, 1] = blocks["pairs"] & 15, blocks["pairs"] >> 4
    found *= step[:, :, None]
    found += blocks["low"].astype(np.float32)[:, None, None]
    return found


class _Head:
    """Reads the head of a file from its beginning to its end."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data, self._at = data, 0
        if (magic := self._take(4)) != MAGIC:
            raise ValueError(f"it begins with {magic!r}")
        version, num_tensors, num_fields = struct.unpack("<IQQ", self._take(20))
        if version != VERSION:
            raise ValueError(f"form {version}, not {VERSION}")
        self.fields: dict[str, Field] = {}
        for _ in range(num_fields):
            key = self._text()
            self.fields[key] = self._field(self._number("<I"))
        places = dict(self._place() for _ in range(num_tensors))
        alignment = self.fields.get("general.alignment", ALIGNMENT)
        if not isinstance(alignment, int) or alignment < 1:
            raise ValueError(f"tensors begin at every {alignment} bytes")
        first = self._at + -self._at % alignment
        self.places = {name: place._replace(start=first + place.start) for name, place in places.items()}
        for name, place in self.places.items():
            if place.start + place.num_blocks * place.packing.layout.itemsize > len(data):
                raise ValueError(f"it ends within {name}")

    def _take(self, size: int) -> bytes:
        if self._at + size > len(self._data):
            raise ValueError("it ends within its head")
        self._at += size
        return self._data[self._at - size : self._at]

    def _number(self, form: str) -> int:
        (found,) = struct.unpack(form, self._take(struct.calcsize(form)))
        return int(found)

    def _text(self) -> str:
        return self._take(self._number("<Q")).decode("utf-8")

    def _field(self, kind: int) -> Field:
        if kind == STRING:
            return self._text()
        if kind != ARRAY:
            one: float = self._numbers(kind, 1)[0].item()
            return one
        kind, count = struct.unpack("<IQ", self._take(12))
        return [self._text() for _ in range(count)] if kind == STRING else self._numbers(kind, count)

    def _numbers(self, kind: int, count: int) -> npt.NDArray[np.generic]:
        form = np.dtype(SCALARS[kind])
        return np.frombuffer(self._take(count * form.itemsize), form)

    def _place(self) -> tuple[str, Place]:
        name, num_axes = self._text(), self._number("<I")
        # The axis whose numbers lie side by side comes first in the file.
        shape = struct.unpack(f"<{num_axes}Q", self._take(8 * num_axes))[::-1]
        packing, start = PACKINGS[self._number("<I")], self._number("<Q")
        return name, Place(shape, packing, start)
