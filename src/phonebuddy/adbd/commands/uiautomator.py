"""`uiautomator dump`: the screen as XML."""

from __future__ import annotations

from phonebuddy.adbd.shell.call import Call, command

DEFAULT = "/sdcard/window_dump.xml"
NO_ROOT = "ERROR: null root node returned by UiTestAutomationBridge."


@command("uiautomator")
async def uiautomator(call: Call) -> int:
    if call.args[:1] != ["dump"]:
        text = (
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\nhelp: displays help "
            "message\n"
        )
        await call.err.say(text + "\ndump: creates an XML dump of current UI hierarchy\n")
        return 0 if call.args[:1] == ["help"] else 1
    names = [word for word in call.args[1:] if not word.startswith("--")]
    name = names[0] if names else DEFAULT
    tree = call.device.dump()
    if tree is None:
        await call.err.say(NO_ROOT + "\n")
        return 0
    data = tree.encode("utf-8", "surrogatepass")
    if name in ("/dev/tty", "/dev/stdout", "/proc/self/fd/1"):
        await call.out.write(data)
    else:
        try:
            call.device.files.write(call.path(name), data, call.shell.uid, by_tool=True)
        except OSError as error:
            await call.err.say(f"java.io.FileNotFoundException: {name}: open failed: {error.strerror}\n")
            return 1
    # The typo is Android's own; clients look for it.
    await call.say(f"UI hierchary dumped to: {name}")
    return 0
