"""`phonebuddy train rl`: where it starts from; what it does is tested beside its parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch")

from phonebuddy.cli.main import root  # noqa: E402


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
