"""How much memory drawings may take: bounded, and less in a small container."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.world.render import room


def test_a_containers_limit_counts(tmp_path: Path) -> None:
    small, none, nonsense = tmp_path / "small", tmp_path / "none", tmp_path / "nonsense"
    small.write_text("268435456\n")
    none.write_text("max\n")
    nonsense.write_bytes(b"\xff\xfe")
    whole = room.memory_bytes(())
    assert room.memory_bytes((none, nonsense, tmp_path / "missing")) == whole
    assert room.memory_bytes((none, small)) == min(whole, 1 << 28)


@pytest.mark.parametrize(
    ("memory", "cores", "expected"), [(1 << 30, 4, 128), (16 << 30, 8, 341), (512 << 30, 8, 1_920)]
)
def test_each_core_has_its_share(
    memory: int, cores: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "memory_bytes", lambda: memory)
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert room.room_mb() == expected
