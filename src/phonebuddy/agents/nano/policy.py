"""NanoPolicy: turns in, decisions out, all turns of a call in one batch.

Invariant: each decision depends on its turn, its chances and the weights alone; what it needs to be scored
again is in its `choices`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import torch

from phonebuddy.actions import Action
from phonebuddy.agents.nano.choices import Ask, Asks, Deciding, decide
from phonebuddy.agents.nano.language.memory import Memory
from phonebuddy.agents.nano.language.reading import reading_of
from phonebuddy.agents.nano.model import Nano, Scene
from phonebuddy.agents.nano.packed import answer_of, pack, question_of
from phonebuddy.agents.nano.relations import Inputs
from phonebuddy.agents.nano.shelf import Shelf, asked_of, questions_of
from phonebuddy.agents.nano.view import View, view_of
from phonebuddy.agents.policy import Decision, Turn

MOST_TOGETHER = 64
"""Turns in one pass; more would only wait for each other."""


class _Open:
    """A decision that is being made."""

    def __init__(self, row: int, view: View, chance: random.Random) -> None:
        self.row, self.view, self.chance = row, view, chance
        self.deciding: Deciding = decide(view)
        self.ask: Ask = next(self.deciding)
        self.answers: list[int] = []
        self.log_probs: list[float] = []
        self.action: Action | None = None

    def answer(self, answer: int, log_prob: float) -> None:
        self.answers.append(answer)
        self.log_probs.append(log_prob)
        try:
            self.ask = self.deciding.send(answer)
        except StopIteration as end:
            self.action = end.value


class NanoPolicy:
    """Acts with a model; temperature 0 takes the best answer every time, and says how likely it was at 1."""

    name = "nano"

    def __init__(self, model: Nano, temperature: float = 0.0, version: Callable[[], int] = lambda: 0) -> None:
        self._model = model
        self._temperature = temperature
        self._version = version
        self._memory = Memory(model.reader.language) if model.reader is not None else None

    @torch.no_grad()
    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        was_training = self._model.training
        self._model.eval()
        found: list[Decision] = []
        for start in range(0, len(turns), MOST_TOGETHER):
            found += self._act(turns[start : start + MOST_TOGETHER], chances[start : start + MOST_TOGETHER])
        self._model.train(was_training)
        return found

    def _act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        views = [view_of(turn) for turn in turns]
        shelf = Shelf([pack(view) for view in views], self._model.unit.weight.device)
        inputs = shelf.inputs(np.arange(len(views)))
        if self._memory is not None:
            language = self._model.config.language
            readings = [reading_of(view, language) for view in views]
            sizes = inputs.here.shape[1], inputs.apps.shape[1]
            inputs.read, inputs.apps_read = self._memory.recall(readings, *sizes)
        scene = self._model.scene(inputs)
        making = [
            _Open(row, view, chance) for row, (view, chance) in enumerate(zip(views, chances, strict=True))
        ]
        waiting = making
        while waiting:
            for asks in sorted({one.ask.asks for one in waiting}):
                self._answer(asks, [one for one in waiting if one.ask.asks is asks], inputs, scene)
            waiting = [one for one in waiting if one.action is None]
        return [self._decision(one) for one in making]

    def _answer(self, asks: Asks, some: list[_Open], inputs: Inputs, scene: Scene) -> None:
        """Answer one question of each."""
        asked = asked_of([one.row for one in some], [question_of(one.view, one.ask) for one in some])
        logits = self._model.logits(asks, inputs, scene, questions_of(asks, asked, inputs)).double().cpu()
        scores = torch.log_softmax(logits / (self._temperature or 1.0), -1).numpy()
        num_tokens = inputs.here.shape[1]
        for place, one in enumerate(some):
            column = self._draw(logits[place].numpy(), one.chance)
            behind = asks is Asks.SOURCE and column >= num_tokens
            answer = answer_of(one.view, one.ask, num_tokens - 1 - column if behind else column)
            one.answer(answer, float(scores[place, column]))

    def _draw(self, logits: np.ndarray[tuple[int, ...], np.dtype[np.float64]], chance: random.Random) -> int:
        if self._temperature == 0:
            return int(logits.argmax())
        scaled = (logits - logits.max()) / self._temperature
        sums = np.cumsum(np.exp(scaled))
        return min(int(np.searchsorted(sums, chance.random() * sums[-1], side="right")), len(logits) - 1)

    def _decision(self, one: _Open) -> Decision:
        assert one.action is not None, "all questions were answered"
        choices = msgspec.msgpack.encode(one.answers)
        return Decision(one.action, choices=choices, log_probs=tuple(one.log_probs), version=self._version())
