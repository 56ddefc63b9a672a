"""`phonebuddy train rl`: where it starts from; what it does is tested beside its parts."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch")

from phonebuddy.cli.main import root  # noqa: E402
from phonebuddy.episodes.alone import PATIENCE_S, alone  # noqa: E402


def test_a_start_that_is_not_there_is_said_before_anything_is_made(tmp_path: Path) -> None:
    given = ["--start", str(tmp_path / "nowhere"), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(root, ["train", "rl", *given])
    assert result.exit_code != 0
    assert "by the word 'released'" in str(result.output) + str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has one")
def test_a_device_that_is_not_there_is_said_before_anything_is_made(tmp_path: Path) -> None:
    given = ["--start", "released", "--device", "cuda", "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(root, ["train", "rl", *given])
    assert result.exit_code == 2 and "device 'cuda' is not there" in result.output
    assert not (tmp_path / "out").exists()


def test_two_trainings_do_not_share_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=itertools.count(0, 2 * PATIENCE_S).__next__, sleep=lambda _s: None)
    with alone(tmp_path, "training"):
        monkeypatch.setattr("phonebuddy.episodes.alone.time", clock)
        result = CliRunner().invoke(root, ["train", "rl", "--start", "released", "-o", str(tmp_path)])
    assert result.exit_code == 2 and "another training works on" in result.output
    assert not (tmp_path / "recipe.json").exists()
