"""soon(): fails a body that never ends or grows without bound; a busy machine alone does not fail it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

SOON_S = 20.0
"""Of CPU time. Refusals take under a second on a calm core; what they guard against takes minutes."""


@contextmanager
def soon() -> Iterator[None]:
    started = time.process_time()
    yield
    spent = time.process_time() - started
    assert spent < SOON_S, f"{spent:.1f} s of CPU"
