"""Settings for all tests.

Property tests draw the same samples every time and have no time limit each: a test fails because of a change,
never because of luck or a busy machine.
"""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

from phonebuddy.world.tuning import look_seldom

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
# From the start: collecting the tests makes millions of objects that stay.
look_seldom()

ROOT = Path(__file__).parent.parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Every second process imports the tests from the last to the first, before it collects them.

    In a new clone all of them must be compiled. So each of two processes finds half of it done by the other;
    in the same order both would do it all.
    """
    if int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 2 == 0:
        return
    found = {path for place in session.config.args for path in Path(place).resolve().rglob("test_*.py")}
    for path in sorted(found, reverse=True):
        # What is wrong with a file, or missing for it, is said when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Never look for garbage among the tests themselves.

    They and what they keep are millions of objects that live on; to walk them all took a quarter of the time.
    """
    gc.collect()
    gc.freeze()
