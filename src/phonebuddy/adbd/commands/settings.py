"""`settings`, `getprop`, `setprop`."""

from __future__ import annotations

from phonebuddy.adbd.settings import NAMESPACES
from phonebuddy.adbd.shell.call import Call, command


@command("settings")
async def settings(call: Call) -> int:
    args = list(call.args)
    while "--user" in args:
        at = args.index("--user")
        del args[at : at + 2]
    args = [word for word in args if word not in ("--lineage", "default")] if "--lineage" in args else args
    if not args:
        return await call.fail(
            "Settings provider (settings) commands:\n  get|put|delete|list NAMESPACE [KEY] [VALUE]", 255
        )
    verb, rest = args[0], args[1:]
    if verb not in ("get", "put", "delete", "list", "reset"):
        return await call.fail(f"Invalid command: {verb}", 255)
    if not rest or rest[0].lower() not in NAMESPACES:
        return await call.fail(f"Invalid namespace '{rest[0] if rest else ''}'", 255)
    return await _run(call, verb, rest[0].lower(), rest[1:])


async def _run(call: Call, verb: str, namespace: str, rest: list[str]) -> int:
    known = call.device.settings
    if verb == "list":
        for key, value in known.all(namespace).items():
            await call.say(f"{key}={value}")
        return 0
    if verb == "reset":
        return 0
    if not rest or (verb == "put" and len(rest) < 2):
        return await call.fail("Bad arguments", 255)
    if verb == "get":
        found = known.get(namespace, rest[0])
        await call.say("null" if found is None else found)
    elif verb == "delete":
        await call.say(f"Deleted {known.delete(namespace, rest[0])} rows")
    else:
        known.put(namespace, rest[0], rest[1])
        if (namespace, rest[0]) == ("secure", "default_input_method"):
            call.device.keyboard = rest[1]
        call.device.changed()
    return 0


@command("getprop")
async def getprop(call: Call) -> int:
    args = [word for word in call.args if word not in ("-T", "-Z")]
    if args:
        found = call.device.properties.get(args[0])
        await call.say(found or (args[1] if len(args) > 1 else ""))
        return 0
    lines = [f"[{name}]: [{value}]" for name, value in call.device.properties.all().items()]
    await call.say("\n".join(lines))
    return 0


@command("setprop")
async def setprop(call: Call) -> int:
    if len(call.args) != 2:
        return await call.fail("usage: setprop NAME VALUE")
    if not call.device.properties.set(*call.args):
        return await call.fail(f"setprop: failed to set property '{call.args[0]}' to '{call.args[1]}'")
    return 0
