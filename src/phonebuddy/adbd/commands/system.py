"""Small answers about the system: `id`, `whoami`, `uname`, `svc`, `service`, `reboot`, `appops`, `cmd`-less
tools."""

from __future__ import annotations

import re

from phonebuddy.adbd.commands.listing import user_name
from phonebuddy.adbd.shell.call import Call, command


@command("whoami")
async def whoami(call: Call) -> int:
    await call.say(user_name(call.shell.uid))
    return 0


@command("id")
async def identity(call: Call) -> int:
    uid = call.shell.uid
    name = user_name(uid)
    flags = "".join(word[1:] for word in call.args if word.startswith("-"))
    if "u" in flags or "g" in flags:
        await call.say(name if "n" in flags else str(uid))
    elif "G" in flags:
        await call.say(f"{uid} 1004 1007 1011 1015 1028 3003 9997")
    else:
        groups = "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3003(inet),9997(everybody)"
        context = "u:r:su:s0" if uid == 0 else "u:r:shell:s0"
        await call.say(f"uid={uid}({name}) gid={uid}({name}) groups={uid}({name}),{groups} context={context}")
    return 0


@command("uname")
async def uname(call: Call) -> int:
    parts = {
        "s": "Linux",
        "n": "phoneworld",
        "r": "5.15.78-phoneworld",
        "v": "#1 SMP PREEMPT",
        "m": "x86_64",
        "o": "Android",
    }
    flags = "".join(word[1:] for word in call.args) or "s"
    await call.say(" ".join(value for flag, value in parts.items() if "a" in flags or flag in flags))
    return 0


@command("hostname")
async def hostname(call: Call) -> int:
    await call.say("phoneworld")
    return 0


@command("nproc")
async def nproc(call: Call) -> int:
    await call.say("4")
    return 0


@command("getenforce")
async def getenforce(call: Call) -> int:
    await call.say("Permissive")
    return 0


@command("tty")
async def tty(call: Call) -> int:
    terminal = call.stdin.is_terminal
    await call.say("/dev/pts/0" if terminal else "not a tty")
    return int(not terminal)


_SWITCHES = {"wifi": "wifi", "bluetooth": "bluetooth", "data": "mobile_data", "nfc": ""}


@command("svc")
async def svc(call: Call) -> int:
    what, verb = (call.args + ["", ""])[:2]
    if what in _SWITCHES and verb in ("enable", "disable"):
        if _SWITCHES[what]:
            call.device.operate(lambda runtime: runtime.put_setting(_SWITCHES[what], int(verb == "enable")))
        return 0
    if what == "power":
        if verb in ("reboot", "shutdown"):
            call.device.reboot()
        return 0
    if what == "usb":
        return 0
    await call.err.say("Available commands:\n    help     Show information about the subcommands\n    power "
    "   Control the power manager\n"
                       "    data     Control mobile data connectivity\n    wifi     Control the Wi-Fi "
                       "manager\n"
                       "    usb      Control Usb state\n    nfc      Control NFC functions\n    bluetooth "
                       "Control Bluetooth service\n")  # fmt: skip
    return 1


SERVICES = ("accessibility", "account", "activity", "alarm", "appops", "audio", "battery",
            "bluetooth_manager", "clipboard", "connectivity",
            "content", "deviceidle", "display", "dropbox", "input", "input_method", "jobscheduler",
            "location", "media_session",
            "meminfo", "notification", "package", "permission", "phone", "power", "settings", "statusbar",
            "telephony.registry",
            "uimode", "usagestats", "user", "vibrator", "wifi", "window", "SurfaceFlinger", "gfxinfo",
            "cpuinfo")  # fmt: skip


@command("service")
async def service(call: Call) -> int:
    """`service call alarm 3 s16 UTC` sets the time zone; other calls give an empty parcel."""
    verb, rest = (call.args[0] if call.args else ""), call.args[1:]
    if verb == "list":
        await call.say(f"Found {len(SERVICES)} services:")
        for number, name in enumerate(SERVICES):
            await call.say(f"{number}\t{name}: [android.os.I{name.capitalize()}]")
        return 0
    if verb == "check":
        name = rest[0] if rest else ""
        await call.say(f"Service {name}: {'found' if name in SERVICES else 'not found'}")
        return 0
    if verb != "call" or len(rest) < 2:
        return await call.fail(
            "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       service call "
            "SERVICE CODE",
            1,
        )
    name, code, values = rest[0], rest[1], rest[2:]
    if name not in SERVICES:
        return await call.fail(f"service: Service {name} does not exist", 20)
    if name == "alarm" and code == "3" and len(values) > 1:
        call.device.operate(lambda runtime: runtime.put_setting("time_zone", zone_minutes(values[1])))
    elif name == "statusbar":
        panel = {"1": "notifications", "2": ""}.get(code)
        if panel is not None:
            call.device.operate(lambda runtime: setattr(runtime.ui, "shade", panel))
    elif name == "notification" and code == "1":
        # cancelAllNotifications: what scripts send for want of a command.
        call.device.operate(lambda runtime: runtime.notifications.clear())
    await call.say("Result: Parcel(00000000    '....')")
    return 0


def zone_minutes(name: str) -> int:
    """How far a time zone is ahead of UTC; names of places count as UTC, since the world has no maps of "
    "them."""
    found = re.fullmatch(r"(?:Etc/)?(?:GMT|UTC)([-+])([0-9]{1,2})(?::?([0-9]{2}))?", name)
    if not found:
        return 0
    minutes = int(found.group(2)) * 60 + int(found.group(3) or 0)
    sign = 1 if found.group(1) == "+" else -1
    return max(-720, min(840, -sign * minutes if name.startswith("Etc/") else sign * minutes))


@command("reboot", "shutdown", "poweroff")
async def reboot(call: Call) -> int:
    call.device.reboot()
    return 0


@command("stop", "start", "appops", "bmgr", "dumpstate", "bugreport", "atrace", "perfetto", "setsebool",
"vdc", "dpm", "sm", "locksettings",
         "device_config", "vibrate", "requestsync", "telecom", "uinput", "hid", "bu", "incident", "statsd",
         "lshal",
         "swapon", "swapoff", "insmod", "rmmod", "modprobe", "sysctl", "renice", "taskset",
         "chrt")  # fmt: skip
async def quiet(call: Call) -> int:
    """Tools whose work has no counterpart here and whose success clients expect."""
    return 0


@command("app_process", "app_process32", "app_process64", "dalvikvm", waits=True)
async def app_process(call: Call) -> int:
    """Starts a Java program on a phone. There is none here: what clients start this way answers on a port "
    "already."""
    return await call.fail("Error: unable to load main class: this phone runs no Java programs")


@command("free")
async def free(call: Call) -> int:
    await call.say("\t\ttotal        used        free      shared     buffers\n"
                   "Mem:       4124577792  2889076736  1235501056     9789440    12333056\n"
                   "-/+ buffers/cache:     2876743680  1247834112\nSwap:               0           0        "
                   "   0")  # fmt: skip
    return 0
