"""Which package a file given to `install` holds: an APK's own name, or one of our app folders, zipped.

Invariant: a hostile file costs a bounded amount of work and memory, and is never run or unpacked to disk
here.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import NamedTuple

import yaml

MAX_MANIFEST = 4_000_000
MAX_MEMBERS = 20_000
_STRING_POOL, _START_ELEMENT = 0x0001, 0x0102
_UTF8 = 0x100
_NO_STRING = 0xFFFFFFFF


class Package(NamedTuple):
    name: str
    """Empty where the file is no package."""
    is_app_folder: bool


NONE = Package("", False)


def read_package(data: bytes) -> Package:
    """The package in a file; NONE where there is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [member.filename for member in archive.infolist()[:MAX_MEMBERS]]
            if "AndroidManifest.xml" in names:
                return Package(_manifest_package(_member(archive, "AndroidManifest.xml")), False)
            place = next(
                (name for name in names if name.rpartition("/")[2] == "app.yaml" and name.count("/") < 2), ""
            )
            if place:
                read = yaml.safe_load(_member(archive, place))
                return Package(str(read.get("package", "")) if isinstance(read, dict) else "", True)
    except (zipfile.BadZipFile, OSError, ValueError, KeyError, struct.error, IndexError, yaml.YAMLError,
    zlib.error,
            NotImplementedError, RuntimeError, EOFError, RecursionError):  # fmt: skip
        return NONE
    return NONE


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        data = member.read(MAX_MANIFEST + 1)
    if len(data) > MAX_MANIFEST:
        raise ValueError("a manifest that is too large")
    return data


def _manifest_package(data: bytes) -> str:
    """The `package` of the manifest element in Android's binary XML."""
    at, strings = 8, list[str]()
    while at + 8 <= len(data):
        kind, head, size = struct.unpack_from("<HHI", data, at)
        if size < 8:
            break
        if kind == _STRING_POOL:
            strings = _strings(data[at : at + size])
        elif kind == _START_ELEMENT:
            return _package_attribute(data, at + head, strings)
        at += size
    return ""


def _strings(pool: bytes) -> list[str]:
    count, _, flags, start = struct.unpack_from("<IIII", pool, 8)
    found = []
    for number in range(min(count, 20_000)):
        at = start + struct.unpack_from("<I", pool, 28 + 4 * number)[0]
        if flags & _UTF8:
            at += 2 if pool[at] & 0x80 else 1
            length, at = (
                (((pool[at] & 0x7F) << 8) | pool[at + 1], at + 2) if pool[at] & 0x80 else (pool[at], at + 1)
            )
            found.append(pool[at : at + length].decode("utf-8", "replace"))
        else:
            length = struct.unpack_from("<H", pool, at)[0] & 0x7FFF
            found.append(pool[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace"))
    return found


def _package_attribute(data: bytes, at: int, strings: list[str]) -> str:
    _, name = struct.unpack_from("<II", data, at)
    start, size, count = struct.unpack_from("<HHH", data, at + 8)
    if name >= len(strings) or strings[name] != "manifest":
        return ""
    for number in range(min(count, 100)):
        _, key, raw = struct.unpack_from("<III", data, at + start + number * size)
        if key < len(strings) and strings[key] == "package" and raw != _NO_STRING and raw < len(strings):
            return str(strings[raw])
    return ""
