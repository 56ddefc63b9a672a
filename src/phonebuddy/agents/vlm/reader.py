"""Reader: what a model is asked and what it may answer, without its weights: chats, tokens, pictures' places.

Rows are made with this alone, by many processes that need no weights. Invariant: a chat holds exactly one
place for a picture, whatever instruction and history say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
import torch
import transformers

from phonebuddy.agents.prompt import prompt_for
from phonebuddy.agents.vlm.config import VlmConfig, check_folder
from phonebuddy.agents.vlm.processor import load_processor
from phonebuddy.episode import Step
from phonebuddy.errors import CheckpointError

OWN_TAGS = frozenset({"<think>", "</think>", "<tool_call>", "</tool_call>"})
"""What answers are made of; some tokenizers have them among their special tokens."""
_NO_CHAT = (jinja2.TemplateError, TypeError)
"""What a template raises for messages it was not written for."""
_OPEN_THOUGHT = re.compile(r"<think>\s*\Z")
_PICTURE = re.compile(r"(image|video|vision|audio|boi|eoi|boa|eoa)\w*_token_(id|index)\Z")


class Reader:
    """See the head of this file."""

    def __init__(self, config: VlmConfig) -> None:
        self.config = config
        self.model_config, self.processor, eos = _made(config) if config.tiny is not None else _read(config)
        self.banned = banned_tokens(self.model_config)
        """What only a processor may place."""
        self.ends = _ends(self.processor.tokenizer, eos)
        """Tokens that end an answer, the one to write first."""
        self.image_token = _image_token(self.model_config)
        _check_tokens(self.processor, self.image_token, config.path)
        self.num_tokens: int = self.model_config.get_text_config().vocab_size
        self._special = re.compile("|".join(map(re.escape, special_tokens(self.processor))))

    @property
    def device(self) -> torch.device:
        """Where batches are wanted."""
        return torch.device("cpu")

    def chat(self, instruction: str, past: Sequence[Step]) -> str:
        """What the model reads: the published messages in its own chat template, one place for a picture."""
        before, after = prompt_for(instruction, past)
        content = [
            {"type": "text", "text": self.plain(before)},
            {"type": "image"},
            {"type": "text", "text": self.plain(after)},
        ]
        user: dict[str, object] = {"role": "user", "content": content}
        try:
            return self._templated([{"role": "system", "content": ""}, user])
        except _NO_CHAT:  # some templates know no system message, or no empty one
            pass
        try:
            return self._templated([user])
        except _NO_CHAT as error:
            raise CheckpointError(
                f"the chat template of {self.config.path} does not take a message with a picture: {error}"
            ) from None

    def _templated(self, messages: Sequence[Mapping[str, object]]) -> str:
        found: str = self.processor.tokenizer.apply_chat_template(
            messages, chat_template=self.processor.chat_template, tokenize=False, add_generation_prompt=True,
            enable_thinking=self.config.thinking,
        )  # fmt: skip
        return found

    def adds_special(self, chat: str) -> bool:
        """Whether a tokenizer is to begin a chat with a sign of its own: not where the template did."""
        begin = self.processor.tokenizer.bos_token
        return not (begin and chat.startswith(begin))

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


def going_on(chat: str, text: str) -> str:
    """An answer as it goes on behind a chat, whose template may have opened the thought already."""
    opened = _OPEN_THOUGHT.search(chat)
    if opened is None:
        return text
    if "</think>" in text.partition("<tool_call>")[0]:
        return text.removeprefix(opened[0])
    return f"\n</think>\n\n{text}"


def special_tokens(processor: Any) -> list[str]:
    """All that a tokenizer does not take for words, the longest first; some are in one of its lists alone."""
    words = processor.tokenizer
    added = {str(one) for one in words.added_tokens_decoder.values() if one.special}
    return sorted({*words.all_special_tokens, *added} - OWN_TAGS, key=len, reverse=True)


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


def _ends(tokenizer: Any, given: object) -> tuple[int, ...]:
    more = given if isinstance(given, list) else [given]
    return tuple(dict.fromkeys(one for one in (tokenizer.eos_token_id, *more) if isinstance(one, int)))


def _made(config: VlmConfig) -> tuple[Any, Any, object]:
    from phonebuddy.agents.vlm.tiny import tiny_config, tiny_processor

    assert config.tiny is not None
    # It says once for each layer that fast kernels are missing; nobody needs those for a model of this size.
    transformers.logging.set_verbosity_error()
    processor = tiny_processor(config.most_pixels)
    return tiny_config(config.tiny, processor.tokenizer), processor, None


def _read(config: VlmConfig) -> tuple[Any, Any, object]:
    check_folder(config)
    folder = Path(config.path)
    try:
        found = transformers.AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        said = " ".join(str(error).split())[:300]
        raise CheckpointError(f"{folder} holds no model that transformers can load: {said}") from None
    _image_token(found)
    try:
        eos = transformers.GenerationConfig.from_pretrained(folder, local_files_only=True).eos_token_id
    except OSError:  # older folders have none
        eos = None
    return found, load_processor(folder, config), eos
