"""VlmLearner: a vlm as trainers want it: rows from episodes, batches from rows, scores with gradient.

Invariant: the scores of a batch are those the policy drew from, as long as the weights are the same; a batch
whose picture tokens and pictures disagree is refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import torch
from safetensors.torch import save

from phonebuddy.agents.vlm.config import read_config
from phonebuddy.agents.vlm.inputs import prompts_of, read_picture, score, with_answers
from phonebuddy.agents.vlm.loading import WEIGHTS, put_weights, weights_of
from phonebuddy.agents.vlm.model import Vlm
from phonebuddy.agents.vlm.policy import VlmPolicy
from phonebuddy.agents.vlm.processor import processor_files
from phonebuddy.episode import Episode
from phonebuddy.train.learner import Batch, Row, Scored, Show, no_pictures
from phonebuddy.train.vlm_rows import Lesson, VlmRows


class VlmLearner:
    """See the head of this file."""

    name = "vlm"

    def __init__(self, config: Mapping[str, object]) -> None:
        self._config = read_config(config)
        self._vlm = Vlm(self._config)
        self._rows = VlmRows(config, self._vlm)
        self.version = 0

    @property
    def vlm(self) -> Vlm:
        return self._vlm

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        return self._rows.rows(episode, show)

    @property
    def dropped(self) -> Counter[str]:
        return self._rows.dropped

    def study(self, rows: Sequence[Row]) -> None:
        """Nothing: it knows words and pictures before it begins."""

    # -- batches --------------------------------------------------------------------------------------------

    def collate(self, rows: Sequence[Row]) -> Batch:
        lessons = [msgspec.msgpack.decode(row.data, type=Lesson) for row in rows]
        pictures = [read_picture(lesson.png or lesson.file) for lesson in lessons]
        prompts = prompts_of(self._vlm, [lesson.chat for lesson in lessons], pictures)
        inputs, mask = with_answers(self._vlm, prompts, [lesson.ids for lesson in lessons])
        old = torch.zeros(mask.shape)
        for place, row in enumerate(rows):
            old[place, : len(row.old_log_probs)] = torch.tensor(row.old_log_probs)
        return Batch(
            inputs,
            torch.tensor([row.weight for row in rows], device=mask.device),
            torch.tensor([row.advantage for row in rows], device=mask.device),
            old.to(mask.device),
            mask,
        )

    def log_probs(self, batch: Batch, temperature: float = 1.0) -> Scored:
        most = batch.mask.shape[1]
        scores = torch.log_softmax(score(self._vlm, batch.inputs, most) / temperature, -1)
        chosen = scores.gather(2, batch.inputs["input_ids"][:, -most:, None])[..., 0]
        with torch.no_grad():
            entropy = -(scores.exp() * scores).sum(-1)
        nothing = torch.zeros_like(chosen)
        return Scored(
            torch.where(batch.mask, chosen, nothing), torch.where(batch.mask, entropy, nothing), batch.mask
        )

    # -- weights --------------------------------------------------------------------------------------------

    def parameters(self) -> Iterator[torch.nn.Parameter]:
        return (one for one in self._vlm.model.parameters() if one.requires_grad)

    def matrices(self) -> list[torch.nn.Parameter]:
        """None: what was pretrained by AdamW, and the small matrices of LoRA, are left to it."""
        return []

    def language(self) -> list[torch.nn.Parameter]:
        """None: all of it is one language."""
        return []

    def to(self, device: str) -> None:
        self._vlm.model.to(device)

    def train(self, on: bool) -> None:
        self._vlm.model.train(on)

    def config(self) -> dict[str, object]:
        built: dict[str, object] = msgspec.to_builtins(self._config)
        return built

    def tensors(self) -> bytes:
        return save({name: one.cpu().contiguous() for name, one in weights_of(self._vlm).items()})

    def put_tensors(self, data: bytes, version: int) -> None:
        put_weights(self._vlm, data, "weights")
        self.version = version

    def files(self) -> dict[str, bytes]:
        """The processor's files, and what makes the folder one that transformers, peft and servers load."""
        found = processor_files(self._vlm.processor)
        if self._config.lora:
            settings = self._vlm.model.peft_config["default"].to_dict()
            plain = {name: _plain(value) for name, value in settings.items()}
            found["adapter_config.json"] = json.dumps(plain, indent=2).encode()
            found["adapter_model.safetensors"] = self.tensors()
            return found
        found["config.json"] = self._vlm.base.config.to_json_string().encode()
        found["generation_config.json"] = self._vlm.base.generation_config.to_json_string().encode()
        names = {name: WEIGHTS for name in weights_of(self._vlm)}
        index = {"metadata": {"format": "pt"}, "weight_map": names}
        found["model.safetensors.index.json"] = json.dumps(index, indent=1).encode()
        return found

    def policy(self, temperature: float) -> VlmPolicy:
        return VlmPolicy(self._vlm, temperature, lambda: self.version, keep=True)


def _plain(value: object) -> object:
    """A setting of peft as JSON has it; its lists of names are sets in no order."""
    return sorted(value) if isinstance(value, set) else getattr(value, "value", value)
