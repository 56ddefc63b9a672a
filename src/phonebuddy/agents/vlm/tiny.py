"""A tiny Qwen3.5 made in code: random weights, a tokenizer of bytes, a processor; nothing is downloaded.

Its tokenizer knows all 256 bytes, so every text has ids; pieces are joined that stand in our own prompt,
which every step repeats. Invariant: the vocabulary is always the same; only the weights are up to chance.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import tokenizers
from tokenizers import models, pre_tokenizers, trainers
from transformers import Qwen3_5Config, Qwen3_5Tokenizer

from phonebuddy.action_text import to_text
from phonebuddy.actions import ACTIONS, Action, argument_names, from_json
from phonebuddy.agents.prompt import TOOLS
from phonebuddy.agents.vlm.config import Tiny
from phonebuddy.agents.vlm.processor import PhoneProcessor, PilImages, limit_pictures

NUM_PIECES = 1_400
SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>",
    "<|video_pad|>",
)  # fmt: skip
TAGS = ("<think>", "</think>", "<tool_call>", "</tool_call>")
TEMPLATE = """\
{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.content is string %}{{ message.content }}{% else %}{% for part in message.content %}\
{% if part.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part.text }}{% endif %}\
{% endfor %}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
PATCH, MERGE = 16, 2


@cache
def _pieces() -> tuple[dict[str, int], tuple[tuple[str, str], ...]]:
    """All bytes, and what is worth joining in the words of our prompt."""
    learned = tokenizers.Tokenizer(models.BPE())
    plain = Qwen3_5Tokenizer(vocab=_bytes(), merges=[])
    learned.pre_tokenizer = plain.backend_tokenizer.pre_tokenizer
    trainer = trainers.BpeTrainer(
        vocab_size=NUM_PIECES, initial_alphabet=sorted(_bytes()), show_progress=False, min_frequency=1
    )
    headings = "# Instruction\n\n# History of Previous Actions\nStep 1\nThought: \nAction: "
    headings += "system\nuser\nassistant\n"
    learned.train_from_iterator([TOOLS, headings, *map(to_text, _examples())], trainer)
    model = json.loads(learned.to_str())["model"]
    return model["vocab"], tuple((left, right) for left, right in model["merges"])


def _bytes() -> dict[str, int]:
    return {symbol: number for number, symbol in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}


def _examples() -> list[Action]:
    """One of each kind of action."""
    arguments: dict[str, object] = {
        "points": [[500, 300]], "text": "Done.", "package": "clock", "type": "back", "time": 1000,
        "interval": 100, "duration": 500,
    }  # fmt: skip
    two: dict[str, object] = {"points": [[500, 700], [500, 300]]}
    found = []
    for name in ACTIONS:
        given = {**arguments, **two} if name in ("scroll", "drag") else arguments
        own = {key: given[key] for key in argument_names(name)}
        found.append(from_json({"name": name, "arguments": own}))
    return found


def tiny_tokenizer() -> Any:
    vocab, merges = _pieces()
    found = Qwen3_5Tokenizer(
        vocab=dict(vocab), merges=list(merges), eos_token="<|im_end|>", pad_token="<|endoftext|>",
        additional_special_tokens=list(SPECIAL), model_max_length=1 << 20,
    )  # fmt: skip
    found.add_tokens(list(TAGS))
    return found


def tiny_processor(most_pixels: int) -> Any:
    images = PilImages(
        patch_size=PATCH, merge_size=MERGE, image_mean=[0.5] * 3, image_std=[0.5] * 3,
        size={"shortest_edge": 4 * (PATCH * MERGE) ** 2, "longest_edge": 16_777_216},
    )  # fmt: skip
    limit_pictures(images, most_pixels)
    return PhoneProcessor(images, tiny_tokenizer(), TEMPLATE)


def tiny_config(tiny: Tiny, tokenizer: Any) -> Any:
    """What transformers makes such a model from."""
    ids = {name: tokenizer.convert_tokens_to_ids(f"<|{name}|>") for name in ("image_pad", "video_pad")}
    ids |= {name: tokenizer.convert_tokens_to_ids(f"<|{name}|>") for name in ("vision_start", "vision_end")}
    head = 32
    text = dict(
        vocab_size=len(tokenizer), hidden_size=tiny.width, intermediate_size=2 * tiny.width,
        num_hidden_layers=tiny.layers, num_attention_heads=tiny.width // head, num_key_value_heads=1,
        head_dim=head, linear_num_key_heads=1, linear_num_value_heads=2, linear_key_head_dim=head,
        linear_value_head_dim=head, full_attention_interval=2, max_position_embeddings=32_768,
        tie_word_embeddings=True, eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
        rope_parameters={
            "rope_type": "default", "rope_theta": 10_000.0, "partial_rotary_factor": 0.25,
            "mrope_section": [2, 1, 1], "mrope_interleaved": True,
        },
    )  # fmt: skip
    vision = dict(
        depth=tiny.vision_layers, hidden_size=tiny.vision_width, intermediate_size=2 * tiny.vision_width,
        num_heads=2, out_hidden_size=tiny.width, patch_size=PATCH, spatial_merge_size=MERGE,
        num_position_embeddings=256,
    )  # fmt: skip
    return Qwen3_5Config(
        text_config=text, vision_config=vision, image_token_id=ids["image_pad"],
        video_token_id=ids["video_pad"], vision_start_token_id=ids["vision_start"],
        vision_end_token_id=ids["vision_end"], tie_word_embeddings=True,
    )  # fmt: skip
