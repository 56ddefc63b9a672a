"""`cp`, `mv`, `tar`, `gzip`."""

from __future__ import annotations

import errno
import gzip as gzip_format
import io
import stat as modes
import tarfile
import zlib

from phonebuddy.adbd.commands.files import options
from phonebuddy.adbd.files.node import problem
from phonebuddy.adbd.shell.call import Call, command
from phonebuddy.adbd.shell.io import CAPTURE_BYTES

MAX_MEMBERS = 10_000


@command("cp", "mv")
async def copy(call: Call) -> int:
    flags, names = options(call.args)
    if len(names) < 2:
        return await call.fail(f'{call.name}: Needs 2 arguments (see "{call.name} --help")')
    *sources, target = names
    files = call.device.files
    into = files.is_folder(call.path(target))
    if len(sources) > 1 and not into:
        return await call.fail(f"{call.name}: '{target}' not directory")
    status = 0
    for name in sources:
        try:
            _one(call, name, target, into, flags)
        except OSError as error:
            status = await call.fail(f"{call.name}: bad '{name}': {error.strerror}")
    return status


def _one(call: Call, name: str, target: str, into: bool, flags: str) -> None:
    files, uid = call.device.files, call.shell.uid
    path, place = call.path(name), call.path(target)
    stat = files.stat(path, follows=call.name == "cp", uid=uid)
    recursive = call.name == "mv" or any(flag in flags for flag in "raRd")
    if stat.is_folder and not recursive:
        raise OSError(errno.EISDIR, "Skipped dir (use -r)", name)
    if name.endswith("/.") or name == ".":
        # `cp -a A/. B/`: what is in A goes into B.
        for entry in files.list(path, uid):
            files.copy(
                f"{path.rstrip('/.')}/{entry}" if path != "/" else f"/{entry}",
                f"{place.rstrip('/')}/{entry}",
                uid,
            )
        return
    if into:
        place = f"{place.rstrip('/')}/{name.rstrip('/').rpartition('/')[2]}"
    if files.real(path) == files.real(place):
        raise problem(errno.EINVAL, name)
    if call.name == "mv":
        files.rename(path, place, uid)
        return
    files.copy(path, place, uid)
    if not any(flag in flags for flag in "pa") and not stat.is_folder:
        files.set_times(place, call.device.time_ns(), call.device.time_ns())


@command("gzip", "gunzip", "zcat", waits=True)
async def gzip(call: Call) -> int:
    flags, names = options(call.args)
    unpacks = call.name != "gzip" or "d" in flags
    data = call.device.files.read(call.path(names[0]), call.shell.uid) if names else await call.stdin.all()
    try:
        if unpacks:
            worker = zlib.decompressobj(31)
            data = worker.decompress(data, CAPTURE_BYTES)
        else:
            data = gzip_format.compress(data, mtime=0)
    except zlib.error:
        return await call.fail(f"{call.name}: bad data")
    if not names or "c" in flags or call.name == "zcat":
        await call.out.write(data)
        return 0
    path = call.path(names[0])
    call.device.files.write(path.removesuffix(".gz") if unpacks else f"{path}.gz", data, call.shell.uid)
    call.device.files.remove(path, call.shell.uid)
    return 0


@command("tar", waits=True)
async def tar(call: Call) -> int:
    args = list(call.args)
    if args and not args[0].startswith("-"):
        args[0] = f"-{args[0]}"
    flags, names, archive, folder = "", [], "-", call.shell.cwd
    while args:
        word = args.pop(0)
        if word == "-C":
            folder = call.path(args.pop(0)) if args else folder
        elif word.startswith("-") and len(word) > 1:
            flags += word[1:]
            if "f" in word:
                archive = args.pop(0) if args else "-"
        else:
            names.append(word)
    if "c" in flags:
        return await _pack(call, archive, folder, names, "z" in flags)
    data = (
        await call.stdin.all()
        if archive == "-"
        else call.device.files.read(call.path(archive), call.shell.uid)
    )
    return await _unpack(call, data, folder, "t" in flags)


async def _pack(call: Call, archive: str, folder: str, names: list[str], zipped: bool) -> int:
    out, files = io.BytesIO(), call.device.files
    with tarfile.open(fileobj=out, mode="w:gz" if zipped else "w") as packed:
        for name in names:
            path = name if name.startswith("/") else f"{folder.rstrip('/')}/{name}"
            for full, stat in files.walk(path):
                member = tarfile.TarInfo((name + full[len(path) :]).lstrip("/"))
                member.mode, member.mtime = stat.mode & 0o7777, stat.modified_ns // 10**9
                if stat.is_folder:
                    member.type = tarfile.DIRTYPE
                    packed.addfile(member)
                elif modes.S_ISREG(stat.mode):
                    data = files.read(full, call.shell.uid)
                    member.size = len(data)
                    packed.addfile(member, io.BytesIO(data))
    if archive == "-":
        await call.out.write(out.getvalue())
    else:
        files.write(call.path(archive), out.getvalue(), call.shell.uid)
    return 0


async def _unpack(call: Call, data: bytes, folder: str, only_lists: bool) -> int:
    files = call.device.files
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompressobj(31).decompress(data, CAPTURE_BYTES)
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as packed:
            for number, member in enumerate(packed):
                if number > MAX_MEMBERS:
                    break
                if only_lists:
                    await call.say(member.name)
                    continue
                path = f"{folder.rstrip('/')}/{member.name}"
                if member.isdir():
                    files.make_folders(path, call.shell.uid)
                elif member.isreg():
                    files.make_folders(path.rpartition("/")[0], call.shell.uid)
                    taken = packed.extractfile(member)
                    files.write(path, taken.read() if taken is not None else b"", call.shell.uid)
    except (tarfile.TarError, EOFError, OSError, zlib.error):
        return await call.fail("tar: Not tar")
    return 0
