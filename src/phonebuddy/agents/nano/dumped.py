"""As dumped: elements with the roles they have over ADB, whatever phone they were seen on.

A mock phone knows that something is a card or a chip; a dump knows Android's classes. Invariant: a screen
and its dump, read again, look the same to nano, so that what it learns on one lane holds on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from phonebuddy.screen import Element
from phonebuddy.traces.roles import role_of
from phonebuddy.uixml import class_of


def as_dumped(elements: Sequence[Element]) -> list[Element]:
    parents = {one.parent for one in elements}
    return [_with(one, _dumped(one.role, one.flags, one.id in parents)) for one in elements]


def _with(element: Element, role: str) -> Element:
    return element if element.role == role else msgspec.structs.replace(element, role=role)


@lru_cache(maxsize=1 << 12)
def _dumped(role: str, flags: int, has_children: bool) -> str:
    return role_of(class_of(role, has_children), flags, has_children)
