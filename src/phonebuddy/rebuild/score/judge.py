"""The judge: which page a screen shows, by the reference's definition, over all recorded screens of an app.

It may see every recording, also the one that is asked about: it only says whether a rebuilt screen and a
recorded one are the same page, never what comes next. Invariant: the pages depend on the recordings alone,
not on the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.pages import group_screens, nearest_page, overlap, signature, threshold
from phonebuddy.rebuild.screens import by_words, see_all
from phonebuddy.traces.trace import Trace


class Judge:
    """Knows the pages of an app's recordings."""

    def __init__(self, traces: Sequence[Trace], flat: bool) -> None:
        self.flat = flat
        self.words = by_words(traces)
        self.least = threshold(self.words)
        self.seen = see_all(traces, flat)
        screens = list(self.seen.values())
        self.groups = group_screens([(one.activity, one.sign) for one in screens], self.least)
        self.page_of = {
            screens[member].key: number
            for number, group in enumerate(self.groups)
            for member in group.members
        }
        self._signs = [
            list(dict.fromkeys(screens[member].sign for member in group.members)) for group in self.groups
        ]

    def same(self, items: Sequence[Item], key: str, out: bool) -> bool:
        """Whether a rebuilt screen shows the page of a recorded one: enough of both is the same; the home
        screen of the recorded phone is any home screen.
        """
        seen = self.seen[key]
        if seen.home:
            return out
        return not out and overlap(signature(items, self.words), seen.sign) >= self.least

    def nearest(self, items: Sequence[Item], key: str) -> bool:
        """Whether a rebuilt screen is most like a screen of the recorded one's group; pages of other
        activities that look just the same do not count against it.
        """
        sign, group = signature(items, self.words), self.page_of[key]
        mine = max((overlap(sign, other) for other in self._signs[group]), default=0.0)
        found = nearest_page(self._signs, sign, self.least)
        return found is not None and mine >= max(overlap(sign, other) for other in self._signs[found])
