"""Packets are read as they were written, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.adbd import packet as wire
from phonebuddy.adbd.packet import Packet, WireError

WORD = st.integers(0, 0xFFFFFFFF)


@given(st.sampled_from(sorted(wire.KNOWN)), WORD, WORD, st.binary(max_size=200), st.booleans())
def test_a_packet_survives_the_wire(
    command: int, arg0: int, arg1: int, payload: bytes, with_sum: bool
) -> None:
    data = wire.pack(Packet(command, arg0, arg1, payload), with_sum)
    head = wire.unpack_head(data[: wire.HEADER_BYTES])
    assert (head.command, head.arg0, head.arg1, head.length) == (command, arg0, arg1, len(payload))
    assert data[wire.HEADER_BYTES :] == payload
    assert head.checksum == (sum(payload) if with_sum else 0)


@given(st.binary(min_size=24, max_size=24))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        wire.unpack_head(data)


def test_a_payload_that_is_too_long_is_refused() -> None:
    head = wire.HEADER.pack(wire.WRTE, 1, 1, wire.MAX_PAYLOAD + 1, 0, wire.WRTE ^ 0xFFFFFFFF)
    with pytest.raises(WireError, match="at most"):
        wire.unpack_head(head)
