"""Whether the language that is not made here is installed."""

from __future__ import annotations

import importlib.util

import pytest

from phonebuddy.agents.nano.language.files import PACKAGE

needs_smollm2 = pytest.mark.skipif(
    importlib.util.find_spec(PACKAGE) is None, reason="smollm2 is not installed: make language"
)
