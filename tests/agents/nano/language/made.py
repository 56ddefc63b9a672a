"""Nanos with the language tiny that have something to say, without having learned anything."""

from __future__ import annotations

import torch

from phonebuddy.agents.nano.language.llama import Llama
from phonebuddy.train.nano import NanoLearner

SMALL = {"width": 16, "layers": 1, "heads": 2, "unit_width": 8, "literal": False}
READING = {**SMALL, "language": "tiny", "language_rank": 2}


@torch.no_grad()
def adapted() -> Llama:
    """A language whose adapters are not nothing."""
    torch.manual_seed(0)
    llama = Llama("tiny", 2)
    for name, parameter in llama.named_parameters():
        if name.endswith(".up"):
            parameter.normal_(0, 0.1)
    return llama


@torch.no_grad()
def talking() -> NanoLearner:
    """A learner whose language counts in every answer."""
    torch.manual_seed(0)
    learner = NanoLearner(READING)
    reader = learner.model.reader
    assert reader is not None
    reader.llama.load_state_dict(adapted().state_dict())
    reader.to_token.weight.normal_(0, 0.3)
    reader.to_app.weight.normal_(0, 0.3)
    return learner
