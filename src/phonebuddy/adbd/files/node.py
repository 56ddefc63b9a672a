"""Nodes of the file tree in memory, and what `stat` says of any file.

Invariant: plain data; who may do what is decided by tree.py.
"""

from __future__ import annotations

import errno
import os
import stat as modes
from collections.abc import Callable
from typing import NamedTuple

ROOT, SYSTEM, SHELL = 0, 1000, 2000
EVERYBODY, MEDIA = 9997, 1023


class Stat(NamedTuple):
    """What a file is, in the terms of stat(2)."""

    mode: int
    size: int
    modified_ns: int
    accessed_ns: int
    uid: int
    gid: int
    number: int
    links: int = 1

    @property
    def is_folder(self) -> bool:
        return modes.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        return modes.S_ISLNK(self.mode)


class Node:
    """A file, a folder or a link in memory; `make` gives the bytes of one that is worked out when read."""

    __slots__ = (
        "accessed_ns",
        "children",
        "data",
        "gid",
        "make",
        "mode",
        "modified_ns",
        "number",
        "target",
        "uid",
    )

    def __init__(self, mode: int, uid: int, gid: int, now_ns: int, number: int) -> None:
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.modified_ns = self.accessed_ns = now_ns
        self.number = number
        self.data = b""
        self.target = ""
        self.children: dict[str, Node] = {}
        self.make: Callable[[], bytes] | None = None

    def content(self) -> bytes:
        return self.data if self.make is None else self.make()

    def stat(self) -> Stat:
        if modes.S_ISLNK(self.mode):
            size = len(self.target.encode("utf-8", "surrogateescape"))
        elif modes.S_ISDIR(self.mode):
            size = 4096
        else:
            size = 0 if self.make is not None else len(self.data)
        times = (self.modified_ns, self.accessed_ns)
        links = 2 if modes.S_ISDIR(self.mode) else 1
        return Stat(self.mode, size, *times, self.uid, self.gid, self.number, links)


_WORDS = {
    errno.ENOENT: "No such file or directory",
    errno.EEXIST: "File exists",
    errno.ENOTDIR: "Not a directory",
    errno.EISDIR: "Is a directory",
    errno.EACCES: "Permission denied",
    errno.EROFS: "Read-only file system",
    errno.ENOTEMPTY: "Directory not empty",
    errno.ENOSPC: "No space left on device",
    errno.EFBIG: "File too large",
    errno.EINVAL: "Invalid argument",
    errno.ELOOP: "Too many symbolic links encountered",
    errno.ENAMETOOLONG: "File name too long",
    errno.EPERM: "Operation not permitted",
}


def problem(code: int, path: str = "") -> OSError:
    """An OSError with Android's words for it; nothing of the host is in it."""
    return OSError(code, _WORDS.get(code, os.strerror(code)), path)
