"""Tables: episodes and steps as Arrow tables and back, one row for each.

Elements and actions are JSON text, so that any tool can read them. Invariant: what was written is read back
equal, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from phonebuddy.actions import from_json, to_json
from phonebuddy.episode import SCHEMA, Episode, Seen, Step
from phonebuddy.episodes.arrow import pa
from phonebuddy.screen import Element

_TEXTS = pa.list_(pa.string())
EPISODES = pa.schema(
    [
        ("id", pa.string()),
        ("task", pa.string()),
        ("template", pa.string()),
        ("category", pa.string()),
        ("apps", _TEXTS),
        ("instruction", pa.string()),
        ("agent", pa.string()),
        ("seed", pa.int64()),
        ("lane", pa.string()),
        ("phone", pa.string()),
        ("num_steps", pa.int32()),
        ("result", pa.string()),
        ("reward", pa.float64()),
        ("ending", pa.string()),
        ("cause", pa.string()),
        ("reasons", _TEXTS),
        ("side_effects", _TEXTS),
        ("changeset", pa.binary()),
        ("offered", _TEXTS),
        ("versions", pa.string()),
    ],
    {"phonebuddy.schema": str(SCHEMA)},
)
STEPS = pa.schema(
    [
        ("episode", pa.string()),
        ("step", pa.int32()),
        ("package", pa.string()),
        ("activity", pa.string()),
        ("width", pa.int32()),
        ("height", pa.int32()),
        ("time_s", pa.int64()),
        ("image", pa.string()),
        ("elements", pa.string()),
        ("action", pa.string()),
        ("text", pa.string()),
        ("choices", pa.binary()),
        ("log_probs", pa.list_(pa.float64())),
        ("version", pa.int64()),
        ("latency_ms", pa.float64()),
        ("snapshot", pa.binary()),
    ],
    {"phonebuddy.schema": str(SCHEMA)},
)
_SEEN = ("package", "activity", "width", "height", "time_s", "image")
_STEP = ("text", "choices", "version", "latency_ms", "snapshot")
_EPISODE = tuple(name for name in EPISODES.names if name not in ("num_steps", "reward", "versions"))
_encode = msgspec.json.Encoder().encode
_decode_elements = msgspec.json.Decoder(list[Element]).decode
_decode_versions = msgspec.json.Decoder(dict[str, str]).decode
_decode_json = msgspec.json.Decoder().decode


def episode_table(episodes: Sequence[Episode]) -> pa.Table:
    """The heads, without steps."""
    columns: dict[str, list[object]] = {
        name: [_plain(getattr(one, name)) for one in episodes] for name in _EPISODE
    }
    columns["num_steps"] = [len(one.steps) for one in episodes]
    columns["reward"] = [one.reward for one in episodes]
    columns["versions"] = [_encode(one.versions).decode() for one in episodes]
    return pa.table(columns, schema=EPISODES)


def step_table(episodes: Iterable[Episode]) -> pa.Table:
    """Every step of every episode, in order."""
    columns: dict[str, list[object]] = {name: [] for name in STEPS.names}
    for episode in episodes:
        for number, step in enumerate(episode.steps):
            _add_step(columns, episode.id, number, step)
    return pa.table(columns, schema=STEPS)


def _add_step(columns: dict[str, list[object]], episode: str, number: int, step: Step) -> None:
    columns["episode"].append(episode)
    columns["step"].append(number)
    for name in _SEEN:
        columns[name].append(getattr(step.seen, name))
    for name in _STEP:
        columns[name].append(getattr(step, name))
    columns["elements"].append(elements_text(step.seen.elements))
    columns["action"].append(_encode(to_json(step.action)).decode())
    columns["log_probs"].append(list(step.log_probs))


def elements_text(elements: Sequence[Element]) -> str:
    """Elements as JSON, as they are stored and compared."""
    return _encode(elements).decode()


def _plain(value: object) -> object:
    """Text as it can be stored: halves of surrogate pairs, as models and errors may hold, become a `?`."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def read_heads(table: pa.Table) -> list[Episode]:
    """Episodes as they were written, with no steps."""
    return [_head(row, ()) for row in table.to_pylist()]


def read_episodes(heads: pa.Table, steps: pa.Table) -> Iterator[Episode]:
    """Episodes with the steps that belong to them; rows of steps stand in order, episode after episode."""
    rows = steps.to_pylist()
    at = 0
    for head in heads.to_pylist():
        end = at + head["num_steps"]
        mine = rows[at:end]
        at = end
        if len(mine) != head["num_steps"] or any(row["episode"] != head["id"] for row in mine):
            raise ValueError(f"the steps of episode {head['id']} are not where they belong")
        yield _head(head, tuple(_step(row) for row in mine))


def _head(row: dict[str, Any], steps: tuple[Step, ...]) -> Episode:
    values = {name: row[name] for name in _EPISODE}
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = tuple(value)
    return Episode(**values, steps=steps, versions=_decode_versions(row["versions"]))


def _step(row: dict[str, Any]) -> Step:
    seen = Seen(elements=_decode_elements(row["elements"]), **{name: row[name] for name in _SEEN})
    return Step(
        seen=seen,
        action=from_json(_decode_json(row["action"])),
        log_probs=tuple(row["log_probs"]),
        **{name: row[name] for name in _STEP},
    )
