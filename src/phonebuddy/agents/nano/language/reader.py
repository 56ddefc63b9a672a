"""Reader: a language model beside nano, and what nano takes from it.

It begins with nothing to say: a nano that is given one acts as it did before, until it learns.
Invariant: what a token gets depends on its own text and the instruction alone.
"""

from __future__ import annotations

from torch import Tensor, nn

from phonebuddy.agents.nano.language.llama import Llama
from phonebuddy.agents.nano.language.readings import Sequences


class Reader(nn.Module):
    """See the head of this file."""

    def __init__(self, name: str, rank: int, width: int) -> None:
        super().__init__()
        self.name = name
        self.llama = Llama(name, rank)
        self.norm = nn.LayerNorm(self.llama.width)
        self.to_token = nn.Linear(self.llama.width, width, bias=False)
        self.to_app = nn.Linear(self.llama.width, width, bias=False)
        nn.init.zeros_(self.to_token.weight)
        nn.init.zeros_(self.to_app.weight)

    def read(self, sequences: Sequences, own: Tensor, where: Tensor, apps: Tensor) -> tuple[Tensor, Tensor]:
        """What the tokens and the apps of a batch mean: b x n x width of the language, b x a x the same;
        `own` says which of the sequences is whose."""
        found = self.llama(*sequences)
        return found[own.unsqueeze(1), where], found[own.unsqueeze(1), apps]

    def tokens(self, meant: Tensor) -> Tensor:
        """What is added to each token."""
        out: Tensor = self.to_token(self.norm(meant))
        return out

    def apps(self, meant: Tensor) -> Tensor:
        """What is added to each app's key."""
        out: Tensor = self.to_app(self.norm(meant))
        return out
