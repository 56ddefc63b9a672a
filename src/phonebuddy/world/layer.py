"""Layer: one thing above another on the screen: the page, a dialog, the keyboard, the shade."""

from __future__ import annotations

import msgspec

from phonebuddy.world.box import Box


class Layer(msgspec.Struct, frozen=True, gc=False):
    """One thing above another; `dim` darkens everything below it, `modal` keeps touches from it."""

    name: str
    box: Box
    x: int
    y: int
    package: str
    modal: bool = False
    dim: bool = False
    stays: bool = False
    """Whether a tap beside a modal layer leaves it there."""
