"""The heads-up banner: a notification that has just come, over the top of the screen for a few seconds."""

from __future__ import annotations

from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE
from phonebuddy.world.system.notification_card import notification_box

MOST_DP = 420


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    ui = runtime.ui
    if ui.heads_up is None or ui.shade or ui.over == "lock":
        return []
    found = [one for one in runtime.notifications.all() if one.id == ui.heads_up.id]
    if not found:
        return []  # withdrawn by its app
    width = min(look.width - look.dp(16), look.dp(MOST_DP))
    box = notification_box(runtime, look, found[0], width, banner=True)
    return [Layer("heads_up", box, (look.width - width) // 2, look.dp(STATUS_DP + 4), SYSTEM_PACKAGE)]
