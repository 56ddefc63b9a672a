"""`wm`: size, density and the keyguard."""

from __future__ import annotations

import re

from phonebuddy.adbd import touching
from phonebuddy.adbd.shell.call import Call, command


@command("wm")
async def window_manager(call: Call) -> int:
    verb, rest = (call.args[0] if call.args else ""), call.args[1:]
    if verb == "size":
        return await _size(call, rest)
    if verb == "density":
        return await _density(call, rest)
    if verb == "dismiss-keyguard":
        touching.dismiss_keyguard(call.device)
        return 0
    if verb in ("user-rotation", "set-user-rotation", "fixed-to-user-rotation", "set-fix-to-user-rotation"):
        return await _rotation(call, rest)
    if verb in (
        "overscan",
        "reset",
        "scaling",
        "set-ignore-orientation-request",
        "dump-visible-window-views",
        "tracing",
    ):
        return 0
    return await call.fail(f"Unknown command: {verb or 'null'}", 255)


async def _size(call: Call, rest: list[str]) -> int:
    device = call.device
    if not rest:
        screen = device.phone.observe()
        width, height = sorted((screen.width, screen.height))
        await call.say(f"Physical size: {width}x{height}")
        if device.size_override is not None:
            await call.say("Override size: {}x{}".format(*device.size_override))
        return 0
    found = re.fullmatch(r"([0-9]{2,5})x([0-9]{2,5})", rest[0])
    if rest[0] == "reset":
        device.size_override = None
    elif found:
        device.size_override = (int(found.group(1)), int(found.group(2)))
    else:
        return await call.fail(f"Error: bad size {rest[0]}", 255)
    return 0


async def _density(call: Call, rest: list[str]) -> int:
    device = call.device
    if not rest:
        await call.say(f"Physical density: {device.density}")
        if device.density_override is not None:
            await call.say(f"Override density: {device.density_override}")
        return 0
    if rest[0] == "reset":
        device.density_override = None
    elif rest[0].isdigit() and 72 <= int(rest[0]) <= 2000:
        device.density_override = int(rest[0])
    else:
        return await call.fail(f"Error: bad density {rest[0]}", 255)
    return 0


async def _rotation(call: Call, rest: list[str]) -> int:
    if not rest:
        await call.say(
            f"{'free' if call.device.settings.world('auto_rotate') else 'lock'} {call.device.rotation}"
        )
        return 0
    if rest[0] == "free":
        call.device.settings.put("system", "accelerometer_rotation", "1")
    elif rest[0] == "lock":
        call.device.settings.put("system", "accelerometer_rotation", "0")
        call.device.settings.put(
            "system", "user_rotation", rest[1] if len(rest) > 1 else str(call.device.rotation)
        )
    return 0
