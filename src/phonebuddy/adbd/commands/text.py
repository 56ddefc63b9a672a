"""Commands that pass bytes on: `cat`, `head`, `tail`, `tee`, `wc`, `dd`, sums, `base64`, `xxd`."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import zlib

from phonebuddy.adbd.shell.call import Call, CommandFailed, command
from phonebuddy.adbd.shell.io import CAPTURE_BYTES, Endless, Source

MAX_LINES = 1_000_000


def sources(call: Call, names: list[str]) -> list[tuple[str, Source]]:
    """What a command reads: the files named, or its input."""
    if not names:
        return [("-", call.stdin)]
    found = []
    for name in names:
        if name == "-":
            found.append((name, call.stdin))
            continue
        try:
            found.append((name, call.device.files.open_source(call.path(name), call.shell.uid)))
        except OSError as error:
            raise CommandFailed(f"{call.name}: {name}: {error.strerror}") from None
    return found


async def read_all(call: Call, names: list[str]) -> bytes:
    return b"".join([await source.all() for _, source in sources(call, names)])


@command("cat", waits=True)
async def cat(call: Call) -> int:
    names = [word for word in call.args if word == "-" or not word.startswith("-")]
    status, total = 0, 0
    for name in names or ["-"]:
        try:
            source = sources(call, [name] if name != "-" else [])[0][1]
        except CommandFailed as failed:
            status = await call.fail(str(failed))
            continue
        while chunk := await source.read():
            await call.out.write(chunk)
            total += len(chunk)
            if isinstance(source, Endless) and total > CAPTURE_BYTES:
                return 1
    return status


def _count(call: Call, default: int) -> tuple[int, bool, list[str], str]:
    """-n or -c and their number, whether it counts bytes, the names, and the sign."""
    count, in_bytes, names, sign = default, False, [], ""
    args = list(call.args)
    while args:
        word = args.pop(0)
        if word in ("-q", "-v", "-f", "-F"):
            continue
        if word[:2] in ("-n", "-c"):
            in_bytes = word[1] == "c"
            text = word[2:] or (args.pop(0) if args else "")
        elif word.startswith("-") and word[1:].isdigit():
            text = word[1:]
        else:
            names.append(word)
            continue
        sign = text[:1] if text[:1] in "+-" else ""
        try:
            count = int(text.lstrip("+-"))
        except ValueError:
            raise CommandFailed(f"{call.name}: bad number '{text}'") from None
    return count, in_bytes, names, sign


@command("head", waits=True)
async def head(call: Call) -> int:
    count, in_bytes, names, _ = _count(call, 10)
    for name, source in sources(call, names):
        if len(names) > 1:
            await call.say(f"==> {name} <==")
        left = min(count, MAX_LINES if not in_bytes else CAPTURE_BYTES)
        while left > 0:
            piece = await source.read() if in_bytes else await source.line()
            if not piece:
                break
            piece = piece[:left] if in_bytes else piece
            await call.out.write(piece)
            left -= len(piece) if in_bytes else 1
    return 0


@command("tail", waits=True)
async def tail(call: Call) -> int:
    count, in_bytes, names, sign = _count(call, 10)
    for name, source in sources(call, names):
        if len(names) > 1:
            await call.say(f"==> {name} <==")
        data = await source.all()
        units: list[bytes] = (
            [data[i : i + 1] for i in range(len(data))] if in_bytes else data.splitlines(True)
        )
        units = units[count - 1 :] if sign == "+" else units[len(units) - min(count, len(units)) :]
        await call.out.write(b"".join(units))
    return 0


@command("tee", waits=True)
async def tee(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    pieces = []
    while chunk := await call.stdin.read():
        pieces.append(chunk)
        await call.out.write(chunk)
    for name in names:
        try:
            path = call.path(name)
            files = call.device.files
            before = files.read(path) if "-a" in call.args and files.exists(path) else b""
            files.write(path, before + b"".join(pieces), call.shell.uid)
        except OSError as error:
            return await call.fail(f"tee: {name}: {error.strerror}")
    return 0


@command("wc", waits=True)
async def wc(call: Call) -> int:
    flags = "".join(word[1:] for word in call.args if word.startswith("-")) or "lwc"
    names = [word for word in call.args if not word.startswith("-")]
    for name, source in sources(call, names):
        data = await source.all()
        counts = {
            "l": data.count(b"\n"),
            "w": len(data.split()),
            "c": len(data),
            "m": len(data.decode("utf-8", "replace")),
        }
        shown = [str(counts[flag]) for flag in "lwmc" if flag in flags]
        await call.say(" ".join(shown + ([name] if name != "-" else [])))
    return 0


@command("md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum", "crc32", waits=True)
async def digest(call: Call) -> int:
    brief = "-b" in call.args
    names = [word for word in call.args if not word.startswith("-")]
    status = 0
    for name in names or ["-"]:
        try:
            data = await sources(call, [name] if name != "-" else [])[0][1].all()
        except CommandFailed as failed:
            status = await call.fail(str(failed))
            continue
        if call.name in ("cksum", "crc32"):
            await call.say(
                f"{zlib.crc32(data):08x}"
                if call.name == "crc32"
                else f"{zlib.crc32(data)} {len(data)} {name}"
            )
            continue
        found = hashlib.new(call.name.removesuffix("sum"), data, usedforsecurity=False).hexdigest()
        await call.say(found if brief else f"{found}  {name}")
    return status


@command("base64", waits=True)
async def base_64(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-") and not word.isdigit()]
    data = await read_all(call, names)
    if "-d" in call.args or "--decode" in call.args:
        try:
            await call.out.write(base64.b64decode(data))
        except binascii.Error:
            return await call.fail("base64: bad input")
        return 0
    text = base64.b64encode(data)
    width = 0 if "-w0" in call.args or ("-w" in call.args and "0" in call.args) else 76
    lines = [text[start : start + width] for start in range(0, len(text), width)] if width else [text]
    await call.out.write(b"\n".join(lines) + (b"\n" if width else b""))
    return 0


@command("xxd", "hexdump", "od", waits=True)
async def dump_hex(call: Call) -> int:
    data = await read_all(call, [word for word in call.args if not word.startswith("-")])
    if "-p" in call.args:
        await call.say("\n".join(data[start : start + 30].hex() for start in range(0, len(data), 30)))
        return 0
    for start in range(0, len(data), 16):
        row = data[start : start + 16]
        pairs = " ".join(row[at : at + 2].hex() for at in range(0, len(row), 2))
        letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        await call.say(f"{start:08x}: {pairs:<39}  {letters}")
    return 0


_UNITS = {
    "c": 1,
    "w": 2,
    "b": 512,
    "k": 1024,
    "kB": 1000,
    "M": 1 << 20,
    "m": 1 << 20,
    "MB": 10**6,
    "G": 1 << 30,
}


def _size(text: str) -> int:
    digits = text.rstrip("cwbkKBMmG")
    unit = text[len(digits) :].replace("K", "k")
    if not digits.isdigit() or (unit and unit not in _UNITS):
        raise CommandFailed(f"dd: bad number '{text}'")
    return int(digits) * _UNITS.get(unit, 1)


@command("dd", waits=True)
async def dd(call: Call) -> int:
    given = dict(word.partition("=")[::2] for word in call.args)
    size = _size(given.get("bs", "512"))
    count = _size(given["count"]) if "count" in given else None
    limit = CAPTURE_BYTES if count is None else min(size * count, CAPTURE_BYTES * 4)
    source = sources(call, [given["if"]] if "if" in given else [])[0][1]
    pieces, total = [], 0
    while total < limit:
        piece = source.some(min(65536, limit - total)) if isinstance(source, Endless) else await source.read()
        if not piece:
            break
        pieces.append(piece[: limit - total])
        total += len(pieces[-1])
        if len(pieces) % 64 == 0:
            await asyncio.sleep(0)
    data = b"".join(pieces)[_size(given.get("skip", "0")) * size :]
    if "of" in given:
        sink = call.shell.open_to_write(given["of"], False)
        await sink.write(data)
        await sink.close()
    else:
        await call.out.write(data)
    if given.get("status") != "none":
        whole, part = divmod(len(data), max(1, size))
        counts = f"{whole}+{int(part > 0)}"
        await call.err.say(f"{counts} records in\n{counts} records out\n{len(data)} bytes copied, 0.001 s\n")
    return 0
