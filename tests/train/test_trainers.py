"""Several processes that learn together: the same losses and weights as one on the same parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents.gold import GoldPolicy  # noqa: E402
from phonebuddy.episodes.runner import Keep, Runner  # noqa: E402
from phonebuddy.episodes.stage import Assignment, WorldStage  # noqa: E402
from phonebuddy.episodes.store import Store  # noqa: E402
from phonebuddy.errors import TrainError  # noqa: E402
from phonebuddy.train import sft  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.learner import learner_from  # noqa: E402
from phonebuddy.train.metrics import read_metrics  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from phonebuddy.train.trainers import Trainers, must_be_alone  # noqa: E402
from tests.episodes.made import TASKS  # noqa: E402
from tests.train.lucky import SMALL  # noqa: E402

ROOT = Path(__file__).parents[2]
PRESET = """\
model: {kind: %s}
sft: {updates: 4, token_budget: 1100, parts_per_update: 4, learning_rate: 0.01, warm_up: 1, held_share: 0.0,
  evaluate_every: 1, checkpoint_every: 2}
"""
LAUNCHER = ("-m", "accelerate.commands.launch", "--cpu", "--num_processes", "2", "--num_machines", "1",
            "--mixed_precision", "no", "--dynamo_backend", "no", "--main_process_port", "0")  # fmt: skip
NANO = "nano, width: 16, layers: 1, heads: 2, unit_width: 8, dropout: 0.0, scramble: 0.0, literal: false"
VLM = "vlm, tiny: {}, most_pixels: 18432, most_tokens: 2048, most_new: 24"


def test_work_is_shared_and_nothing_is_left_out() -> None:
    parts = list(range(7))
    shares = [Trainers(rank, 3).share(parts) for rank in range(3)]
    assert sorted(one for share in shares for one in share) == parts and max(map(len, shares)) == 3
    alone = Trainers()
    assert alone.share(parts) == parts and alone.is_first and alone.tell(b"x") == b"x"


def test_what_nobody_has_a_gradient_of_keeps_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With zeros an optimiser would let weights decay that one process leaves alone."""
    import torch.distributed as dist

    # As if the other process had the same gradients, and one more.
    theirs = iter([torch.tensor([0.0, 1.0, 1.0]), torch.ones(2), torch.ones(2)])
    monkeypatch.setattr(dist, "all_reduce", lambda given: given.add_(next(theirs)))
    untouched, mine, other = (torch.nn.Parameter(torch.zeros(2)) for _ in range(3))
    mine.grad = torch.ones(2)
    Trainers(0, 2).add_gradients(iter([untouched, mine, other]))
    assert untouched.grad is None
    assert mine.grad.tolist() == [2.0, 2.0] and other.grad is not None and other.grad.tolist() == [1.0, 1.0]


def test_parts_that_cannot_be_shared_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainError, match="set sft.parts_per_update to 2 or a multiple"):
        sft.train_sft(None, [], SftSettings(parts_per_update=3), tmp_path, trainers=Trainers(1, 2))  # type: ignore[arg-type]


def test_what_one_process_does_is_refused_to_several(monkeypatch: pytest.MonkeyPatch) -> None:
    must_be_alone("train recipe")
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(TrainError, match="2 were started; use accelerate launch for phonebuddy train sft"):
        must_be_alone("train recipe")


def trained(folder: Path, name: str, *launcher: str) -> tuple[list[float], dict[str, Any]]:
    """The losses and the weights of a training that some processes do together."""
    from safetensors.torch import load_file

    command = [
        sys.executable, *launcher, "-m", "phonebuddy.cli.main", "train", "sft",
        "--data", str(folder / "gold"), "-o", str(folder / name), "--preset", str(folder / "preset.yaml"),
        "--workers", "1", "--threads", "1",
        "--json",
    ]  # fmt: skip
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}, timeout=500
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.strip().splitlines()[-1])["updates"] == 4, "one of them reports"
    losses = [line["loss"] for line in read_metrics(folder / name / "metrics.jsonl")]
    return losses, load_file(folder / name / "model" / "weights.safetensors")  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.parametrize("model", [NANO, VLM], ids=["nano", "vlm"])
def test_two_processes_learn_what_one_does(tmp_path: Path, model: str) -> None:
    pytest.importorskip("accelerate", reason="several processes need accelerate: pip install -e '.[vlm]'")
    if model is VLM:
        pytest.importorskip("transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'")
    store = Store(tmp_path / "gold")
    runner = Runner([WorldStage()], Keep(False, store.pictures.keep))
    tasks = [Assignment(name, name) for name in TASKS[:2]]
    store.parts.add("a", list(runner.play(tasks, GoldPolicy())))
    runner.close()
    (tmp_path / "preset.yaml").write_text(PRESET % model)
    one_losses, one = trained(tmp_path, "one")
    two_losses, two = trained(tmp_path, "two", *LAUNCHER)
    assert len(one_losses) == 4 and two_losses == pytest.approx(one_losses, rel=1e-5)
    assert one.keys() == two.keys()
    assert all(torch.allclose(one[name], two[name], atol=1e-4) for name in one)
    steps = sorted(path.name for path in (tmp_path / "two" / "checkpoints").iterdir())
    assert steps == ["step-00000002"], "the first one writes, whole"


@pytest.mark.slow
def test_two_processes_learn_from_the_same_rollouts(tmp_path: Path) -> None:
    """The first one plays, both learn."""
    pytest.importorskip("accelerate", reason="several processes need accelerate: pip install -e '.[vlm]'")
    from safetensors.torch import load_file

    torch.manual_seed(7)
    write_model(tmp_path / "start" / "model", learner_from("nano", SMALL))
    for name, launcher in (("one", ()), ("two", LAUNCHER)):
        command = [sys.executable, *launcher, "-m", "tests.train.lucky", str(tmp_path / name), "1"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
        assert done.returncode == 0, done.stderr[-3000:]
    one, two = (read_metrics(tmp_path / name / "metrics.jsonl")[0] for name in ("one", "two"))
    for key in ("loss", "entropy", "gradient", "rows", "mismatch"):
        assert two[key] == pytest.approx(one[key], rel=1e-4, abs=1e-6), key
    first, second = (load_file(tmp_path / name / "model" / "weights.safetensors") for name in ("one", "two"))
    assert all(torch.allclose(first[name], second[name], atol=1e-5) for name in first)
