"""Sampling: one draw a token for each row, from the episode's own chances, with its log-probability kept.

It stands where transformers asks for changed scores and leaves one token only. Invariant: what a row draws
depends on its scores and its chances alone, and a row that has ended draws nothing more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import torch

from phonebuddy.agents.vlm.model import Vlm


class Sampler:
    """A logits processor of transformers."""

    def __init__(self, vlm: Vlm, chances: Sequence[random.Random], temperature: float) -> None:
        self._vlm = vlm
        self._chances = chances
        self._temperature = temperature
        self.ids: list[list[int]] = [[] for _ in chances]
        self.log_probs: list[list[float]] = [[] for _ in chances]

    def __call__(self, _input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        scores = self._vlm.ban(scores)
        tokens = self._draw(scores)
        log_probs = (
            torch.log_softmax(scores / (self._temperature or 1.0), -1)
            .gather(1, tokens[:, None])[:, 0]
            .tolist()
        )
        for row, token in enumerate(tokens.tolist()):
            if not self.has_ended(row):
                self.ids[row].append(token)
                self.log_probs[row].append(log_probs[row])
        only = torch.full_like(scores, float("-inf"))
        return only.scatter(1, tokens[:, None], 0.0)

    def has_ended(self, row: int) -> bool:
        return bool(self.ids[row]) and self.ids[row][-1] in self._vlm.ends

    def _draw(self, scores: torch.Tensor) -> torch.Tensor:
        if self._temperature == 0:
            return scores.argmax(-1)
        points = [0.0 if self.has_ended(row) else one.random() for row, one in enumerate(self._chances)]
        sums = torch.softmax(scores.double() / self._temperature, -1).cumsum(-1)
        at = torch.tensor(points, dtype=torch.float64, device=scores.device)[:, None] * sums[:, -1:]
        found = torch.searchsorted(sums, at, right=True)[:, 0]
        # A point on the very end would lie behind the last token that can be drawn.
        return found.clamp(max=scores.shape[-1] - 1)
