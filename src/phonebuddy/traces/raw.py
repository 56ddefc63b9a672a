"""What a reader takes from its format before anything is made of it: nodes, screens and steps as recorded.

Invariant: nothing here is normalised and nothing is trusted; shots.py and assemble.py do that, once for all
formats.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.actions import Action
from phonebuddy.screen import Flag, Frame
from phonebuddy.traces.trace import Layer, Mark

Corners = tuple[int, int, int, int]
"""Left, top, right, bottom in the pixels of the recorded phone."""


class Node(NamedTuple):
    """One view of a recorded tree."""

    id: str
    parent: str | None
    cls: str
    bounds: Corners | None
    text: str = ""
    description: str = ""
    hint: str = ""
    resource_id: str = ""
    package: str = ""
    flags: int = int(Flag.ENABLED)
    visible: bool = True
    role: str = ""
    """Ours, where the recording says it; else it is found from the class."""


class RawShot(msgspec.Struct, frozen=True):
    """One recorded screen."""

    key: str
    nodes: list[Node]
    package: str = ""
    activity: str = ""
    size: tuple[int, int] | None = None
    picture: Path | None = None
    frame: Frame | None = None
    """For pictures that are not files of their own."""
    time_s: int = 0
    layer: Layer | None = None
    """Where the recording says it; else it is found."""


class Touch(msgspec.Struct, frozen=True):
    """Something done with a finger, in pixels of the screen before."""

    kind: str
    """`click`, `double_click`, `long_press`, `scroll`, `drag` or `type`."""
    at: tuple[int, int] | None = None
    to: tuple[int, int] | None = None
    view: str | None = None
    """The node that the recorder says was aimed at."""
    text: str = ""
    replaces: bool = False
    with_enter: bool = False
    """The recorder presses the enter key after a text."""
    misses: bool = False
    """The recording says that it fell on nothing of the app."""


class RawStep(msgspec.Struct, frozen=True):
    """One recorded event; `doing` is None where the recorder knew something we have no action for."""

    before: str | None
    after: str | None
    doing: Touch | Action | None
    instruction: str = ""
    origin: str = ""
    marks: frozenset[Mark] = frozenset()
    """What the recording itself says of the step and nothing here could find out."""
