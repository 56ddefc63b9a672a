"""Nano with a language that reads along: what it draws from is what is scored again, and how it is loaded."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import load, save  # noqa: E402

from phonebuddy.actions import OpenApp  # noqa: E402
from phonebuddy.agents.nano.choices import KIND  # noqa: E402
from phonebuddy.agents.nano.language.names import fingerprint  # noqa: E402
from phonebuddy.agents.nano.loading import WEIGHTS, load_policy  # noqa: E402
from phonebuddy.agents.nano.packed import pack, unpack  # noqa: E402
from phonebuddy.errors import AgentError, CheckpointError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from tests.agents.nano.language.made import MADE_HERE, READING, reading, talking  # noqa: E402
from tests.agents.nano.test_nano_policy import chances, own_episode, some_turns  # noqa: E402
from tests.agents.nano.test_nano_views import played  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

LANGUAGES = pytest.mark.parametrize("name", MADE_HERE)


def opens_often(learner: NanoLearner, how: float) -> None:
    last = learner.model.kinds[-1]
    assert isinstance(last, torch.nn.Linear)
    with torch.no_grad():
        last.bias[KIND["open_app"]] += how


@LANGUAGES
def test_scores_are_those_that_were_drawn_from(name: str) -> None:
    learner = talking(name)
    learner.train(False)
    opens_often(learner, 3.0)
    episode = own_episode(learner)
    assert any(isinstance(step.action, OpenApp) for step in episode.steps), "apps are read in some turn"
    batch = learner.collate(learner.rows(episode))
    assert torch.allclose(learner.log_probs(batch).log_probs, batch.old_log_probs, atol=1e-4)
    reader = learner.model.reader
    assert reader is not None
    for layer in (reader.to_token, reader.to_app):
        kept = layer.weight.detach().clone()
        with torch.no_grad():
            layer.weight.zero_()
            scored = learner.log_probs(batch).log_probs
            layer.weight.copy_(kept)
        assert not torch.allclose(scored, batch.old_log_probs, atol=1e-3), "what it reads counts"


@LANGUAGES
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_company_changes_nothing(name: str, temperature: float) -> None:
    learner, turns = talking(name), some_turns()
    together = learner.policy(temperature).act(turns, chances(len(turns)))
    policy = learner.policy(temperature)
    for turn, chance, wanted in zip(turns, chances(len(turns)), together, strict=True):
        (alone,) = policy.act([turn], [chance])
        assert (alone.action, alone.choices) == (wanted.action, wanted.choices)
        assert alone.log_probs == pytest.approx(wanted.log_probs, abs=1e-4)


@LANGUAGES
def test_a_policy_follows_weights_that_change(name: str) -> None:
    learner, turns = talking(name), some_turns()[:3]
    policy = learner.policy(0.0)
    before = policy.act(turns, chances(3))
    louder = {key: one * 2 if key.endswith(".up") else one for key, one in load(learner.tensors()).items()}
    learner.put_tensors(save(louder), 5)
    after = policy.act(turns, chances(3))
    wanted = learner.policy(0.0).act(turns, chances(3))
    for one, two, old in zip(after, wanted, before, strict=True):
        assert one.log_probs == pytest.approx(two.log_probs, abs=1e-5)
        assert one.log_probs != pytest.approx(old.log_probs, abs=1e-4)


@LANGUAGES
def test_apps_that_nobody_opened_are_offered_when_acting(name: str) -> None:
    learner = talking(name)
    learner.study([row for episode in golds() for row in learner.rows(episode)])
    learner.train(True)
    opens_often(learner, 1e6)
    turn = some_turns()[0]
    policy = learner.policy(1e3)
    found = {policy.act([turn], [random.Random(seed)])[0].action for seed in range(30)}
    assert len(found) > 6 and all(isinstance(action, OpenApp) for action in found)


@LANGUAGES
def test_a_model_travels(tmp_path: Path, name: str) -> None:
    learner, turns = talking(name), some_turns()[:4]
    write_model(tmp_path / "model", learner)
    wanted = learner.policy(0.0).act(turns, chances(4))
    assert load_policy(str(tmp_path)).act(turns, chances(4)) == wanted
    head = msgspec.json.decode((tmp_path / "model" / "model.json").read_bytes())
    assert head["config"]["language_print"] == fingerprint(name)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"language_print": "0123"}, CheckpointError, r"weights of tiny \(0123\).*make language"),
        ({"language": "tinny"}, AgentError, "no language 'tinny' .did you mean 'tiny'"),
        ({"language": "tiny-bert"}, CheckpointError, r"trained with other weights of tiny-bert"),
        ({"language": "tiny-bert", "language_print": ""}, CheckpointError, "not the weights of such a nano"),
        ({"language": ""}, CheckpointError, "not the weights of such a nano"),
        ({"language_rank": 3}, CheckpointError, "not the weights of such a nano"),
        ({"form": 1, "language": "smollm3"}, CheckpointError, "form 1, .*train it again"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, change: dict[str, object], error: type[Exception], message: str
) -> None:
    write_model(tmp_path, NanoLearner(READING))
    head = msgspec.json.decode((tmp_path / "model.json").read_bytes())
    head["config"] |= change
    (tmp_path / "model.json").write_bytes(msgspec.json.encode(head))
    with pytest.raises(error, match=message):
        load_policy(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        *((name, gone) for name in MADE_HERE for gone in ("reader.middle", "reader.to_app.weight")),
        ("tiny", "reader.llama.blocks.1.qkv.up"),
        ("tiny-bert", "reader.bert.layers.2.feed.down"),
    ],
)
def test_a_reader_that_is_not_whole_is_refused(tmp_path: Path, name: str, gone: str) -> None:
    write_model(tmp_path, NanoLearner(reading(name)))
    kept = load((tmp_path / WEIGHTS).read_bytes())
    del kept[gone]
    (tmp_path / WEIGHTS).write_bytes(save(kept))
    with pytest.raises(CheckpointError, match=f"not the weights of such a nano.*{gone}"):
        load_policy(str(tmp_path))


def test_what_was_packed_before_there_were_languages_is_unpacked() -> None:
    data = pack(played()[0])
    *old, reading = msgspec.msgpack.decode(data)
    assert reading == [] and unpack(msgspec.msgpack.encode(old)) == unpack(data)
