"""PNG in strips: rows compressed on their own, joined later without compressing anything again.

Each strip is a chunk of its own, with its checksum, so that joining only copies. Its invariant: a strip's
bytes depend on its pixels only, and any strips of one width, one below the other, join to a valid PNG.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from isal import isal_zlib

from phonebuddy.screen import Pixels

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# An empty last block: strips end with a flush, so that none of them is the last.
_DEFLATE_END = b"\x03\x00"
_ADLER_BASE = 65521
_RAW_DEFLATE = -15


def _chunk(kind: bytes, body: bytes) -> bytes:
    checksum = isal_zlib.crc32(body, isal_zlib.crc32(kind))
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)


_DEFLATE_START = _chunk(b"IDAT", b"\x78\x01")
_LAST = _chunk(b"IEND", b"")


class Rows(NamedTuple):
    """Compressed rows as a chunk of a PNG; checksum and length of what was compressed."""

    chunk: bytes
    adler: int
    size: int


def encode_rows(rows: Pixels) -> Rows:
    """Compress RGBA rows (height x width x 4)."""
    height, width, _ = rows.shape
    lines = np.empty((height, 1 + 4 * width), np.uint8)
    lines[:, 0] = 0  # filter "none": the fastest, and screens are flat enough
    lines[:, 1:] = rows.reshape(height, 4 * width)
    compressor = isal_zlib.compressobj(1, isal_zlib.DEFLATED, _RAW_DEFLATE)
    data = compressor.compress(lines) + compressor.flush(isal_zlib.Z_SYNC_FLUSH)
    return Rows(_chunk(b"IDAT", data), isal_zlib.adler32(lines), lines.size)


def join(width: int, height: int, strips: Iterable[Rows]) -> bytes:
    """The PNG made of strips, top to bottom; their heights must add up to height."""
    low, high = 1, 0
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = [_SIGNATURE, _chunk(b"IHDR", header), _DEFLATE_START]
    for chunk, adler, size in strips:
        parts.append(chunk)
        high += (adler >> 16) + (low - 1) * size
        low = (low + (adler & 0xFFFF) - 1) % _ADLER_BASE
    end = _DEFLATE_END + struct.pack(">HH", high % _ADLER_BASE, low)
    return b"".join((*parts, _chunk(b"IDAT", end), _LAST))
