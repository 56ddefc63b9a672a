"""The tiny vlm: its tokenizer, its prompt, what it may write, and when a batch is refused."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="the vlm needs transformers: pip install -e '.[vlm]'")

from tokenizers.processors import TemplateProcessing  # noqa: E402
from transformers import AddedToken  # noqa: E402

from phonebuddy.agents.prompt import TOOLS, prompt_for  # noqa: E402
from phonebuddy.agents.vlm.config import read_config  # noqa: E402
from phonebuddy.agents.vlm.inputs import Tensors, check_pictures, prompts_of, with_answers  # noqa: E402
from phonebuddy.agents.vlm.processor import load_processor, processor_files  # noqa: E402
from phonebuddy.agents.vlm.reader import Reader, special_tokens  # noqa: E402
from phonebuddy.agents.vlm.sampling import Sampler  # noqa: E402
from phonebuddy.agents.vlm.tiny import SPECIAL, TEMPLATE, tiny_tokenizer  # noqa: E402
from phonebuddy.errors import CheckpointError, TrainError  # noqa: E402
from phonebuddy.train.vlm_rows import VlmRows  # noqa: E402
from tests.agents.vlm.scenes import chances, played, show  # noqa: E402
from tests.agents.vlm.tinies import TINY, vlm  # noqa: E402

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(max_examples=60)
@given(texts)
def test_every_text_has_tokens_and_comes_back(text: str) -> None:
    text = unicodedata.normalize("NFC", text)
    ids = vlm().answer_ids(text)
    assert ids[-1] == vlm().ends[0] and vlm().text_of(ids) == vlm().plain(text)


def test_the_vocabulary_is_always_the_same() -> None:
    assert tiny_tokenizer().get_vocab() == vlm().processor.tokenizer.get_vocab()


@settings(max_examples=40)
@given(st.lists(st.sampled_from([*SPECIAL, "a", " <", "|>"]), max_size=6).map("".join))
def test_a_chat_has_one_place_for_a_picture_whatever_is_said(said: str) -> None:
    chat = vlm().chat(said, ())
    assert chat.count("<|image_pad|>") == 1 and chat.count("<|im_end|>") == 2
    assert chat.endswith("<|im_start|>assistant\n")


def test_a_chat_is_the_published_prompt() -> None:
    """An empty system message; tools, picture, instruction and history in this order."""
    episode, _ = played()
    chat = vlm().chat(episode.instruction, episode.steps[:2])
    after = prompt_for(episode.instruction, episode.steps[:2]).after
    picture = "<|vision_start|><|image_pad|><|vision_end|>"
    assert chat == (
        f"<|im_start|>system\n<|im_end|>\n<|im_start|>user\n{TOOLS}{picture}{after}<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def reader_with(template: str = "") -> Reader:
    """A reader of its own, since it is changed."""
    found = Reader(read_config(TINY))
    found.processor.chat_template = template or found.processor.chat_template
    return found


def test_a_template_without_a_place_for_an_empty_system_message_is_asked_without_one() -> None:
    """As those of SmolVLM, which look at the first part of every message."""
    first = "{% if messages[0].content[0].type == 'image' %}:{% endif %}"
    chat = reader_with(first + TEMPLATE).chat("x", ())
    assert chat.startswith("<|im_start|>user\n") and chat.count("<|image_pad|>") == 1
    with pytest.raises(CheckpointError, match="does not take a message with a picture: no pictures"):
        reader_with("{{ raise_exception('no pictures') }}").chat("x", ())


def test_a_chat_that_begins_with_a_sign_gets_no_second_one() -> None:
    words: Any = tiny_tokenizer()
    words.bos_token = "<|endoftext|>"
    begin = (words.bos_token, words.bos_token_id)
    words.backend_tokenizer.post_processor = TemplateProcessing(
        single=f"{begin[0]} $A", special_tokens=[begin]
    )
    for template in (TEMPLATE, "{{ bos_token }}" + TEMPLATE):
        reader = reader_with(template)
        reader.processor.tokenizer = words
        prompts = prompts_of(reader, [reader.chat("x", ())], [played()[1][0].pixels()])
        assert prompts["input_ids"][0].tolist().count(begin[1]) == 1
        (row, *_) = VlmRows(TINY, reader).rows(played()[0], show)
        chat = reader.chat(played()[0].instruction, ())
        whole = prompts_of(reader, [chat], [played()[1][0].pixels()])["input_ids"]
        assert row.length == whole.shape[1] + row.num_choices


def test_signs_that_stand_in_one_list_of_the_tokenizer_alone_are_broken_up_too() -> None:
    processor = reader_with().processor
    words = processor.tokenizer
    words.add_tokens([AddedToken("<|secret|>", special=True), AddedToken("<tool_call>", special=True)])
    assert "<|secret|>" not in words.all_special_tokens
    assert set(special_tokens(processor)) == {*SPECIAL, "<|secret|>"}, "what answers are made of stays"


def test_no_torchvision_and_no_more_pixels_than_told() -> None:
    screen = played()[1][0]
    prompts = prompts_of(vlm(), [vlm().chat("x", ())], [screen.pixels()])
    grid = prompts["image_grid_thw"][0]
    assert int(grid.prod()) * 16 * 16 <= 18_432 and int(grid[1]) > int(grid[2]), "upright, as the phone is"
    assert "torchvision" not in sys.modules


def test_a_processor_is_read_as_it_was_written(tmp_path: Path) -> None:
    for name, data in {
        **processor_files(vlm().processor),
        "config.json": b'{"model_type": "qwen3_5"}',
    }.items():
        (tmp_path / name).write_bytes(data)
    again = load_processor(tmp_path, vlm().config)
    pixels = played()[1][0].pixels()[:, :, :3]
    chat = vlm().chat("Größe 世界", ())
    one, two = (
        made(text=[chat], images=[[pixels]], return_tensors="pt") for made in (vlm().processor, again)
    )
    assert one.keys() == two.keys() and all(torch.equal(one[name], two[name]) for name in one)
    (tmp_path / "chat_template.jinja").unlink()
    with pytest.raises(CheckpointError, match="no chat template"):
        load_processor(tmp_path, vlm().config)
    (tmp_path / "processor_config.json").unlink()
    with pytest.raises(CheckpointError, match="no processor that can be read"):
        load_processor(tmp_path, vlm().config)


# -- what a batch must be ---------------------------------------------------------------------------------


def prompts() -> Tensors:
    return prompts_of(vlm(), [vlm().chat("x", ()), vlm().chat("y y", ())], [played()[1][0].pixels()] * 2)


def test_pictures_and_their_tokens_must_agree() -> None:
    good = prompts()
    check_pictures(good, vlm())
    cut = {**good, "input_ids": good["input_ids"].clone()}
    place = (cut["input_ids"][1] == vlm().image_token).nonzero()[0, 0]
    cut["input_ids"][1, place] = 5
    with pytest.raises(TrainError, match="disagree.*raise model.most_tokens"):
        check_pictures(cut, vlm())
    with pytest.raises(TrainError, match="features: none"):
        check_pictures({name: one for name, one in good.items() if name != "pixel_values"}, vlm())
    blind = {**good, "input_ids": good["input_ids"].clamp(max=vlm().image_token - 1)}
    with pytest.raises(TrainError, match="disagree"):
        check_pictures(blind, vlm())


def test_an_answer_with_a_picture_in_it_is_refused() -> None:
    with pytest.raises(TrainError, match="an answer holds tokens of pictures"):
        with_answers(vlm(), prompts(), [[1, 2], [1, vlm().image_token]])


def test_answers_stand_behind_their_prompts() -> None:
    before = prompts()
    inputs, mask = with_answers(vlm(), before, [[1, 2, 3], [4]])
    width = before["input_ids"].shape[1]
    assert inputs["input_ids"][:, width].tolist() == [1, 4] and mask.sum(1).tolist() == [3, 1]
    assert {one.shape for name, one in inputs.items() if name in ("attention_mask", "mm_token_type_ids")} == {
        inputs["input_ids"].shape
    }
    assert inputs["attention_mask"][1, -2:].tolist() == [0, 0]


# -- drawing ----------------------------------------------------------------------------------------------


def test_a_picture_token_is_never_drawn() -> None:
    size = len(vlm().processor.tokenizer)
    scores = torch.full((2, size), -8.0)
    scores[:, list(vlm().banned)] = 50.0
    for temperature in (0.0, 1.0):
        sampler = Sampler(vlm(), chances(2), temperature)
        for _ in range(40):
            sampler(torch.zeros(2, 1), scores)
        assert not {id for ids in sampler.ids for id in ids} & set(vlm().banned)
        assert sampler.log_probs[0][0] > -10, "the rest is as likely as if the banned were not there"


def test_draws_are_as_likely_as_they_should_be_and_end() -> None:
    end = vlm().ends[0]
    scores = torch.full((1, len(vlm().processor.tokenizer)), -1e9)
    scores[0, 7], scores[0, 9] = torch.tensor([0.7, 0.3]).log()
    sampler = Sampler(vlm(), chances(1), 1.0)
    for _ in range(1_500):
        only = sampler(torch.zeros(1, 1), scores)
        assert int(torch.isfinite(only).sum()) == 1
    share = sampler.ids[0].count(7) / 1_500
    assert abs(share - 0.7) < 0.04
    assert sampler.log_probs[0][0] == pytest.approx(float(scores[0, sampler.ids[0][0]]), abs=1e-5)
    scores[0, end] = 50.0
    for _ in range(3):
        sampler(torch.zeros(1, 1), scores)
    assert len(sampler.ids[0]) == 1_501 and sampler.has_ended(0), "what has ended draws nothing more"


# -- settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tiny": None}, "--set model.path=FOLDER"),
        ({"path": "/x"}, "both path '/x' and tiny"),
        ({"tinny": 1}, "did you mean 'tiny'"),
        ({"lora": -1}, "0 or more"),
        ({"most_tokens": 24}, "more than most_new"),
        ({"most_pixels": 10}, "4096 or more"),
        ({"precision": "float16"}, "precision"),
        ({"tiny": {"width": 50}}, "accepted: 32, 64"),
    ],
)
def test_settings_that_cannot_be_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(TrainError, match=says):
        read_config({**TINY, **change})
