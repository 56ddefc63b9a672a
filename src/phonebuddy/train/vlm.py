"""VlmLearner: a vlm as trainers want it: rows from episodes, batches from rows, scores with gradient.

A row is a chat as text, its picture, and the tokens of the answer; a choice is one token. Invariant: the
tokens that are learned are those that were drawn, or those of the demonstration, never of a text that was
read back; a batch whose picture tokens and pictures disagree is refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import torch
from safetensors.torch import save

from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.vlm.answer import Answer
from phonebuddy.agents.vlm.config import read_config
from phonebuddy.agents.vlm.inputs import data_of, prompts_of, read_picture, score, with_answers
from phonebuddy.agents.vlm.loading import WEIGHTS, put_weights, weights_of
from phonebuddy.agents.vlm.model import Vlm
from phonebuddy.agents.vlm.policy import VlmPolicy
from phonebuddy.agents.vlm.processor import processor_files
from phonebuddy.episode import Episode, Step
from phonebuddy.episodes.samples import answer_of
from phonebuddy.traces.pictures import picture_size
from phonebuddy.train.learner import Batch, Row, Scored, Show, no_pictures


class Lesson(msgspec.Struct, frozen=True):
    """The data of a row."""

    chat: str
    ids: tuple[int, ...]
    """Of the answer, with its end."""
    png: bytes = b""
    file: str = ""
    """Where the picture lies instead: demonstrations are too many to be held in memory."""


class VlmLearner:
    """See the head of this file."""

    name = "vlm"

    def __init__(self, config: Mapping[str, object]) -> None:
        self._config = read_config(config)
        self._vlm = Vlm(self._config)
        self.version = 0
        self._picture_tokens: dict[tuple[int, int], int] = {}
        """By width and height."""
        self.dropped: Counter[str] = Counter()
        """Steps that could not be learned, by reason."""

    @property
    def vlm(self) -> Vlm:
        return self._vlm

    # -- rows -----------------------------------------------------------------------------------------------

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        rows = []
        for number, step in enumerate(episode.steps):
            if step.text == SLIP:
                continue
            lesson, length = self._lesson(episode, number, show)
            if lesson is None:
                continue
            rows.append(
                Row(
                    episode.id, number, episode.lane, step.seen.package, msgspec.msgpack.encode(lesson),
                    length, len(lesson.ids), old_log_probs=step.log_probs, version=step.version,
                    template=episode.template,
                )
            )  # fmt: skip
        return rows

    def _lesson(self, episode: Episode, number: int, show: Show) -> tuple[Lesson | None, int]:
        """What a step teaches, and how long it is; nothing where it cannot be learned."""
        step = episode.steps[number]
        chat = self._vlm.chat(episode.instruction, episode.steps[:number])
        if step.choices:
            answer = _own(step)
            if answer is None or set(answer.ids) & set(self._vlm.banned):
                self.dropped["not the tokens of a vlm"] += 1
                return None, 0
            picture, ids = answer.picture or show(number), answer.ids
            length = answer.length
        else:
            picture, ids, length = show(number), tuple(self._vlm.answer_ids(answer_of(step))), 0
        length = (length or self._length(chat, picture)) + len(ids)
        if not ids or length > self._config.most_tokens:
            self.dropped["too long" if ids else "nothing was written"] += 1
            return None, 0
        png, file = (picture, "") if isinstance(picture, bytes) else (b"", picture)
        return Lesson(chat, ids, png, file), length

    def _length(self, chat: str, picture: bytes | str) -> int:
        """Tokens of a prompt; a picture takes as many as others of its size, so one of each is counted."""
        num_words = len(self._vlm.processor.tokenizer(chat).input_ids)
        size = picture_size(data_of(picture), "the picture of a step")
        if size not in self._picture_tokens:
            prompts = prompts_of(self._vlm, [chat], [read_picture(picture)])
            self._picture_tokens[size] = int(prompts["input_ids"].shape[1]) - num_words
        return num_words + self._picture_tokens[size]

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

    def log_probs(self, batch: Batch) -> Scored:
        most = batch.mask.shape[1]
        scores = torch.log_softmax(score(self._vlm, batch.inputs, most), -1)
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


def _own(step: Step) -> Answer | None:
    """The answer that a vlm gave itself; nothing where it was somebody else."""
    try:
        answer = msgspec.msgpack.decode(step.choices, type=Answer)
    except msgspec.DecodeError:
        return None
    return answer if len(answer.ids) == len(step.log_probs) else None


def _plain(value: object) -> object:
    """A setting of peft as JSON has it; its lists of names are sets in no order."""
    return sorted(value) if isinstance(value, set) else getattr(value, "value", value)
