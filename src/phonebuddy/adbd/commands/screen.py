"""`screencap` and `screenrecord`."""

from __future__ import annotations

import asyncio
import struct

from phonebuddy.adbd.shell.call import Call, command

_RAW = struct.Struct("<IIII")
RGBA_8888, SRGB = 1, 1
_TINY_MP4 = bytes.fromhex("00000018667479706d703432000000006d70343269736f6d") + bytes.fromhex(
    "000000086d646174"
)


@command("screencap")
async def screencap(call: Call) -> int:
    """PNG with -p or to a file that ends in .png; else a head of four words and RGBA."""
    as_png, names = False, []
    args = list(call.args)
    while args:
        word = args.pop(0)
        if word == "-p":
            as_png = True
        elif word in ("-d", "-a"):
            args[:1] = []
        elif word == "-h":
            await call.err.say("usage: screencap [-hp] [-d display-id] [FILENAME]\n")
            return 1
        else:
            names.append(word)
    as_png = as_png or any(name.endswith(".png") for name in names)
    frame = call.device.frame()
    if as_png:
        data = frame.png()
    else:
        pixels = frame.pixels()
        data = _RAW.pack(pixels.shape[1], pixels.shape[0], RGBA_8888, SRGB) + pixels.tobytes()
    if not names:
        await call.out.write(data)
        return 0
    try:
        call.device.files.write(call.path(names[0]), data, call.shell.uid, by_tool=True)
    except OSError as error:
        return await call.fail(f"Error opening file: {names[0]} ({error.strerror})")
    return 0


@command("screenrecord", waits=True)
async def screenrecord(call: Call) -> int:
    """A film without frames: it takes the time asked for and leaves a file with the right head."""
    args, limit_s = list(call.args), 180.0
    names = []
    while args:
        word = args.pop(0)
        if word in ("--time-limit", "--size", "--bit-rate", "--display-id"):
            value = args.pop(0) if args else ""
            limit_s = float(value) if word == "--time-limit" and value.isdigit() else limit_s
        elif not word.startswith("-"):
            names.append(word)
    try:
        if call.device.still:
            call.device.wait(int(limit_s * 1000))
        else:
            await asyncio.sleep(limit_s)
    finally:
        if names:
            call.device.files.write(call.path(names[0]), _TINY_MP4, call.shell.uid, by_tool=True)
    return 0
