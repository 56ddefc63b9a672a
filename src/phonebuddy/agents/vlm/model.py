"""Vlm: a reader with its model: scores, precision, which weights learn.

Invariant: the scores of tokens that stand for pictures are taken away wherever a token is drawn or scored, so
that both agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import torch
import transformers

from phonebuddy.agents.vlm.config import VlmConfig
from phonebuddy.agents.vlm.reader import Reader
from phonebuddy.errors import CheckpointError, SetupError

NEVER = -1e9
"""Instead of minus infinity, whose products with zero are no numbers."""


class Vlm(Reader):
    """See the head of this file."""

    def __init__(self, config: VlmConfig) -> None:
        super().__init__(config)
        self.base = _loaded(config) if config.tiny is None else _new(self.model_config)
        """The model as transformers knows it, with the adapters inside where there are any."""
        # A folder's own may change scores (a penalty for repeating), and the trainer would not know of it.
        self.base.generation_config = transformers.GenerationConfig(
            eos_token_id=list(self.ends), pad_token_id=self.ends[0]
        )
        self.model: Any = _with_adapters(self.base, config.lora) if config.lora else self.base
        if config.recompute:
            self.base.gradient_checkpointing_enable({"use_reentrant": False})
            # Without it adapters have no gradient: what comes in does not learn.
            self.base.enable_input_require_grads()

    @property
    def device(self) -> torch.device:
        found: torch.device = self.base.device
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


def _new(model_config: Any) -> Any:
    """With weights from torch's generator."""
    return transformers.AutoModelForImageTextToText.from_config(model_config)


def _loaded(config: VlmConfig) -> Any:
    transformers.logging.disable_progress_bar()
    folder = Path(config.path)
    # Weights that learn are float32; those under adapters stay as they are computed with.
    kept = torch.bfloat16 if config.lora and config.precision == "bfloat16" else torch.float32
    try:
        return transformers.AutoModelForImageTextToText.from_pretrained(
            folder, dtype=kept, local_files_only=True, use_safetensors=True
        )
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        said = " ".join(str(error).split())[:300]
        raise CheckpointError(f"{folder} holds no model that transformers can load: {said}") from None


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
