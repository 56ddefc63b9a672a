"""All tests here use one thread: two swing by a factor of five on a busy machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    try:
        import torch
    except ImportError:  # gold, chance and a served model need none
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    yield
    torch.set_num_threads(before)
