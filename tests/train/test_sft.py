"""Supervised learning: it learns, it can be killed anywhere, it refuses what does not fit."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")

from phonebuddy.errors import CheckpointError, TrainError  # noqa: E402
from phonebuddy.train import checkpoint, sft  # noqa: E402
from phonebuddy.train.learner import Row  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

TINY = {"width": 16, "layers": 1, "heads": 2, "unit_width": 4, "literal": False}
SETTINGS = SftSettings(
    updates=6, token_budget=600, parts_per_update=2, warm_up=2, held_share=0.3, checkpoint_every=2,
    evaluate_every=3, learning_rate=0.01,
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@cache
def rows() -> tuple[Row, ...]:
    learner = NanoLearner(TINY)
    return tuple(row for episode in golds() for row in learner.rows(episode))


def run(folder: Path, settings: SftSettings = SETTINGS) -> bytes:
    """The weights that a training ends with."""
    torch.manual_seed(1)
    return (sft.train_sft(NanoLearner(TINY), rows(), settings, folder) / "weights.safetensors").read_bytes()


@cache
def never_killed(base: Path) -> tuple[bytes, str]:
    weights = run(base / "whole")
    return weights, (base / "whole" / "metrics.jsonl").read_text()


@pytest.fixture
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    return never_killed(tmp_path_factory.getbasetemp())


def dies(folder: Path, module: object, name: str, count: int, settings: SftSettings = SETTINGS) -> None:
    """Train in a process of its own that kills itself when a function is called for the nth time."""
    child = os.fork()
    if child == 0:
        kept: Callable[..., object] = getattr(module, name)
        calls = 0

        def deadly(*args: object, **kwargs: object) -> object:
            nonlocal calls
            calls += 1
            if calls == count:
                os.kill(os.getpid(), signal.SIGKILL)
            return kept(*args, **kwargs)

        setattr(module, name, deadly)
        run(folder, settings)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


@pytest.mark.parametrize(
    ("module", "name", "count"),
    [(sft, "_update", 2), (checkpoint, "_write", 3), (checkpoint, "_write", 11), (checkpoint, "_sync", 3)],
    ids=["before any", "in the first", "in the second", "after the first"],
)
def test_killed_training_ends_the_same(
    tmp_path: Path, whole: tuple[bytes, str], module: object, name: str, count: int
) -> None:
    dies(tmp_path, module, name, count)
    assert not (tmp_path / "model").exists()
    assert run(tmp_path) == whole[0]
    assert (tmp_path / "metrics.jsonl").read_text() == whole[1]


@pytest.mark.parametrize(
    "other", [{"matrix_rate": 0.02}, {"sure": 0.05, "sure_share": 0.3}], ids=["Muon", "sure"]
)
def test_killed_training_with_other_settings_ends_the_same(tmp_path: Path, other: dict[str, float]) -> None:
    settings = msgspec.structs.replace(SETTINGS, **other)
    whole = run(tmp_path / "whole", settings)
    assert whole != run(tmp_path / "plain")
    dies(tmp_path / "killed", checkpoint, "_sync", 3, settings)
    assert not (tmp_path / "killed" / "model").exists()
    assert run(tmp_path / "killed", settings) == whole


def test_it_learns(tmp_path: Path) -> None:
    learner = NanoLearner({**TINY, "dropout": 0.0, "scramble": 0.0})
    before = sft.evaluate(learner, rows(), 2_000)
    settings = msgspec.structs.replace(
        SETTINGS, updates=40, held_share=0.0, evaluate_every=40, token_budget=2_000
    )
    sft.train_sft(learner, rows(), settings, tmp_path)
    after = sft.evaluate(learner, rows(), 2_000)
    assert after.loss < 0.5 * before.loss and after.agreement > before.agreement
    assert learner.version == 40
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    # Nothing was held out, so nothing is said about it, rather than a loss of 0.
    assert lines and all("loss" in line and "held_loss" not in line for line in lines)


def test_another_training_does_not_go_on(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.raises(CheckpointError, match="another training"):
        run(tmp_path, msgspec.structs.replace(SETTINGS, seed=5))


def test_another_training_is_not_taken_for_one_that_is_done(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(SETTINGS, checkpoint_every=100)
    weights = run(tmp_path, settings)
    assert not (tmp_path / "checkpoints").exists(), "nothing but the model says what it came of"
    before = (tmp_path / "model" / "weights.safetensors").stat().st_mtime_ns
    assert run(tmp_path, settings) == weights
    assert (tmp_path / "model" / "weights.safetensors").stat().st_mtime_ns == before
    with pytest.raises(CheckpointError, match="another training"):
        run(tmp_path, msgspec.structs.replace(settings, learning_rate=0.02))
    with pytest.raises(CheckpointError, match="another training"):
        sft.train_sft(NanoLearner(TINY), rows()[:-1], settings, tmp_path)


def test_a_model_of_before_is_made_again_where_checkpoints_name_it_and_refused_elsewhere(
    tmp_path: Path,
) -> None:
    weights = run(tmp_path)
    (tmp_path / "model" / checkpoint.TRAINING).unlink()
    assert run(tmp_path) == weights and (tmp_path / "model" / checkpoint.TRAINING).is_file()
    (tmp_path / "model" / checkpoint.TRAINING).unlink()
    shutil.rmtree(tmp_path / "checkpoints")
    with pytest.raises(CheckpointError, match="from before results were named"):
        run(tmp_path)


def test_a_training_that_diverged_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = sft._update
    monkeypatch.setattr(sft, "_update", lambda *given: kept(*given) * float("nan"))
    with pytest.raises(TrainError, match=r"diverged.*smaller learning rate .sft.learning_rate"):
        run(tmp_path, msgspec.structs.replace(SETTINGS, checkpoint_every=100))
    assert not (tmp_path / "model").exists()


def test_damage_is_refused_before_training(tmp_path: Path) -> None:
    run(tmp_path)
    shutil.rmtree(tmp_path / "model")
    place = checkpoint.latest(tmp_path / "checkpoints")
    assert place is not None and place.name == "step-00000004"
    for name in (*(path.name for path in place.iterdir()),):
        data = (place / name).read_bytes()
        (place / name).write_bytes(data[: len(data) // 2])
        with pytest.raises(CheckpointError, match="damaged"):
            run(tmp_path)
        (place / name).unlink()
        with pytest.raises(CheckpointError, match="damaged"):
            run(tmp_path)
        (place / name).write_bytes(data)


def test_a_manifest_names_no_other_folder(tmp_path: Path) -> None:
    run(tmp_path)
    shutil.rmtree(tmp_path / "model")
    place = checkpoint.latest(tmp_path / "checkpoints")
    assert place is not None
    manifest = msgspec.json.decode((place / "manifest.json").read_bytes())
    manifest["files"]["../../../secret"] = {"size": 1, "sha256": "0"}
    (place / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(CheckpointError, match="no file of its folder"):
        run(tmp_path)


def test_old_checkpoints_go(tmp_path: Path) -> None:
    run(tmp_path, msgspec.structs.replace(SETTINGS, checkpoint_every=1))
    names = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert names == ["step-00000004", "step-00000005"]


def test_mixture_counts() -> None:
    sources = {row.source for row in rows()}
    one = sorted(sources)[0]
    weighed = sft.weighed(rows(), SftSettings(mixture={"mock": 0.5, one: 0.0}))
    assert {row.source for row in weighed} == sources - {one} and {row.weight for row in weighed} == {0.5}
    with pytest.raises(TrainError, match="no 'com.none' in the data"):
        sft.weighed(rows(), SftSettings(mixture={"com.none": 1.0}))
    with pytest.raises(TrainError, match="nothing is left"):
        sft.split_rows(rows(), SftSettings(held_share=0.999_999))


def test_what_counts_more_is_learned_more() -> None:
    learner = NanoLearner({**TINY, "dropout": 0.0, "scramble": 0.0})
    batch = learner.collate([msgspec.structs.replace(row, weight=3.0) for row in rows()[:2]])
    assert batch.weight.tolist() == [3.0, 3.0]


def test_held_out_are_whole_kinds_of_tasks() -> None:
    kept, held = sft.split_rows(rows(), SETTINGS)
    assert held and {row.template for row in kept}.isdisjoint(row.template for row in held)
    again = [msgspec.structs.replace(row, episode=f"{row.episode}, another person's") for row in rows()]
    assert len(sft.split_rows([*rows(), *again], SETTINGS)[1]) == 2 * len(held)


def test_a_drill_is_a_kind_of_its_own() -> None:
    learner = NanoLearner({**TINY, "literal": True})
    drill = msgspec.structs.replace(golds()[0], task="drills/clock@0.0", template="drills/clock")
    found = learner.rows(drill)
    assert {row.template for row in found} == {""} and len(found) == len(drill.steps), "it is not said twice"
    split = SftSettings(held_share=0.5)
    others = [msgspec.structs.replace(row, episode=str(name)) for name in range(30) for row in found]
    kept, held = sft.split_rows(others, split)
    assert held and {row.episode for row in kept}.isdisjoint(row.episode for row in held)


@pytest.mark.slow
def test_kill_9_at_twenty_points(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    """By the clock, wherever it happens to be; each time it goes on until the next one."""
    chance = random.Random(0)
    code = (
        "import sys; from pathlib import Path; import torch; torch.set_num_threads(1);"
        "from tests.train.test_sft import run, rows; rows();"
        "print('ready', flush=True); run(Path(sys.argv[1]))"
    )
    kills = 0
    while kills < 20:
        with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(chance.random() * 0.6)
            except subprocess.TimeoutExpired:
                process.kill()
        kills += process.returncode == -signal.SIGKILL
        if (tmp_path / "model").exists():
            assert (tmp_path / "model" / "weights.safetensors").read_bytes() == whole[0]
            tmp_path = tmp_path.parent / f"again{kills}"
    assert run(tmp_path) == whole[0]
