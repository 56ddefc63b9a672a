"""Vlm: a model with its processor, loaded: what it is asked, what it must never write, which weights learn.

Invariant: a chat holds exactly one place for a picture, whatever instruction and history say; the scores of
tokens that stand for pictures are taken away wherever a token is drawn or scored, so that both agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import torch
import transformers

from phonebuddy.agents.prompt import prompt_for
from phonebuddy.agents.vlm.config import VlmConfig, check_folder
from phonebuddy.agents.vlm.processor import load_processor
from phonebuddy.episode import Step
from phonebuddy.errors import CheckpointError, SetupError

_PICTURE = re.compile(r"(image|video|vision|audio|boi|eoi|boa|eoa)\w*_token_(id|index)\Z")
NEVER = -1e9
"""Instead of minus infinity, whose products with zero are no numbers."""


class Vlm:
    """See the head of this file."""

    def __init__(self, config: VlmConfig) -> None:
        self.config = config
        self.processor, model = _made(config) if config.tiny is not None else _loaded(config)
        self.base = model
        """The model as transformers knows it, with the adapters inside where there are any."""
        self.model: Any = _with_adapters(model, config.lora) if config.lora else model
        self.banned = banned_tokens(model.config)
        self.ends = _ends(model, self.processor.tokenizer)
        self.image_token = _image_token(model.config)
        _check_tokens(self.processor, self.image_token, config.path)
        special = sorted(self.processor.tokenizer.all_special_tokens, key=len, reverse=True)
        self._special = re.compile("|".join(map(re.escape, special)))
        if config.recompute:
            self.base.gradient_checkpointing_enable({"use_reentrant": False})
            # Without it adapters have no gradient: what comes in does not learn.
            self.base.enable_input_require_grads()

    @property
    def device(self) -> torch.device:
        found: torch.device = self.base.device
        return found

    def chat(self, instruction: str, past: Sequence[Step]) -> str:
        """What the model reads: the published messages in its own chat template, one place for a picture."""
        before, after = prompt_for(instruction, past)
        content = [
            {"type": "text", "text": self.plain(before)},
            {"type": "image"},
            {"type": "text", "text": self.plain(after)},
        ]
        messages = [{"role": "system", "content": ""}, {"role": "user", "content": content}]
        found: str = self.processor.tokenizer.apply_chat_template(
            messages, chat_template=self.processor.chat_template, tokenize=False, add_generation_prompt=True,
            enable_thinking=self.config.thinking,
        )  # fmt: skip
        return found

    def plain(self, text: str) -> str:
        """A text without what the tokenizer takes for a sign of its own: a note may say `<|image_pad|>`."""
        return self._special.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)

    def answer_ids(self, text: str) -> list[int]:
        """A text as the model should have written it, with its end."""
        ids: list[int] = self.processor.tokenizer(self.plain(text), add_special_tokens=False).input_ids
        return [*ids, self.ends[0]]

    def text_of(self, ids: Sequence[int]) -> str:
        """What some tokens say, without the end."""
        kept = list(ids[:-1]) if ids and ids[-1] in self.ends else list(ids)
        found: str = self.processor.tokenizer.decode(kept, skip_special_tokens=False)
        return found

    def ban(self, logits: torch.Tensor) -> torch.Tensor:
        """Scores as floats, with those of picture tokens taken away."""
        logits = logits.float()
        if not self.banned:
            return logits
        return logits.index_fill(-1, torch.tensor(self.banned, device=logits.device), NEVER)

    @contextmanager
    def recomputing(self) -> Iterator[None]:
        """Keep few values in a forward pass, where the settings say so.

        Transformers does so only while training, and RL scores without the chances of training.
        """
        layers = [one for one in self.base.modules() if getattr(one, "gradient_checkpointing", False)]
        before = [layer.training for layer in layers]
        for layer in layers:
            layer.training = torch.is_grad_enabled()
        try:
            yield
        finally:
            for layer, was in zip(layers, before, strict=True):
                layer.training = was

    def arithmetic(self) -> AbstractContextManager[object]:
        """The precision to compute in."""
        if self.config.precision == "float32":
            return nullcontext()
        return torch.autocast(self.device.type, torch.bfloat16)


def banned_tokens(config: Any) -> tuple[int, ...]:
    """Tokens that only a processor may place: one in an answer makes the next pass fail or lie."""
    found = {value for name, value in config.to_dict().items() if _PICTURE.match(name)}
    return tuple(sorted(one for one in found if isinstance(one, int)))


def _image_token(config: Any) -> int:
    for name in ("image_token_id", "image_token_index"):
        if isinstance(found := getattr(config, name, None), int):
            return found
    raise CheckpointError(f"a '{config.model_type}' names no token for pictures; a vlm must read pictures")


def _check_tokens(processor: Any, image_token: int, place: str) -> None:
    """Refuse a tokenizer of another model: transformers makes an empty one where files are missing."""
    given = processor.tokenizer.convert_tokens_to_ids(getattr(processor, "image_token", None))
    if given != image_token:
        raise CheckpointError(
            f"{place}: the tokenizer there is not the model's own: its picture token is {given}, the model's"
            f" {image_token}; copy tokenizer.json and tokenizer_config.json from where the model came from"
        )


def _ends(model: Any, tokenizer: Any) -> tuple[int, ...]:
    """Tokens that end an answer, the one to write first."""
    given = model.generation_config.eos_token_id
    more = given if isinstance(given, list) else [given]
    return tuple(dict.fromkeys(one for one in (tokenizer.eos_token_id, *more) if one is not None))


def _made(config: VlmConfig) -> tuple[Any, Any]:
    from phonebuddy.agents.vlm.tiny import tiny_model, tiny_processor

    assert config.tiny is not None
    # It says once for each layer that fast kernels are missing; nobody needs those for a model of this size.
    transformers.logging.set_verbosity_error()
    processor = tiny_processor(config.most_pixels)
    return processor, tiny_model(config.tiny, processor.tokenizer)


def _loaded(config: VlmConfig) -> tuple[Any, Any]:
    check_folder(config)
    transformers.logging.disable_progress_bar()
    folder = Path(config.path)
    # Weights that learn are float32; those under adapters stay as they are computed with.
    kept = torch.bfloat16 if config.lora and config.precision == "bfloat16" else torch.float32
    try:
        model = transformers.AutoModelForImageTextToText.from_pretrained(
            folder, dtype=kept, local_files_only=True, use_safetensors=True
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        said = " ".join(str(error).split())[:300]
        raise CheckpointError(f"{folder} holds no model that transformers can load: {said}") from None
    return load_processor(folder, config), model


def _with_adapters(model: Any, rank: int) -> Any:
    """Adapters on every linear layer of the language part; the rest stays as it is."""
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError:
        raise SetupError("adapters (model.lora) need peft: pip install 'phonebuddy[vlm]'") from None
    names = [
        name
        for name, part in model.named_modules()
        if isinstance(part, torch.nn.Linear) and not re.search(r"visual|vision|lm_head", name)
    ]
    return get_peft_model(model, LoraConfig(r=rank, lora_alpha=2 * rank, target_modules=names))
