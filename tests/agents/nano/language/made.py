"""Nanos with a language made here that have something to say, without having learned anything."""

from __future__ import annotations

import torch

from phonebuddy.agents.nano.language.bert import Bert
from phonebuddy.agents.nano.language.llama import Llama
from phonebuddy.agents.nano.language.names import BERT, TINY, TINY_BERT, language_called
from phonebuddy.train.nano import NanoLearner

SMALL = {"width": 16, "layers": 1, "heads": 2, "unit_width": 8, "literal": False}
MADE_HERE = (TINY, TINY_BERT)


def reading(name: str) -> dict[str, object]:
    """A small nano that such a language reads for."""
    return {**SMALL, "language": name, "language_rank": 2}


READING = reading(TINY)


@torch.no_grad()
def adapted(name: str = TINY) -> Bert | Llama:
    """A language whose adapters are not nothing."""
    torch.manual_seed(0)
    language = Bert(name, 2) if language_called(name).kind == BERT else Llama(name, 2)
    for key, parameter in language.named_parameters():
        if key.endswith(".up"):
            parameter.normal_(0, 0.1)
    return language


@torch.no_grad()
def talking(name: str = TINY) -> NanoLearner:
    """A learner whose language counts in every answer."""
    torch.manual_seed(0)
    learner = NanoLearner(reading(name))
    reader = learner.model.reader
    assert reader is not None
    reader.language.load_state_dict(adapted(name).state_dict())
    reader.to_token.weight.normal_(0, 0.3)
    reader.to_app.weight.normal_(0, 0.3)
    return learner
