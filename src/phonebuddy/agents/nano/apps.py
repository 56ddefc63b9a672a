"""Apps: those that can be opened, as tokens: what they are called, and whether they have had their turn.

Invariant: apps stand in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from phonebuddy.agents.nano.agreement import share_near, units_in
from phonebuddy.agents.nano.features import NUM_APP_FEATURES, as_byte
from phonebuddy.agents.nano.matching import Matching
from phonebuddy.agents.nano.meaning import MOST_MEANT, meant
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.told import MOST_TOLD
from phonebuddy.agents.nano.view import Done
from phonebuddy.agents.nano.words import MOST_UNITS, kept_units, numbers, words_of

_NOTHING = bytes(NUM_APP_FEATURES)


class Apps:
    """Some apps by their names."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._plain = [plain(name) for name in names]
        self.each = frozenset(units_in(name) for name in names)
        """The words of each."""
        self.all = frozenset(chain.from_iterable(self.each))
        self.kept = b"".join(numbers(kept_units(words_of(name)), MOST_UNITS) for name in names)
        self.meant = b"".join(
            numbers(meant(word.text for word in words_of(name) if word.says), MOST_MEANT) for name in names
        )

    def features(self, matching: Matching, done: Iterable[Done]) -> bytes:
        """One row for each app: how it is named, and whether it has had its turn."""
        opened = [plain(one.text) for one in done if one.kind == "open_app"]
        turned = [place for place, own in enumerate(self._plain) if own in opened] if opened else []
        each, some = matching.told.named(self._names)
        rows = [_NOTHING] * len(each)
        left: list[tuple[int, int]] = []
        for place in some.union(turned):
            named, is_opened = each[place], place in turned
            if named.run.length and not is_opened:
                left.append((named.run.start, place))
            rows[place] = bytes(map(as_byte, (
                named.share, is_opened, opened[-1:] == [self._plain[place]],
                named.near, share_near(named.words, matching.known_unused),
                (named.run.start + 1) / MOST_TOLD, named.run.start > matching.last, 0,
            )))  # fmt: skip
        for rank, (_, place) in enumerate(sorted(left)):
            rows[place] = rows[place][:-1] + bytes((as_byte(1 / (1 + rank)),))
        return b"".join(rows)


@lru_cache(maxsize=256)
def apps_of(names: tuple[str, ...]) -> Apps:
    return Apps(names)
