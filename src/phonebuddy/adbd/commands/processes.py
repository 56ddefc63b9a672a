"""`ps`, `pidof`, `pgrep`, `kill`, `pkill`, `top`."""

from __future__ import annotations

import re

from phonebuddy.adbd.commands.listing import user_name
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.names import LAUNCHER
from phonebuddy.adbd.processes import TERM, Process
from phonebuddy.adbd.shell.call import Call, command
from phonebuddy.world.system import keyboard
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE

_ALWAYS = (
    Process(1, 0, 0, "init"), Process(2, 0, 0, "[kthreadd]"), Process(231, 1, 1000, "servicemanager"),
    Process(300, 1, 2000, "adbd"),
    Process(315, 1, 0, "zygote64"), Process(340, 1, 1000, "surfaceflinger"), Process(512, 315, 1000,
    "system_server"),
)  # fmt: skip
_SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "KILL": 9, "TERM": 15}


def all_processes(device: Device) -> list[Process]:
    """What runs: the system, its apps, the apps that are open, and what shells started."""
    packages = [SYSTEM_PACKAGE, LAUNCHER, keyboard.PACKAGE, *(app.package for app in device.running())]
    apps = [Process(device.processes.app_pid(name), 315, device.names.uid(name), name) for name in packages]
    return [*_ALWAYS, *apps, *device.processes.list()]


@command("ps")
async def ps(call: Call) -> int:
    shows_all = any(word in ("-A", "-e", "-ef", "aux", "-AZ") or word.startswith("-A") for word in call.args)
    pids = {int(word) for word in call.args if word.isdigit()}
    columns = next((call.args[at + 1] for at, word in enumerate(call.args[:-1]) if word == "-o"), "")
    found = all_processes(call.device)
    if pids:
        found = [process for process in found if process.pid in pids]
    elif not shows_all:
        me = call.shell
        found = [process for process in found if process.uid == me.uid and process.parent == 300]
        found.append(Process(call.device.processes.next_pid(), me.pid, me.uid, "ps"))
    if columns:
        await _columns(call, found, columns.upper().split(","))
        return 0
    await call.say(
        "USER            PID  PPID     VSZ    RSS WCHAN            ADDR S NAME                       "
    )
    for process in found:
        size = (10_812_345, 132_456) if process.pid > 400 else (10_740, 4_096)
        await call.say(
            f"{user_name(process.uid):<12} {process.pid:>6} {process.parent:>5} {size[0]:>8} {size[1]:>6} 0 "
            f"                  0 S {process.name}"
        )
    return int(bool(pids) and not found)


async def _columns(call: Call, found: list[Process], names: list[str]) -> None:
    await call.say(" ".join(names))
    for process in found:
        values = {"PID": str(process.pid), "PPID": str(process.parent), "USER": user_name(process.uid),
        "NAME": process.name,
                  "ARGS": process.name, "CMD": process.name.rpartition("/")[2][:15], "S": "S",
                  "UID": str(process.uid)}  # fmt: skip
        await call.say(" ".join(values.get(name, "0") for name in names))


@command("pidof", "pgrep")
async def pidof(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    found = []
    for process in all_processes(call.device):
        if call.name == "pidof":
            if process.name.split()[0].rpartition("/")[2] in names:
                found.append(process)
        elif any(_fits(name, process, "-f" in call.args) for name in names):
            found.append(process)
    if not found:
        return 1
    if call.name == "pidof":
        await call.say(" ".join(str(process.pid) for process in found))
    else:
        for process in found:
            await call.say(f"{process.pid} {process.name}" if "-l" in call.args else str(process.pid))
    return 0


def _fits(pattern: str, process: Process, whole: bool) -> bool:
    text = process.name if whole else process.name.split()[0]
    return pattern in text


def _signal(args: list[str]) -> tuple[int, list[str]]:
    signal, names = TERM, []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word in ("-s", "-l") and rest:
            word = f"-{rest.pop(0)}"
        found = re.fullmatch(r"-(?:SIG)?([A-Z]+|[0-9]{1,2})", word)
        if found:
            text = found.group(1)
            signal = int(text) if text.isdigit() else _SIGNALS.get(text, TERM)
        elif not word.startswith("-"):
            names.append(word)
    return signal, names


@command("kill", "pkill", "killall")
async def kill(call: Call) -> int:
    signal, names = _signal(call.args)
    status = 0 if call.name == "kill" else 1
    for name in names:
        for process in all_processes(call.device):
            if call.name == "kill":
                hit = str(process.pid) == name
            else:
                hit = _fits(name, process, "-f" in call.args) and process.pid != call.shell.pid
            if hit:
                _end(call.device, process, signal)
                status = 0
                if call.name == "kill":
                    break
        else:
            if call.name == "kill":
                status = await call.fail(f"{call.shell.name}: kill: {name}: No such process")
    return status


def _end(device: Device, process: Process, signal: int) -> None:
    app = device.names.find(process.name)
    if app is not None and signal:
        device.stop(app)
    else:
        device.processes.kill(process.pid, signal)


@command("top")
async def top(call: Call) -> int:
    found = all_processes(call.device)
    await call.say(
        f"Tasks: {len(found)} total,   1 running, {len(found) - 1} sleeping,   0 stopped,   0 zombie"
    )
    await call.say("  Mem:  4027908K total,  2821364K used,  1206544K free,    12044K buffers")
    await call.say("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS")
    for process in found:
        await call.say(
            f"{process.pid:>5} {user_name(process.uid):<12} 20   0  10G 130M  90M S  0.0   3.2   0:00.10 "
            f"{process.name}"
        )
    return 0
