"""Reading recordings of any known format: `read_traces`.

Invariant: whatever lies at the path, the result is a list of traces with at least one in it, or TraceError;
the same files give the same list.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TraceError, nearest
from phonebuddy.traces.archive import is_archive, unpack
from phonebuddy.traces.limits import MAX_RECORDINGS, MAX_UNPACKED_BYTES
from phonebuddy.traces.readers import (
    androidcontrol,
    androidworld,
    autodroid,
    droidbot,
    mobilegpt,
    own,
    rico,
    screenshots,
    step_folder,
)
from phonebuddy.traces.trace import Trace

MAX_FOLDER_DEPTH = 10
"""How far below the given folder recordings are looked for."""

MAX_PLACES = 200_000
"""Files and folders that are looked at on the way."""


class Reader(NamedTuple):
    format: str
    knows: Callable[[Path], bool]
    read: Callable[[Path], list[Trace]]
    wants: str
    """What such a recording looks like, for messages."""


_READERS = [
    Reader(own.FORMAT, own.knows, own.read, "recording.json with folders 0000, 0001, ..."),
    Reader("droidbot", droidbot.knows, droidbot.read, "states/ and events/, or both as .jsonl.gz"),
    Reader("kea", droidbot.knows, droidbot.read, "all_states/ (or states/) and events/"),
    Reader("autodroid", autodroid.knows, autodroid.read, "utg.yaml and tasks.json"),
    Reader("androidcontrol", androidcontrol.knows, androidcontrol.read, "a TFRecord file, gzip or plain"),
    Reader("androidworld", androidworld.knows, androidworld.read, "JSON with `goal` and element lists"),
    Reader("rico", rico.knows, rico.read, "view_hierarchies/, screenshots/ (MoTIF: screens/), gestures.json"),
    Reader("mobilegpt", mobilegpt.knows, mobilegpt.read, "log/ with numbered XML, and tasks.csv"),
    Reader("aitz", screenshots.knows_aitz, screenshots.read_aitz, "JSON steps with `result_action_type`"),
    Reader("gui_odyssey", screenshots.knows_odyssey, screenshots.read_odyssey, "JSON with `task_info`"),
    Reader("aitw", screenshots.knows_aitw, screenshots.read_aitw, "a TFRecord file with `image/encoded`"),
    Reader(step_folder.FORMAT, step_folder.knows, step_folder.read, "0.xml or 0.json, 0.png, actions.json"),
]
READERS = {reader.format: reader for reader in _READERS}
"""In the order in which a recording is tried."""


class Recording(NamedTuple):
    """One recording that was found, and what reads it."""

    path: Path
    reader: Reader

    def read(self) -> list[Trace]:
        return self.reader.read(self.path)


def read_traces(path: Path | str, format: str | None = None) -> list[Trace]:
    """Every trace at or below a path, in the order of the names; the format is found unless it is given.

    A zip or tar is read as the folder that is in it, also below a folder or in another one.
    """
    return [trace for recording in find_recordings(path, format) for trace in recording.read()]


def find_recordings(path: Path | str, format: str | None = None) -> list[Recording]:
    """Every recording at or below a path, each once; at least one."""
    path = Path(path)
    if format is not None and format not in READERS:
        hint = nearest(format, READERS)
        raise TraceError(f"unknown format '{format[:60]}'{hint}; accepted: {', '.join(READERS)}.")
    if not _exists(path):
        raise TraceError(f"{path}: there is no such file or folder.")
    found = list(_walk(path, format))
    if not found:
        raise TraceError(_unknown(path, format))
    return found


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _walk(path: Path, format: str | None) -> Iterator[Recording]:
    wanted = [READERS[format]] if format is not None else list(READERS.values())
    waiting = [(path, 0)]
    found = seen = 0
    room = MAX_UNPACKED_BYTES
    while waiting:
        place, depth = waiting.pop()
        seen += 1
        if seen > MAX_PLACES:
            raise TraceError(
                f"{path}: more than {MAX_PLACES:,} files and folders; give a folder of recordings."
            )
        reader: Reader | None
        if is_archive(place) and depth < MAX_FOLDER_DEPTH:
            inside, used, reader = _opened(place, room)
            room -= used
            waiting.extend((folder, depth + 1) for folder in inside)
        else:
            reader = next((reader for reader in wanted if reader.knows(place)), None)
        if reader is not None:
            found += 1
            if found > MAX_RECORDINGS:
                raise TraceError(f"{path}: more than {MAX_RECORDINGS:,} recordings below it.")
            yield Recording(place, reader)
        elif place.is_dir() and depth < MAX_FOLDER_DEPTH:
            waiting.extend((child, depth + 1) for child in reversed(_children(place)))


def _opened(archive: Path, room: int) -> tuple[list[Path], int, Reader | None]:
    """The folder with what is in an archive, and how much of the room it took: one room for all archives, so
    that archives in archives cannot grow without end. For one that cannot be unpacked a reader that says so,
    so that the others are still read.
    """
    try:
        inside, used = unpack(archive, room)
    except TraceError as error:
        problem = error

        def read(_path: Path) -> list[Trace]:
            raise problem

        return [], 0, Reader("archive", lambda _path: True, read, "")
    return [inside], used, None


def _children(folder: Path) -> list[Path]:
    """What lies in a folder, sorted; links are not followed, so that the walk stays inside and ends."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if not entry.is_symlink())
    except OSError:
        return []


def _unknown(path: Path, format: str | None) -> str:
    if format is not None:
        return f"{path}: no recording of the format {format}, which has {READERS[format].wants}."
    kinds = "; ".join(f"{name}: {reader.wants}" for name, reader in READERS.items())
    return f"{path}: no recording of a known format. Known are {kinds}. Say which with --format."
