"""Folders of models: the one that is named, its `model`, or the released one."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.agents.folders import MODEL, SHIPPED, find_model, weights_in
from phonebuddy.errors import CheckpointError
from tests.agents.decided import decisions
from tests.agents.nano.language.installed import needs_smollm2


def test_a_model_is_found_here_or_in_its_model(tmp_path: Path) -> None:
    inner = tmp_path / "run" / "model"
    inner.mkdir(parents=True)
    (inner / MODEL).write_text("{}")
    assert find_model(tmp_path / "run") == inner
    assert find_model(inner) == inner


def test_a_folder_without_one_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="train one: .*'released'"):
        find_model(tmp_path)


def test_released_is_a_word_unless_somebody_has_a_folder_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [find_model(Path(word)) for word in SHIPPED] == [*SHIPPED.values()]
    (tmp_path / "released").mkdir()
    (tmp_path / "released" / MODEL).write_text("{}")
    assert find_model(Path("released")) == Path("released")


@pytest.mark.parametrize("word", ["released", pytest.param("released-smollm2", marks=needs_smollm2)])
def test_the_released_nanos_act_and_can_be_trained_on(word: str) -> None:
    pytest.importorskip("torch")
    from phonebuddy.agents.named import policy_called
    from phonebuddy.train.rl_run import read_learner
    from tests.agents.nano.test_nano_policy import chances, some_turns

    turns = some_turns()[:2]
    wanted = decisions(policy_called(f"nano:{word}"), turns, chances(2))
    learner = read_learner(Path(word))
    again = decisions(learner.policy(0.0), turns, chances(2))
    assert [one.action for one in again] == [one.action for one in wanted]
    assert {one.dtype.itemsize for one in learner.parameters()} == {4}


def test_other_weights_have_another_name(tmp_path: Path) -> None:
    """Of a training's folder and of one that was downloaded; what else lies there does not count."""
    assert weights_in(tmp_path) == ""
    for head, inner in ((MODEL, tmp_path / "run" / "model"), ("config.json", tmp_path / "downloaded")):
        inner.mkdir(parents=True)
        folder = inner.parent if inner.name == "model" else inner
        (inner / head).write_text("{}")
        found = []
        for data in (b"one", b"two", b"one"):
            (inner / "weights.safetensors").write_bytes(data)
            found.append(weights_in(folder))
        assert found[0] == found[2] != found[1]
        (inner / "notes.txt").write_text("mine")
        assert weights_in(folder) == found[0]
