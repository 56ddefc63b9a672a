"""VlmPolicy: turns in, decisions out: the model sees the screen, reads the prompt and writes a call.

Invariant: what was written is kept as the tokens that were drawn, with their log-probabilities; it is never
tokenized again. What cannot be read as an action is a decision with a problem, not an error.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec
import torch

from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.agents.vlm.answer import Answer, decided, seen_in
from phonebuddy.agents.vlm.inputs import prompts_of
from phonebuddy.agents.vlm.model import Vlm
from phonebuddy.agents.vlm.sampling import Sampler
from phonebuddy.screen import Screen

MOST_TOGETHER = 16
"""Turns in one pass: pictures and caches of more do not fit beside a training."""


class VlmPolicy:
    """See the head of this file; temperature 0 takes the best token every time."""

    name = "vlm"

    def __init__(
        self, vlm: Vlm, temperature: float = 0.0, version: Callable[[], int] = lambda: 0, keep: bool = False
    ) -> None:
        self.vlm = vlm
        self._temperature = temperature
        self._version = version
        self._keep = keep
        """Whether answers keep the picture: in training, where no store does."""

    @torch.no_grad()
    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        was_training = self.vlm.model.training
        self.vlm.model.eval()
        found: list[Decision] = []
        for start in range(0, len(turns), MOST_TOGETHER):
            found += self._act(turns[start : start + MOST_TOGETHER], chances[start : start + MOST_TOGETHER])
        self.vlm.model.train(was_training)
        return found

    def _act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        vlm = self.vlm
        screens = [seen_in(turn) for turn in turns]
        chats = [vlm.chat(turn.instruction, turn.past) for turn in turns]
        prompts = prompts_of(vlm, chats, [screen.pixels() for screen in screens])
        lengths = prompts["attention_mask"].sum(1).tolist()
        if max(lengths) + vlm.config.most_new > vlm.config.most_tokens:
            return self._without_long(turns, chances, lengths)
        sampler = Sampler(vlm, chances, self._temperature)
        with vlm.arithmetic():
            vlm.model.generate(
                **prompts, max_new_tokens=vlm.config.most_new, do_sample=False, logits_processor=[sampler]
            )
        return [
            self._decision(sampler, row, length, screen)
            for row, (length, screen) in enumerate(zip(lengths, screens, strict=True))
        ]

    def _without_long(
        self, turns: Sequence[Turn], chances: Sequence[random.Random], lengths: Sequence[int]
    ) -> list[Decision]:
        """Decisions where some prompts are too long to be answered."""
        room = self.vlm.config.most_tokens - self.vlm.config.most_new
        fits = [row for row, length in enumerate(lengths) if length <= room]
        found = iter(self._act([turns[row] for row in fits], [chances[row] for row in fits]) if fits else ())
        problem = "the prompt has {} tokens, and there is room for {}; see model.most_tokens"
        return [
            next(found)
            if row in fits
            else decided("", b"", (), self._version(), problem.format(length, room))
            for row, length in enumerate(lengths)
        ]

    def _decision(self, sampler: Sampler, row: int, length: int, screen: Screen) -> Decision:
        ids = tuple(sampler.ids[row])
        answer = Answer(ids, length, screen.png() if self._keep else b"")
        text = self.vlm.text_of(ids)
        problem = "" if sampler.has_ended(row) else f"the answer has no end after {len(ids)} tokens"
        choices = msgspec.msgpack.encode(answer)
        return decided(text, choices, tuple(sampler.log_probs[row]), self._version(), problem)
