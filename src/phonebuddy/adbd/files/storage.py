"""Shared storage: the table of the Files app, as files and folders.

A row is a file; text is kept in the row, other bytes beside it in memory. Invariant: what the Files app shows
and what `/sdcard` holds are the same rows; a file without bytes of its own has made-up ones of the size it
shows.
"""

from __future__ import annotations

import errno
import stat as modes
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import simplejpeg

from phonebuddy.adbd.files.node import MEDIA, Stat, problem
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import PICTURE_KINDS, draw_picture
from phonebuddy.world.state.store import Row, Rows

TABLE = "files_file"
OWNER = 10158
"""The uid that Android's media storage has in AndroidWorld's image."""
MAX_TEXT = 200_000
MAX_MADE = 64_000_000
_COLUMNS = "id, path, kind, size, modified, text, picture"


class Storage:
    """The folders below the roots of the Files app."""

    def __init__(self, phone: WorldPhone, time_ns: Callable[[], int]) -> None:
        self._phone = phone
        self._time_ns = time_ns
        self._bytes: dict[str, tuple[tuple[int, int], bytes]] = {}
        """Path to (size and time of its row, bytes)."""
        self._accessed: dict[str, int] = {}
        self._tools: dict[str, tuple[int, bytes]] = {}
        """What a client's tools left here, such as dumps and screenshots: time and bytes. Not the person's "
        "files, so
        the Files app does not show them and no task takes them for a side effect."""
        tables = set(phone.tables())
        roots = (
            phone.state("SELECT path FROM files_root ORDER BY id") if {"files_root", TABLE} <= tables else ()
        )
        self.roots = tuple(str(path) for (path,) in roots)

    def owns(self, path: str) -> bool:
        return any(path == root or path.startswith(root + "/") for root in self.roots)

    def _rows(self, where: str, values: Row) -> Rows:
        return self._phone.state(f"SELECT {_COLUMNS} FROM {TABLE} WHERE {where}", values)

    def _run(self, sql: str, values: Row) -> None:
        self._phone.change(sql, values)

    def _zone_s(self) -> int:
        minutes = self._phone.state("SELECT value FROM phone_setting WHERE name = 'time_zone'")
        return int(minutes[0][0] or 0) * 60 if minutes else 0

    def stat(self, path: str) -> Stat:
        if path in self.roots:
            return Stat(modes.S_IFDIR | 0o770, 4096, 0, 0, OWNER, MEDIA, 1, 2)
        if path in self._tools:
            return self._tool_stat(path)
        rows = self._rows("path = ?", (path,))
        if not rows:
            raise problem(errno.ENOENT, path)
        return self._stat(rows[0])

    def _tool_stat(self, path: str) -> Stat:
        time_ns, data = self._tools[path]
        return Stat(modes.S_IFREG | 0o660, len(data), time_ns, time_ns, OWNER, MEDIA, 99_999)

    def _stat(self, row: Row) -> Stat:
        number, path, kind, size, modified = row[0], str(row[1]), row[2], int(row[3] or 0), int(row[4] or 0)
        modified_ns = (modified - self._zone_s()) * 1_000_000_000
        mode = modes.S_IFDIR | 0o770 if kind == "folder" else modes.S_IFREG | 0o660
        accessed = self._accessed.get(path, modified_ns)
        size = 4096 if kind == "folder" else size
        links = 2 if kind == "folder" else 1
        return Stat(mode, size, modified_ns, accessed, OWNER, MEDIA, 100_000 + int(number or 0), links)

    def list(self, path: str) -> dict[str, Stat]:
        """The names in a folder and what they are."""
        found = {str(row[1]).rpartition("/")[2]: self._stat(row) for row in self._rows("folder = ?", (path,))}
        for tool in self._tools:
            folder, _, name = tool.rpartition("/")
            if folder == path:
                found[name] = self._tool_stat(tool)
        return found

    def read(self, path: str) -> bytes:
        if path in self.roots:
            raise problem(errno.EISDIR, path)
        if path in self._tools:
            return self._tools[path][1]
        rows = self._rows("path = ?", (path,))
        if not rows:
            raise problem(errno.ENOENT, path)
        _, _, kind, size, modified, text, picture = rows[0]
        if kind == "folder":
            raise problem(errno.EISDIR, path)
        known = self._bytes.get(path)
        if known is not None and known[0] == (size, modified):
            return known[1]
        if text:
            return text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
        return _made_up(str(picture or ""), path, min(int(size or 0), MAX_MADE))

    def write(self, path: str, data: bytes, modified_s: int | None = None) -> None:
        """Create a file or replace what is in it."""
        folder, _, name = path.rpartition("/")
        if not self.is_folder(folder):
            raise problem(errno.ENOENT, path)
        self._tools.pop(path, None)
        rows = self._rows("path = ?", (path,))
        if rows and rows[0][2] == "folder":
            raise problem(errno.EISDIR, path)
        now = (self._time_ns() // 1_000_000_000 if modified_s is None else modified_s) + self._zone_s()
        text = _as_text(data)
        self._bytes.pop(path, None)
        if text is None:
            self._bytes[path] = ((len(data), now), data)
        if rows:
            sql = f"UPDATE {TABLE} SET size = ?, modified = ?, text = ?, picture = '' WHERE id = ?"
            self._run(sql, (len(data), now, text or "", rows[0][0]))
            return
        self._accessed[path] = self._time_ns()
        self._add(path, folder, name, self._kind(name), len(data), now, text or "")

    def write_tool_file(self, path: str, data: bytes) -> None:
        """What a tool of the client writes; over a file of the person's it writes that one."""
        folder = path.rpartition("/")[0]
        if self._rows("path = ?", (path,)) or not self.is_folder(folder):
            self.write(path, data)
        else:
            self._tools[path] = (self._time_ns(), data)

    def _add(self, path: str, folder: str, name: str, kind: str, size: int, now: int, text: str) -> None:
        sql = (
            f"INSERT INTO {TABLE} (path, name, folder, kind, size, modified, text) VALUES (?, ?, ?, ?, ?, "
            f"?, ?)"
        )
        self._run(sql, (path, name, folder, kind, size, now, text))

    def _kind(self, name: str) -> str:
        extension = name.rpartition(".")[2].lower() if "." in name else ""
        rows = self._phone.state("SELECT kind FROM files_type WHERE ext = ?", (extension,))
        return str(rows[0][0]) if rows else "other"

    def is_folder(self, path: str) -> bool:
        return path in self.roots or bool(self._rows("path = ? AND kind = 'folder'", (path,)))

    def make_folder(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        if path in self.roots or self._rows("path = ?", (path,)):
            raise problem(errno.EEXIST, path)
        if not self.is_folder(folder):
            raise problem(errno.ENOENT, path)
        self._add(path, folder, name, "folder", 0, self._time_ns() // 1_000_000_000 + self._zone_s(), "")

    def remove(self, path: str) -> None:
        """Take out one file or one empty folder."""
        if self._tools.pop(path, None) is not None:
            return
        if self._rows("folder = ?", (path,)):
            raise problem(errno.ENOTEMPTY, path)
        if not self._rows("path = ?", (path,)):
            raise problem(errno.EPERM if path in self.roots else errno.ENOENT, path)
        self._bytes.pop(path, None)
        self._accessed.pop(path, None)
        self._run(f"DELETE FROM {TABLE} WHERE path = ?", (path,))

    def touch(self, path: str, modified_ns: int, accessed_ns: int) -> None:
        if path in self._tools:
            self._tools[path] = (modified_ns, self._tools[path][1])
            return
        self._accessed[path] = accessed_ns
        modified = modified_ns // 1_000_000_000 + self._zone_s()
        known = self._bytes.get(path)
        if known is not None:
            self._bytes[path] = ((known[0][0], modified), known[1])
        self._run(f"UPDATE {TABLE} SET modified = ? WHERE path = ?", (modified, path))

    def used(self) -> int:
        """Bytes of the person's files, as the Files app counts them, and of what tools left."""
        own = self._phone.state(f"SELECT coalesce(sum(size), 0) FROM {TABLE}")[0][0] if self.roots else 0
        return int(str(own)) + sum(len(data) for _, data in self._tools.values())

    def size(self) -> int:
        """Bytes kept beside the rows."""
        kept = (*self._bytes.values(), *self._tools.values())
        return sum(len(data) for _, data in kept)


def _as_text(data: bytes) -> str | None:
    """What can be kept in the row: small, and text that survives being written back."""
    if len(data) > MAX_TEXT or b"\0" in data or b"\r" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


@lru_cache(maxsize=32)
def _drawn(kind: str, seed: str) -> bytes:
    """The picture a file holds, as a small JPEG."""
    pixels = np.zeros((480, 640, 4), np.uint8)
    surface = skia.Surface(pixels)
    draw_picture(surface.getCanvas(), kind, seed, 640, 480)
    surface.flushAndSubmit()
    return bytes(simplejpeg.encode_jpeg(pixels, colorspace="RGBA"))


def _made_up(picture: str, path: str, size: int) -> bytes:
    """Bytes for a file that the world only knows by name: its picture, if it has one, then zeros up to its "
    "size."""
    head = _drawn(picture, path) if picture in PICTURE_KINDS else b""
    return head + bytes(max(0, size - len(head)))
