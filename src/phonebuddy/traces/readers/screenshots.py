"""Sets without UI trees: AITW, AitZ and GUI-Odyssey. Screens, instructions and gestures only.

Elements, where there are any, are boxes that a program found in the picture. Invariant: every trace of these
is flagged `screenshot_only`, so that nothing takes such boxes for a tree.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from phonebuddy.actions import Action, ButtonPress
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.screen import Frame
from phonebuddy.traces.assemble import Head, assemble
from phonebuddy.traces.limits import MAX_PICTURE_BYTES, MAX_STEPS, parse_json, read_bytes, read_json
from phonebuddy.traces.pictures import BytesPicture, RawPicture, picture_size
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.readers.androidcontrol import MAX_KEPT_BYTES, bytes_of, ints_of, texts_of
from phonebuddy.traces.tfrecord import Features, first_example, read_example, read_records
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.values import dict_of, float_of, int_of, list_of, pair_of, rows_of, text_of

_FLAGS = frozenset({Flag.SCREENSHOT_ONLY, Flag.FLAT})
_TAP = 0.04
"""AITW: touch and lift within this share of the screen are a tap."""
_TYPE, _TOUCH, _BACK, _HOME, _ENTER, _DONE, _IMPOSSIBLE = 3, 4, 5, 6, 7, 10, 11
_SIZE = (1080, 1920)
"""Where nothing says how large the screen was; points are shares of it anyway."""
_MAX_NAME = 200
"""Of a file; longer ones cannot be asked for."""

Doing = Touch | Action | None


def _begins(path: Path, *words: bytes) -> bool:
    if path.suffix != ".json" or not path.is_file():
        return False
    try:
        with open(path, "rb") as file:
            head = file.read(65_536)
    except OSError:
        return False
    return all(word in head for word in words)


def knows_aitz(path: Path) -> bool:
    return _begins(path, b'"result_action_type"')


def knows_odyssey(path: Path) -> bool:
    return _begins(path, b'"task_info"', b'"steps"')


def knows_aitw(path: Path) -> bool:
    return path.is_file() and "image/encoded" in first_example(path)


def _end(kind: int | None) -> str | None:
    return {_DONE: "", _IMPOSSIBLE: "impossible"}.get(kind or 0)


def _aitw_doing(kind: int | None, touch: object, lift: object, text: str, size: tuple[int, int]) -> Doing:
    """An action of AITW; touch and lift are [y, x] as shares of the screen."""
    start, end = _place(touch, size), _place(lift, size)
    if kind == _TOUCH and start and end:
        near = math.hypot((start[0] - end[0]) / size[0], (start[1] - end[1]) / size[1]) <= _TAP
        return Touch("click", start) if near else Touch("scroll", start, end)
    if kind == _TYPE:
        return Touch("type", text=text)
    name = {_BACK: "back", _HOME: "home", _ENTER: "enter"}.get(kind or 0)
    return ButtonPress(name) if name else None


def _place(pair: object, size: tuple[int, int]) -> tuple[int, int] | None:
    y, x = pair_of(pair) or (-1.0, -1.0)
    return (round(x * size[0]), round(y * size[1])) if 0 <= x <= 1 and 0 <= y <= 1 else None


def _boxes(positions: object, texts: object, kinds: object) -> list[Node]:
    """Boxes [top, left, height, width] in pixels of the picture, with their words or the kind of icon."""
    words, names = list_of(texts), list_of(kinds)
    nodes = []
    for number, box in enumerate(list_of(positions)):
        sides = [int_of(side) for side in list_of(box)]
        if len(sides) != 4 or None in sides:
            continue
        top, left, height, width = (side or 0 for side in sides)
        text = text_of(words[number]) if number < len(words) else ""
        kind = text_of(names[number]) if number < len(names) else ""
        nodes.append(
            Node(
                str(number),
                None,
                "",
                (left, top, left + width, top + height),
                text,
                "" if kind == "TEXT" else kind.removeprefix("ICON_").replace("_", " ").lower(),
                flags=int(Is.ENABLED),
                role="text" if kind == "TEXT" else "icon",
            )  # fmt: skip
        )
    return nodes


def _parsed(value: object) -> object:
    """AitZ keeps lists as JSON inside JSON."""
    return parse_json(value, "list") if isinstance(value, str) else value


def read_aitz(path: Path) -> list[Trace]:
    """The one episode of a file."""
    rows = rows_of(read_json(path))[:MAX_STEPS]
    if not rows:
        raise TraceError(f"{path}: no steps; an AitZ episode is a list of them.")
    shots, doings, answer = [], [], None
    for number, row in enumerate(rows):
        picture = _beside(path, row.get("image_path"))
        size = _picture_size(picture) or _SIZE
        nodes = _boxes(
            _parsed(row.get("ui_positions")), _parsed(row.get("ui_text")), _parsed(row.get("ui_types"))
        )
        shots.append(RawShot(str(number), nodes, size=size, picture=picture))
        kind = int_of(row.get("result_action_type"))
        touch, lift = _parsed(row.get("result_touch_yx")), _parsed(row.get("result_lift_yx"))
        answer = _end(kind) if _end(kind) is not None else answer
        text = text_of(row.get("result_action_text"))
        doings.append((_aitw_doing(kind, touch, lift, text, size), _end(kind) is not None))
    head = Head(
        text_of(path.stem), "aitz", instruction=text_of(rows[0].get("instruction")), answer=answer,
        flags=_FLAGS, origin=str(path),
    )  # fmt: skip
    return [_assemble(head, shots, doings)]


def _assemble(head: Head, shots: list[RawShot], doings: list[tuple[Doing, bool]]) -> Trace:
    """`doings` are what was done on each shot, and whether it ended the episode."""
    steps = []
    for number, (doing, ends) in enumerate(doings):
        if not ends:
            after = shots[number + 1].key if number + 1 < len(shots) else None
            steps.append(RawStep(shots[number].key, after, doing, origin=f"step {number}"))
    return assemble(head, shots, steps)


def _beside(path: Path, name: object) -> Path | None:
    """The picture of a step, by its last name only: near the file, whatever path the recording gives."""
    last = text_of(name).rpartition("/")[2]
    if not last or last in (".", "..") or len(last) > _MAX_NAME:
        return None
    places = (
        path.parent / last,
        path.parent / "screenshots" / last,
        path.parent.parent / "screenshots" / last,
    )
    return next((place for place in places if place.is_file()), None)


def _picture_size(path: Path | None) -> tuple[int, int] | None:
    if path is None:
        return None
    try:
        return picture_size(read_bytes(path, MAX_PICTURE_BYTES), path)
    except TraceError:
        return None


def read_odyssey(path: Path) -> list[Trace]:
    """The one episode of a file; `meta_task` is the instruction with its values left open."""
    data = dict_of(read_json(path))
    rows = rows_of(data.get("steps"))[:MAX_STEPS]
    if not rows:
        raise TraceError(f"{path}: no steps; a GUI-Odyssey episode has them under `steps`.")
    device, task = dict_of(data.get("device_info")), dict_of(data.get("task_info"))
    width, height = int_of(device.get("w")), int_of(device.get("h"))
    size = (width, height) if width and height and width > 0 and height > 0 else _SIZE
    shots, doings, answer = [], [], None
    for number, row in enumerate(rows):
        picture = _beside(path, row.get("screenshot"))
        shots.append(RawShot(str(number), [], size=size, picture=picture))
        end = {"COMPLETE": "", "IMPOSSIBLE": "impossible"}.get(text_of(row.get("action")).upper())
        answer = end if end is not None else answer
        doings.append((_odyssey_doing(row, size), end is not None))
    head = Head(
        text_of(data.get("episode_id")) or text_of(path.stem), "gui_odyssey", text_of(task.get("app")),
        text_of(task.get("instruction")) or text_of(task.get("task")), text_of(task.get("meta_task")), answer,
        _FLAGS, str(path),
    )  # fmt: skip
    return [_assemble(head, shots, doings)]


def _odyssey_doing(row: dict[str, Any], size: tuple[int, int]) -> Doing:
    kind, info = text_of(row.get("action")).upper(), row.get("info")
    points = [point for pair in list_of(info) if (point := _thousandth(pair, size)) is not None]
    if kind in ("CLICK", "LONG_PRESS") and isinstance(info, str):
        return _key(info)
    if kind in ("CLICK", "LONG_PRESS") and points:
        return Touch("click" if kind == "CLICK" else "long_press", points[0])
    if kind == "SCROLL" and len(points) > 1:
        return Touch("scroll", points[0], points[-1])
    if kind in ("TYPE", "TEXT"):
        return Touch("type", text=text_of(info))
    return _key(kind)


def _key(name: str) -> Doing:
    key = name.upper().removeprefix("KEY_").lower()
    return ButtonPress(key) if key in ("home", "back") else None


def _thousandth(pair: object, size: tuple[int, int]) -> tuple[int, int] | None:
    x, y = pair_of(pair) or (-1.0, -1.0)
    if not (0 <= x <= 1000 and 0 <= y <= 1000):
        return None
    return round(x * size[0] / 1000), round(y * size[1] / 1000)


def read_aitw(path: Path) -> list[Trace]:
    """Every episode of a TFRecord; its records are single steps, those of one episode stand together."""
    episodes: dict[str, list[Features]] = {}
    room = MAX_KEPT_BYTES
    for number, record in enumerate(read_records(path)):
        if number >= MAX_STEPS:
            raise TraceError(f"{path}: more than {MAX_STEPS:,} steps.")
        features = read_example(record)
        size = sum(len(data) for data in bytes_of(features, "image/encoded"))
        if size > room:
            features["image/encoded"] = []
        else:
            room -= size
        name = " ".join(texts_of(features, "episode_id")[:1])
        episodes.setdefault(name, []).append(features)
    return [_aitw_episode(name, steps, path) for name, steps in episodes.items()]


def _aitw_episode(name: str, steps: list[Features], path: Path) -> Trace:
    steps.sort(key=lambda step: [*ints_of(step, "step_id"), 0][0])
    shots, doings, answer = [], [], None
    for number, step in enumerate(steps):
        size = ([*ints_of(step, "image/width"), 0][0], [*ints_of(step, "image/height"), 0][0])
        size = size if min(size) > 0 else _SIZE
        kind = [*ints_of(step, "results/action_type"), 0][0]
        answer = _end(kind) if _end(kind) is not None else answer
        shots.append(_aitw_shot(step, number, size, path))
        text = " ".join(texts_of(step, "results/type_action")[:1])
        touch, lift = list(step.get("results/yx_touch", ())), list(step.get("results/yx_lift", ()))
        doings.append((_aitw_doing(kind, touch, lift, text, size), _end(kind) is not None))
    goal = " ".join(texts_of(steps[0], "goal_info")[:1])
    head = Head(f"{path.name}/{name}", "aitw", "", goal, answer=answer, flags=_FLAGS, origin=str(path))
    return _assemble(head, shots, doings)


def _aitw_shot(step: Features, number: int, size: tuple[int, int], path: Path) -> RawShot:
    numbers = list(step.get("image/ui_annotations_positions", ()))
    boxes = [
        [_pixels(numbers[at + i], size[1 - i % 2]) for i in range(4)] for at in range(0, len(numbers) - 3, 4)
    ]
    nodes = _boxes(
        boxes, texts_of(step, "image/ui_annotations_text"), texts_of(step, "image/ui_annotations_ui_types")
    )
    data = b"".join(bytes_of(step, "image/encoded")[:1])
    frame = _frame(data, size, f"{path} step {number}")
    package, _, activity = " ".join(texts_of(step, "current_activity")[:1]).partition("/")
    return RawShot(str(number), nodes, package, activity, size, frame=frame)


def _frame(data: bytes, size: tuple[int, int], name: str) -> Frame | None:
    """A file of a picture, or, as AITW has it, bare pixels of the size that stands beside them."""
    pixels = size[0] * size[1]
    if len(data) in (3 * pixels, 4 * pixels):
        return RawPicture(data, *size)
    return BytesPicture(data, name) if data else None


def _pixels(value: object, side: int) -> int | None:
    number = float_of(value)
    if number is None or abs(number) > 1e5:
        return None
    return round(number * side) if abs(number) <= 1 else round(number)
