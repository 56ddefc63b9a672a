"""The app of the recordings in recorded.py, learnt once for all tests that look into it."""

from __future__ import annotations

import pytest

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from tests.rebuild.recorded import ALL


@pytest.fixture(scope="session")
def model() -> AppModel:
    return build_model(ALL)
