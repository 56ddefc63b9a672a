"""Every app on every kind of phone: nothing lies over anything else, leaves the screen or shows a hole."""

from __future__ import annotations

from itertools import combinations

import pytest

from phonebuddy.screen import Element, Screen
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image

ENGLISH, CHINESE = 0, 5
"""Seeds of people who speak it."""
LOOKS = {
    "small, large text": (LookSpec("360x800", font_scale=1.3), ENGLISH),
    "tablet, dark, square": (LookSpec("1600x2560", dark=True, shape="square"), ENGLISH),
    "narrow, largest text": (
        LookSpec("1080x2340", font_scale=1.5, display_scale=1.1, shape="soft", navigation="buttons"),
        CHINESE,
    ),
}
TOUCHING = 4
"""Pixels by which two boxes may reach into each other: round edges are rounded."""


def over_each_other(screen: Screen) -> list[tuple[str, str]]:
    """Words beside each other of which one covers a part of the other."""
    said = [one for one in screen.elements if one.text]
    return [(a.text, b.text) for a, b in combinations(said, 2) if a.parent == b.parent and _meet(a, b)]


def _meet(one: Element, other: Element) -> bool:
    a, b = one.bounds, other.bounds
    across = min(a.right, b.right) - max(a.left, b.left)
    return across > TOUCHING and min(a.bottom, b.bottom) - max(a.top, b.top) > TOUCHING


@pytest.mark.parametrize("look, seed", LOOKS.values(), ids=LOOKS)
def test_first_pages_fit_the_phone(look: LookSpec, seed: int) -> None:
    phone = WorldPhone(image(seed), look)
    for name, app in phone.image.apps.apps.items():
        phone.reset()
        phone.open_page(name, app.manifest.start, {})
        screen = phone.observe()
        assert not over_each_other(screen), name
        assert all(one.bounds.left >= 0 and one.bounds.right <= screen.width for one in screen.elements), name
        assert (screen.pixels()[..., 3] == 255).all(), name
