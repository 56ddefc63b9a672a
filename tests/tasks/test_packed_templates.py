"""Templates as bytes: only what was packed can be unpacked. That it comes back whole: test_keeping.py."""

from __future__ import annotations

import msgspec
import pytest

from phonebuddy.tasks.packed_templates import unpack_templates


def test_other_bytes_are_refused() -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack_templates(b"something else")
