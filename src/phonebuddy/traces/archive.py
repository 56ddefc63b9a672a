"""Recordings that come as a zip: unpacked into a folder of their own that goes when the program ends.

Invariant: nothing is written outside that folder, and never more than the limits: names that point elsewhere,
links, encrypted entries and archives that grow too large are refused before or while they are unpacked.
"""

from __future__ import annotations

import stat
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from phonebuddy.errors import TraceError
from phonebuddy.traces.limits import MAX_FILE_BYTES, MAX_UNPACKED_BYTES

MAX_ENTRIES = 50_000
MAX_NAME = 200
_PART = 1 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""What the library raises for archives that are damaged or of a kind it does not know."""
_unpacked: list[tempfile.TemporaryDirectory[str]] = []
"""Kept until the program ends: the pictures of a trace are read from there when they are asked for."""


def is_archive(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and path.is_file()


def unpack(path: Path) -> Path:
    """The folder with what is in a zip."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            _check(entries, path)
            folder = tempfile.TemporaryDirectory(prefix="phonebuddy-traces-")
            _unpacked.append(folder)
            _write(archive, entries, Path(folder.name) / path.stem[:MAX_NAME], path)
    except _BROKEN as error:
        raise TraceError(f"{path}: cannot be unpacked: {str(error)[:200]}.") from None
    return Path(folder.name)


def _check(entries: list[zipfile.ZipInfo], path: Path) -> None:
    if len(entries) > MAX_ENTRIES:
        raise TraceError(f"{path}: {len(entries):,} files; at most {MAX_ENTRIES:,} are unpacked.")
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        raise TraceError(f"{path}: unpacks to more than {MAX_UNPACKED_BYTES:,} bytes.")
    for entry in entries:
        name = PurePosixPath(entry.filename)
        inside = not name.is_absolute() and ".." not in name.parts and "\\" not in entry.filename
        if not inside or ":" in entry.filename or any(len(part) > MAX_NAME for part in name.parts):
            raise TraceError(
                f"{path}: holds a file that would be written elsewhere: {entry.filename[:80]!r}."
            )
        if stat.S_ISLNK(entry.external_attr >> 16) or entry.flag_bits & 1:
            raise TraceError(f"{path}: holds a link or an encrypted file: {entry.filename[:80]!r}.")


def _write(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], folder: Path, path: Path) -> None:
    room = MAX_UNPACKED_BYTES
    for entry in entries:
        target = folder.joinpath(*PurePosixPath(entry.filename).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        # What the directory of the archive says of its sizes is not believed.
        left = min(room, MAX_FILE_BYTES)
        with archive.open(entry) as source, open(target, "xb") as out:
            while data := source.read(_PART):
                left -= len(data)
                room -= len(data)
                if left < 0:
                    raise TraceError(f"{path}: {entry.filename[:80]!r} unpacks to too many bytes.")
                out.write(data)
