"""Garbage: processes that play many phones look for cycles seldom, since what they keep is large.

Invariant: only processes that are ours are tuned: it is a setting of the whole process.
"""

from __future__ import annotations

import gc

SELDOM = (50_000, 10, 4)
"""A phone of the village is 100,000 objects that live on, and walking all that are there takes half a second:
by default that is done for every other phone and was a quarter of all time; so it is for every twentieth."""


def look_seldom() -> None:
    """Nearly everything dies at once without the collector's help; phones that were let go wait for it."""
    gc.set_threshold(*SELDOM)
