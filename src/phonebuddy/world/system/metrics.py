"""Sizes and names of the system's own parts, in one place."""

from __future__ import annotations

from phonebuddy.world.look import Look

STATUS_DP = 32
SYSTEM_PACKAGE = "com.android.systemui"
HANDLE_DP, BUTTONS_DP = 24, 48
KEYS_DP = 244
"""The keyboard without what lies below it."""
MOST_KEYS = 0.45
"""The share of the screen its keys may take: on its side a phone is not high."""
WIDE_DP = 560
"""A screen that is wider than high and lower than this is wide (look.dp never exceeds the screen)."""


def navigation_height(look: Look) -> int:
    """What the gesture handle, or the three buttons, take of the bottom of the screen."""
    return look.dp(HANDLE_DP if look.spec.navigation == "gestures" else BUTTONS_DP)


def keyboard_height(look: Look) -> int:
    """Keys, and the navigation below them."""
    return min(look.dp(KEYS_DP), round(look.height * MOST_KEYS)) + navigation_height(look)


def is_wide(look: Look) -> bool:
    """Whether the screen is too low to put everything under each other: a phone on its side."""
    return look.width > look.height and look.height < WIDE_DP * look.density
