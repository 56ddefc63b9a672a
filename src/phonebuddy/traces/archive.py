"""Recordings that come as a zip or tar: unpacked into a folder of their own that goes when the program ends,
and at once when they are refused.

Invariant: nothing is written outside that folder, and never more than the limits: names that point elsewhere,
links, encrypted entries and archives that grow too large are refused before or while they are unpacked.
"""

from __future__ import annotations

import lzma
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.traces.limits import MAX_FILE_BYTES, MAX_UNPACKED_BYTES

MAX_ENTRIES = 50_000
MAX_NAME = 200
ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz")
_PART = 1 << 20
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError,
    EOFError, OSError, ValueError, RuntimeError,
)  # fmt: skip
"""What the libraries raise for archives that are damaged or of a kind they do not know."""
_unpacked: list[ExitStack] = []
"""Kept until the program ends: the pictures of a trace are read from there when they are asked for."""


class _Entry(NamedTuple):
    """One file of an archive."""

    name: str
    size: int
    """As the archive says."""
    odd: bool
    """A link, a device, or encrypted."""
    data: IO[bytes] | None


def is_archive(path: Path) -> bool:
    return path.name.lower().endswith(ENDINGS) and path.is_file()


def unpack(path: Path, room: int = MAX_UNPACKED_BYTES) -> tuple[Path, int]:
    """The folder with what is in an archive, and how many bytes that is; at most `room`."""
    with ExitStack() as refused:
        folder = refused.enter_context(tempfile.TemporaryDirectory(prefix="phonebuddy-traces-"))
        inside = Path(folder) / _plain_name(path)
        try:
            used = _write(
                _zip(path, room) if path.suffix.lower() == ".zip" else _tar(path), inside, path, room
            )
        except _BROKEN as error:
            raise TraceError(f"{path}: cannot be unpacked: {str(error)[:200]}.") from None
        _unpacked.append(refused.pop_all())
    return Path(folder), used


def _plain_name(path: Path) -> str:
    """The archive's name without its ending: AutoDroid's folders are named like their apps."""
    ending = max((one for one in ENDINGS if path.name.lower().endswith(one)), key=len)
    return path.name[: -len(ending)][:MAX_NAME] or "recording"


def _zip(path: Path, room: int) -> Iterator[_Entry]:
    with zipfile.ZipFile(path) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check_sum(len(entries), sum(entry.file_size for entry in entries), room, path)
        found = [_entry(entry, path) for entry in entries]
        for entry, one in zip(entries, found, strict=True):
            with archive.open(entry) as source:
                yield one._replace(data=source)


def _entry(entry: zipfile.ZipInfo, path: Path) -> _Entry:
    odd = stat.S_ISLNK(entry.external_attr >> 16) or bool(entry.flag_bits & 1)
    found = _Entry(entry.filename, entry.file_size, odd, None)
    _check(found, path)
    return found


def _tar(path: Path) -> Iterator[_Entry]:
    # As a stream: the end of a tar is not looked for, so that a bomb is stopped where it grows too large.
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if not member.isdir():
                odd = not member.isfile()
                found = _Entry(member.name, member.size, odd, None)
                _check(found, path)
                yield found._replace(data=archive.extractfile(member))


def _check_sum(count: int, size: int, room: int, path: Path) -> None:
    if count > MAX_ENTRIES:
        raise TraceError(f"{path}: {count:,} files; at most {MAX_ENTRIES:,} are unpacked.")
    if size > room:
        raise TraceError(f"{path}: unpacks to more than {room:,} bytes.")


def _check(entry: _Entry, path: Path) -> None:
    name = PurePosixPath(entry.name)
    inside = not name.is_absolute() and ".." not in name.parts and "\\" not in entry.name and bool(name.parts)
    if not inside or ":" in entry.name or any(len(part) > MAX_NAME for part in name.parts):
        raise TraceError(f"{path}: holds a file that would be written elsewhere: {entry.name[:80]!r}.")
    if entry.odd:
        raise TraceError(f"{path}: holds a link or an encrypted file: {entry.name[:80]!r}.")


def _write(entries: Iterator[_Entry], folder: Path, path: Path, room: int) -> int:
    used = 0
    for number, entry in enumerate(entries, 1):
        _check_sum(number, used + entry.size, room, path)
        target = folder.joinpath(*PurePosixPath(entry.name).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        # What an archive says of its sizes is not believed.
        left = min(room - used, MAX_FILE_BYTES)
        with open(target, "xb") as out:
            while entry.data is not None and (data := entry.data.read(_PART)):
                left -= len(data)
                used += len(data)
                if left < 0:
                    raise TraceError(f"{path}: {entry.name[:80]!r} unpacks to too many bytes.")
                out.write(data)
    return used
