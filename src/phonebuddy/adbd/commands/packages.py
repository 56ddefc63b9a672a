"""`pm`: packages, permissions, paths, clearing."""

from __future__ import annotations

from phonebuddy.adbd.commands.install import install, install_steps, uninstall
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.intent import Intent, read_intent
from phonebuddy.adbd.names import SYSTEM, AppName
from phonebuddy.adbd.shell.call import Call, command
from phonebuddy.adbd.starting import resolve
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.services.permissions import ALWAYS

PERMISSIONS = {
    "READ_CONTACTS": "contacts", "WRITE_CONTACTS": "contacts", "GET_ACCOUNTS": "contacts",
    "ACCESS_FINE_LOCATION": "location",
    "ACCESS_COARSE_LOCATION": "location", "CAMERA": "camera", "RECORD_AUDIO": "microphone",
    "READ_EXTERNAL_STORAGE": "files",
    "WRITE_EXTERNAL_STORAGE": "files", "READ_MEDIA_IMAGES": "files", "READ_MEDIA_VIDEO": "files",
    "READ_MEDIA_AUDIO": "files",
    "READ_CALENDAR": "calendar", "WRITE_CALENDAR": "calendar", "SEND_SMS": "messages", "READ_SMS": "messages",
    "RECEIVE_SMS": "messages", "POST_NOTIFICATIONS": "notifications", "CALL_PHONE": "phone",
    "READ_PHONE_STATE": "phone",
    "READ_CALL_LOG": "phone",
}  # fmt: skip
"""Android's permission to the phone's."""
_CLEARED = {
    "com.android.providers.contacts": ("contacts_person",),
    "com.android.providers.telephony": ("messages_sms", "messages_thread"),
    "com.android.providers.calendar": ("calendar_events",),
}
"""Providers and the tables that are theirs."""


def permissions_of(device: Device, app: AppName) -> dict[str, bool]:
    """Every permission an app may ask for, and whether it has it."""
    rows = device.query("SELECT name, granted FROM phone_permission WHERE app = ?", (app.name,))
    granted = {str(name) for name, answer in rows if answer}
    return {f"android.permission.{name}": known in granted for name, known in PERMISSIONS.items()}


@command("pm")
async def package_manager(call: Call) -> int:
    return await run_package_manager(call, call.args)


async def run_package_manager(call: Call, args: list[str]) -> int:
    """`pm ...` and `cmd package ...` are one."""
    args = _without_user(args)
    verb, rest = (args[0] if args else ""), args[1:]
    if verb == "list":
        return await _list(call, rest)
    if verb in ("path", "dump"):
        return await _path(call, verb, rest)
    if verb == "clear":
        return await _clear(call, rest)
    if verb in ("grant", "revoke"):
        return await _grant(call, verb, rest)
    if verb in ("install", "install-existing"):
        return await install(call, rest)
    if verb in ("install-create", "install-write", "install-commit", "install-abandon"):
        return await install_steps(call, verb, rest)
    if verb == "uninstall":
        return await uninstall(call, rest)
    if verb in ("resolve-activity", "query-activities"):
        return await _resolve(call, verb, rest)
    return await _small(call, verb, rest)


def _without_user(args: list[str]) -> list[str]:
    found = list(args)
    while "--user" in found:
        at = found.index("--user")
        del found[at : at + 2]
    return found


async def _list(call: Call, rest: list[str]) -> int:
    what = rest[0] if rest else ""
    if what in ("packages", "package"):
        return await _list_packages(call, rest[1:])
    if what == "users":
        await call.say("Users:\n\tUserInfo{0:Owner:c13} running")
    elif what == "features":
        for name in (
            "android.hardware.touchscreen",
            "android.hardware.wifi",
            "android.hardware.telephony",
            "android.software.input_methods",
        ):
            await call.say(f"feature:{name}")
    elif what == "libraries":
        await call.say("library:android.test.base\nlibrary:android.test.runner")
    elif what == "instrumentation":
        return 0
    elif what in ("permissions", "permission-groups"):
        await call.say("All Permissions:\n")
        for name in PERMISSIONS:
            await call.say(f"permission:android.permission.{name}")
    else:
        return await call.fail(f"Error: unknown list type '{what}'", 255)
    return 0


async def _list_packages(call: Call, rest: list[str]) -> int:
    flags = {word for word in rest if word.startswith("-")}
    wanted = [word for word in rest if not word.startswith("-")]
    names = call.device.names
    system = set(SYSTEM)
    for package in names.packages():
        if (
            ("-3" in flags and package in system)
            or ("-s" in flags and package not in system)
            or "-d" in flags
        ):
            continue
        if wanted and wanted[0] not in package:
            continue
        line = f"package:{apk_path(package)}={package}" if "-f" in flags else f"package:{package}"
        line += " versionCode:1" if "--show-versioncode" in flags else ""
        line += "  installer=null" if "-i" in flags else ""
        line += f" uid:{names.uid(package)}" if "-U" in flags else ""
        await call.say(line)
    return 0


def apk_path(package: str) -> str:
    return f"/data/app/{package}/base.apk"


async def _path(call: Call, verb: str, rest: list[str]) -> int:
    package = next((word for word in rest if not word.startswith("-")), "")
    if not call.device.names.is_known(package):
        return 1
    if verb == "dump":
        from phonebuddy.adbd.commands.dumpsys import package_dump

        await call.out.say(package_dump(call.device, package))
    else:
        await call.say(f"package:{apk_path(call.device.names.shown(package))}")
    return 0


async def _clear(call: Call, rest: list[str]) -> int:
    package = next((word for word in rest if not word.startswith("-")), "")
    if not call.device.names.is_known(package):
        await call.say("Failed")
        return 1
    clear_package(call.device, package)
    await call.say("Success")
    return 0


def clear_package(device: Device, package: str) -> None:
    """As the phone was made: an app's own rows come back, a provider's go."""
    for table in _CLEARED.get(package, ()):
        if table in device.phone.tables():
            device.phone.change(f"DELETE FROM {table}")
    app = device.names.find(package)
    if app is None:
        return
    device.stop(app)
    fresh = WorldPhone(device.phone.image, device.phone.look)
    try:
        device.files.databases.reset(app.name, fresh.database(app.name))
    finally:
        fresh.close()
    device.phone.change("DELETE FROM phone_permission WHERE app = ?", (app.name,))
    device.changed()
    for known in (app.own, app.real):
        folder = f"/data/data/{known}"
        for part in ("files", "cache", "shared_prefs") if known else ():
            if device.files.is_folder(f"{folder}/{part}"):
                for name in device.files.list(f"{folder}/{part}"):
                    device.files.remove_all(f"{folder}/{part}/{name}")


async def _grant(call: Call, verb: str, rest: list[str]) -> int:
    if len(rest) < 2:
        return await call.fail("Error: no permission specified", 255)
    app = call.device.names.find(rest[0])
    if app is None:
        if call.device.names.is_known(rest[0]):
            return 0
        text = f"java.lang.IllegalArgumentException: Unknown package: {rest[0]}"
        return await call.fail(f"\nException occurred while executing '{verb}':\n{text}", 255)
    known = PERMISSIONS.get(rest[1].rpartition(".")[2])
    if known is not None:
        call.device.operate(
            lambda runtime: runtime.permissions.answer(app.name, known, ALWAYS if verb == "grant" else 0)
        )
    return 0


async def _resolve(call: Call, verb: str, rest: list[str]) -> int:
    brief = "--brief" in rest
    intent = read_intent([word for word in rest if word not in ("--brief", "--components", "--query-flags")])
    found = _components(call.device, intent)
    if not found:
        await call.say("No activity found" if verb == "resolve-activity" else "No activities found")
        return 0
    if verb == "resolve-activity":
        found = found[:1]
    else:
        await call.say(f"{len(found)} activities found:")
    for number, component in enumerate(found):
        package, _, activity = component.partition("/")
        head = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
        if "--components" in rest:
            await call.say(component.replace(f"/{package}.", "/."))
        elif brief:
            indent = "    " if verb != "resolve-activity" else ""
            await call.say(f"{indent}{head}\n{indent}{component.replace(f'/{package}.', '/.')}")
        else:
            title = f"  Activity #{number}:\n" if verb != "resolve-activity" else ""
            await call.say(f"{title}    {head}\n{_activity_info(call.device, package, activity)}")
    return 0


def _activity_info(device: Device, package: str, activity: str) -> str:
    app = device.names.find(package)
    label = "null" if app is None else device.title(app)
    lines = (
        "    ActivityInfo:", f"      name={activity}", f"      packageName={package}",
        f"      labelRes=0x0 nonLocalizedLabel={label} icon=0x7f080001 banner=0x0",
        "      enabled=true exported=true directBootAware=false", "      ApplicationInfo:",
        f"        packageName={package}",
    )  # fmt: skip
    return "\n".join(lines)


def _components(device: Device, intent: Intent) -> list[str]:
    if intent.package and not intent.component:
        app = device.names.find(intent.package)
        return [app.component()] if app is not None and not app.is_mini else []
    if intent.categories or not (intent.action or intent.data or intent.component):
        if any(name.endswith("HOME") for name in intent.categories):
            target = resolve(device, intent)
            return [target.component] if target is not None else []
        # A mini-app has a front door and no icon: what Android's INFO is for.
        minis = any(name.endswith("INFO") for name in intent.categories)
        return [app.component() for app in device.names.apps() if app.is_mini == minis]
    target = resolve(device, intent)
    return [target.component] if target is not None else []


async def _small(call: Call, verb: str, rest: list[str]) -> int:
    if verb in (
        "enable",
        "disable",
        "disable-user",
        "default-state",
        "unhide",
        "hide",
        "suspend",
        "unsuspend",
    ):
        package = rest[0] if rest else ""
        state = {"enable": "enabled", "disable": "disabled", "disable-user": "disabled-user"}.get(
            verb, "default"
        )
        await call.say(f"Package {package} new state: {state}")
        return 0
    if verb in ("set-install-location", "trim-caches", "set-permission-enforced", "set-home-activity",
    "compile", "bg-dexopt-job",
                "reset-permissions", "set-app-link", "set-user-restriction",
                "reconcile-secondary-dex-files"):  # fmt: skip
        if verb in ("set-home-activity", "compile", "bg-dexopt-job"):
            await call.say("Success")
        return 0
    if verb == "get-install-location":
        await call.say("0[auto]")
    elif verb == "get-max-users":
        await call.say("Maximum supported users: 4")
    elif verb == "has-feature":
        await call.say("true" if rest and rest[0].startswith("android.hardware") else "false")
    else:
        return await call.fail(
            f"Unknown command: {verb}" if verb else "Package manager (package) commands:\n  help", 255
        )
    return 0
