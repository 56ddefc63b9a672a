"""AndroidControl: episodes of people, as TFRecord, each with a goal, trees, screens and actions.

A record holds `goal`, `screenshots` (PNG), `accessibility_trees` (forests as protocol buffers), `actions` and
`step_instructions` (JSON and text); there is one action fewer than there are screens. Invariant: pictures are
kept up to a sum per file and left out beyond it; nothing else depends on how large the file is.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.actions import Action, Wait
from phonebuddy.errors import TraceError
from phonebuddy.traces.assemble import DAMAGED_SCREEN, Head, assemble
from phonebuddy.traces.forest import read_forest
from phonebuddy.traces.gestures import button, open_app, scroll
from phonebuddy.traces.limits import MAX_PICTURE_BYTES, MAX_RECORDINGS, MAX_STEPS, parse_json
from phonebuddy.traces.pictures import BytesPicture
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.tfrecord import Features, first_example, read_example, read_records
from phonebuddy.traces.trace import Trace
from phonebuddy.traces.values import dict_of, int_of, text_of

FORMAT = "androidcontrol"
MAX_KEPT_BYTES = 512 << 20
"""Of all pictures of one file; later ones are left out."""
_WAIT_MS = 1000


def knows(path: Path) -> bool:
    """Whether a file is a TFRecord whose first record has trees."""
    return path.is_file() and "accessibility_trees" in first_example(path)


def read(path: Path) -> list[Trace]:
    """Every episode of a file."""
    traces: list[Trace] = []
    room = MAX_KEPT_BYTES
    for number, record in enumerate(read_records(path)):
        if number >= MAX_RECORDINGS:
            raise TraceError(f"{path}: more than {MAX_RECORDINGS:,} episodes.")
        features = read_example(record)
        if "actions" not in features:
            continue
        trace, used = _episode(features, path, number, room)
        room -= used
        traces.append(trace)
    if not traces:
        raise TraceError(f"{path}: no record with `actions`; AndroidControl has them in each.")
    return traces


def bytes_of(features: Features, name: str) -> list[bytes]:
    return [value for value in features.get(name, ()) if isinstance(value, bytes)]


def texts_of(features: Features, name: str) -> list[str]:
    return [text_of(value.decode("utf-8", "replace")) for value in bytes_of(features, name)]


def ints_of(features: Features, name: str) -> list[int]:
    return [value for value in features.get(name, ()) if isinstance(value, int)]


def _episode(features: Features, path: Path, number: int, room: int) -> tuple[Trace, int]:
    trees = bytes_of(features, "accessibility_trees")[:MAX_STEPS]
    pictures = bytes_of(features, "screenshots")
    sizes = list(
        zip(ints_of(features, "screenshot_widths"), ints_of(features, "screenshot_heights"), strict=False)
    )
    lost: dict[str, int] = {}
    shots: list[RawShot] = []
    used = 0
    for index, tree in enumerate(trees):
        data = pictures[index] if index < len(pictures) else b""
        frame = None
        if data and used + len(data) <= room and len(data) <= MAX_PICTURE_BYTES:
            used += len(data)
            frame = BytesPicture(data, f"{path} episode {number} screen {index}")
        elif data:
            lost["picture beyond the limits"] = lost.get("picture beyond the limits", 0) + 1
        shots.append(RawShot(str(index), _forest(tree, lost), size=_size(sizes, index), frame=frame))
    steps = _steps(features, shots)
    ids = [*ints_of(features, "episode_id"), number]
    head = Head(
        f"{path.name}/{ids[0]}", FORMAT, instruction=" ".join(texts_of(features, "goal")[:1]), answer="",
        origin=f"{path} record {number}",
    )  # fmt: skip
    return assemble(head, shots, steps, lost), used


def _size(sizes: list[tuple[int, int]], index: int) -> tuple[int, int] | None:
    return sizes[index] if index < len(sizes) and min(sizes[index]) > 0 else None


def _forest(tree: bytes, lost: dict[str, int]) -> list[Node]:
    try:
        return read_forest(tree)
    except TraceError:
        lost[DAMAGED_SCREEN] = lost.get(DAMAGED_SCREEN, 0) + 1
        return []


def _steps(features: Features, shots: list[RawShot]) -> list[RawStep]:
    steps: list[RawStep] = []
    says = texts_of(features, "step_instructions")
    for index, text in enumerate(bytes_of(features, "actions")[:MAX_STEPS]):
        shot = shots[index] if index < len(shots) else None
        after = shots[index + 1].key if index + 1 < len(shots) else None
        doing = _doing(text, shot) if shot is not None else None
        instruction = says[index] if index < len(says) else ""
        steps.append(RawStep(shot.key if shot else None, after, doing, instruction, f"action {index}"))
    return steps


def _doing(text: bytes, shot: RawShot) -> Touch | Action | None:
    try:
        action = dict_of(parse_json(text, "action"))
    except TraceError:
        return None
    return json_action(action, shot.size or (1080, 2400))


def json_action(action: dict[str, object], size: tuple[int, int]) -> Touch | Action | None:
    """An action as Google's Android data sets write it."""
    kind = text_of(action.get("action_type"))
    x, y = int_of(action.get("x")), int_of(action.get("y"))
    at = (x, y) if x is not None and y is not None else None
    if kind in ("click", "double_tap", "long_press"):
        names = {"click": "click", "double_tap": "double_click", "long_press": "long_press"}
        return Touch(names[kind], at) if at else None
    if kind in ("type", "input_text"):
        return Touch("type", at, text=text_of(action.get("text")))
    if kind in ("scroll", "swipe"):
        return scroll(action.get("direction"), (0, 0, *size))
    if kind == "open_app":
        return open_app(action.get("app_name"))
    if kind in ("navigate_home", "navigate_back", "keyboard_enter"):
        return button(kind.rpartition("_")[2])
    return Wait(_WAIT_MS) if kind == "wait" else None
