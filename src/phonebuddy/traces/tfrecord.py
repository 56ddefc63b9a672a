"""TFRecord files and the protocol buffers in them, read without TensorFlow.

A record is its length (8 bytes), a checksum of the length, the data, a checksum of the data. Invariant: any
bytes give records or TraceError, and never more than one record is held at a time. Only the checksum of the
length is checked: it tells whether the file is in step; the data is checked by what reads it.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from phonebuddy.errors import TraceError

MAX_RECORD_BYTES = 256 << 20
MAX_STREAM_BYTES = 4 << 30
"""Of one file, unpacked."""
_HEAD, _TAIL = 12, 4
_MASK_DELTA = 0xA282EAD8


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC_TABLE = _crc_table()


def masked_crc(data: bytes) -> int:
    """The checksum of TFRecord: CRC-32C, turned and shifted."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC_TABLE[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & 0xFFFFFFFF


def read_records(path: Path) -> Iterator[bytes]:
    """The records of a file, gzip or plain, one at a time."""
    try:
        with open(path, "rb") as raw:
            is_packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if is_packed else raw  # type: ignore[assignment]
            yield from _split(stream, path)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise TraceError(f"{path}: cannot be read: {str(error)[:200]}.") from None


def _split(stream: IO[bytes], path: Path) -> Iterator[bytes]:
    total = 0
    while head := stream.read(_HEAD):
        if len(head) < _HEAD:
            raise TraceError(f"{path}: ends inside a record.")
        length, crc = struct.unpack("<QI", head)
        if crc != masked_crc(head[:8]):
            raise TraceError(f"{path}: not a TFRecord file, or a damaged one: a length has a wrong checksum.")
        total += length
        if length > MAX_RECORD_BYTES or total > MAX_STREAM_BYTES:
            raise TraceError(
                f"{path}: more than {MAX_RECORD_BYTES:,} bytes a record or {MAX_STREAM_BYTES:,} in all."
            )
        data = stream.read(length)
        if len(data) < length or len(stream.read(_TAIL)) < _TAIL:
            raise TraceError(f"{path}: ends inside a record.")
        yield data


Field = int | bytes
"""Numbers as they are on the wire, everything else as its bytes."""


def fields(data: bytes) -> Iterator[tuple[int, Field]]:
    """The fields of one message: number and value, in order."""
    at, end = 0, len(data)
    while at < end:
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield number, value
            continue
        if kind == 2:
            size, at = _varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise TraceError("a protocol buffer with a field of an unknown kind.")
        if size > end - at:
            raise TraceError("a protocol buffer that ends inside a field.")
        yield number, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & (1 << 64) - 1, at
        shift += 7
    raise TraceError("a protocol buffer that ends inside a number.")


def signed(value: Field) -> int:
    """A number of the wire as a signed one."""
    if not isinstance(value, int):
        return 0
    return value - (1 << 64) if value >> 63 else value


def varints(data: Field) -> list[int]:
    """A packed list of whole numbers."""
    if isinstance(data, int):
        return [signed(data)]
    found, at = [], 0
    while at < len(data):
        value, at = _varint(data, at)
        found.append(signed(value))
    return found


def message(value: Field) -> bytes:
    return value if isinstance(value, bytes) else b""


Features = dict[str, list[bytes] | list[float] | list[int]]


def read_example(data: bytes) -> Features:
    """The features of a tf.train.Example: name -> its bytes, floats or whole numbers."""
    found: Features = {}
    for number, features in fields(data):
        for inner, entry in fields(message(features)) if number == 1 else ():
            if inner == 1:
                name, values = _entry(message(entry))
                found[name] = values
    return found


def _entry(data: bytes) -> tuple[str, list[bytes] | list[float] | list[int]]:
    parts = dict(fields(data))
    name = message(parts.get(1, b"")).decode("utf-8", "replace")
    for kind, values in fields(message(parts.get(2, b""))):
        items = [value for number, value in fields(message(values)) if number == 1]
        if kind == 1:
            return name, [message(item) for item in items]
        if kind == 2:
            joined = b"".join(message(item) for item in items)
            return name, list(struct.unpack(f"<{len(joined) // 4}f", joined[: len(joined) // 4 * 4]))
        if kind == 3:
            return name, [number for item in items for number in varints(item)]
    return name, list[int]()


def looks_like_records(path: Path) -> bool:
    """Whether a file begins as a TFRecord does; reads no more than that."""
    try:
        with open(path, "rb") as raw:
            head = raw.read(_HEAD)
            if head[:2] == b"\x1f\x8b":
                raw.seek(0)
                head = gzip.GzipFile(fileobj=raw).read(_HEAD)
    except (OSError, EOFError, zlib.error):
        return False
    return (
        len(head) == _HEAD
        and struct.unpack("<Q", head[:8])[0] <= MAX_RECORD_BYTES
        and (struct.unpack("<I", head[8:])[0] == masked_crc(head[:8]))
    )


def first_example(path: Path) -> Features:
    """The features of a file's first record, to know whose it is; empty if it cannot be told."""
    if not looks_like_records(path):
        return {}
    try:
        for record in read_records(path):
            return read_example(record)
    except TraceError:
        pass
    return {}
