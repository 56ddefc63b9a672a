"""Export to the layout of LeRobot datasets, version 3.0: Parquet with pictures inside, and tables about them.

A frame is a step; an action is a vector of five numbers (kind, two points, -1 where there is none) and,
beside it, the call as text; the state is the action before it, in the same numbers. Texts have names of
their own: a trainer takes every `observation...` for a state and every `action...` for an action.
Invariant: the numbers in `meta` are counted from what was written.
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
from phonebuddy.screen import Pixels
from phonebuddy.traces.pictures import encode_rgb_png

VERSION = "v3.0"
FPS = 1
"""A frame a second: what an action takes on the phone's clock."""
FILE_BYTES = 100_000_000
VIDEO_MB = 500
"""What LeRobot itself writes; there are no videos, and it refuses 0."""
HEADS = 1000
"""Episodes whose heads are written at once."""
QUANTILES = {"q01": 0.01, "q10": 0.1, "q50": 0.5, "q90": 0.9, "q99": 0.99}
NTH_PIXEL = 8
"""Of the pixels of a picture, those of every eighth row and column are counted, as LeRobot does it."""
SCREEN = "observation.images.screen"
STATE = "observation.state"
"""The action before it: most policies of LeRobot want a state, and an agent knows what it did last."""
ACTION_NAMES = ["kind", "x1", "y1", "x2", "y2"]
NO_ACTION = [-1.0] * len(ACTION_NAMES)
KINDS = {name: number for number, name in enumerate(ACTIONS)}
_HEAD = (
    "episode_index", "tasks", "length", "dataset_from_index", "dataset_to_index", "data/chunk_index",
    "data/file_index", "meta/episodes/chunk_index", "meta/episodes/file_index",
)  # fmt: skip
_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
_SCHEMA = pa.schema(
    [
        (SCREEN, _IMAGE),
        (STATE, pa.list_(pa.float32(), len(ACTION_NAMES))),
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
_COUNTED = [field.name for field in _SCHEMA if field.type != pa.string()]
_Numbers = npt.NDArray[np.float64]
_Facts = dict[str, _Numbers]
_PLAIN = {
    pa.string(): "string",
    pa.float32(): "float32",
    pa.bool_(): "bool",
    pa.int64(): "int64",
}


def _heads_schema() -> pa.Schema:
    """Numbers of pictures are nested as an array of channels, one row and one column is."""
    number, texts, pixel = pa.int64(), pa.list_(pa.string()), pa.list_(pa.list_(pa.list_(pa.float64())))
    fields = [(name, texts if name == "tasks" else number) for name in _HEAD]
    for name in _COUNTED:
        kind = pixel if name == SCREEN else pa.list_(pa.float64())
        fields += [(f"stats/{name}/{fact}", kind) for fact in ("min", "max", "mean", "std", *QUANTILES)]
        fields += [(f"stats/{name}/count", pa.list_(number))]
    return pa.schema(fields)


_HEADS_SCHEMA = _heads_schema()


class _Picture(msgspec.Struct, frozen=True):
    """A screen without transparency: LeRobot takes as many channels as a picture has, and wants three."""

    png: bytes
    size: tuple[int, int]
    some: _Numbers
    """Red, green and blue of some pixels, 0 to 1."""

    @classmethod
    def of(cls, pixels: Pixels) -> _Picture:
        some = pixels[::NTH_PIXEL, ::NTH_PIXEL, :3].reshape(-1, 3) / 255
        return cls(encode_rgb_png(pixels), pixels.shape[:2], some)


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


class _Heads:
    """The table about the episodes, one row each; many are written at once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "meta" / "episodes" / "chunk-000" / "file-000.parquet"
        self._writer: pq.ParquetWriter | None = None
        self._waiting: list[dict[str, object]] = []
        self.count = 0

    def add(self, head: dict[str, object]) -> None:
        self._waiting.append(head)
        self.count += 1
        if len(self._waiting) == HEADS:
            self._write()

    def close(self) -> None:
        if self._waiting:
            self._write()
        if self._writer is not None:
            self._writer.close()

    def _write(self) -> None:
        if self._writer is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = pq.ParquetWriter(self._path, _HEADS_SCHEMA)
        self._writer.write_table(pa.Table.from_pylist(self._waiting, schema=_HEADS_SCHEMA))
        self._waiting = []


class _Stats:
    """What the numbers of each column but the texts are like: in an episode, and in all so far."""

    def __init__(self) -> None:
        self._all: dict[str, _Facts] = {}
        self._count = 0

    def add(self, rows: Sequence[Mapping[str, Any]], pictures: Sequence[_Picture]) -> dict[str, object]:
        """What it is in this episode, under the names of the columns of the table about episodes."""
        found: dict[str, object] = {}
        for name in _COUNTED:
            if name == SCREEN:
                facts = _facts(np.concatenate([one.some for one in pictures]))
            else:
                facts = _facts(np.array([row[name] for row in rows], np.float64).reshape(len(rows), -1))
            before = self._all.get(name, facts)
            self._all[name] = _joined(before, self._count, facts, len(rows))
            said = _said(name, facts, len(rows))
            found |= {f"stats/{name}/{fact}": value for fact, value in said.items()}
        self._count += len(rows)
        return found

    def said(self) -> dict[str, object]:
        return {name: _said(name, facts, self._count) for name, facts in self._all.items()}


def _facts(values: _Numbers) -> _Facts:
    """Of one row for each frame, or for each pixel."""
    quantiles = np.quantile(values, list(QUANTILES.values()), axis=0, method="inverted_cdf")
    whole = {"min": values.min(0), "max": values.max(0), "mean": values.mean(0), "std": values.std(0)}
    return {**whole, **dict(zip(QUANTILES, quantiles, strict=True))}


def _joined(some: _Facts, count: int, more: _Facts, length: int) -> _Facts:
    """Of both together. Quantiles are means of those of the episodes, as LeRobot takes them."""
    share = length / (count + length)
    found = {name: some[name] + (more[name] - some[name]) * share for name in some}
    apart = more["mean"] - some["mean"]
    squares = some["std"] ** 2 * (1 - share) + more["std"] ** 2 * share + apart**2 * share * (1 - share)
    found["min"] = np.minimum(some["min"], more["min"])
    found["max"] = np.maximum(some["max"], more["max"])
    found["std"] = np.sqrt(squares)
    return found


def _said(name: str, facts: _Facts, num_frames: int) -> dict[str, object]:
    shape = (3, 1, 1) if name == SCREEN else (-1,)
    return {**{fact: value.reshape(shape).tolist() for fact, value in facts.items()}, "count": [num_frames]}


def export_lerobot(
    episodes: Iterable[Episode], gallery: Gallery, folder: Path, advance: Callable[[int], None]
) -> dict[str, object]:
    """Write `data/` and `meta/`."""
    files, heads, stats, tasks = _Files(folder), _Heads(folder), _Stats(), dict[str, int]()
    sizes: set[tuple[int, int]] = set()
    first = 0
    for episode in episodes:
        if steps := done_steps(episode):
            task = tasks.setdefault(episode.instruction, len(tasks))
            pictures = [_Picture.of(gallery.pixels(episode, place)) for place in range(len(steps))]
            rows = list(_rows(episode, pictures, heads.count, task, first))
            files.add(pa.Table.from_pylist(rows, schema=_with_features(_SCHEMA)))
            head = _head(heads.count, episode.instruction, first, len(rows), files.number)
            heads.add({**head, **stats.add(rows, pictures)})
            sizes |= {picture.size for picture in pictures}
            first += len(rows)
        advance(1)
    files.close()
    heads.close()
    if len(sizes) > 1:
        raise EpisodeError(f"screens of one size are needed, not of {sorted(sizes)}; export runs of one look")
    if heads.count:
        _write_meta(folder, (heads.count, first), tasks, stats.said(), sizes.pop())
    return {"episodes": heads.count, "frames": first, "tasks": len(tasks)}


def _rows(
    episode: Episode, pictures: Sequence[_Picture], number: int, task: int, first: int
) -> Iterator[dict[str, object]]:
    steps = done_steps(episode)
    for place, (step, picture) in enumerate(zip(steps, pictures, strict=True)):
        is_last = place + 1 == len(steps)
        yield {
            SCREEN: {"bytes": picture.png, "path": None},
            STATE: _vector(steps[place - 1].action) if place else NO_ACTION,
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
    values = (number, [said], length, first, first + length, 0, file, 0, 0)
    return dict(zip(_HEAD, values, strict=True))


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
    folder: Path, counts: tuple[int, int], tasks: dict[str, int], stats: dict[str, object],
    size: tuple[int, int],
) -> None:  # fmt: skip
    """Counts: of episodes and of frames."""
    meta = folder / "meta"
    _write_tasks(meta / "tasks.parquet", tasks)
    info = {
        "codebase_version": VERSION,
        "robot_type": "phone",
        "total_episodes": counts[0],
        "total_frames": counts[1],
        "total_tasks": len(tasks),
        "chunks_size": 1000,
        "data_files_size_in_mb": FILE_BYTES // 1_000_000,
        "video_files_size_in_mb": VIDEO_MB,
        "fps": FPS,
        "splits": {"train": f"0:{counts[0]}"},
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
        elif field.name in (STATE, "action"):
            names = ACTION_NAMES if field.name == "action" else [f"last_{name}" for name in ACTION_NAMES]
            found[field.name] = {
                "dtype": "float32", "shape": [len(names)], "names": names, "kinds": list(KINDS)
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
