"""Store: a folder of episodes: Parquet tables in parts, pictures by hash, a card that says what is in it.

    RUN/episodes/NAME.parquet  RUN/steps/NAME.parquet  RUN/images/ab/abcd....png  RUN/faults/  RUN/README.md

Invariant: an episode is in the store when, and only when, its part of `episodes` is there under its name: the
steps are written first, and both appear whole or not at all, whoever is killed when.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from phonebuddy.episode import SCHEMA, Episode
from phonebuddy.episodes.arrow import pa, pq
from phonebuddy.episodes.tables import (
    EPISODES,
    STEPS,
    episode_table,
    read_episodes,
    read_heads,
    step_table,
)
from phonebuddy.errors import EpisodeError
from phonebuddy.screen import Screen

_HASH = re.compile(r"[0-9a-f]{64}\Z")
_COLLECTED = re.compile(r"(\d{4,})-\d{3,}-\d{5,}")
"""A part's name: the number of the collection, the worker's and its own."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What keeps a file from being written is for a person to mend: neither a phone nor the program broke."""
    try:
        yield
    except OSError as error:
        more = "free space, then give the same command again: it goes on where it was"
        other = "see that it may be written, or take another folder with -o"
        way = more if error.errno in _FULL else other
        raise EpisodeError(f"{path} cannot be written: {error.strerror or error}; {way}") from None


class Parts:
    """Episodes in a folder, in pairs of files of the same name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._heads = folder / "episodes"
        self._steps = folder / "steps"

    def names(self) -> list[str]:
        """The parts that are whole, in the order of their names."""
        return sorted(path.stem for path in self._heads.glob("*.parquet"))

    def last_collection(self) -> int:
        """The highest number of a collection that wrote here; 0 where none did."""
        numbers = [int(found[1]) for name in self.names() if (found := _COLLECTED.fullmatch(name))]
        return max(numbers, default=0)

    def add(self, name: str, episodes: Sequence[Episode]) -> None:
        """Write a part; a name is used once."""
        if not episodes:
            return
        if (self._heads / f"{name}.parquet").exists():
            raise EpisodeError(f"{self.folder}: part {name} is there already")
        _write(step_table(episodes), self._steps / f"{name}.parquet")
        _write(episode_table(episodes), self._heads / f"{name}.parquet")

    def heads(self) -> list[Episode]:
        """Every episode without its steps."""
        return [head for name in self.names() for head in read_heads(self._table(self._heads, name))]

    def lengths(self) -> dict[str, int]:
        """How many steps each episode has, by its id."""
        tables = [self._table(self._heads, name) for name in self.names()]
        return {
            id: length
            for table in tables
            for id, length in zip(
                table.column("id").to_pylist(), table.column("num_steps").to_pylist(), strict=True
            )
        }

    def episodes(self, ids: Collection[str] | None = None) -> Iterator[Episode]:
        """Every episode, or those with these ids, part after part."""
        for name in self.names():
            heads = self._table(self._heads, name)
            if ids is not None and not any(id in ids for id in heads.column("id").to_pylist()):
                continue
            steps = self._table(self._steps, name)
            try:
                for episode in read_episodes(heads, steps):
                    if ids is None or episode.id in ids:
                        yield episode
            except (ValueError, KeyError) as error:
                raise EpisodeError(f"{self.folder}: part {name} is damaged: {error}") from None

    def tidy(self) -> None:
        """Take away what a killed writer left: files that are not whole, steps that belong to nothing.

        What somebody else put here is left alone.
        """
        whole = set(self.names())
        ours = [path for place in (self._steps, self._heads) for path in place.glob("*.[0-9]*.part")]
        alone = [path for path in self._steps.glob("*.parquet") if path.stem not in whole]
        ours += [path for path in alone if _COLLECTED.fullmatch(path.stem)]
        for path in ours:
            path.unlink(missing_ok=True)

    def _table(self, folder: Path, name: str) -> pa.Table:
        path = folder / f"{name}.parquet"
        try:
            # Not read_table: it would take the folder's other parts for one dataset.
            table = pq.ParquetFile(path, page_checksum_verification=True).read()
        except (OSError, pa.ArrowException) as error:
            raise EpisodeError(
                f"{path}: cannot be read: {error}; put it back from a copy of the run"
            ) from None
        _check_schema(path, table, STEPS if folder == self._steps else EPISODES)
        return table


def _check_schema(path: Path, table: pa.Table, wanted: pa.Schema) -> None:
    given = (table.schema.metadata or {}).get(b"phonebuddy.schema", b"none").decode()
    if given != str(SCHEMA):
        raise EpisodeError(
            f"{path}: episodes of schema {given}; this program reads schema {SCHEMA};"
            " collect anew, or read it with the PhoneBuddy that wrote it"
        )
    if not table.schema.equals(wanted):
        missing = sorted(set(wanted.names) ^ set(table.schema.names))
        raise EpisodeError(f"{path}: other columns than schema {SCHEMA} has: {', '.join(missing) or 'types'}")


def _write(table: pa.Table, path: Path) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            pq.write_table(table, file, compression="zstd", write_page_checksum=True)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)


class Pictures:
    """Pictures by the SHA-256 of their bytes: the same picture is kept once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        if not _HASH.match(name):
            raise EpisodeError(f"'{name}' is no picture's hash")
        return self.folder / name[:2] / f"{name}.png"

    def keep(self, screen: Screen) -> str:
        """Store the picture of a screen; its hash."""
        return self.add(screen.png())

    def add(self, data: bytes) -> str:
        """Store a PNG; its hash."""
        name = hashlib.sha256(data).hexdigest()
        path = self.path(name)
        # A power cut may leave a file with nothing in it.
        if not path.exists() or not path.stat().st_size:
            # Several processes and threads may keep the same picture at the same time.
            part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(data)
                part.replace(path)
        return name

    def read(self, name: str) -> bytes:
        """The PNG of a hash, checked against it."""
        path = self.path(name)
        way = "put it back from a copy of the run, or collect another run with --pixels"
        try:
            data = path.read_bytes()
        except OSError as error:
            raise EpisodeError(f"{path} cannot be read: {error.strerror}; {way}") from None
        if hashlib.sha256(data).hexdigest() != name:
            raise EpisodeError(f"{path} is damaged: its bytes have another hash; {way}")
        return data

    def tidy(self) -> None:
        """Take away what a killed writer left."""
        for path in self.folder.glob("*/*.[0-9]*.part"):
            path.unlink(missing_ok=True)


class Store:
    """A run's folder. Reading needs nothing else; writing is the collector's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts = Parts(folder)
        self.faults = Parts(folder / "faults")
        self.pictures = Pictures(folder / "images")

    @staticmethod
    def open(folder: Path) -> Store:
        """A store that is there already."""
        store = Store(folder)
        if not (folder / "episodes").is_dir() and not (folder / "run.json").is_file():
            raise EpisodeError(f"{folder} holds no episodes; make some: phonebuddy collect -o {folder}")
        return store

    def tidy(self) -> None:
        """Take away what a killed writer left; for who writes here alone."""
        self.parts.tidy()
        self.faults.tidy()
        self.pictures.tidy()

    def heads(self) -> list[Episode]:
        """Every episode without its steps; faults are apart, in `faults`."""
        return self.parts.heads()

    def episodes(self, ids: Collection[str] | None = None) -> Iterator[Episode]:
        return self.parts.episodes(ids)
