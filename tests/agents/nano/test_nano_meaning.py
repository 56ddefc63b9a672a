"""Meaning: words that mean the same are near, made-up names mean their parts, other vectors are refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.agents.nano import meaning
from phonebuddy.agents.nano.loading import load_model
from phonebuddy.agents.nano.meaning import MOST_MEANT, fingerprint, meant, parts_of, vectors
from phonebuddy.agents.nano.model import NanoConfig
from phonebuddy.errors import AgentError, CheckpointError
from phonebuddy.train.nano import NanoLearner


def _near(one: str, other: str) -> float:
    a, b = (vectors()[list(parts_of(word))].sum(0) for word in (one, other))
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [("purchase", "buy", "alarm"), ("photo", "picture", "transfer"), ("Remove", "delete", "song")],
)
def test_words_that_mean_the_same_are_near(word: str, near: str, far: str) -> None:
    assert _near(word, near) > 0.5 > 0.2 > _near(word, far)


def test_a_name_of_two_words_means_both() -> None:
    assert _near("Beanline", "bean") > 0.4 and _near("Beanline", "line") > 0.2


def test_signs_and_numbers_mean_nothing() -> None:
    assert [parts_of(text) for text in ("!", "12:30", "", "7", "a1")] == [()] * 5


@given(st.lists(st.text(max_size=12), max_size=12))
def test_whatever_is_said_has_parts_of_the_table(words: list[str]) -> None:
    found = meant(words)
    assert len(found) <= MOST_MEANT and all(0 < part < len(vectors()) for part in found)
    assert found == meant(words)


def test_without_the_vectors_the_next_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    meaning.folder.cache_clear()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AgentError, match=r"pip install 'phonebuddy\[train\]'"):
        meaning.folder()


def test_a_model_of_other_vectors_is_refused(tmp_path: Path) -> None:
    learner = NanoLearner({"width": 32, "layers": 1, "heads": 2, "unit_width": 16})
    assert learner.config()["words"] == fingerprint()
    config = msgspec.structs.replace(NanoConfig(width=32, layers=1, heads=2, unit_width=16), words="0123")
    head = {"kind": "nano", "config": msgspec.to_builtins(config), "version": 0}
    (tmp_path / "model.json").write_bytes(msgspec.json.encode(head))
    (tmp_path / "weights.safetensors").write_bytes(learner.tensors())
    with pytest.raises(CheckpointError, match="other word vectors"):
        load_model(tmp_path)
