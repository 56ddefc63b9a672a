"""Breaking recordings on purpose: bytes turned, cut and doubled, values of JSON replaced by strange ones.

Invariant: the same seed breaks a recording in the same way.
"""

from __future__ import annotations

import gzip
import json
import random
import struct
from copy import deepcopy
from typing import Any

from phonebuddy.traces.tfrecord import masked_crc
from tests.traces.samples import record

STRANGE: list[object] = [
    None, True, -1, 0, 1 << 70, -(1 << 40), 1e308, 0.5, "", "x", "\u0000", "../../x", "true", "[0,0][1,1]",
    [], {}, [[]], [None], {"a": None}, [[1, 2], [3]], "9" * 5000, [0] * 50, "\u202e", "NaN",
]  # fmt: skip
TOKENS = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"{",
    b"}",
    b"[",
    b'"',
    b"<",
    b"&x;",
    b"<!DOCTYPE a>",
    b"9" * 400,
    b"\n",
    b"- ",
]


def break_files(files: dict[str, bytes], rng: random.Random) -> dict[str, bytes]:
    """One to three files broken."""
    broken = dict(files)
    for name in rng.sample(sorted(broken), min(len(broken), rng.randint(1, 3))):
        data = broken[name]
        if len(broken) > 1 and rng.random() < 0.05:
            del broken[name]
        elif data[:2] == b"\x1f\x8b" and rng.random() < 0.8:
            broken[name] = gzip.compress(_break(gzip.decompress(data), rng), 1, mtime=0)
        else:
            broken[name] = _break(data, rng)
    return broken


def _break(data: bytes, rng: random.Random) -> bytes:
    if len(data) > 12 and struct.unpack("<I", data[8:12])[0] == masked_crc(data[:8]) and rng.random() < 0.8:
        # A record with true checksums, so that what is inside is read.
        size = struct.unpack("<Q", data[:8])[0]
        inside = bytearray(data[12 : 12 + size])
        for _ in range(rng.randint(1, 6)):
            inside[rng.randrange(len(inside))] = rng.randrange(256)
        return record(bytes(inside)) + data[16 + size :]
    if rng.random() < 0.6:
        lines = data.split(b"\n") if data.count(b"\n") else [data]
        at = rng.randrange(len(lines))
        try:
            value = json.loads(lines[at])
        except ValueError:
            pass
        else:
            for _ in range(rng.randint(1, 3)):
                value = _replace(value, rng)
            lines[at] = json.dumps(value).encode("utf-8", "replace")
            return b"\n".join(lines)
    return _turn(data, rng)


def _replace(value: Any, rng: random.Random) -> Any:
    """One value somewhere inside replaced by a strange one."""
    here = value
    while isinstance(here, dict | list) and here:
        key = rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
        if rng.random() < 0.25 or not isinstance(here[key], dict | list) or not here[key]:
            here[key] = deepcopy(rng.choice(STRANGE))
            return value
        here = here[key]
    return deepcopy(rng.choice(STRANGE))


def _turn(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(out) + 1)
        end = min(len(out), at + rng.choice([1, 4, 40]))
        kind = rng.randrange(5)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del out[at:end]
        elif kind == 2:
            out[at:at] = rng.choice(TOKENS)
        elif kind == 3:
            out[at:at] = out[at:end] * rng.choice([1, 30])
        else:
            del out[at:]
    return bytes(out)
