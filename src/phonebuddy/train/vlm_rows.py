"""VlmRows: the rows of a vlm: a chat as text, its picture and the tokens of the answer; a choice is a token.

Needs no weights, so that many processes can make rows of a large model. Invariant: the tokens that are
learned are those that were drawn, or those of the demonstration, never of a text that was read back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.vlm.answer import Answer
from phonebuddy.agents.vlm.config import read_config
from phonebuddy.agents.vlm.inputs import data_of, prompts_of, read_picture
from phonebuddy.agents.vlm.reader import Reader
from phonebuddy.episode import Episode, Step
from phonebuddy.episodes.samples import answer_of
from phonebuddy.traces.pictures import picture_size
from phonebuddy.train.checkpoint import digest_of
from phonebuddy.train.learner import Row, Show, no_pictures


class Lesson(msgspec.Struct, frozen=True):
    """The data of a row."""

    chat: str
    ids: tuple[int, ...]
    """Of the answer, with its end."""
    png: bytes = b""
    file: str = ""
    """Where the picture lies instead: demonstrations are too many to be held in memory."""


class VlmRows:
    """See the head of this file."""

    def __init__(self, config: Mapping[str, object], reader: Reader | None = None) -> None:
        self._reader = reader or Reader(read_config(config))
        self._picture_tokens: dict[tuple[int, int], int] = {}
        """By width and height."""
        self.dropped: Counter[str] = Counter()
        """Steps that could not be learned, by reason."""

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
                    template=episode.template, seen=_seen(lesson) if step.choices else "",
                    did=digest_of([msgspec.msgpack.encode(lesson.ids)]) if step.choices else "",
                )
            )  # fmt: skip
        return rows

    def _lesson(self, episode: Episode, number: int, show: Show) -> tuple[Lesson | None, int]:
        """What a step teaches, and how long it is; nothing where it cannot be learned."""
        step = episode.steps[number]
        chat = self._reader.chat(episode.instruction, episode.steps[:number])
        if step.choices:
            answer = _own(step)
            if answer is None or set(answer.ids) & set(self._reader.banned):
                self.dropped["not the tokens of a vlm"] += 1
                return None, 0
            picture, ids = answer.picture or show(number), answer.ids
            length = answer.length
        else:
            picture, ids, length = show(number), tuple(self._reader.answer_ids(answer_of(step))), 0
        length = (length or self._length(chat, picture)) + len(ids)
        if not ids or length > self._reader.config.most_tokens:
            self.dropped["too long" if ids else "nothing was written"] += 1
            return None, 0
        png, file = (picture, "") if isinstance(picture, bytes) else (b"", picture)
        return Lesson(chat, ids, png, file), length

    def _length(self, chat: str, picture: bytes | str) -> int:
        """Tokens of a prompt; a picture takes as many as others of its size, so one of each is counted."""
        num_words = len(self._reader.processor.tokenizer(chat).input_ids)
        size = picture_size(data_of(picture), "the picture of a step")
        if size not in self._picture_tokens:
            prompts = prompts_of(self._reader, [chat], [read_picture(picture)])
            self._picture_tokens[size] = int(prompts["input_ids"].shape[1]) - num_words
        return num_words + self._picture_tokens[size]


def _seen(lesson: Lesson) -> str:
    """Names the prompt of a row."""
    return digest_of([lesson.chat.encode(), lesson.png, lesson.file.encode()])


def _own(step: Step) -> Answer | None:
    """The answer that a vlm gave itself; nothing where it was somebody else."""
    try:
        answer = msgspec.msgpack.decode(step.choices, type=Answer)
    except msgspec.DecodeError:
        return None
    return answer if len(answer.ids) == len(step.log_probs) else None
