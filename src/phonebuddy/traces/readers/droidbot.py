"""DroidBot recordings, as folders or packed, and Kea's, which keep the same files with other names.

A folder holds `states/state_<tag>.json` with `screen_<tag>.png|jpg` and `events/event_<tag>.json`; Kea calls
the states `all_states`. Packed: `states.jsonl.gz`, `events.jsonl.gz`, `screens/`. Events name their two
states by hash. Invariant: a damaged file costs what it holds, never the rest; events are taken in the order
of their tags.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import DAMAGED_EVENT, DAMAGED_SCREEN, Head, assemble
from phonebuddy.traces.limits import (
    MAX_PICTURE_BYTES,
    MAX_SHOTS,
    MAX_STEPS,
    parse_json,
    read_bytes,
    read_packed,
)
from phonebuddy.traces.pictures import PICTURE_ENDINGS, picture_size
from phonebuddy.traces.raw import Node, RawShot, RawStep
from phonebuddy.traces.readers.droidbot_events import read_event
from phonebuddy.traces.shots import extent
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.values import corners_of, dict_of, int_of, rows_of, text_of

FORMAT = "droidbot"
STATE_FOLDERS = ("states", "all_states")
PACKED_STATES, PACKED_EVENTS = "states.jsonl.gz", "events.jsonl.gz"
_FLAGS = {
    "clickable": Is.CLICKABLE,
    "long_clickable": Is.LONG_CLICKABLE,
    "checkable": Is.CHECKABLE,
    "checked": Is.CHECKED,
    "editable": Is.EDITABLE,
    "focused": Is.FOCUSED,
    "scrollable": Is.SCROLLABLE,
    "selected": Is.SELECTED,
    "enabled": Is.ENABLED,
    "is_password": Is.PASSWORD,
}


class _File(NamedTuple):
    """One state or event, and the name it had."""

    name: str
    data: dict[str, Any]


def knows(path: Path) -> bool:
    """Whether a folder is such a recording, by its names."""
    return _is_packed(path) or ((path / "events").is_dir() and _state_folder(path) is not None)


def _is_packed(path: Path) -> bool:
    return (path / PACKED_STATES).is_file() and (path / PACKED_EVENTS).is_file()


def _state_folder(path: Path) -> Path | None:
    return next((path / name for name in STATE_FOLDERS if (path / name).is_dir()), None)


def read(path: Path) -> list[Trace]:
    """The one trace of a recording."""
    lost: Counter[str] = Counter()
    if _is_packed(path):
        states = _packed(path / PACKED_STATES, lost, DAMAGED_SCREEN)
        events = _packed(path / PACKED_EVENTS, lost, DAMAGED_EVENT)
        pictures = _pictures(path / "screens")
    else:
        folder = _state_folder(path)
        if folder is None:
            raise TraceError(f"{path}: no folder `states`; a DroidBot recording has one, beside `events`.")
        states = _files(folder, "state_", lost, DAMAGED_SCREEN)
        events = _files(path / "events", "event_", lost, DAMAGED_EVENT)
        pictures = _pictures(folder)
    # Tags are times, or step numbers of any length: the short ones come first.
    events.sort(key=lambda file: (len(_tag(file.name)), _tag(file.name)))
    if not events:
        raise TraceError(f"{path}: no readable events; DroidBot writes them as events/event_<tag>.json.")
    about = _about(path)
    head = Head(
        text_of(path.name), FORMAT, _app(about, events), flags=frozenset({Flag.EXPLORATION}), origin=str(path)
    )
    shots = _shots(states, pictures, lost)
    by_key = {shot.key: shot for shot in shots}
    steps = [_step(event, by_key) for event in events]
    return [assemble(head, shots, steps, lost)]


def _tag(name: str) -> str:
    return name.rpartition("/")[2].partition("_")[2].rpartition(".")[0]


def _files(folder: Path, prefix: str, lost: Counter[str], reason: str) -> list[_File]:
    names = sorted(path for path in folder.glob(f"{prefix}*.json"))
    if len(names) > max(MAX_STEPS, MAX_SHOTS):
        raise TraceError(f"{folder}: {len(names):,} files; at most {MAX_STEPS:,} are read.")
    found = []
    for path in names:
        try:
            data = parse_json(read_bytes(path), path)
        except TraceError:
            data = None
        if isinstance(data, dict):
            found.append(_File(path.name, data))
        else:
            lost[reason] += 1
    return found


def _packed(path: Path, lost: Counter[str], reason: str) -> list[_File]:
    found = []
    for line in read_packed(path).splitlines():
        try:
            row = dict_of(parse_json(line, path))
        except TraceError:
            row = {}
        if isinstance(row.get("data"), dict) and isinstance(row.get("file"), str):
            found.append(_File(row["file"], row["data"]))
        elif line.strip():
            lost[reason] += 1
        if len(found) > max(MAX_STEPS, MAX_SHOTS):
            raise TraceError(f"{path}: more than {MAX_STEPS:,} lines.")
    return found


def _pictures(folder: Path) -> dict[str, Path]:
    """Tag -> the picture of that state."""
    if not folder.is_dir():
        return {}
    return {
        _tag(path.name): path
        for path in sorted(folder.glob("screen_*"))
        if path.suffix.lower() in PICTURE_ENDINGS
    }


def _about(path: Path) -> dict[str, Any]:
    """What DroidBot says about the run: `utg.json`, or `utg.js` with its `var utg =`."""
    for name in ("utg.json", "utg.js"):
        if (path / name).is_file():
            try:
                text = read_bytes(path / name)
                return dict_of(
                    parse_json(re.sub(rb"^\s*var utg\s*=", b"", text).rstrip(b"; \r\n"), path / name)
                )
            except TraceError:
                return {}
    return {}


def _app(about: dict[str, Any], events: list[_File]) -> str:
    """The package the run was about: as DroidBot says, else the one it started most often."""
    if package := text_of(about.get("app_package")):
        return package
    started: Counter[str] = Counter()
    for file in events:
        intent = text_of(dict_of(file.data.get("event")).get("intent"))
        if found := re.match(r"am start (?:-\S+ )*([\w.]+)/", intent):
            started[found[1]] += 1
    return started.most_common(1)[0][0] if started else ""


def _shots(states: list[_File], pictures: dict[str, Path], lost: Counter[str]) -> list[RawShot]:
    states.sort(key=lambda file: (len(_tag(file.name)), _tag(file.name)))
    nodes = [_nodes(file.data) for file in states]
    size = _common_size(states, nodes, pictures)
    shots: list[RawShot] = []
    held = size
    for file, own in zip(states, nodes, strict=True):
        held = _held(extent(own), size, held)
        key = text_of(file.data.get("state_str"))
        if not key:
            lost[DAMAGED_SCREEN] += 1
            continue
        package, _, activity = text_of(file.data.get("foreground_activity")).partition("/")
        shots.append(RawShot(key, own, package, activity, held, pictures.get(_tag(file.name))))
    return shots


def _held(
    reach: tuple[int, int], size: tuple[int, int] | None, before: tuple[int, int] | None
) -> tuple[int, int] | None:
    """The size as the phone was held. A menu's small window fits both ways: then as it was held before."""
    if size is None:
        return None
    turned = size[::-1]
    if reach[0] > size[0] or reach[1] > size[1]:
        return turned if reach[0] <= turned[0] and reach[1] <= turned[1] else size
    return size if reach[1] > turned[1] else before


def _nodes(state: dict[str, Any]) -> list[Node]:
    return [_node(view, number) for number, view in enumerate(rows_of(state.get("views")))]


def _node(view: dict[str, Any], number: int) -> Node:
    id, parent = int_of(view.get("temp_id")), int_of(view.get("parent"))
    flags = 0
    for name, flag in _FLAGS.items():
        if view.get(name) is True:
            flags |= int(flag)
    return Node(
        str(number if id is None else id), None if parent is None or parent < 0 else str(parent),
        text_of(view.get("class")), corners_of(view.get("bounds")), text_of(view.get("text")),
        text_of(view.get("content_description")), text_of(view.get("hint_text")),
        text_of(view.get("resource_id")), text_of(view.get("package")), flags,
        view.get("visible") is not False,
    )  # fmt: skip


def _common_size(
    states: list[_File], nodes: list[list[Node]], pictures: dict[str, Path]
) -> tuple[int, int] | None:
    """The size of the phone: as recorded, else as far as any tree reaches, in the shape of the pictures."""
    for file in states:
        width, height = int_of(file.data.get("width")), int_of(file.data.get("height"))
        if width and height and width > 0 and height > 0:
            return width, height
    reaches = Counter(extent(own) for own in nodes)
    if not reaches:
        return None
    width = max(reach[0] for reach in reaches)
    height = max(reach[1] for reach in reaches)
    for path in _some(pictures):
        try:
            wide, high = picture_size(read_bytes(path, MAX_PICTURE_BYTES), path)
        except TraceError:
            continue
        return (width, max(height, round(width * high / wide))) if wide < high else (width, height)
    return width, height


def _some(pictures: dict[str, Path]) -> Iterator[Path]:
    yield from list(pictures.values())[:5]


def _step(file: _File, shots: dict[str, RawShot]) -> RawStep:
    before, after = text_of(file.data.get("start_state")), text_of(file.data.get("stop_state"))
    shot = shots.get(before)
    doing = read_event(dict_of(file.data.get("event")), shot)
    return RawStep(before or None, after or None, doing, origin=file.name)
