"""The whole recipe with a vlm that is made in code, by command, and its models as agents afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'")

SMALLER = (
    "collect.mock=3", "collect.real=2", "sft.updates=2", "rl.steps=1", "evals.per_category=1",
    "model.most_new=16",
)  # fmt: skip


def run(*words: str) -> dict[str, object]:
    command = [sys.executable, "-m", "phonebuddy.cli.main", *words, "--workers", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1_500)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_every_stage_runs_with_a_vlm(tmp_path: Path) -> None:
    changes = [word for change in SMALLER for word in ("--set", change)]
    found = run("train", "recipe", "--preset", "tiny-cpu", *changes, "-o", str(tmp_path / "r"))
    models = {row["model"] for row in found["success"]}  # type: ignore[attr-defined]
    assert {"SFT", "Real", "Real+Mock"} <= models
    folder = tmp_path / "r" / "rl-mixed"
    names = {path.name for path in (folder / "model").iterdir()}
    assert {"model.json", "weights.safetensors", "config.json", "tokenizer.json"} <= names
    played = run(
        "collect", "--split", "train", "--app", "clock", "--count", "2", "--agent", f"vlm:{folder}",
        "--phones", "world:2", "-o", str(tmp_path / "played"),
    )  # fmt: skip
    assert played["episodes"] == 2 and played["tries_that_broke"] == 0
