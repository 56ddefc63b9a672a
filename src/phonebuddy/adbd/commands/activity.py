"""`am` and `monkey`: starting and stopping apps, tasks, broadcasts."""

from __future__ import annotations

from phonebuddy.adbd import starting
from phonebuddy.adbd.broadcasts import receive
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.front import front_of
from phonebuddy.adbd.intent import LAUNCHER as LAUNCHER_CATEGORY
from phonebuddy.adbd.intent import MAIN, read_intent
from phonebuddy.adbd.names import HELPERS, LAUNCHER, LAUNCHER_ACTIVITY
from phonebuddy.adbd.shell.call import Call, command

FROM_SHELL = 0x10000000
BROADCAST_FROM_SHELL = 0x400000
HOME_TASK = 1
FIRST_TASK = 2


@command("am")
async def activity_manager(call: Call) -> int:
    args = list(call.args)
    if not args:
        return await call.fail("Activity manager (activity) commands:\n  help\n  start-activity ...", 255)
    verb, rest = args[0], args[1:]
    if verb in ("start", "start-activity"):
        return await _start(call, rest)
    if verb in ("force-stop", "kill", "stop-app"):
        return await _stop(call, rest)
    if verb == "kill-all":
        return 0
    if verb == "broadcast":
        return await _broadcast(call, rest)
    if verb in ("stack", "task"):
        return await _stack(call, verb, rest)
    if verb == "get-current-user":
        await call.say("0")
        return 0
    if verb in ("startservice", "start-service", "startforegroundservice", "start-foreground-service",
    "stopservice",
                "stop-service"):  # fmt: skip
        return await _service(call, verb, rest)
    if verb == "instrument":
        return await _instrument(call, rest)
    if verb in _QUIET:
        return 0
    return await call.fail(f"Unknown command: {verb}", 255)


_QUIET = ("idle-maintenance", "set-debug-app", "clear-debug-app", "set-watch-heap", "clear-watch-heap",
"compat",
          "set-inactive", "wait-for-broadcast-idle", "wait-for-broadcast-barrier", "send-trim-memory",
          "unlock-user",
          "clear-recent-apps", "switch-user", "start-user", "hang", "restart", "crash", "monitor",
          "reset-dropbox-rate-limiter")  # fmt: skip


async def _start(call: Call, args: list[str]) -> int:
    device = call.device
    intent = read_intent(args)
    # What started a page is part of the phone, not of the client's words.
    intent.action = intent.action or ("" if intent.component or intent.data else MAIN)
    target = starting.resolve(device, intent)
    waits = "-W" in intent.options
    if intent.component or target is None:
        await call.say(f"Starting: {intent.written()}")
    else:
        await call.say(f"Starting: {intent.written()}")
    out = call.out if waits else call.err
    if target is None:
        if intent.component:
            package, _, activity = intent.component.partition("/")
            shown = f"{{{package}/{package + activity if activity.startswith('.') else activity}}}"
            await out.say(f"Error type 3\nError: Activity class {shown} does not exist.\n")
        else:
            await out.say(f"Error: Activity not started, unable to resolve {intent.written(FROM_SHELL)}\n")
        return 1 if waits else 0
    app = device.names.find(target.component.partition("/")[0])
    if "-S" in intent.options and app is not None:
        device.stop(app)
    was_open = app is not None and app in device.running()
    target.start()
    if waits:
        state = "HOT" if was_open else "COLD"
        total = 48 if was_open else 312
        await call.say(f"Status: ok\nLaunchState: {state}\nActivity: {target.component}")
        await call.say(f"TotalTime: {total}\nWaitTime: {total + 3}\nComplete")
    return 0


async def _stop(call: Call, args: list[str]) -> int:
    packages = [
        word for number, word in enumerate(args) if not word.startswith("-") and args[number - 1] != "--user"
    ]
    if not packages:
        return await call.fail('\nException occurred while executing:\njava.lang.IllegalArgumentException: '
        'Argument expected after "force-stop"', 255)  # fmt: skip
    app = call.device.names.find(packages[0])
    if app is not None:
        call.device.stop(app)
    return 0


async def _broadcast(call: Call, args: list[str]) -> int:
    intent = read_intent(args)
    await call.say(f"Broadcasting: {intent.written(BROADCAST_FROM_SHELL)}")
    code, data = receive(call.device, intent)
    await call.say(f"Broadcast completed: result={code}" + ("" if data is None else f', data="{data}"'))
    return 0


async def _service(call: Call, verb: str, args: list[str]) -> int:
    intent = read_intent(args)
    package = intent.component.partition("/")[0] or intent.package
    starts = not verb.startswith("stop")
    await call.say(f"{'Starting' if starts else 'Stopping'} service: {intent.written()}")
    if package not in HELPERS and call.device.names.find(package) is None:
        await call.err.say(
            "Error: Not found; no service started.\n" if starts else "Service not stopped: was not running.\n"
        )
        return 1 if starts else 255
    if not starts:
        await call.say("Service stopped")
    return 0


async def _instrument(call: Call, args: list[str]) -> int:
    component = next((word for word in reversed(args) if "/" in word), "")
    await call.say("INSTRUMENTATION_FAILED: " + component)
    await call.err.say(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {component}\n")
    return 1


# -- tasks -------------------------------------------------------------------------------------------------


def tasks(device: Device) -> list[tuple[int, str, bool]]:
    """Task number, component and whether it is in front, the one in front first."""
    package, activity = device.focus()
    running = device.running()
    found = [
        (_task_id(device, app.name), app.component(), False) for app in running if app.package != package
    ]
    if package == LAUNCHER:
        return [(HOME_TASK, f"{package}/{activity}", True), *found]
    front = device.names.find(package)
    assert front is not None, "what is in front is an app or the launcher"
    return [(_task_id(device, front.name), f"{package}/{activity}", True), *found,
            (HOME_TASK, f"{LAUNCHER}/{LAUNCHER}.{LAUNCHER_ACTIVITY}", False)]  # fmt: skip


def _task_id(device: Device, name: str) -> int:
    return FIRST_TASK + [app.name for app in device.names.apps()].index(name)


async def _stack(call: Call, verb: str, args: list[str]) -> int:
    what, rest = (args[0] if args else ""), args[1:]
    device = call.device
    if what == "list":
        screen = device.phone.observe()
        bounds = f"[0,0][{screen.width},{screen.height}]"
        front = front_of(device).component
        for number, component, visible in tasks(device):
            kind = "home" if number == HOME_TASK else "standard"
            await call.say(f"RootTask id={number} bounds={bounds} displayId=0 userId=0")
            await call.say(f" configuration={{1.0 mActivityType={kind}}}")
            await call.say(
                f"  taskId={number}: {component} bounds={bounds} userId=0 "
                f"visible={'true' if visible else 'false'}"
                f" topActivity=ComponentInfo{{{front if visible else component}}}\n"
            )
        return 0
    if what == "remove":
        number = int(rest[0]) if rest and rest[0].isdigit() else -1
        for app in device.running():
            if _task_id(device, app.name) == number:
                device.stop(app)
        return 0
    return (
        0
        if what in ("resize", "resizeable", "focus", "move-task", "positiontask", "lock", "info", "size")
        else 255
    )


@command("monkey")
async def monkey(call: Call) -> int:
    """Starts an app by its launcher entry; events beyond that are counted, not made."""
    package, category, count = "", LAUNCHER_CATEGORY, "0"
    args = list(call.args)
    while args:
        word = args.pop(0)
        if word == "-p":
            package = args.pop(0) if args else ""
        elif word.startswith("-c") and not word.startswith("--"):
            category = word[2:] or (args.pop(0) if args else "")
        elif word in (
            "-s",
            "--throttle",
            "--pct-syskeys",
            "--pct-touch",
            "--pct-motion",
            "--port",
            "--pct-appswitch",
        ):
            args[:1] = []
        elif word.isdigit():
            count = word
    app = call.device.names.find(package)
    await call.say(
        f"  bash arg: -p\n  bash arg: {package}\n  bash arg: -c\n  bash arg: {category}\n  bash arg: {count}"
    )
    if app is None or app.is_mini:
        await call.say("** No activities found to run, monkey aborted.")
        return 252
    call.device.start(app)
    await call.say(f"Events injected: {count}")
    await call.say("## Network stats: elapsed time=21ms (0ms mobile, 0ms wifi, 21ms not connected)")
    return 0
