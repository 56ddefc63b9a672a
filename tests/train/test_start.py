"""Where a training begins: with a new model, with one that is there, or with one that is given a language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import load  # noqa: E402

from phonebuddy.errors import AgentError  # noqa: E402
from phonebuddy.train import start  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.learner import check_model  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from tests.agents.nano.language.made import READING, SMALL  # noqa: E402


def written(folder: Path, config: Mapping[str, object], version: int = 4) -> NanoLearner:
    learner = NanoLearner(config)
    learner.version = version
    write_model(folder, learner)
    return learner


def test_without_a_start_it_is_new(tmp_path: Path) -> None:
    found = start.begin("nano", READING, None)
    assert found.version == 0 and found.config()["language"] == "tiny"


def test_a_language_is_added_to_what_was_learned(tmp_path: Path) -> None:
    before = written(tmp_path, SMALL)
    found = start.begin("nano", {**READING, "width": 99}, tmp_path)
    config = found.config()
    assert (config["language"], config["language_rank"], config["width"]) == ("tiny", 2, 16)
    assert found.version == 4
    now = load(found.tensors())
    assert all(torch.equal(one, now[name]) for name, one in load(before.tensors()).items())
    added = {name.partition(".")[0] for name in now.keys() - load(before.tensors()).keys()}
    assert added == {"reader"}


def test_a_model_with_a_language_keeps_it(tmp_path: Path) -> None:
    before = written(tmp_path, READING)
    found = start.begin("nano", {"language": "smollm2", "language_rank": 7}, tmp_path)
    assert found.config() == before.config() and found.tensors() == before.tensors()


@pytest.mark.parametrize("model", [{}, {"language": ""}, {"language_rank": 3}])
def test_where_no_language_is_wanted_none_is_added(tmp_path: Path, model: dict[str, object]) -> None:
    before = written(tmp_path, SMALL)
    assert start.begin("nano", model, tmp_path).config() == before.config()


def test_another_kind_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = NanoLearner(SMALL)
    learner.name = "vlm"
    monkeypatch.setattr(start, "read_learner", lambda _folder: learner)
    assert start.begin("vlm", {"language": "tiny"}, tmp_path) is learner


def test_a_language_that_is_none_is_refused(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    wrong = {"language": "smolm2"}
    for refuse in (
        lambda: start.begin("nano", wrong, None),
        lambda: start.begin("nano", wrong, tmp_path),
        lambda: check_model("nano", wrong),
    ):
        with pytest.raises(AgentError, match="no language 'smolm2' .did you mean 'smollm2'"):
            refuse()
