"""`ls`, `stat`, `du`, `df`, `readlink`, `realpath`, `file`."""

from __future__ import annotations

import stat as modes
from datetime import UTC, datetime, timedelta

from phonebuddy.adbd.files.node import Stat
from phonebuddy.adbd.shell.call import Call, command

USERS = {0: "root", 1000: "system", 1023: "media_rw", 2000: "shell", 9997: "everybody"}


def user_name(uid: int) -> str:
    if 10_000 <= uid < 20_000:
        return f"u0_a{uid - 10_000}"
    return USERS.get(uid, str(uid))


def moment(call: Call, time_ns: int) -> tuple[datetime, str]:
    """A time on the phone's clock, and its offset as `+0000`."""
    minutes = int(str(call.device.settings.world("time_zone") or 0))
    sign = "-" if minutes < 0 else "+"
    offset = f"{sign}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}"
    seconds = min(max(time_ns // 10**9, 0), 253_402_300_000)
    return datetime.fromtimestamp(seconds, UTC) + timedelta(minutes=minutes), offset


def _flags(args: list[str]) -> tuple[str, list[str]]:
    flags, names, raw = "", [], False
    for word in args:
        if word == "--":
            raw = True
        elif word.startswith("--") and not raw:
            continue
        elif word.startswith("-") and len(word) > 1 and not raw:
            flags += word[1:]
        else:
            names.append(word)
    return flags, names


@command("ls", "ll")
async def ls(call: Call) -> int:
    flags, names = _flags(call.args)
    flags += "l" if call.name == "ll" else ""
    files, status = call.device.files, 0
    shown: list[tuple[str, Stat]] = []
    folders: list[str] = []
    for name in names or ["."]:
        path = call.path(name)
        try:
            follows = name.endswith("/") or not ("l" in flags or "d" in flags)
            stat = files.stat(path, follows=follows, uid=call.shell.uid)
        except OSError as error:
            status = await call.fail(f"ls: {name}: {error.strerror}")
            continue
        if stat.is_folder and "d" not in flags:
            folders.append(name)
        else:
            shown.append((name, stat))
    await _write(call, shown, flags, "")
    for number, folder in enumerate(folders):
        status = await _folder(call, folder, flags, number > 0 or bool(shown), len(names) > 1) or status
    return status


async def _folder(call: Call, name: str, flags: str, gap: bool, titled: bool) -> int:
    files = call.device.files
    try:
        entries = files.list(call.path(name), call.shell.uid)
    except OSError as error:
        return await call.fail(f"ls: {name}: {error.strerror}")
    if gap:
        await call.say("")
    if titled or "R" in flags:
        await call.say(f"{name}:")
    shown = [
        (entry, stat) for entry, stat in entries.items() if entry[0] != "." or "a" in flags or "A" in flags
    ]
    if "a" in flags and "A" not in flags and "l" in flags and "u" not in flags:
        own = files.stat(call.path(name))
        shown = [(".", own), ("..", own), *shown]
    if "t" in flags:
        shown.sort(key=lambda entry: -entry[1].modified_ns)
    if "S" in flags:
        shown.sort(key=lambda entry: -entry[1].size)
    if "r" in flags:
        shown.reverse()
    if "l" in flags or "s" in flags:
        await call.say(f"total {sum(_blocks(stat) for _, stat in shown) // 2}")
    await _write(call, shown, flags, call.path(name))
    if "R" in flags:
        for entry, stat in shown:
            if stat.is_folder and entry not in (".", ".."):
                await _folder(call, f"{name.rstrip('/')}/{entry}", flags, True, True)
    return 0


def _blocks(stat: Stat) -> int:
    return (stat.size + 4095) // 4096 * 8


async def _write(call: Call, entries: list[tuple[str, Stat]], flags: str, folder: str) -> None:
    if not entries:
        return
    if "l" not in flags and "n" not in flags:
        end = {"F": True, "p": True}
        marks = {flag for flag in end if flag in flags}
        names = [name + ("/" if stat.is_folder and marks else "") for name, stat in entries]
        if "i" in flags:
            names = [f"{stat.number} {name}" for name, (_, stat) in zip(names, entries, strict=True)]
        await call.say("\n".join(names))
        return
    rows = [_columns(call, name, stat, flags, folder) for name, stat in entries]
    widths = [max(len(row[column]) for row in rows) for column in range(1, 5)]
    for row in rows:
        links, owner, group, size = (row[column].rjust(width) if column in (1,
        4) else row[column].ljust(width)
                                     for column, width in enumerate(widths, 1))  # fmt: skip
        await call.say(f"{row[0]} {links} {owner} {group} {size} {row[5]} {row[6]}")


def _columns(call: Call, name: str, stat: Stat, flags: str, folder: str) -> list[str]:
    time_ns = stat.accessed_ns if "u" in flags else stat.modified_ns
    when, offset = moment(call, time_ns)
    if flags.count("l") > 1:
        date = when.strftime("%Y-%m-%d %H:%M:%S.") + f"{time_ns % 10**9:09d} {offset}"
    else:
        date = when.strftime("%Y-%m-%d %H:%M")
    if stat.is_link:
        path = f"{folder.rstrip('/')}/{name}" if folder else call.path(name)
        name = f"{name} -> {call.device.files.readlink(path)}"
    size = _human(stat.size) if "h" in flags else str(stat.size)
    owner, group = (
        (str(stat.uid), str(stat.gid)) if "n" in flags else (user_name(stat.uid), user_name(stat.gid))
    )
    return [modes.filemode(stat.mode), str(stat.links), owner, group, size, date, name]


def _human(size: int) -> str:
    for unit in ("", "K", "M", "G"):
        if size < 1024 or unit == "G":
            return f"{size}{unit}" if not unit or size >= 10 else f"{size:.1f}{unit}"
        size //= 1024
    return str(size)


@command("stat")
async def stat_command(call: Call) -> int:
    args, form = list(call.args), ""
    names = []
    while args:
        word = args.pop(0)
        if word[:2] == "-c":
            form = word[2:] or (args.pop(0) if args else "")
        elif word not in ("-L", "-f", "-t"):
            names.append(word)
    status = 0
    for name in names:
        try:
            found = call.device.files.stat(call.path(name), follows="-L" in call.args, uid=call.shell.uid)
        except OSError as error:
            status = await call.fail(f"stat: '{name}': {error.strerror}")
            continue
        await call.say(_filled(call, form, name, found) if form else _described(call, name, found))
    return status


def _values(call: Call, name: str, stat: Stat) -> dict[str, str]:
    kind = {modes.S_IFDIR: "directory", modes.S_IFLNK: "symbolic link",
    modes.S_IFCHR: "character device"}.get(
        modes.S_IFMT(stat.mode), "regular file" if stat.size else "regular empty file")  # fmt: skip

    def when(time_ns: int) -> str:
        date, offset = moment(call, time_ns)
        return date.strftime("%Y-%m-%d %H:%M:%S.") + f"{time_ns % 10**9:09d} {offset}"

    return {
        "n": name, "N": f"'{name}'", "s": str(stat.size), "b": str(_blocks(stat)), "B": "512",
        "a": f"{stat.mode & 0o7777:o}",
        "A": modes.filemode(stat.mode), "f": f"{stat.mode:x}", "F": kind, "u": str(stat.uid),
        "g": str(stat.gid),
        "U": user_name(stat.uid), "G": user_name(stat.gid), "i": str(stat.number), "h": str(stat.links),
        "o": "4096",
        "X": str(stat.accessed_ns // 10**9), "Y": str(stat.modified_ns // 10**9),
        "Z": str(stat.modified_ns // 10**9),
        "x": when(stat.accessed_ns), "y": when(stat.modified_ns), "z": when(stat.modified_ns), "d": "1",
        "D": "1", "%": "%",
    }  # fmt: skip


def _filled(call: Call, form: str, name: str, stat: Stat) -> str:
    values, out, at = _values(call, name, stat), "", 0
    while at < len(form):
        if form[at] == "%" and at + 1 < len(form):
            out += values.get(form[at + 1], "")
            at += 2
        else:
            out += form[at]
            at += 1
    return out


def _described(call: Call, name: str, stat: Stat) -> str:
    return _filled(call, "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t%F\nDevice: 1h/1d\t Inode: "
    "%i\t Links: %h\n"
                   f"Access: ({stat.mode & 0o7777:04o}/%A)\tUid: (%u/ %U)\tGid: (%g/ %G)\nAccess: "
                   f"%x\nModify: %y\nChange: %z", name, stat)  # fmt: skip


@command("du")
async def du(call: Call) -> int:
    flags, names = _flags(call.args)
    for name in names or ["."]:
        try:
            total = sum(_blocks(stat) for _, stat in call.device.files.walk(call.path(name))) // 2
        except OSError as error:
            return await call.fail(f"du: {name}: {error.strerror}")
        await call.say(f"{_human(total * 1024) if 'h' in flags else total}\t{name}")
    return 0


_MOUNTS = (
    ("/dev/root", 2_580_000, 2_570_000, "/"), ("tmpfs", 2_013_952, 1_080, "/dev"),
    ("/dev/block/dm-5", 6_082_144, 1_480_220, "/data"),
    ("/dev/fuse", 6_082_144, 1_480_220, "/storage/emulated"),
)  # fmt: skip
"""Device, size, what the system itself takes of it, in kB, and where it is mounted."""


@command("df")
async def df(call: Call) -> int:
    """Data and shared storage are one disk, filled by the files of the latter."""
    flags, names = _flags(call.args)
    wanted = set()
    for name in names:
        try:
            call.device.files.stat(call.path(name))
        except OSError as error:
            return await call.fail(f"df: {name}: {error.strerror}")
        wanted.add(_mount_of(call.device.files.real(call.path(name))))
    human = "h" in flags
    first = "     Size" if human else "1K-blocks"
    await call.say(f"Filesystem      {first}    Used Available Use% Mounted on")
    more = call.device.files.storage.used() // 1024
    for name, size, system, place in _MOUNTS:
        used = min(size, system + (more if place in ("/data", "/storage/emulated") else 0))
        if not wanted or place in wanted:
            sizes = [_human(kb * 1024) if human else str(kb) for kb in (size, used, size - used)]
            share = f"{-(-used * 100 // size)}%"
            await call.say(f"{name:<16}{sizes[0]:>9}{sizes[1]:>8}{sizes[2]:>10}{share:>5} {place}")
    return 0


def _mount_of(path: str) -> str:
    """Where the disk of a file is mounted: the longest place that holds it."""
    places = [place for _, _, _, place in _MOUNTS if f"{path}/".startswith(f"{place.rstrip('/')}/")]
    return max(places, key=len)


@command("readlink", "realpath")
async def real_path(call: Call) -> int:
    flags, names = _flags(call.args)
    status = 0
    for name in names:
        try:
            files = call.device.files
            if call.name == "readlink" and not flags:
                await call.say(files.readlink(call.path(name)))
            else:
                files.stat(call.path(name))
                await call.say(files.real(call.path(name)))
        except OSError as error:
            status = 1 if call.name == "readlink" else await call.fail(f"realpath: {name}: {error.strerror}")
    return status


@command("file")
async def file_kind(call: Call) -> int:
    for name in call.args:
        try:
            stat = call.device.files.stat(call.path(name))
            head = b"" if stat.is_folder else call.device.files.read(call.path(name))[:16]
        except OSError as error:
            await call.say(f"{name}: cannot open: {error.strerror}")
            continue
        kinds = (
            (b"SQLite format 3", "SQLite 3.x database"),
            (b"\x89PNG", "PNG image data"),
            (b"PK", "Zip archive data"),
        )
        kind = next(
            (text for mark, text in kinds if head.startswith(mark)),
            "ASCII text" if head.isascii() else "data",
        )
        await call.say(f"{name}: {'directory' if stat.is_folder else kind}")
    return 0
