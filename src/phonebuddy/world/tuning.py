"""Tuning a process that does little else than run phones: workers, collectors, benches."""

from __future__ import annotations

import gc

from phonebuddy.world.image import default_apps

SELDOM = (50_000, 10, 4)
"""A phone of the village is 100,000 objects that live on, and walking all that are there takes half a second:
by default that is done for every other phone and was a quarter of all time; so it is for every twentieth."""


def look_seldom() -> None:
    """For processes of ours that come and go between phones: have Python look for garbage less often.

    Nearly everything dies at once without the collector's help; phones that were let go wait for it.
    """
    gc.set_threshold(*SELDOM)


def prepare_process() -> None:
    """Compile every built-in app, then have Python look for garbage less often.

    A step makes a few hundred small objects, and nearly all die at once without the collector's help; apps
    and cached boxes live on and would be walked again and again. Only for processes that are ours: it is a
    setting of the whole process.
    """
    for app in default_apps().apps.values():
        app.compile()
    gc.collect()
    gc.freeze()
    # The second generation holds the caches: by the time it is looked through, most of it has gone by itself.
    gc.set_threshold(100_000, 1_000, 1_000)
