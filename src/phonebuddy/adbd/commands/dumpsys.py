"""`dumpsys`: the sections clients read: window, activity, display, input, package and more.

Invariant: what a section says of focus, size, packages and settings is the phone's own state at that moment.
"""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.adbd.commands import dump_more
from phonebuddy.adbd.commands.activity import HOME_TASK, tasks
from phonebuddy.adbd.commands.packages import permissions_of
from phonebuddy.adbd.commands.system import SERVICES
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.front import front_of
from phonebuddy.adbd.names import HELPERS, short_component
from phonebuddy.adbd.shell.call import Call, command

Section = Callable[[Device, list[str]], str]


@command("dumpsys")
async def dumpsys(call: Call) -> int:
    args = list(call.args)
    while args and args[0] in ("-t", "-T"):
        del args[:2]
    while args and args[0] in ("--priority", "--skip"):
        del args[:2]
    if args[:1] == ["-l"]:
        await call.say("Currently running services:")
        for name in sorted(SERVICES):
            await call.say(f"  {name}")
        return 0
    if not args:
        for name in sorted(SECTIONS):
            await call.say(f"{'-' * 79}\nDUMP OF SERVICE {name}:")
            await call.out.say(SECTIONS[name](call.device, []))
        return 0
    section = SECTIONS.get(args[0])
    if section is None:
        if args[0] in SERVICES:
            return 0
        return await call.fail(f"Can't find service: {args[0]}", 0)
    call.device.catch_up()
    await call.out.say(section(call.device, args[1:]))
    return 0


def _token(text: str) -> str:
    """A made-up object number, the same for the same thing."""
    value = 0
    for letter in text:
        value = (value * 131 + ord(letter)) % 0xFFFFFFF
    return f"{value:x}"


def window(device: Device, args: list[str]) -> str:
    component, focused = front_of(device)
    package = component.partition("/")[0]
    screen = device.phone.observe()
    width, height = screen.width, screen.height
    task = tasks(device)[0][0]
    focus = f"Window{{{_token(focused)} u0 {focused}}}"
    record = f"ActivityRecord{{{_token('record' + component)} u0 {short_component(component)} t{task}}}"
    shown = any(
        element.role == "keyboard" or element.id.startswith("keyboard") for element in screen.elements
    )
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for number, (name, is_top) in enumerate(
        (("StatusBar", False), ("NavigationBar0", False), (component, True))
    ):
        lines += [
            f"  Window #{number} Window{{{_token(name)} u0 {name}}}:",
            f"    mDisplayId=0 rootTaskId={task} mSession=Session{{{_token('s' + name)} 512:u0a10}} "
            f"mClient=android.os.BinderProxy@{_token('c' + name)}",
            f"    mOwnerUid={device.names.uid(package)} showForAllUsers=false package={package} appop=NONE",
            f"    mFrame=[0,0][{width},{height}] isOnScreen=true isVisible=true isReadyForDisplay=true",
        ]  # fmt: skip
        if is_top:
            lines.append(f"    mActivityRecord={record}")
    lines += [
        f"  mGlobalConfiguration={{1.0 ?mcc?mnc [en_US] ldltr sw411dp w411dp h890dp {device.density}dpi nrm "
        f"port finger -keyb/v/h}}",
        f"  mHasPermanentDpad=false mTopFocusedDisplayId=0 mInputMethodTarget in display# 0 {focus}",
        f"  mCurrentFocus={focus}",
        f"  mFocusedApp={record}",
        f"  imeLayeringTarget in display# 0 {focus}",
        f"  mInTouchMode=true mLastDisplayFreezeDuration=0 mCurrentRotation=ROTATION_{device.rotation * 90}",
        f"  mRotation={device.rotation} mUserRotation=ROTATION_{device.rotation * 90}",
        f"  init={width}x{height} {device.density}dpi cur={width}x{height} app={width}x{height - 63} "
        f"rng={width}x{width - 63}-{height}x{height - 63}",
        f"  mInputMethodWindow={'Window{' + _token('ime') + ' u0 InputMethod}' if shown else 'null'}",
        f"  mDreamingLockscreen={str(screen.activity == 'lock').lower()} "
        f"mShowingLockscreen={str(screen.activity == 'lock').lower()}",
        f"  isStatusBarKeyguard={str(screen.activity == 'lock').lower()} "
        f"mAwake={str(device.is_awake).lower()} "
        f"screenState={'SCREEN_STATE_ON' if device.is_awake else 'SCREEN_STATE_OFF'}",
    ]  # fmt: skip
    if args[:1] == ["displays"]:
        lines = [
            "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
            "  Display: mDisplayId=0 rootTasks=4",
            *lines[-9:],
        ]
    return "\n".join(lines) + "\n"


def activity(device: Device, args: list[str]) -> str:
    what = args[0] if args else ""
    if what == "recents":
        return _recents(device)
    if what == "services":
        return "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n"
    if what == "processes":
        return "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n" + "".join(
            f"  *APP* UID {app.uid} ProcessRecord{{{_token(app.package)} "
            f"{device.processes.app_pid(app.package)}:{app.package}/u0a{app.uid - 10_000}}}\n"
            for app in device.running()
        )  # fmt: skip
    front = front_of(device)
    lines = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
    ]
    for number, component, visible in tasks(device):
        short = short_component(component)
        record = f"ActivityRecord{{{_token('record' + component)} u0 {short} t{number}}}"
        lines += [
            f"  * Task{{{_token('task' + component)} #{number} "
            f"type={'home' if number == HOME_TASK else 'standard'} A={component.partition('/')[0]} U=0 "
            f"visible={str(visible).lower()} mode=fullscreen sz=1}}",
            f"    * Hist  #0: {record}",
            f"      packageName={component.partition('/')[0]} processName={component.partition('/')[0]}",
            f"      mActivityComponent={short} state={'RESUMED' if visible else 'STOPPED'}",
        ]  # fmt: skip
        if visible:
            above = short_component(front.component)
            top = f"ActivityRecord{{{_token('record' + front.component)} u0 {above} t{number}}}"
            lines += [f"    topResumedActivity={top}", f"    mResumedActivity: {top}"]
    lines += [f"  ResumedActivity: {top}", f"  mFocusedApp={top}", f"  mTopResumedActivity={top}",
              f"  mCurrentFocus=Window{{{_token(front.window)} u0 {front.window}}}"]  # fmt: skip
    if what == "top":
        number, component, _ = tasks(device)[0]
        lines = [f"TASK {component.partition('/')[0]} id={number} userId=0",
                 f"  ACTIVITY {short_component(component)} {_token(component)} "
                 f"pid={device.processes.app_pid(component.partition('/')[0])}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _recents(device: Device) -> str:
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)", "mRecentsUid=10100",
    "mRecentsComponent=null",
             "mFreezeTaskListReordering=false", "mFreezeTaskListReorderingPendingTimeout=false",
             "  Recent tasks:"]  # fmt: skip
    for order, (number, component, visible) in enumerate(
        entry for entry in tasks(device) if entry[0] != HOME_TASK
    ):
        package = component.partition("/")[0]
        lines += [
            f"  * Recent #{order}: Task{{{_token('task' + component)} #{number} type=standard "
            f"A={device.names.uid(package)}:{package} U=0 visible={str(visible).lower()} mode=fullscreen "
            f"translucent=false sz=1}}",
            f"    userId=0 effectiveUid=u0a{device.names.uid(package) - 10_000} mCallingUid=2000 "
            f"mUserSetupComplete=true",
            f"    affinity={device.names.uid(package)}:{package}",
            f"    intent={{act=android.intent.action.MAIN flg=0x10000000 cmp={short_component(component)}}}",
            f"    mActivityComponent={short_component(component)}",
            "    autoRemoveRecents=false isPersistable=true activityType=1",
            "    rootWasReset=false mNeverRelinquishIdentity=true mReuseTask=false "
            "mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE",
            f"    taskId={number} rootTaskId={number} id={number}",
        ]  # fmt: skip
    return "\n".join(lines) + "\n"


def package_dump(device: Device, package: str) -> str:
    """What `dumpsys package NAME` says; a package that is not there is not mentioned."""
    names = device.names
    if not names.is_known(package):
        return f"\nDexopt state:\n  Unable to find package: {package}\n"
    shown = names.shown(package)
    app = names.find(package)
    main = app.component() if app is not None else HELPERS.get(shown, "")
    lines = []
    if main:
        lines += ["Activity Resolver Table:", "  Non-Data Actions:", "      android.intent.action.MAIN:",
                  f"        {_token(main)} {short_component(main)} filter {_token('f' + main)}",
                  '          Action: "android.intent.action.MAIN"',
                  '          Category: "android.intent.category.LAUNCHER"', ""]  # fmt: skip
    lines += [
        "Packages:", f"  Package [{shown}] ({_token(shown)}):", f"    userId={names.uid(package)}",
        f"    pkg=Package{{{_token('p' + shown)} {shown}}}",
        f"    codePath=/data/app/{shown}", f"    resourcePath=/data/app/{shown}", "    primaryCpuAbi=x86_64",
        "    versionCode=1 minSdk=24 targetSdk=33", "    versionName=1.0",
        f"    dataDir=/data/user/0/{shown}",
        "    flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP DEBUGGABLE ]",
        "    timeStamp=2026-05-01 00:00:00",
        "    firstInstallTime=2026-05-01 00:00:00", "    lastUpdateTime=2026-05-01 00:00:00",
        "    installerPackageName=null", "    install permissions:",
        "      android.permission.INTERNET: granted=true",
        "    User 0: ceDataInode=100 installed=true hidden=false suspended=false distractionFlags=0 "
        "stopped=false notLaunched=false enabled=0 instant=false virtual=false",
        "      gids=[3003]", "      runtime permissions:",
    ]  # fmt: skip
    if app is not None:
        for name, granted in permissions_of(device, app).items():
            lines.append(
                f"        {name}: granted={str(granted).lower()}, flags=[ USER_SENSITIVE_WHEN_GRANTED ]"
            )
    return "\n".join(lines) + "\n"


def package(device: Device, args: list[str]) -> str:
    wanted = [word for word in args if not word.startswith("-")]
    if wanted and wanted[0] not in ("packages", "permissions"):
        return package_dump(device, wanted[0])
    return "".join(package_dump(device, name) for name in device.names.packages())


SECTIONS: dict[str, Section] = {
    "window": window,
    "activity": activity,
    "package": package,
    **dump_more.SECTIONS,
}
