"""`cmd SERVICE ...`: the same commands by another door."""

from __future__ import annotations

from phonebuddy.adbd.battery import battery_of, pretend
from phonebuddy.adbd.commands.packages import run_package_manager
from phonebuddy.adbd.commands.system import SERVICES
from phonebuddy.adbd.shell.call import Call, command

_SAME = {
    "activity": "am",
    "settings": "settings",
    "window": "wm",
    "input": "input",
    "content": "content",
    "input_method": "ime",
}


@command("cmd")
async def cmd(call: Call) -> int:
    if not call.args:
        return await call.fail("cmd: No service specified; use -l to list all services", 1)
    service, rest = call.args[0], call.args[1:]
    if service == "-l":
        await call.say("Currently running services:")
        for name in SERVICES:
            await call.say(f"  {name}")
        return 0
    if service == "package":
        return await run_package_manager(call, rest)
    if service in _SAME:
        return await call.shell.with_fds(call).run_words([_SAME[service], *rest])
    if service not in SERVICES:
        return await call.fail(f"cmd: Can't find service: {service}", 20)
    return await _other(call, service, rest)


async def _other(call: Call, service: str, rest: list[str]) -> int:
    verb = rest[0] if rest else ""
    device = call.device
    if service == "statusbar":
        panels = {"expand-notifications": "notifications", "expand-settings": "quick", "collapse": ""}
        if verb in panels:
            device.operate(lambda runtime: setattr(runtime.ui, "shade", panels[verb]))
        elif verb in ("get-status-icons", "check-support"):
            await call.say("true" if verb == "check-support" else "wifi\nmobile\nbattery\nclock")
        return 0
    if service == "uimode" and verb == "night":
        if len(rest) > 1:
            device.settings.put("secure", "ui_night_mode", "2" if rest[1] == "yes" else "1")
        night = device.settings.get("secure", "ui_night_mode") == "2"
        await call.say(f"Night mode: {'yes' if night else 'no'}")
        return 0
    if service in ("wifi", "bluetooth_manager") or (service == "connectivity" and verb == "airplane-mode"):
        return await _radio(call, service, rest)
    if service == "clipboard":
        from phonebuddy.adbd.broadcasts import get_clipboard, put_clipboard

        if verb in ("set", "set-text", "set-primary-clip") and len(rest) > 1:
            put_clipboard(device, " ".join(rest[1:]))
        elif verb in ("get", "get-text", "get-primary-clip"):
            await call.say(get_clipboard(device))
        return 0
    if service == "notification" and verb == "list":
        for number, app, key in device.query("SELECT id, app, key FROM phone_notification ORDER BY id"):
            package = device.names.app(str(app)).package if app else "android"
            await call.say(f"0|{package}|{number}|{key or 'null'}|{device.names.uid(package)}")
    elif service == "battery":
        return await _battery(call, rest)
    return 0


async def _battery(call: Call, rest: list[str]) -> int:
    """`cmd battery get level`; what else it can do, `dumpsys battery` can too."""
    if rest[:1] != ["get"]:
        return 0 if pretend(call.device, [word for word in rest if word != "-f"]) else 255
    now = battery_of(call.device)
    said = {"level": now.level, "status": now.status, "ac": str(now.is_charging).lower(), "present": "true"}
    await call.say(str(said.get(rest[1] if len(rest) > 1 else "", "0")))
    return 0


async def _radio(call: Call, service: str, rest: list[str]) -> int:
    if service == "connectivity":
        if len(rest) < 2:
            on = call.device.settings.world("airplane") == 1
            await call.say("enabled" if on else "disabled")
            return 0
        name, on = "airplane", rest[1] == "enable"
    elif service == "wifi" and rest[:1] == ["set-wifi-enabled"]:
        name, on = "wifi", rest[1:] == ["enabled"]
    elif service == "wifi" and rest[:1] == ["status"]:
        await call.say("Wifi is enabled" if call.device.settings.world("wifi") == 1 else "Wifi is disabled")
        return 0
    elif service == "bluetooth_manager" and rest[:1] in (["enable"], ["disable"]):
        name, on = "bluetooth", rest[0] == "enable"
    else:
        return 0
    call.device.operate(lambda runtime: runtime.put_setting(name, int(on)))
    return 0
