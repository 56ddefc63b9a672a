"""`ime`: which keyboards there are and which is used."""

from __future__ import annotations

from phonebuddy.adbd.shell.call import Call, command


@command("ime")
async def ime(call: Call) -> int:
    args = [word for word in call.args if word not in ("--user", "0", "current")]
    verb, rest = (args[0] if args else ""), args[1:]
    device = call.device
    if verb == "list":
        known = device.keyboards if "-a" in rest else device.enabled_keyboards
        for name in known:
            await call.say(name if "-s" in rest else f"mId={name} mSettingsActivityName=null mIsVrOnly=false")
        return 0
    if verb == "reset":
        device.keyboard = device.keyboards[0]
        device.settings.put("secure", "default_input_method", device.keyboard)
        await call.say(f"Reset current and enabled IMEs for user #0\n  Newly selected: {device.keyboard}")
        return 0
    if verb not in ("enable", "disable", "set"):
        return await call.fail(
            "ime <command>:\n  list [-a] [-s]\n  enable <ID>\n  disable <ID>\n  set <ID>\n  reset", 255
        )
    name = _full(rest[0] if rest else "", device.keyboards)
    if name not in device.keyboards:
        text = f"Unknown input method {rest[0] if rest else ''}"
        return await call.fail(
            f"{text} cannot be {'selected' if verb == 'set' else verb + 'd'} for user #0", 255
        )
    return await _change(call, verb, name)


async def _change(call: Call, verb: str, name: str) -> int:
    device = call.device
    enabled = device.enabled_keyboards
    if verb == "enable":
        already = name in enabled
        device.enabled_keyboards = enabled if already else [*enabled, name]
        await call.say(f"Input method {name}: {'already' if already else 'now'} enabled for user #0")
    elif verb == "disable":
        already = name not in enabled
        device.enabled_keyboards = [other for other in enabled if other != name]
        if device.keyboard == name:
            device.keyboard = device.keyboards[0]
        await call.say(f"Input method {name}: {'already' if already else 'now'} disabled for user #0")
    else:
        if name not in enabled:
            return await call.fail(f"Unknown input method {name} cannot be selected for user #0", 255)
        device.keyboard = name
        await call.say(f"Input method {name} selected for user #0")
    device.settings.put("secure", "default_input_method", device.keyboard)
    return 0


def _full(name: str, known: list[str]) -> str:
    """`com.x/com.x.Keys` means `com.x/.Keys`."""
    package, _, service = name.partition("/")
    short = f"{package}/{service.removeprefix(package)}"
    return short if short in known else name
