"""Looks: how gold reads values one by one: of several things from page to page, of one thing on its page.

Invariant: every value was on the screen before anything comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.tasks.invented.several import split_gold
from phonebuddy.tasks.invented.sketch import Data, Gold, Read

BACK: Data = {"press": "back"}


def looks_at(reads: Sequence[Read], is_one: bool) -> Gold:
    """`reads` have names of their own; `is_one`: all are of one thing."""
    first, *others = reads
    if is_one:
        return [*first.gold, *(step for read in others for step in split_gold(read)[1])]
    return [*first.gold, *(step for read in others for step in _again(read) or ())]


def can_look_again(read: Read) -> bool:
    """Whether the same value of another thing is one step back, or on the same page."""
    return _again(read) is not None


def _again(read: Read) -> Gold | None:
    """From where such a value of another thing was read."""
    way, looks = split_gold(read)
    own = [at for at, step in enumerate(way) if "{" in str(step)]
    if not looks or not all("read" in step or "work_out" in step for step in looks):
        return None
    if not own:
        return looks if "{" in str(looks) else None
    steps = way[own[0] :]
    match [next(iter(step)) for step in steps]:
        case ["scroll_to"]:
            return [*steps, *looks]
        case ["tap"]:
            return [BACK, *steps, *looks]
        case ["type", "tap"] if "into" in steps[0]:
            replaced = {"replace": steps[0]["into"], "with": steps[0]["type"]}
            return [BACK, replaced, steps[1], *looks]
        case _:
            return None
