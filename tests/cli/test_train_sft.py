"""`phonebuddy train sft` from stored episodes to an agent."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("pyarrow")

from phonebuddy.agents.named import policy_called  # noqa: E402
from phonebuddy.cli.main import root  # noqa: E402
from phonebuddy.episodes.alone import PATIENCE_S, alone  # noqa: E402
from phonebuddy.episodes.runner import Runner  # noqa: E402
from phonebuddy.episodes.stage import Assignment, WorldStage  # noqa: E402
from phonebuddy.episodes.store import Store  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.learner import learner_from  # noqa: E402
from phonebuddy.train.rows import make_rows  # noqa: E402
from tests.episodes.made import TASKS, golds  # noqa: E402

PRESET = """\
model: {width: 16, layers: 1, heads: 2, unit_width: 4}
sft: {updates: 2, token_budget: 500, evaluate_every: 1, checkpoint_every: 1}
"""


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    failed = msgspec.structs.replace(golds()[0], id="failed", result="failure")
    Store(tmp_path / "gold").parts.add("a", [*golds(), failed])
    (tmp_path / "tiny.yaml").write_text(PRESET)
    return tmp_path


def sft(folder: Path, *more: str) -> dict[str, object]:
    options = [
        "--data",
        str(folder / "gold"),
        "-o",
        str(folder / "sft"),
        "--preset",
        str(folder / "tiny.yaml"),
    ]
    threads = torch.get_num_threads()
    result = CliRunner().invoke(
        root, ["train", "sft", *options, "--workers", "1", "--threads", "1", "--json", *more]
    )
    torch.set_num_threads(threads)
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_from_episodes_to_an_agent(run_folder: Path) -> None:
    found = sft(run_folder)
    assert found["episodes"] == len(golds()) and found["updates"] == 2
    agent = policy_called(str(found["agent"]))
    assert agent.name == "nano"
    lines = (run_folder / "sft" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [0, 1]


def test_settings_and_places_for_metrics_are_given_by_option(run_folder: Path) -> None:
    pytest.importorskip("tensorboard", reason="tensorboard is an extra: pip install tensorboard")
    found = sft(run_folder, "--set", "sft.updates=1", "--set", "model.width=8", "--metrics", "tensorboard")
    head = json.loads((run_folder / "sft" / "model" / "model.json").read_text())
    assert found["updates"] == 1 and head["config"]["width"] == 8
    assert list((run_folder / "sft" / "tensorboard").glob("events*"))


def test_asked_again_it_does_nothing_again(run_folder: Path) -> None:
    first = sft(run_folder)
    weights = run_folder / "sft" / "model" / "weights.safetensors"
    before = weights.stat().st_mtime_ns
    assert sft(run_folder) == first and weights.stat().st_mtime_ns == before


def test_asked_for_something_else_it_does_not_say_that_it_is_done(run_folder: Path) -> None:
    sft(run_folder)
    Store(run_folder / "other").parts.add("a", golds()[:2])
    options = ["-o", str(run_folder / "sft"), "--preset", str(run_folder / "tiny.yaml"), "--workers", "1"]
    for data, more in (("gold", ["--updates", "1"]), ("gold", ["--seed", "7"]), ("other", [])):
        given = ["--data", str(run_folder / data), *options, *more]
        result = CliRunner().invoke(root, ["train", "sft", *given])
        assert result.exit_code == 2 and "of another training" in result.output


def test_it_starts_from_another_model(run_folder: Path) -> None:
    sft(run_folder)
    start = run_folder / "sft"
    start.rename(run_folder / "first")
    sft(run_folder, "--init", str(run_folder / "first"))
    head = json.loads((run_folder / "sft" / "model" / "model.json").read_text())
    assert head["version"] == 4


def test_a_preset_can_say_what_to_start_from(run_folder: Path) -> None:
    sft(run_folder)
    (run_folder / "sft").rename(run_folder / "first")
    (run_folder / "tiny.yaml").write_text(f"init: {run_folder / 'first'}\n{PRESET}")
    sft(run_folder)
    head = json.loads((run_folder / "sft" / "model" / "model.json").read_text())
    assert head["version"] == 4


@pytest.mark.parametrize("name", ["tiny", "tiny-bert"])
def test_a_language_is_given_to_a_model_and_plays(run_folder: Path, name: str) -> None:
    sft(run_folder, "--set", "model.literal=false")
    (run_folder / "sft").rename(run_folder / "first")
    rate = ["--set", "sft.language_rate=0.01"] if name == "tiny-bert" else []
    found = sft(run_folder, "--init", str(run_folder / "first"), "--set", f"model.language={name}", *rate)
    head = json.loads((run_folder / "sft" / "model" / "model.json").read_text())
    assert head["version"] == 4 and head["config"]["language"] == name
    runner = Runner([WorldStage()])
    (episode,) = runner.play([Assignment("one", TASKS[0], limit=4)], policy_called(str(found["agent"])))
    runner.close()
    assert episode.result != "fault" and episode.steps
    assert all(step.log_probs and step.version == 4 for step in episode.steps)


@pytest.mark.slow
def test_processes_collect_with_a_language(run_folder: Path) -> None:
    found = sft(run_folder, "--set", "model.language=tiny", "--updates", "1")
    played = run_folder / "played"
    options = ["--app", "clock", "--count", "2", "--limit", "3", "--phones", "world:2", "--workers", "1"]
    result = CliRunner().invoke(
        root, ["collect", *options, "--agent", str(found["agent"]), "-o", str(played)]
    )
    assert result.exit_code == 0, result.output
    episodes = list(Store.open(played).episodes())
    assert len(episodes) == 2 and all(step.log_probs for one in episodes for step in one.steps)


@pytest.mark.parametrize("is_literal", [True, False])
def test_rows_are_those_of_the_learner(run_folder: Path, is_literal: bool) -> None:
    """As the recipe names them, and of the model that is gone on from, not of the preset."""
    model = {"width": 16, "layers": 1, "heads": 2, "unit_width": 4, "literal": is_literal}
    learner = learner_from("nano", model)
    write_model(run_folder / "init", learner)
    rows = run_folder / "sft" / "rows"
    make_rows("nano", learner.config(), [run_folder / "gold"], rows, 1)
    (made,) = rows.iterdir()
    before = made.stat().st_mtime_ns
    sft(run_folder, *([] if is_literal else ["--init", str(run_folder / "init")]))
    assert list(rows.iterdir()) == [made] and made.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--preset", "nanoo"], "did you mean 'nano'"),
        (["--preset", "small-gpu"], "--set model.path=FOLDER"),
        (["--set", "sft.update=1"], "did you mean 'updates'"),
        (["--set", "model.language=smolm2"], "no language 'smolm2' (did you mean 'smollm2'?)"),
        (["--metrics", "tensorbord"], "did you mean 'tensorboard'"),
        (["--data", "nowhere"], "holds no episodes; make some"),
        (["--init", "nowhere"], "train one: phonebuddy train sft"),
        (["--device", "cuda"], "device 'cuda' is not there"),
    ],
)
def test_mistakes_are_said(run_folder: Path, change: list[str], message: str) -> None:
    if change[1] == "cuda" and torch.cuda.is_available():
        pytest.skip("this machine has one")
    if change[1] == "small-gpu":
        pytest.importorskip("transformers", reason="a vlm needs transformers, and says so")
    options = ["--data", str(run_folder / "gold"), "-o", str(run_folder / "sft"), "--workers", "1"]
    preset = ["--preset", str(run_folder / "tiny.yaml")] if "--preset" not in change else []
    result = CliRunner().invoke(root, ["train", "sft", *options, *preset, *change])
    assert result.exit_code == 2 and message in result.output
    assert not (run_folder / "sft").exists()


def test_a_rate_for_a_language_needs_one(run_folder: Path) -> None:
    """It may be that of the start."""
    options = [
        "--data",
        str(run_folder / "gold"),
        "--preset",
        str(run_folder / "tiny.yaml"),
        "--workers",
        "1",
    ]
    rate = ["--set", "sft.language_rate=0.01"]
    result = CliRunner().invoke(root, ["train", "sft", *options, "-o", str(run_folder / "other"), *rate])
    assert result.exit_code == 2
    assert "sft.language_rate is for a language that reads along, and there is none" in result.output
    assert not (run_folder / "other").exists()
    sft(run_folder, "--set", "model.language=tiny-bert")
    (run_folder / "sft").rename(run_folder / "first")
    sft(run_folder, "--init", str(run_folder / "first"), *rate)
    head = json.loads((run_folder / "sft" / "model" / "model.json").read_text())
    assert head["version"] == 4 and head["config"]["language"] == "tiny-bert"


def test_without_a_success_there_is_nothing_to_learn(run_folder: Path) -> None:
    failed = msgspec.structs.replace(golds()[0], result="failure")
    Store(run_folder / "bad").parts.add("a", [failed])
    options = ["--data", str(run_folder / "bad"), "-o", str(run_folder / "out"), "--preset", "nano"]
    result = CliRunner().invoke(root, ["train", "sft", *options, "--workers", "1"])
    assert result.exit_code == 2 and "no successful episode" in result.output


@pytest.mark.slow
def test_processes_make_the_same_rows(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phonebuddy.train.rows.TOGETHER", 1)
    config = {"width": 16, "layers": 1, "heads": 2, "unit_width": 4}
    one, _ = make_rows("nano", config, [run_folder / "gold"], run_folder / "one", 1)
    two, _ = make_rows("nano", config, [run_folder / "gold"], run_folder / "two", 2)
    assert one == two and len(one) > 20


def test_two_trainings_do_not_share_a_folder(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=itertools.count(0, 2 * PATIENCE_S).__next__, sleep=lambda _s: None)
    options = ["--data", str(run_folder / "gold"), "-o", str(run_folder / "sft"), "--workers", "1"]
    with alone(run_folder / "sft", "training"):
        monkeypatch.setattr("phonebuddy.episodes.alone.time", clock)
        result = CliRunner().invoke(root, ["train", "sft", *options])
    assert result.exit_code == 2 and "another training works on" in result.output
    assert not (run_folder / "sft" / "rows").exists()
