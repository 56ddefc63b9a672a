"""Protocol buffers, as much of them as the emulator's service needs: messages by field number.

A message is described by a table of its fields; unknown fields are skipped. Invariant: writing and reading
back gives the same values, and bytes that are no message are a WireProblem.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from phonebuddy.errors import PhoneBuddyError

MAX_DEPTH = 20


class WireProblem(PhoneBuddyError):
    """Bytes that are not the message they should be."""


class Field(NamedTuple):
    """A field: its name, and `int`, `bool`, `str`, `bytes`, `double` or a message; `many` of them, or one."""

    name: str
    kind: str | Message
    many: bool = False


class Message(dict[int, Field]):
    """A message: field number to field."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def encode(message: Message, values: Mapping[str, Any]) -> bytes:
    """A message as bytes; fields that have their default value are left out."""
    out = bytearray()
    for number, field in message.items():
        value = values.get(field.name)
        for one in value if field.many and value is not None else (value,):
            if one is None or (
                not field.many and not isinstance(field.kind, Message) and one in (0, "", b"", False)
            ):
                continue
            out += _encoded(number, field, one)
    return bytes(out)


def _encoded(number: int, field: Field, value: Any) -> bytes:
    if field.kind in ("int", "bool"):
        return _varint(number << 3) + _varint(int(value))
    if field.kind == "double":
        return _varint(number << 3 | 1) + struct.pack("<d", value)
    if isinstance(field.kind, Message):
        data = encode(field.kind, value)
    else:
        data = value.encode("utf-8", "replace") if isinstance(value, str) else bytes(value)
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def decode(message: Message, data: bytes, depth: int = 0) -> dict[str, Any]:
    """The values of a message; fields that are not there have their defaults."""
    if depth > MAX_DEPTH:
        raise WireProblem("nested too deeply")
    found: dict[str, Any] = {field.name: _default(field) for field in message.values()}
    at = 0
    while at < len(data):
        tag, at = _read_varint(data, at)
        kind, field = tag & 7, message.get(tag >> 3)
        raw, at = _read(data, at, kind)
        if field is None:
            continue
        value = _decoded(field, raw, depth)
        if field.many:
            found[field.name].append(value)
        else:
            found[field.name] = value
    return found


def _default(field: Field) -> Any:
    if field.many:
        return []
    return (
        {"int": 0, "bool": False, "str": "", "bytes": b"", "double": 0.0}.get(str(field.kind))
        if not isinstance(field.kind, Message)
        else {}
    )


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise WireProblem("a number that does not end")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _read(data: bytes, at: int, kind: int) -> tuple[int | bytes, int]:
    if kind == 0:
        return _read_varint(data, at)
    if kind == 2:
        length, at = _read_varint(data, at)
    elif kind in (1, 5):
        length = 8 if kind == 1 else 4
    else:
        raise WireProblem(f"a field of kind {kind}")
    if at + length > len(data):
        raise WireProblem("a field that is cut off")
    return data[at : at + length], at + length


def _decoded(field: Field, raw: int | bytes, depth: int) -> Any:
    if isinstance(raw, int):
        if field.kind == "bool":
            return bool(raw)
        if field.kind != "int":
            raise WireProblem(f"'{field.name}' is no number")
        return raw - (1 << 64) if raw >= 1 << 63 else raw
    if isinstance(field.kind, Message):
        return decode(field.kind, raw, depth + 1)
    if field.kind == "double":
        return struct.unpack("<d", raw)[0] if len(raw) == 8 else 0.0
    if field.kind == "str":
        return raw.decode("utf-8", "replace")
    if field.kind != "bytes":
        raise WireProblem(f"'{field.name}' is a number")
    return raw
