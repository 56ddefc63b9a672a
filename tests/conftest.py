"""Settings for all tests.

Property tests draw the same samples every time and have no time limit each: a test fails because of a change,
never because of luck or a busy machine.
"""

from __future__ import annotations

import gc

from hypothesis import settings

from phonebuddy.world.tuning import look_seldom

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among the tests themselves.

    They and what they keep are millions of objects that live on; to walk them all took a quarter of the time.
    """
    gc.collect()
    gc.freeze()
    look_seldom()
