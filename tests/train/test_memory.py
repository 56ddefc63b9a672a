"""Memory that one batch used serves the next."""

from __future__ import annotations

import ctypes
import resource
import sys

import pytest

from phonebuddy.train import memory
from phonebuddy.train.memory import keep_freed

BLOCK = 64_000_000


def _faults() -> int:
    """Pages that the system had to give for a large block, written to and freed."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    bytearray(b"x") * BLOCK
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's settings")
def test_a_block_that_was_free_is_used_again() -> None:
    assert keep_freed()
    _faults()
    assert _faults() < BLOCK // 4096 // 10


def test_where_there_is_no_such_setting_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: object) -> object:
        return object()

    monkeypatch.setattr(ctypes, "CDLL", nothing)
    assert not memory.keep_freed()
