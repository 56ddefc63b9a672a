"""Settings for all tests.

Property tests draw the same samples every time and have no time limit each: a test fails because of a change,
never because of luck or a busy machine.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
