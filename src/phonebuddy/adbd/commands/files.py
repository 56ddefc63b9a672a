"""Commands that change files: `rm`, `mkdir`, `rmdir`, `touch`, `chmod`, `chown`, `ln`, `mktemp`, "
"`truncate`."""

from __future__ import annotations

import errno
import re

from phonebuddy.adbd.shell.call import Call, command


def options(args: list[str]) -> tuple[str, list[str]]:
    """Letters after single dashes, and the names; options may follow names, as in toybox."""
    flags, names, raw = "", [], False
    for word in args:
        if word == "--" and not raw:
            raw = True
        elif word.startswith("-") and len(word) > 1 and not raw:
            flags += word.lstrip("-")
        else:
            names.append(word)
    return flags, names


@command("rm", "unlink")
async def rm(call: Call) -> int:
    flags, names = options(call.args)
    if not names:
        return 0 if "f" in flags else await call.fail('rm: Needs 1 argument (see "rm --help")')
    status = 0
    for name in names:
        path = call.path(name)
        try:
            stat = call.device.files.stat(path, follows=False, uid=call.shell.uid)
            if not stat.is_folder:
                call.device.files.remove(path, call.shell.uid)
            elif "r" in flags or "R" in flags:
                call.device.files.remove_all(path, call.shell.uid)
            else:
                status = await call.fail(f"rm: {name}: is directory")
        except OSError as error:
            if "f" not in flags or error.errno != errno.ENOENT:
                status = await call.fail(f"rm: {name}: {error.strerror}")
    return status


@command("mkdir")
async def mkdir(call: Call) -> int:
    args = list(call.args)
    if "-m" in args:
        at = args.index("-m")
        del args[at : at + 2]
    flags, names = options(args)
    status = 0
    for name in names:
        try:
            if "p" in flags:
                call.device.files.make_folders(call.path(name), call.shell.uid)
            else:
                call.device.files.make_folder(call.path(name), call.shell.uid)
        except OSError as error:
            status = await call.fail(f"mkdir: '{name}': {error.strerror}")
    return status if names else await call.fail('mkdir: Needs 1 argument (see "mkdir --help")')


@command("rmdir")
async def rmdir(call: Call) -> int:
    status = 0
    for name in options(call.args)[1]:
        try:
            if not call.device.files.stat(call.path(name)).is_folder:
                status = await call.fail(f"rmdir: {name}: Not a directory")
                continue
            call.device.files.remove(call.path(name), call.shell.uid)
        except OSError as error:
            status = await call.fail(f"rmdir: {name}: {error.strerror}")
    return status


@command("touch")
async def touch(call: Call) -> int:
    args, when_ns = list(call.args), call.device.time_ns()
    for option in ("-t", "-d", "-r"):
        if option in args:
            at = args.index(option)
            value = args[at + 1] if at + 1 < len(args) else ""
            del args[at : at + 2]
            if option == "-d" and re.fullmatch(r"@[0-9]{1,11}", value):
                when_ns = int(value[1:]) * 10**9
    flags, names = options(args)
    status = 0
    for name in names:
        path, files = call.path(name), call.device.files
        try:
            if not files.exists(path):
                if "c" in flags:
                    continue
                files.write(path, b"", call.shell.uid)
            files.set_times(path, when_ns, when_ns)
        except OSError as error:
            status = await call.fail(f"touch: '{name}': {error.strerror}")
    return status


def _mode(text: str, before: int) -> int | None:
    """A new mode from `755` or `u+x,a-w`."""
    if re.fullmatch(r"[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    mode = before
    for part in text.split(","):
        found = re.fullmatch(r"([ugoa]*)([-+=])([rwxXst]*)", part)
        if not found:
            return None
        bits = sum({"r": 4, "w": 2, "x": 1, "X": 1}.get(letter, 0) for letter in set(found.group(3)))
        for who in found.group(1).replace("a", "ugo") or "ugo":
            shift = {"u": 6, "g": 3, "o": 0}[who]
            if found.group(2) == "=":
                mode &= ~(7 << shift)
            mode = mode & ~(bits << shift) if found.group(2) == "-" else mode | bits << shift
    return mode


def _named(call: Call, name: str) -> list[str]:
    """The file of a name, and with -R all that is below it."""
    path = call.path(name)
    return [below for below, _ in call.device.files.walk(path)] if "-R" in call.args else [path]


@command("chmod")
async def chmod(call: Call) -> int:
    words = [word for word in call.args if word not in ("-R", "-f", "-v")]
    if len(words) < 2:
        return await call.fail('chmod: Needs 2 arguments (see "chmod --help")')
    status = 0
    for name in words[1:]:
        try:
            for path in _named(call, name):
                mode = _mode(words[0], call.device.files.stat(path).mode & 0o7777)
                if mode is None:
                    return await call.fail(f"chmod: bad mode '{words[0]}'")
                call.device.files.set_mode(path, mode, call.shell.uid)
        except OSError as error:
            status = await call.fail(f"chmod: chmod '{name}' to {words[0]}: {error.strerror}")
    return status


@command("chown", "chgrp")
async def chown(call: Call) -> int:
    words = [word for word in call.args if not word.startswith("-")]
    if len(words) < 2:
        return await call.fail(f"{call.name}: Needs 2 arguments")
    owner, _, group = words[0].replace(".", ":").partition(":")
    if call.name == "chgrp":
        owner, group = "", owner
    numbers = [_uid(name) for name in (owner, group)]
    status = 0
    for name in words[1:]:
        try:
            for path in _named(call, name):
                call.device.files.set_owner(path, *numbers)
        except OSError as error:
            status = await call.fail(f"{call.name}: '{name}': {error.strerror}")
    return status


def _uid(name: str) -> int | None:
    if name.isdigit():
        return min(int(name), 2**31)
    found = re.fullmatch(r"u0_a([0-9]{1,4})", name)
    return (
        10_000 + int(found.group(1))
        if found
        else {"root": 0, "system": 1000, "shell": 2000, "media_rw": 1023}.get(name)
    )


@command("ln")
async def ln(call: Call) -> int:
    flags, names = options(call.args)
    if not names:
        return await call.fail("ln: Needs 1 argument")
    target = names[0]
    files = call.device.files
    place = names[1] if len(names) > 1 else target.rpartition("/")[2]
    path = call.path(place)
    if files.is_folder(path) and "n" not in flags:
        path = f"{path.rstrip('/')}/{target.rstrip('/').rpartition('/')[2]}"
    try:
        if "f" in flags and files.exists(path):
            files.remove(path, call.shell.uid)
        if "s" in flags:
            files.make_link(target, path, call.shell.uid)
        else:
            files.write(path, files.read(call.path(target), call.shell.uid), call.shell.uid)
    except OSError as error:
        return await call.fail(
            f"ln: cannot create {'symbolic ' if 's' in flags else ''}link from '{target}' to '{place}': "
            f"{error.strerror}"
        )
    return 0


@command("mktemp")
async def mktemp(call: Call) -> int:
    flags, names = options(call.args)
    number = call.device.processes.next_pid()
    name = names[0] if names else "/data/local/tmp/tmp.XXXXXXXXXX"
    path = call.path(re.sub("X+$", f"{number * 7919 % 10**6:06d}", name))
    if "d" in flags:
        call.device.files.make_folder(path, call.shell.uid)
    else:
        call.device.files.write(path, b"", call.shell.uid)
    await call.say(path)
    return 0


@command("truncate")
async def truncate(call: Call) -> int:
    found = re.search(r"-s ?([0-9]{1,8})", " ".join(call.args))
    names = [word for word in call.args if not word.startswith("-") and not word.isdigit()]
    if not found or not names:
        return await call.fail("truncate: Needs -s SIZE and a name")
    for name in names:
        path, size = call.path(name), int(found.group(1))
        try:
            data = call.device.files.read(path) if call.device.files.exists(path) else b""
            call.device.files.write(path, data[:size] + bytes(max(0, size - len(data))), call.shell.uid)
        except OSError as error:
            return await call.fail(f"truncate: {name}: {error.strerror}")
    return 0


@command("restorecon", "chcon", "setenforce", "load_policy", "fsync", "mount", "umount", "remount")
async def labels(call: Call) -> int:
    """Labels and mounts: there are none here, and asking for them does no harm."""
    if call.name == "mount" and not call.args:
        await call.out.write(call.device.files.read("/proc/mounts"))
    return 0
