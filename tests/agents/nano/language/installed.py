"""Whether the languages that are not made here are installed."""

from __future__ import annotations

import importlib.util

import pytest

from phonebuddy.agents.nano.language.names import LANGUAGES, MINILM, SMOLLM2


def _needs(name: str) -> pytest.MarkDecorator:
    is_missing = importlib.util.find_spec(LANGUAGES[name].package) is None
    return pytest.mark.skipif(is_missing, reason=f"{name} is not installed: make language")


needs_smollm2, needs_minilm = _needs(SMOLLM2), _needs(MINILM)
