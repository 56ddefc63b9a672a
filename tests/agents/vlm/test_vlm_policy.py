"""The vlm as an agent: decisions, company, problems, folders that load and folders that do not."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'")

from phonebuddy.actions import Click, Finish, Point  # noqa: E402
from phonebuddy.agents.named import policy_called  # noqa: E402
from phonebuddy.agents.vlm.answer import Answer, decided  # noqa: E402
from phonebuddy.agents.vlm.loading import load_policy  # noqa: E402
from phonebuddy.agents.vlm.policy import VlmPolicy  # noqa: E402
from phonebuddy.errors import AgentError, CheckpointError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.vlm import VlmLearner  # noqa: E402
from tests.agents.decided import decisions  # noqa: E402
from tests.agents.vlm.scenes import chances, played, turns  # noqa: E402
from tests.agents.vlm.tinies import TINY, vlm  # noqa: E402


@pytest.mark.parametrize(
    "text",
    [
        'I tap.\n<tool_call>\n{"name": "click", "arguments": {"points": [[500, 300]]}}\n</tool_call>',
        "<think>\nhm\n</think>\n<tool_call>\n<function=click>\n<parameter=points>\n[[500, 300]]\n"
        "</parameter>\n</function>\n</tool_call>",
    ],
)
def test_both_forms_of_calls_are_read(text: str) -> None:
    found = decided(text, b"c", (-0.5,), 3)
    assert found.action == Click(Point(500, 300)) and not found.problem
    assert (found.text, found.choices, found.log_probs, found.version) == (text, b"c", (-0.5,), 3)


def test_what_is_no_action_is_a_problem_and_is_kept() -> None:
    found = decided("I give up", b"c", (-0.5,), 3)
    assert "no <tool_call>" in found.problem and found.text == "I give up" and found.choices == b"c"
    cut = decided('<tool_call>\n{"name": "finish", "arguments": {"text": "yes"}}', b"", (), 0, "cut")
    assert cut.problem == "cut", "what was cut short is not acted on, even if it could be read"


def test_company_changes_nothing() -> None:
    policy = VlmPolicy(vlm(), 1.0)
    together = policy.act(turns(), chances(4))
    assert all(len(one.log_probs) == 24 and one.problem for one in together), "it has learnt nothing"
    for number in (0, 3):
        (alone,) = policy.act([turns()[number]], [chances(4)[number]])
        assert alone.text == together[number].text
        assert alone.log_probs == pytest.approx(together[number].log_probs, abs=1e-4)
    assert [one.text for one in policy.act(turns(), chances(4))] == [one.text for one in together]


def test_answers_keep_their_tokens_and_where_asked_their_picture() -> None:
    (one,) = VlmPolicy(vlm(), 1.0, lambda: 7, keep=True).act(turns()[:1], chances(1))
    answer = msgspec.msgpack.decode(one.choices, type=Answer)
    assert vlm().text_of(answer.ids) == one.text and len(answer.ids) == len(one.log_probs)
    assert answer.picture == played()[1][0].png() and one.version == 7
    (other,) = VlmPolicy(vlm(), 1.0).act(turns()[:1], chances(1))
    assert msgspec.msgpack.decode(other.choices, type=Answer).picture == b""


def test_a_prompt_that_is_too_long_is_its_own_problem_alone() -> None:
    long = turns()[0]._replace(instruction="x " * 3_000)
    first, second = VlmPolicy(vlm(), 0.0).act([long, turns()[0]], chances(2))
    assert "room for 2024" in first.problem and first.action == Finish("") and not first.log_probs
    assert second.log_probs
    (only,) = VlmPolicy(vlm(), 0.0).act([long], chances(1))
    assert only.problem == first.problem


def test_a_screen_without_pixels_cannot_be_looked_at() -> None:
    episode, _ = played()
    with pytest.raises(AgentError, match="this screen has none"):
        VlmPolicy(vlm()).act([turns()[0]._replace(screen=episode.steps[0].seen)], chances(1))


# -- folders ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("vlm")
    torch.manual_seed(3)
    write_model(place / "model", VlmLearner(TINY))
    return place


def test_a_trained_folder_acts_as_its_learner(folder: Path) -> None:
    torch.manual_seed(3)
    own = VlmLearner(TINY).policy(0.0).act(turns()[:1], chances(1))
    agent = policy_called(f"vlm:{folder}")
    assert agent.name == "vlm" and decisions(agent, turns()[:1], chances(1))[0].text == own[0].text


def test_transformers_loads_the_folder_and_so_do_we_without_our_json(folder: Path, tmp_path: Path) -> None:
    """What other programs need is there: config, index of weights, processor."""
    from transformers import AutoModelForImageTextToText

    model = AutoModelForImageTextToText.from_pretrained(folder / "model")
    torch.manual_seed(3)
    own = VlmLearner(TINY).vlm.base.state_dict()
    assert all(torch.equal(own[name], one) for name, one in model.state_dict().items())
    for path in (folder / "model").iterdir():
        if path.name != "model.json":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    agent = policy_called(f"vlm:{tmp_path}")
    assert isinstance(agent, VlmPolicy) and agent.vlm.config.path == str(tmp_path)
    assert all(torch.equal(own[name], one) for name, one in agent.vlm.base.state_dict().items())
    assert agent.vlm.chat("x", ()) == vlm().chat("x", ()) and agent.vlm.banned == vlm().banned
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(CheckpointError, match="is not the model's own"):
        policy_called(f"vlm:{tmp_path}")


def test_a_bare_folder_has_the_published_limits(folder: Path, tmp_path: Path) -> None:
    for path in (folder / "model").iterdir():
        if path.name != "model.json":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    config = load_policy(str(tmp_path)).vlm.config
    assert config.most_new == 8_192 and config.most_tokens - config.most_new >= 8_192
    assert config.most_pixels == 1_080 * 2_400


def test_what_a_folder_says_about_drawing_changes_no_score(folder: Path, tmp_path: Path) -> None:
    """A penalty for repeating would be in the actor's scores, and not in the trainer's."""
    for path in (folder / "model").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "model.json").unlink()
    settings = json.loads((tmp_path / "generation_config.json").read_bytes())
    (tmp_path / "generation_config.json").write_text(json.dumps({**settings, "repetition_penalty": 5.0}))
    learner = VlmLearner({**TINY, "tiny": None, "path": str(tmp_path)})
    (one,) = learner.policy(1.0).act(turns()[:1], chances(1))
    step = msgspec.structs.replace(
        played()[0].steps[0], text=one.text, choices=one.choices, log_probs=one.log_probs
    )
    batch = learner.collate(learner.rows(msgspec.structs.replace(played()[0], steps=(step,))))
    assert torch.allclose(learner.log_probs(batch).log_probs, batch.old_log_probs, atol=1e-4)


def test_a_model_knows_where_it_began_from_everywhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Adapters need the model they were learned on, whoever loads them and where."""
    pytest.importorskip("peft", reason="adapters need peft: pip install -e '.[vlm]'")
    monkeypatch.chdir(folder)
    write_model(tmp_path / "adapters", VlmLearner({**TINY, "tiny": None, "path": "model", "lora": 2}))
    monkeypatch.chdir(tmp_path)
    assert load_policy("adapters").vlm.config.path == str(folder / "model")
    peft = json.loads((tmp_path / "adapters" / "adapter_config.json").read_bytes())
    assert peft["base_model_name_or_path"] == str(folder / "model")


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("model.json", b"{", "no model that can be read"),
        ("model.json", b'{"kind": "nano", "config": {}, "version": 1}', "say nano:FOLDER"),
        ("weights.safetensors", b"\x00" * 64, "no safetensors"),
    ],
)
def test_a_folder_that_does_not_fit_is_refused(
    folder: Path, tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    for path in (folder / "model").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CheckpointError, match=says):
        policy_called(f"vlm:{tmp_path}")


def test_weights_of_another_size_are_refused(folder: Path, tmp_path: Path) -> None:
    for path in (folder / "model").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    write_model(tmp_path / "other", VlmLearner({**TINY, "tiny": {"width": 32}}))
    (tmp_path / "weights.safetensors").write_bytes((tmp_path / "other" / "weights.safetensors").read_bytes())
    with pytest.raises(CheckpointError, match="not the weights of such a vlm"):
        policy_called(f"vlm:{tmp_path}")
    with pytest.raises(CheckpointError, match="no model.json and no config.json"):
        policy_called("vlm:/nowhere")
