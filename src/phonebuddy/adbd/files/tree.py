"""Files: the one file tree of a served phone, whatever holds the file.

`/sdcard`, `/storage/emulated/0`, `/data/media/0` and `/mnt/sdcard` are one tree, the Files app's; app
databases are tables; all else is in memory. Invariant: no path reaches the host, and all of it together stays
below MAX_TOTAL.
"""

from __future__ import annotations

import errno
import fnmatch
import random
import re
import stat as modes
from collections.abc import Callable, Iterator

from phonebuddy.adbd.files.databases import Databases
from phonebuddy.adbd.files.node import ROOT, SHELL, Node, Stat, problem
from phonebuddy.adbd.files.storage import Storage
from phonebuddy.adbd.shell.io import Bytes, Endless, Source

MAX_FILE = 64 << 20
MAX_TOTAL = 128 << 20
MAX_NODES = 50_000
MAX_NAME, MAX_PATH = 255, 4096
MAX_LINKS = 20
READ_ONLY = ("/system", "/vendor", "/product", "/apex", "/proc", "/sys", "/dev")
ALIASES = (("/data/media/0", "/storage/emulated/0"), ("/storage/self/primary", "/storage/emulated/0"))
Maker = Callable[[], bytes]
Names = list[str]


class Files:
    """See the head of this file."""

    def __init__(self, storage: Storage, databases: Databases, time_ns: Callable[[], int]) -> None:
        self.storage = storage
        self.databases = databases
        self._time_ns = time_ns
        self._num_nodes = 0
        self._total = 0
        self._chance = random.Random(0)
        self.dynamic: dict[str, Maker] = {}
        """Files of /proc and the like, made when they are read."""
        self.root = self._node(modes.S_IFDIR | 0o755, ROOT, ROOT)

    # -- nodes -----------------------------------------------------------------------------------------

    def _node(self, mode: int, uid: int, gid: int) -> Node:
        if self._num_nodes >= MAX_NODES:
            raise problem(errno.ENOSPC)
        self._num_nodes += 1
        return Node(mode, uid, gid, self._time_ns(), self._num_nodes + 1)

    def put(self, path: str, mode: int, uid: int = ROOT, data: bytes | Maker | str = b"") -> None:
        """Put a node there without asking who may: how a phone is furnished. Text is where a link leads."""
        node = self.root
        *folders, name = path.strip("/").split("/")
        for folder in folders:
            if folder not in node.children:
                node.children[folder] = self._node(modes.S_IFDIR | 0o755, ROOT, ROOT)
            node = node.children[folder]
        made = node.children[name] = self._node(mode, uid, uid)
        if isinstance(data, str):
            made.target = data
        elif isinstance(data, bytes):
            made.data = data
        else:
            made.make = data

    def real(self, path: str, follows: bool = True) -> str:
        """The path with links, dots and aliases resolved."""
        if len(path) > MAX_PATH or "\0" in path:
            raise problem(errno.ENAMETOOLONG, path)
        parts = [part for part in path.split("/") if part not in ("", ".")]
        done: list[str] = []
        links = 0
        while parts:
            part = parts.pop(0)
            if part == "..":
                del done[-1:]
                continue
            if len(part.encode("utf-8", "surrogateescape")) > MAX_NAME:
                raise problem(errno.ENAMETOOLONG, path)
            done.append(part)
            node = self._find("/" + "/".join(done))
            if node is not None and modes.S_ISLNK(node.mode) and (parts or follows):
                links += 1
                if links > MAX_LINKS:
                    raise problem(errno.ELOOP, path)
                done = [] if node.target.startswith("/") else done[:-1]
                parts = [step for step in node.target.split("/") if step not in ("", ".")] + parts
        found = "/" + "/".join(done)
        for alias, target in ALIASES:
            if found == alias or found.startswith(alias + "/"):
                return target + found[len(alias) :]
        return found

    def _find(self, real: str) -> Node | None:
        node = self.root
        for part in real.strip("/").split("/") if real != "/" else ():
            found = node.children.get(part)
            if found is None:
                return None
            node = found
        return node

    def _parent(self, real: str, uid: int) -> Node:
        """The folder something is to be put in; checks that it may be."""
        if real == "/" or real.startswith(tuple(f"{place}/" for place in READ_ONLY)):
            raise problem(errno.EROFS, real)
        folder = real.rpartition("/")[0]
        node = self._find(folder or "/")
        if node is None:
            raise problem(errno.ENOENT, real)
        if not modes.S_ISDIR(node.mode):
            raise problem(errno.ENOTDIR, real)
        if folder == "" or folder in READ_ONLY:
            raise problem(errno.EROFS, real)
        self._check(node, uid, 2, real)
        return node

    def _check(self, node: Node, uid: int, wanted: int, path: str) -> None:
        """EACCES unless the mode lets this user; root may everything."""
        if uid == ROOT:
            return
        shift = 6 if uid == node.uid else 3 if uid == node.gid else 0
        if not node.mode >> shift & wanted:
            raise problem(errno.EACCES, path)

    def _enter(self, real: str, uid: int) -> None:
        """EACCES unless this user may go through every folder above."""
        if uid == ROOT or self.storage.owns(real):
            return
        node = self.root
        for part in real.strip("/").split("/")[:-1]:
            found = node.children.get(part)
            if found is None:
                return
            node = found
            self._check(node, uid, 1, real)

    # -- reading ---------------------------------------------------------------------------------------

    def stat(self, path: str, follows: bool = True, uid: int = ROOT) -> Stat:
        real = self.real(path, follows)
        self._enter(real, uid)
        if self.databases.owns(real):
            return self.databases.stat(real)
        if self.storage.owns(real):
            return self.storage.stat(real)
        if real in self.dynamic:
            return Stat(modes.S_IFREG | 0o444, 0, self._time_ns(), self._time_ns(), ROOT, ROOT, 1)
        node = self._find(real)
        if node is None:
            raise problem(errno.ENOENT, path)
        return node.stat()

    def exists(self, path: str) -> bool:
        try:
            self.stat(path)
        except OSError:
            return False
        return True

    def is_folder(self, path: str) -> bool:
        try:
            return self.stat(path).is_folder
        except OSError:
            return False

    def list(self, path: str, uid: int = ROOT) -> dict[str, Stat]:
        """What is in a folder, by name."""
        real = self.real(path)
        if not self.stat(path, uid=uid).is_folder:
            raise problem(errno.ENOTDIR, path)
        found: dict[str, Stat] = {}
        if self.storage.owns(real):
            return dict(sorted(self.storage.list(real).items()))
        node = self._find(real)
        if node is not None:
            self._check(node, uid, 4, path)
            found = {name: child.stat() for name, child in node.children.items()}
        inside = real.rstrip("/") + "/"
        for other in (*self.databases.paths, *self.dynamic):
            if other.startswith(inside) and "/" not in other[len(inside) :]:
                found[other[len(inside) :]] = self.stat(other)
        return dict(sorted(found.items()))

    def read(self, path: str, uid: int = ROOT) -> bytes:
        real = self.real(path)
        self._enter(real, uid)
        if self.databases.owns(real):
            return self.databases.read(real)
        if self.storage.owns(real):
            return self.storage.read(real)
        if real in self.dynamic:
            return self.dynamic[real]()
        node = self._find(real)
        if node is None:
            raise problem(errno.ENOENT, path)
        if modes.S_ISDIR(node.mode):
            raise problem(errno.EISDIR, path)
        self._check(node, uid, 4, path)
        return node.content()

    def open_source(self, path: str, uid: int = ROOT) -> Source:
        """A file to read from; two of /dev have no end."""
        real = self.real(path)
        if real == "/dev/zero":
            return Endless(bytes)
        if real in ("/dev/urandom", "/dev/random"):
            return Endless(self._chance.randbytes)
        return Bytes(self.read(path, uid))

    def readlink(self, path: str) -> str:
        node = self._find(self.real(path, follows=False))
        if node is None or not modes.S_ISLNK(node.mode):
            raise problem(errno.EINVAL, path)
        return node.target

    def glob(self, cwd: str, pattern: str) -> Names:
        """Paths that fit a pattern of the shell, written as it was; hidden names only where it says so."""
        steps = [step for step in pattern.split("/") if step]
        found = (
            [("/" if pattern.startswith("/") else "", cwd)] if not pattern.startswith("/") else [("/", "/")]
        )
        for number, step in enumerate(steps):
            following: list[tuple[str, str]] = []
            last = number == len(steps) - 1
            for shown, place in found[:MAX_NODES]:
                for name in self._fitting(place, step):
                    full = f"{place.rstrip('/')}/{name}"
                    if last or self.is_folder(full):
                        following.append((f"{shown}{name}" + ("" if last else "/"), full))
            found = following
        return sorted(shown for shown, _ in found)

    def _fitting(self, folder: str, step: str) -> Names:
        if not re.search(r"[*?\[]", step):
            return [step] if self.exists(f"{folder.rstrip('/')}/{step}") else []
        literal = re.sub(r"\[([*?\[])\]", r"\1", step)
        if not re.search(r"[*?\[]", re.sub(r"\[[*?\[]\]", "", step)):
            return [literal] if self.exists(f"{folder.rstrip('/')}/{literal}") else []
        try:
            names = list(self.list(folder))
        except OSError:
            return []
        regex = re.compile(fnmatch.translate(step.replace("[^", "[!")))
        return [name for name in names if regex.match(name) and (name[0] != "." or step[0] == ".")]

    def walk(self, path: str) -> Iterator[tuple[str, Stat]]:
        """A path and all below it, folders before what is in them, spelled as the path was."""
        stat = self.stat(path, follows=path.endswith("/"))
        yield path, stat
        waiting = [path] if stat.is_folder else []
        while waiting:
            folder = waiting.pop()
            try:
                names = self.list(folder)
            except OSError:
                continue
            for name, stat in names.items():
                full = f"{folder.rstrip('/')}/{name}"
                yield full, stat
                if stat.is_folder:
                    waiting.append(full)

    # -- writing ---------------------------------------------------------------------------------------

    def write(self, path: str, data: bytes, uid: int = ROOT, by_tool: bool = False) -> None:
        """Create a file or replace what is in it; `by_tool` says that it is a dump, a screenshot or the "
        "like."""
        if len(data) > MAX_FILE:
            raise problem(errno.EFBIG, path)
        real = self.real(path)
        self._enter(real, uid)
        if self._total + self.storage.size() + len(data) > MAX_TOTAL:
            raise problem(errno.ENOSPC, path)
        if path.endswith("/") or self.is_folder(real):
            raise problem(errno.EISDIR, path)
        if self.databases.owns(real):
            self.databases.write(real, data)
        elif self.storage.owns(real):
            (self.storage.write_tool_file if by_tool else self.storage.write)(real, data)
        else:
            self._write_node(real, data, uid)

    def _write_node(self, real: str, data: bytes, uid: int) -> None:
        node = self._find(real)
        if node is None:
            parent = self._parent(real, uid)
            node = self._node(modes.S_IFREG | 0o644, uid, uid)
            parent.children[real.rpartition("/")[2]] = node
        elif real.startswith(tuple(f"{place}/" for place in READ_ONLY)):
            raise problem(errno.EROFS, real)
        else:
            self._check(node, uid, 2, real)
        self._total += len(data) - len(node.data)
        node.data = data
        node.modified_ns = self._time_ns()

    def make_folder(self, path: str, uid: int = ROOT) -> None:
        real = self.real(path)
        self._enter(real, uid)
        if self.storage.owns(real):
            self.storage.make_folder(real)
            return
        if self._find(real) is not None or self.databases.owns(real):
            raise problem(errno.EEXIST, path)
        parent = self._parent(real, uid)
        parent.children[real.rpartition("/")[2]] = self._node(modes.S_IFDIR | 0o755, uid, uid)

    def make_folders(self, path: str, uid: int = ROOT) -> None:
        """A folder and all above it that are missing."""
        made = ""
        for part in path.strip("/").split("/"):
            made += f"/{part}"
            if not self.is_folder(made):
                self.make_folder(made, uid)

    def make_link(self, target: str, path: str, uid: int = ROOT) -> None:
        real = self.real(path, follows=False)
        if self.storage.owns(real):
            raise problem(errno.EPERM, path)
        if self._find(real) is not None:
            raise problem(errno.EEXIST, path)
        node = self._node(modes.S_IFLNK | 0o777, uid, uid)
        node.target = target
        self._parent(real, uid).children[real.rpartition("/")[2]] = node

    def remove(self, path: str, uid: int = ROOT) -> None:
        """Take out a file, a link or an empty folder."""
        real = self.real(path, follows=False)
        self._enter(real, uid)
        if self.databases.owns(real):
            self.databases.remove(real)
            return
        if self.storage.owns(real):
            self.storage.remove(real)
            return
        node = self._find(real)
        if node is None:
            raise problem(errno.ENOENT, path)
        if node.children:
            raise problem(errno.ENOTEMPTY, path)
        del self._parent(real, uid).children[real.rpartition("/")[2]]
        self._num_nodes -= 1
        self._total -= len(node.data)

    def remove_all(self, path: str, uid: int = ROOT) -> None:
        """Take out a path and all below it."""
        found = [name for name, _ in self.walk(path)]
        for name in sorted(found, key=lambda name: -name.count("/")):
            try:
                self.remove(name, uid)
            except OSError as error:
                # A folder whose databases are always there stays.
                if error.errno != errno.ENOTEMPTY or not any(
                    other.startswith(self.real(name) + "/") for other in self.databases.paths
                ):
                    raise

    def rename(self, old: str, new: str, uid: int = ROOT) -> None:
        """Move a file or a folder, over a file that is there."""
        self.copy(old, new, uid)
        self.remove_all(old, uid)

    def copy(self, old: str, new: str, uid: int = ROOT) -> None:
        """Copy a file or a folder with all in it, with its times and modes."""
        if self.real(new).startswith(self.real(old).rstrip("/") + "/"):
            raise problem(errno.EINVAL, new)
        for path, stat in list(self.walk(old)):
            target = new.rstrip("/") + path[len(old.rstrip("/")) :] if path != old else new
            if stat.is_link:
                self.make_link(self.readlink(path), target, uid)
            elif stat.is_folder:
                if not self.is_folder(target):
                    self.make_folder(target, uid)
            else:
                self.write(target, self.read(path, uid), uid)
                self.set_times(target, stat.modified_ns, stat.accessed_ns)
                self.set_mode(target, stat.mode & 0o7777)

    def set_mode(self, path: str, mode: int, uid: int = ROOT) -> None:
        """`chmod`; storage and databases keep theirs, as on a phone."""
        node = self._find(self.real(path))
        if node is None:
            self.stat(path)
            return
        if uid not in (ROOT, node.uid):
            raise problem(errno.EPERM, path)
        node.mode = modes.S_IFMT(node.mode) | mode

    def set_owner(self, path: str, owner: int | None, group: int | None) -> None:
        node = self._find(self.real(path))
        if node is None:
            self.stat(path)
            return
        node.uid = node.uid if owner is None else owner
        node.gid = node.gid if group is None else group

    def set_times(self, path: str, modified_ns: int, accessed_ns: int) -> None:
        real = self.real(path)
        if self.storage.owns(real):
            self.storage.touch(real, modified_ns, accessed_ns)
            return
        node = self._find(real)
        if node is not None:
            node.modified_ns, node.accessed_ns = modified_ns, accessed_ns


__all__ = ["SHELL", "Files"]
