"""Eyes: what an Android phone shows, waited for until it rests.

Invariant: the elements and the picture of a look belong together: the picture looked the same before and
after the elements were read, or the screen did not come to rest within the time for it.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.phones import u2
from phonebuddy.phones.dump import DumpError, read_dump
from phonebuddy.phones.faults import fault
from phonebuddy.phones.glance import Glance, glance
from phonebuddy.phones.picture import Grabbed
from phonebuddy.phones.wire import Wire
from phonebuddy.screen import Element

_FILE = "/data/local/tmp/phonebuddy.xml"
_DUMP = f"rm -f {_FILE}; uiautomator dump {_FILE} && cat {_FILE}"
_SIZE = re.compile(r"(Override|Physical) size: (\d+)x(\d+)")


class Rest(NamedTuple):
    """When a screen counts as at rest."""

    pause_s: float = 0.3
    """Between two looks at a screen that still moves."""
    most_s: float = 5.0
    """A screen that moves longer, a film or a game, is taken as it is."""
    tries: int = 3
    """Looks at a picture that cannot be right, or a tree that does not come, before it is a fault."""


class Look(NamedTuple):
    """One look: picture, elements, and what the phone said about itself in between."""

    picture: Grabbed
    elements: list[Element]
    glance: Glance

    @property
    def words(self) -> frozenset[tuple[str, object]]:
        """What can be read, and where."""
        return frozenset((element.text, element.bounds) for element in self.elements if element.text)


class Eyes:
    """Looks at one phone."""

    def __init__(self, wire: Wire, rest: Rest, by_u2: bool) -> None:
        self._wire = wire
        self._rest = rest
        self._by_u2 = by_u2
        self._grabbed: Grabbed | None = None

    def look(self) -> Look:
        """Look until the screen rests."""
        until = time.monotonic() + self._rest.most_s
        before = self._grab()
        while True:
            glanced = glance(self._wire)
            elements = self.elements() if glanced.is_awake and not before.is_black else []
            after = self._grab()
            if after.looks_like(before) or time.monotonic() > until:
                return Look(after, elements, glanced)
            before = after
            time.sleep(self._rest.pause_s)

    def _grab(self) -> Grabbed:
        """A picture; half of one is asked for again, since looking changes nothing."""
        trouble = ""
        for _ in range(self._rest.tries):
            answer = self._wire.run("screencap -p")
            # Decoding is most of the cost of a look; a screen at rest gives the same bytes again.
            if self._grabbed is not None and answer.out == self._grabbed.png():
                return self._grabbed
            try:
                self._grabbed = Grabbed(answer.out)
                return self._grabbed
            except TraceError as error:
                trouble = f"{error} {answer.err[:100].decode('utf-8', 'replace')}"
                time.sleep(self._rest.pause_s)
        raise fault("garbled", f"no picture: {trouble}", self._wire.serial)

    def elements(self) -> list[Element]:
        """The elements; uiautomator fails now and then on a screen that moves."""
        trouble = ""
        for _ in range(self._rest.tries):
            text = u2.dump(self._wire) if self._by_u2 else self._dump()
            try:
                if elements := read_dump(text):
                    return elements
                trouble = "an empty tree"
            except DumpError as error:
                trouble = str(error)
            time.sleep(self._rest.pause_s)
        raise fault("no_tree", trouble[:200], self._wire.serial)

    def _dump(self) -> str:
        return self._wire.run(_DUMP, self._wire.patience.dump_s).text


def screen_size(wire: Wire) -> tuple[int, int]:
    """Width and height when upright, as the window manager has it."""
    found = {
        kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(wire.shell("wm", "size"))
    }
    size = found.get("Override") or found.get("Physical")
    if size is None:
        raise fault("garbled", "wm size gives no size", wire.serial)
    return size


def is_secure(wire: Wire) -> bool:
    """Whether the window in front forbids pictures of itself."""
    said = wire.run("dumpsys window windows", wire.patience.dump_s).text
    focus = re.search(r"mCurrentFocus=(Window\{[^}]*\})", said)
    if focus is None:
        return "SECURE" in said
    block = said.partition(f" {focus[1]}:")[2].partition("\n  Window #")[0]
    return re.search(r"\bfl=[^\n]*\bSECURE\b", block) is not None
