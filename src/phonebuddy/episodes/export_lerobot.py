"""Export to the layout of LeRobot datasets, version 3.0: Parquet with pictures inside, and tables about them.

A frame is a step; an action is a vector of five numbers (kind, two points, -1 where there is none) and,
beside it, the call as text. Texts have names of their own: a trainer takes every `observation...` for a state
and every `action...` for an action. Invariant: the numbers in `meta` are counted from what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from phonebuddy.action_checks import AXIS
from phonebuddy.actions import ACTIONS, Action, name_of, to_json
from phonebuddy.episode import Episode
from phonebuddy.episodes.arrow import pa, pq
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.runner import done_steps
from phonebuddy.episodes.tables import elements_text
from phonebuddy.errors import EpisodeError
from phonebuddy.traces.pictures import decode_picture

VERSION = "v3.0"
FPS = 1
"""A frame a second: what an action takes on the phone's clock."""
FILE_BYTES = 100_000_000
VIDEO_MB = 500
"""What LeRobot itself writes; there are no videos, and it refuses 0."""
NTH_PIXEL = 8
"""Of the pixels of a picture, those of every eighth row and column are counted, as LeRobot does it."""
SCREEN = "observation.images.screen"
ACTION_NAMES = ["kind", "x1", "y1", "x2", "y2"]
KINDS = {name: number for number, name in enumerate(ACTIONS)}
_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
_SCHEMA = pa.schema(
    [
        (SCREEN, _IMAGE),
        ("screen.elements", pa.string()),
        ("action", pa.list_(pa.float32(), len(ACTION_NAMES))),
        ("call", pa.string()),
        ("next.reward", pa.float32()),
        ("next.done", pa.bool_()),
        ("timestamp", pa.float32()),
        ("frame_index", pa.int64()),
        ("episode_index", pa.int64()),
        ("index", pa.int64()),
        ("task_index", pa.int64()),
    ]
)
_Numbers = npt.NDArray[np.float64]
_PLAIN = {
    pa.string(): "string",
    pa.float32(): "float32",
    pa.bool_(): "bool",
    pa.int64(): "int64",
}


class _Files:
    """The data files, one after the other, each with whole episodes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.number = -1
        self._writer: pq.ParquetWriter | None = None
        self._bytes = 0

    def add(self, table: pa.Table) -> None:
        if self._writer is None or self._bytes > FILE_BYTES:
            self.close()
            self.number += 1
            path = self._folder / "data" / "chunk-000" / f"file-{self.number:03d}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer, self._bytes = pq.ParquetWriter(path, table.schema), 0
        self._writer.write_table(table)
        self._bytes += table.nbytes

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _Moments:
    """What the numbers of a column are like, worked out batch by batch."""

    def __init__(self) -> None:
        self._count = 0
        self._low: _Numbers = np.array(np.inf)
        self._high: _Numbers = np.array(-np.inf)
        self._mean: _Numbers = np.array(0.0)
        self._squares: _Numbers = np.array(0.0)
        """Of what lies between each number and the mean."""

    def add(self, values: _Numbers) -> None:
        """One row for each number of a frame, or for each pixel."""
        count, apart = len(values), values.mean(0) - self._mean
        total = self._count + count
        self._low = np.minimum(self._low, values.min(0))
        self._high = np.maximum(self._high, values.max(0))
        self._squares = self._squares + values.var(0) * count + apart**2 * (self._count * count / total)
        self._mean = self._mean + apart * (count / total)
        self._count = total

    def said(self, shape: tuple[int, ...], num_frames: int) -> dict[str, object]:
        std = np.sqrt(self._squares / self._count)
        found = {"min": self._low, "max": self._high, "mean": self._mean, "std": std}
        return {
            **{name: value.reshape(shape).tolist() for name, value in found.items()},
            "count": [num_frames],
        }


class _Stats:
    """Of each column but the texts."""

    def __init__(self) -> None:
        self._columns = {field.name: _Moments() for field in _SCHEMA if field.type != pa.string()}

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        for name, moments in self._columns.items():
            if name == SCREEN:
                for row in rows:
                    moments.add(_some_pixels(row[SCREEN]["bytes"]))
            else:
                moments.add(np.array([row[name] for row in rows], np.float64).reshape(len(rows), -1))

    def said(self, num_frames: int) -> dict[str, object]:
        shapes = {name: (3, 1, 1) if name == SCREEN else (-1,) for name in self._columns}
        return {name: one.said(shapes[name], num_frames) for name, one in self._columns.items()}


def _some_pixels(png: bytes) -> _Numbers:
    """Of red, green and blue, 0 to 1."""
    return decode_picture(png, SCREEN)[::NTH_PIXEL, ::NTH_PIXEL, :3].reshape(-1, 3) / 255


def export_lerobot(
    episodes: Iterable[Episode], gallery: Gallery, folder: Path, advance: Callable[[int], None]
) -> dict[str, object]:
    """Write `data/` and `meta/`."""
    files, stats, tasks = _Files(folder), _Stats(), dict[str, int]()
    heads: list[dict[str, object]] = []
    sizes: set[tuple[int, int]] = set()
    first = 0
    for episode in episodes:
        if steps := done_steps(episode):
            task = tasks.setdefault(episode.instruction, len(tasks))
            rows = list(_rows(episode, gallery, len(heads), task, first))
            files.add(pa.Table.from_pylist(rows, schema=_with_features(_SCHEMA)))
            stats.add(rows)
            heads.append(_head(len(heads), episode.instruction, first, len(rows), files.number))
            sizes |= {(step.seen.height, step.seen.width) for step in steps}
            first += len(rows)
        advance(1)
    files.close()
    if len(sizes) > 1:
        raise EpisodeError(f"screens of one size are needed, not of {sorted(sizes)}; export runs of one look")
    if heads:
        _write_meta(folder, heads, tasks, stats.said(first), sizes.pop())
    return {"episodes": len(heads), "frames": first, "tasks": len(tasks)}


def _rows(
    episode: Episode, gallery: Gallery, number: int, task: int, first: int
) -> Iterator[dict[str, object]]:
    steps = done_steps(episode)
    for place, step in enumerate(steps):
        is_last = place + 1 == len(steps)
        yield {
            SCREEN: {"bytes": gallery.png(episode, place), "path": None},
            "screen.elements": elements_text(step.seen.elements),
            "action": _vector(step.action),
            "call": msgspec.json.encode(to_json(step.action)).decode(),
            "next.reward": (episode.reward or 0.0) if is_last else 0.0,
            "next.done": is_last,
            "timestamp": place / FPS,
            "frame_index": place,
            "episode_index": number,
            "index": first + place,
            "task_index": task,
        }


def _vector(action: Action) -> list[float]:
    points = to_json(action)["arguments"]
    assert isinstance(points, dict)
    axes = [axis / AXIS for point in points.get("points", ()) for axis in point]
    return [float(KINDS[name_of(action)]), *axes, *[-1.0] * (len(ACTION_NAMES) - 1 - len(axes))]


def _head(number: int, said: str, first: int, length: int, file: int) -> dict[str, object]:
    return {
        "episode_index": number,
        "tasks": [said],
        "length": length,
        "dataset_from_index": first,
        "dataset_to_index": first + length,
        "data/chunk_index": 0,
        "data/file_index": file,
        "meta/episodes/chunk_index": 0,
        "meta/episodes/file_index": 0,
    }


def _with_features(schema: pa.Schema) -> pa.Schema:
    """With what the `datasets` library writes into a file, so that it shows pictures as pictures."""
    features: dict[str, object] = {}
    for field in schema:
        if field.type == _IMAGE:
            features[field.name] = {"_type": "Image"}
        elif field.type in _PLAIN:
            features[field.name] = {"dtype": _PLAIN[field.type], "_type": "Value"}
        else:
            value = {"dtype": "float32", "_type": "Value"}
            features[field.name] = {"feature": value, "length": len(ACTION_NAMES), "_type": "List"}
    info = msgspec.json.encode({"info": {"features": features}}).decode()
    return schema.with_metadata({"huggingface": info})


def _write_meta(
    folder: Path, heads: list[dict[str, object]], tasks: dict[str, int], stats: dict[str, object],
    size: tuple[int, int],
) -> None:  # fmt: skip
    meta = folder / "meta"
    (meta / "episodes" / "chunk-000").mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(heads), meta / "episodes" / "chunk-000" / "file-000.parquet")
    _write_tasks(meta / "tasks.parquet", tasks)
    info = {
        "codebase_version": VERSION,
        "robot_type": "phone",
        "total_episodes": len(heads),
        "total_frames": heads[-1]["dataset_to_index"],
        "total_tasks": len(tasks),
        "chunks_size": 1000,
        "data_files_size_in_mb": FILE_BYTES // 1_000_000,
        "video_files_size_in_mb": VIDEO_MB,
        "fps": FPS,
        "splits": {"train": f"0:{len(heads)}"},
        "data_path": "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
        "video_path": None,
        "features": _features(size),
    }
    (meta / "info.json").write_bytes(msgspec.json.format(msgspec.json.encode(info)))
    (meta / "stats.json").write_bytes(msgspec.json.format(msgspec.json.encode(stats)))


def _features(size: tuple[int, int]) -> dict[str, object]:
    found: dict[str, object] = {}
    for field in _SCHEMA:
        if field.name == SCREEN:
            names = ["height", "width", "channels"]
            found[field.name] = {"dtype": "image", "shape": [*size, 3], "names": names}
        elif field.name == "action":
            found[field.name] = {
                "dtype": "float32", "shape": [len(ACTION_NAMES)], "names": ACTION_NAMES, "kinds": list(KINDS)
            }  # fmt: skip
        else:
            found[field.name] = {"dtype": _PLAIN[field.type], "shape": [1], "names": None}
    return found


def _write_tasks(path: Path, tasks: dict[str, int]) -> None:
    """The tasks' words as the index of a table, as pandas keeps it."""
    table = pa.table({"task_index": list(tasks.values()), "task": list(tasks)})
    columns = [
        {"name": "task_index", "field_name": "task_index", "pandas_type": "int64", "numpy_type": "int64"},
        {"name": "task", "field_name": "task", "pandas_type": "unicode", "numpy_type": "object"},
    ]
    known = {"index_columns": ["task"], "column_indexes": [], "columns": columns}
    pq.write_table(table.replace_schema_metadata({"pandas": msgspec.json.encode(known).decode()}), path)
