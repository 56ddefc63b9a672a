"""Reader: a language model beside nano, and what nano takes from it.

It begins with nothing to say: a nano that is given one acts as it did before, until it learns.
Invariant: what a token gets depends on its own text and the instruction alone.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from phonebuddy.agents.nano.language.bert import Bert
from phonebuddy.agents.nano.language.llama import Llama
from phonebuddy.agents.nano.language.names import BERT, language_called
from phonebuddy.agents.nano.language.readings import Sequences

FARTHEST = 8.0
"""From the middle, in spreads; some numbers of a language are now and then far out."""
LEAST_SPREAD = 1e-3


class Reader(nn.Module):
    """See the head of this file."""

    def __init__(self, name: str, rank: int, width: int, dropout: float) -> None:
        super().__init__()
        # Under the name of its kind, as its weights are kept.
        self._kind = language_called(name).kind
        self.add_module(self._kind, Bert(name, rank) if self._kind == BERT else Llama(name, rank))
        self.middle: Tensor
        self.register_buffer("middle", torch.zeros(self.language.width))
        self.spread: Tensor
        self.register_buffer("spread", torch.ones(self.language.width))
        self.drop = nn.Dropout(dropout)
        self.to_token = nn.Linear(self.language.width, width, bias=False)
        self.to_app = nn.Linear(self.language.width, width, bias=False)
        nn.init.zeros_(self.to_token.weight)
        nn.init.zeros_(self.to_app.weight)

    @property
    def language(self) -> Bert | Llama:
        found = self.get_submodule(self._kind)
        assert isinstance(found, Bert | Llama)
        return found

    def read(self, sequences: Sequences, own: Tensor, where: Tensor, apps: Tensor) -> tuple[Tensor, Tensor]:
        """What the tokens and the apps of a batch mean: b x n x width of the language, b x a x the same;
        `own` says which of the sequences is whose."""
        found = self.language(*sequences)
        return found[own.unsqueeze(1), where], found[own.unsqueeze(1), apps]

    def tokens(self, meant: Tensor) -> Tensor:
        """What is added to each token."""
        out: Tensor = self.to_token(self._evened(meant))
        return out

    def apps(self, meant: Tensor) -> Tensor:
        """What is added to each app's key."""
        out: Tensor = self.to_app(self._evened(meant))
        return out

    @property
    def is_settled(self) -> bool:
        return bool(self.middle.any())

    def settle(self, meant: Tensor) -> None:
        """Note how what is read is spread, m x width: nine tenths of it are the same whatever is read."""
        self.middle.copy_(meant.mean(0))
        self.spread.copy_(meant.std(0, correction=0).clamp(min=LEAST_SPREAD))

    def _evened(self, meant: Tensor) -> Tensor:
        out: Tensor = self.drop(((meant - self.middle) / self.spread).clamp(-FARTHEST, FARTHEST))
        return out
