"""VlmRows: the rows of a vlm: a chat as text, its picture and the tokens of the answer; a choice is a token.

Needs no weights, so that many processes can make rows of a large model. Invariant: tokens that come with
log-probabilities are this model's own and those that were drawn; all others are of a demonstration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from phonebuddy.action_text import Parsed, parse
from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.vlm.answer import Answer
from phonebuddy.agents.vlm.config import read_config
from phonebuddy.agents.vlm.inputs import data_of, prompts_of, read_picture
from phonebuddy.agents.vlm.reader import Reader, going_on
from phonebuddy.episode import Episode, Step
from phonebuddy.episodes.runner import done_steps
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
        num_done = len(done_steps(episode))
        for number, taken in enumerate(episode.steps):
            if taken.text == SLIP:
                continue
            step = self._as_own(taken)
            if number >= num_done and not step.choices:
                # Nothing was drawn and nothing was done: its action is not what anybody meant.
                self.dropped["not done"] += 1
                continue
            chat = self._reader.chat(episode.instruction, episode.steps[:number])
            lesson, length = self._lesson(step, chat, number, show)
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

    def _as_own(self, step: Step) -> Step:
        """The step as a demonstration, where its tokens are those of a model with another vocabulary."""
        answer = _kept(step)
        if answer is None or self._is_own(answer.ids, step.text):
            return step
        return msgspec.structs.replace(step, choices=b"", log_probs=(), version=0)

    def _is_own(self, ids: tuple[int, ...], text: str) -> bool:
        """Whether some tokens say, in this model's words, what the step's text says."""
        if not all(0 <= one < self._reader.num_tokens for one in ids):
            return False
        said = self._reader.text_of(ids)
        if said == text:
            return True
        # A thought that a server took out of the text was put back with other spaces.
        mine, its = parse(said), parse(text)
        return isinstance(mine, Parsed) and isinstance(its, Parsed) and mine.action == its.action

    def _lesson(self, step: Step, chat: str, number: int, show: Show) -> tuple[Lesson | None, int]:
        """What a step teaches, and how long it is; nothing where it cannot be learned."""
        if step.choices:
            answer = _kept(step)
            if answer is None or set(answer.ids) & set(self._reader.banned):
                self.dropped["not the tokens of a vlm"] += 1
                return None, 0
            picture, ids = answer.picture or show(number), answer.ids
            length = answer.length
        else:
            told = going_on(chat, answer_of(step))
            picture, ids, length = show(number), tuple(self._reader.answer_ids(told)), 0
        length = (length or self._length(chat, picture)) + len(ids)
        if not ids or length > self._reader.config.most_tokens:
            self.dropped["too long" if ids else "nothing was written"] += 1
            return None, 0
        png, file = (picture, "") if isinstance(picture, bytes) else (b"", picture)
        return Lesson(chat, ids, png, file), length

    def _length(self, chat: str, picture: bytes | str) -> int:
        """Tokens of a prompt; a picture takes as many as others of its size, so one of each is counted."""
        words = self._reader.processor.tokenizer(chat, add_special_tokens=self._reader.adds_special(chat))
        num_words = len(words.input_ids)
        size = picture_size(data_of(picture), "the picture of a step")
        if size not in self._picture_tokens:
            prompts = prompts_of(self._reader, [chat], [read_picture(picture)])
            self._picture_tokens[size] = int(prompts["input_ids"].shape[1]) - num_words
        return num_words + self._picture_tokens[size]


def _seen(lesson: Lesson) -> str:
    """Names the prompt of a row."""
    return digest_of([lesson.chat.encode(), lesson.png, lesson.file.encode()])


def _kept(step: Step) -> Answer | None:
    """The answer that a step keeps; nothing where it was no vlm that gave it."""
    try:
        answer = msgspec.msgpack.decode(step.choices, type=Answer)
    except msgspec.DecodeError:
        return None
    return answer if len(answer.ids) == len(step.log_probs) else None
