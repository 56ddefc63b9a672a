"""A model of another family, from a folder: nothing in the vlm is Qwen's but what says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip(
    "transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'"
)

from phonebuddy.agents.named import policy_called  # noqa: E402
from phonebuddy.agents.vlm.tiny import TEMPLATE, tiny_tokenizer  # noqa: E402
from phonebuddy.errors import CheckpointError, TrainError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.vlm import VlmLearner  # noqa: E402
from tests.agents.decided import decisions  # noqa: E402
from tests.agents.vlm.scenes import chances, played, show, turns  # noqa: E402

PICTURE = "<|vision_start|><|image_pad|><|vision_end|>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny LLaVA: CLIP looks, a Llama writes."""
    place = tmp_path_factory.mktemp("llava")
    words = tiny_tokenizer()
    words.add_special_tokens({"additional_special_tokens": ["<image>"]})
    torch.manual_seed(0)
    model = transformers.LlavaForConditionalGeneration(_config(words))
    model.generation_config.eos_token_id = words.eos_token_id
    model.save_pretrained(place)
    pil: Any = getattr(transformers, "CLIPImageProcessorPil", None) or transformers.CLIPImageProcessor
    transformers.LlavaProcessor(
        image_processor=pil(size={"shortest_edge": 64}, crop_size={"height": 64, "width": 64}),
        tokenizer=words, patch_size=16, vision_feature_select_strategy="default", image_token="<image>",
        num_additional_image_tokens=1, chat_template=TEMPLATE.replace(PICTURE, "<image>"),
    ).save_pretrained(place)  # fmt: skip
    return place


def _config(words: Any) -> Any:
    vision = transformers.CLIPVisionConfig(
        hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, image_size=64,
        patch_size=16, projection_dim=32,
    )  # fmt: skip
    text = transformers.LlamaConfig(
        vocab_size=len(words), hidden_size=64, intermediate_size=128, num_hidden_layers=2,
        num_attention_heads=2, num_key_value_heads=1, max_position_embeddings=4096,
        pad_token_id=words.pad_token_id, eos_token_id=words.eos_token_id,
    )  # fmt: skip
    return transformers.LlavaConfig(
        vision_config=vision, text_config=text, image_token_id=words.convert_tokens_to_ids("<image>"),
        vision_feature_layer=-1, vision_feature_select_strategy="default",
    )  # fmt: skip


def test_it_acts_learns_and_agrees_with_itself(folder: Path, tmp_path: Path) -> None:
    learner = VlmLearner({"path": str(folder), "most_tokens": 2_048, "most_new": 8})
    assert learner.vlm.banned == (learner.vlm.image_token,)
    assert learner.vlm.chat("an <image> in words", ()).count("<image>") == 1
    rows = learner.rows(played()[0], show)
    batch = learner.collate(rows[:2])
    assert batch.inputs["attention_mask"].sum(1).tolist() == [row.length for row in rows[:2]]
    learner.log_probs(batch).log_probs.sum().backward()
    (one,) = learner.policy(1.0).act(turns()[:1], chances(1))
    step = msgspec.structs.replace(
        played()[0].steps[0], text=one.text, choices=one.choices, log_probs=one.log_probs
    )
    own = learner.collate(learner.rows(msgspec.structs.replace(played()[0], steps=(step,))))
    assert torch.allclose(learner.log_probs(own).log_probs, own.old_log_probs, atol=1e-4)
    write_model(tmp_path / "model", learner)
    agent = policy_called(f"vlm:{tmp_path}")
    (again,) = decisions(agent, turns()[:1], chances(1))
    assert again.log_probs, "the folder is whole: it acts without the one it came from"


def test_what_a_model_refuses_is_said(folder: Path, tmp_path: Path) -> None:
    learner = VlmLearner({"path": str(folder), "most_tokens": 2_048, "most_new": 8})
    batch = learner.collate(learner.rows(played()[0], show)[:1])
    fewer = batch.inputs["input_ids"].clone()
    fewer[fewer == learner.vlm.image_token] = 5
    fewer[0, 20] = learner.vlm.image_token
    with pytest.raises(TrainError, match="the model refuses this batch"):
        learner.log_probs(batch._replace(inputs={**batch.inputs, "input_ids": fewer}))
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    with pytest.raises(CheckpointError, match="names no token for pictures"):
        VlmLearner({"path": str(tmp_path)})
    (tmp_path / "config.json").write_text('{"model_type": "none such"}')
    with pytest.raises(CheckpointError, match="no model that transformers can load"):
        VlmLearner({"path": str(tmp_path)})
