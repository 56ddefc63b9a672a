"""Installing and uninstalling, by `pm install`, by stream and in steps.

A real APK is taken without effect where the phone has its package; one of our app folders is checked and
added; all else is refused as Android refuses it.
"""

from __future__ import annotations

from phonebuddy.adbd.apk import read_package
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.files.tree import MAX_FILE
from phonebuddy.adbd.installing import install_folder, remove_folder
from phonebuddy.adbd.shell.call import Call
from phonebuddy.errors import AppError

_WITH_VALUE = ("-i", "--user", "--install-location", "--originating-uri", "--referrer", "--abi", "-p",
"--pkg", "--install-reason",
               "--dexopt-compiler-filter", "-S")  # fmt: skip
NOT_APK = (
    "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl{}.tmp/base.apk: Failed to "
    "load asset path]"
)
NO_ABI = (
    "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract "
    "native libraries, res=-113]"
)


def _read(args: list[str]) -> tuple[int, list[str]]:
    """The size after -S, 0 without one, and the names."""
    size, names, rest = 0, [], list(args)
    while rest:
        word = rest.pop(0)
        if word in _WITH_VALUE:
            value = rest.pop(0) if rest else ""
            size = int(value) if word == "-S" and value.isdigit() else size
        elif not word.startswith("-") or word == "-":
            names.append(word)
    return size, names


async def take(call: Call, size: int) -> bytes | None:
    """So many bytes of the input; None where they do not come or are too many."""
    if size > MAX_FILE:
        return None
    found = bytearray()
    while len(found) < size:
        piece = await call.stdin.read()
        if not piece:
            return None
        found += piece
    return bytes(found[:size])


async def install(call: Call, args: list[str]) -> int:
    size, names = _read(args)
    if "-S" in args:
        data = await take(call, size)
    elif names:
        if call.device.names.is_known(names[0]):
            await call.say(f"Package {names[0]} installed for user: 0")
            return 0
        try:
            data = call.device.files.read(call.path(names[0]), call.shell.uid)
        except OSError:
            return await call.fail(f"Error: failed to write; {names[0]} (No such file or directory)", 255)
    else:
        return await call.fail("Error: must either specify a package size or an APK file", 255)
    return await _answer(call, data)


async def _answer(call: Call, data: bytes | None) -> int:
    text = judge(call.device, data)
    await call.say(text)
    return 0 if text == "Success" else 1


def judge(device: Device, data: bytes | None) -> str:
    """What `install` says to these bytes; an app folder is added."""
    if data is None:
        return "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]"
    package = read_package(data)
    if not package.name:
        return NOT_APK.format(device.processes.next_pid())
    if package.is_app_folder:
        try:
            install_folder(device, data)
        except AppError as error:
            return f"Failure [INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: {str(error).splitlines()[0]}]"
        return "Success"
    if device.names.is_known(package.name):
        device.record.add(
            "PackageManager", f"{package.name} is here already; nothing changed", buffer="system"
        )
        return "Success"
    return NO_ABI


async def install_steps(call: Call, verb: str, args: list[str]) -> int:
    """install-create, install-write, install-commit: the bytes wait on the device between them."""
    sessions = call.device.sessions
    size, names = _read(args)
    if verb == "install-create":
        number = str(call.device.processes.next_pid())
        if len(sessions) > 8:
            sessions.clear()
        sessions[number] = b""
        await call.say(f"Success: created install session [{number}]")
        return 0
    number = names[0] if names else ""
    if number not in sessions:
        return await call.fail(
            "Error: java.lang.SecurityException: Caller has no access to session " + number, 255
        )
    if verb == "install-write":
        source = names[2] if len(names) > 2 else "-"
        try:
            data = (
                await take(call, size)
                if source == "-"
                else call.device.files.read(call.path(source), call.shell.uid)
            )
        except OSError:
            data = None
        if data is None:
            return await call.fail("Error: failed to write; no such file or too large", 1)
        sessions[number] = sessions[number] or data
        await call.say(f"Success: streamed {len(data)} bytes")
        return 0
    data = sessions.pop(number)
    if verb == "install-abandon":
        await call.say("Success")
        return 0
    return await _answer(call, data)


async def uninstall(call: Call, args: list[str]) -> int:
    package = next((word for word in args if not word.startswith("-")), "")
    if remove_folder(call.device, package):
        await call.say("Success")
        return 0
    reason = (
        "DELETE_FAILED_INTERNAL_ERROR"
        if not call.device.names.is_known(package)
        else "DELETE_FAILED_DEVICE_POLICY_MANAGER"
    )
    await call.say(f"Failure [{reason}]")
    return 1
