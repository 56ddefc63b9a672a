"""Memory that one batch used serves the next."""

from __future__ import annotations

import ctypes
import resource
import sys
from pathlib import Path

import pytest

from phonebuddy.train import memory
from phonebuddy.train.memory import give_back, keep_freed

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


def _held() -> int:
    """Bytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's settings")
def test_what_is_free_is_given_back_when_asked() -> None:
    assert keep_freed()
    blocks = [bytearray(b"x") * 100_000 for _ in range(2_000)]
    del blocks[::2]
    full = _held()
    kept = blocks[0]
    del blocks
    assert give_back()
    assert full - _held() > 60_000_000 and len(kept) == 100_000


def test_where_there_is_no_such_setting_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: object) -> object:
        return object()

    monkeypatch.setattr(ctypes, "CDLL", nothing)
    assert not memory.keep_freed()
    assert not memory.give_back()
