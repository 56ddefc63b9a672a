"""Packets of the ADB wire: six little-endian words, then a payload.

Invariant: nothing here keeps state or trusts a length: a header that breaks the format is a WireError, and
what is done about it is the link's affair.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from phonebuddy.errors import PhoneBuddyError

HEADER = struct.Struct("<6I")
HEADER_BYTES = HEADER.size

CNXN = 0x4E584E43
AUTH = 0x48545541
OPEN = 0x4E45504F
OKAY = 0x59414B4F
WRTE = 0x45545257
CLSE = 0x45534C43
SYNC = 0x434E5953
KNOWN = frozenset({CNXN, AUTH, OPEN, OKAY, WRTE, CLSE, SYNC})

VERSION_CHECKED = 0x01000000
"""Peers of this version compute and check payload sums."""
VERSION = 0x01000001
MAX_PAYLOAD = 1024 * 1024
MIN_PAYLOAD = 4096

AUTH_TOKEN, AUTH_SIGNATURE, AUTH_PUBLIC_KEY = 1, 2, 3


class WireError(PhoneBuddyError):
    """Bytes that are no ADB packet; the connection they came over is closed."""


class Packet(NamedTuple):
    command: int
    arg0: int
    arg1: int
    payload: bytes


class Head(NamedTuple):
    command: int
    arg0: int
    arg1: int
    length: int
    checksum: int


def checksum(payload: bytes) -> int:
    """The plain sum of the bytes, as old peers want it."""
    return int(np.frombuffer(payload, np.uint8).sum(dtype=np.uint64)) & 0xFFFFFFFF


def pack_head(packet: Packet, with_sum: bool) -> bytes:
    """What goes before the payload."""
    command, arg0, arg1, payload = packet
    total = checksum(payload) if with_sum and payload else 0
    return HEADER.pack(command, arg0, arg1, len(payload), total, command ^ 0xFFFFFFFF)


def pack(packet: Packet, with_sum: bool) -> bytes:
    return pack_head(packet, with_sum) + packet.payload


def unpack_head(data: bytes | bytearray | memoryview) -> Head:
    """The header of a packet; WireError where it cannot be one."""
    command, arg0, arg1, length, total, magic = HEADER.unpack(data)
    if command ^ 0xFFFFFFFF != magic:
        raise WireError(f"a header with command {command:#x} and magic {magic:#x}")
    if command not in KNOWN:
        raise WireError(f"unknown command {command:#x}")
    if length > MAX_PAYLOAD:
        raise WireError(f"a payload of {length} bytes; at most {MAX_PAYLOAD} are accepted")
    return Head(command, arg0, arg1, length, total)
