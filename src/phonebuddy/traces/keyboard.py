"""A keyboard that is listed as part of the page, known by its shape: rows of one-letter buttons.

For element lists that name no packages. A full keyboard has so many of them that nothing else looks like it.
A number pad has few, as calculators and months have, so more must hold: a field above it to write into, keys
that are described and show no text, things to touch over the whole width down to the bottom. Invariant: no
word is looked at, only how long it is and where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.screen import Flag
from phonebuddy.traces.raw import Corners, Node

_MANY, _FEW = 20, 10
"""One-letter keys that are enough by themselves; and those that a number pad has at least."""
_IN_A_ROW = 3
"""Fewer beside each other are no row of keys."""
_LETTER = 1
_WIDE, _LOW = 0.95, 0.9
"""How much of the width a keyboard takes, and how far down it reaches, as shares of the screen."""


class _Placed(NamedTuple):
    node: Node
    at: Corners


def find_keyboard(nodes: Sequence[Node], width: int, height: int) -> set[str]:
    """The ids of a keyboard's nodes among those of a screen; none where there is no keyboard."""
    placed = [_Placed(node, node.bounds) for node in nodes if node.bounds]
    keys = _keys(placed)
    if len(keys) < _FEW:
        return set()
    top = min(key.at[1] for key in keys)
    if len(keys) < _MANY and not _is_pad(placed, keys, top, width, height):
        return set()
    below = [one for one in placed if one.at[1] >= top]
    strip = _strip(placed, top, min(key.at[3] - key.at[1] for key in keys), width)
    return {one.node.id for one in [*below, *strip]}


def _keys(placed: Sequence[_Placed]) -> list[_Placed]:
    rows: dict[int, list[_Placed]] = {}
    for one in placed:
        if one.node.flags & Flag.CLICKABLE and len(one.node.text or one.node.description) == _LETTER:
            rows.setdefault(one.at[1], []).append(one)
    return [key for row in rows.values() if len(row) >= _IN_A_ROW for key in row]


def _is_pad(placed: Sequence[_Placed], keys: Sequence[_Placed], top: int, width: int, height: int) -> bool:
    writes = any(one.node.flags & Flag.EDITABLE for one in placed if one.at[1] < top)
    touched = [one.at for one in placed if one.at[1] >= top and one.node.flags & Flag.CLICKABLE]
    across = max(at[2] for at in touched) - min(at[0] for at in touched)
    wide, low = across >= _WIDE * width, max(at[3] for at in touched) >= _LOW * height
    return writes and wide and low and all(map(_only_described, keys))


def _strip(placed: Sequence[_Placed], top: int, tall: int, width: int) -> list[_Placed]:
    """The row of suggestions or tools right above the keys, over the whole width too."""
    near = [one for one in placed if top - tall / 2 <= one.at[3] <= top and _only_described(one)]
    return near if sum(one.at[2] - one.at[0] for one in near) >= _WIDE * width else []


def _only_described(one: _Placed) -> bool:
    return bool(one.node.flags & Flag.CLICKABLE) and not one.node.text and bool(one.node.description)
