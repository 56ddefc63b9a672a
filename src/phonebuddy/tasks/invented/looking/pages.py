"""Pages: what stands on the page of a thing that a list leads to, and how one gets there.

Invariant: one touch on the row leads to the page, and one step back to the list again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.halves import changed
from phonebuddy.tasks.invented.sketch import Data, Gold, Read
from phonebuddy.tasks.invented.telling import led
from phonebuddy.tasks.invented.wh.together import is_one_look
from phonebuddy.tasks.invented.wh.words import table_of

NAME = "{r_name}"
_SLOTS = re.compile(r"\{\w+\}")
BACK: Data = {"press": "back"}


class Page(NamedTuple):
    way: Gold
    """To the list, and to its search where there is one."""
    search: str
    """The field that things are searched for in; empty where they are found by scrolling."""
    touch: Data
    """On the row of the thing."""
    reads: tuple[Read, ...]
    """What stands there."""
    deeper: tuple[Read, ...]
    """What stands one step further on, all of it on one page."""

    def to(self, slot: str, is_next: bool = False) -> Gold:
        """From the list to the thing of this name; what the one before was searched by stands there still."""
        typed: Data = {"type": NAME, "into": self.search}
        found = [{"replace": self.search, "with": NAME} if is_next else typed] if self.search else []
        steps: Gold = changed([*found, self.touch], lambda text: text.replace(NAME, f"{{{slot}}}"))
        return steps


def pages_of(reads: Sequence[Read], chance: random.Random) -> list[Page]:
    found: dict[str, list[Read]] = {}
    for read in reads:
        if is_one_look(read) and _is_able(read):
            way, touch, _ = _parts(read)
            found.setdefault(repr((led(way), touch, table_of(read.draw["read"]))), []).append(read)
    pages = [_page(group, chance) for group in found.values()]
    return [page for page in pages if page.reads]


def _page(reads: Sequence[Read], chance: random.Random) -> Page:
    """The way there is that of any of them."""
    way, touch, _ = _parts(chance.choice(reads))
    search = next((str(step["into"]) for step in way if "type" in step), "")
    tails = [(read, _parts(read)[2]) for read in reads]
    further = next((tail for _, tail in tails if tail), [])
    here, deeper = (tuple(read for read, tail in tails if tail == wanted) for wanted in ([], further))
    steps = [step for step in way if "type" not in step]
    return Page(steps, search, touch, here, deeper if further else ())


def _is_able(read: Read) -> bool:
    """Whether its name is all that is needed, and the field it is typed into has a name too."""
    is_typed = all("into" in step for step in read.gold if "type" in step)
    return is_typed and set(_SLOTS.findall(str(read.gold))) == {NAME}


def _parts(read: Read) -> tuple[Gold, Data, Gold]:
    """The way to the list, the touch on the row, and the way on from there to where it is read."""
    at = next(at for at, step in enumerate(read.gold) if step.get("tap") == NAME)
    return read.gold[:at], read.gold[at], read.gold[at + 1 : -1]
