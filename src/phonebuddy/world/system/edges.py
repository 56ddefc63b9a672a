"""Swipes that start at an edge belong to the system: the shade, home, recents, back."""

from __future__ import annotations

from phonebuddy.world.finger import Finger
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height

EDGE_DP = 14
FAR_DP = 60
HOLD_MS = 700
"""A swipe up from the bottom that takes this long shows the recents instead of home."""


def swipe_from_edge(runtime: Runtime, look: Look, finger: Finger) -> bool:
    """Do what the system does with a swipe; False leaves it to the app."""
    (x1, y1), (x2, y2) = finger.start, finger.end
    far, ui = look.dp(FAR_DP), runtime.ui
    if ui.over == "lock" or ui.asking is not None:
        return False
    if y1 < look.dp(STATUS_DP) and y2 - y1 > far and runtime.interruptions.current() is None:
        ui.shade = "quick" if ui.shade else "notifications"
        return True
    if look.spec.navigation != "gestures":
        return False
    if y1 >= look.height - navigation_height(look) and y1 - y2 > far:
        if finger.duration_ms >= HOLD_MS:
            runtime.launcher.show_recents()
        else:
            runtime.home()
        return True
    from_left = x1 < look.dp(EDGE_DP) and x2 - x1 > far
    from_right = x1 >= look.width - look.dp(EDGE_DP) and x1 - x2 > far
    # On the home screen itself there is nothing to go back from: the swipe turns its pages.
    somewhere = ui.page() is not None or bool(ui.over) or bool(ui.shade)
    if somewhere and (from_left or from_right) and abs(x2 - x1) > 2 * abs(y2 - y1):
        runtime.back()
        return True
    return False
