"""Step folders: numbered screens, each a UI tree and a picture, and a list of what was done between them.

What a person records with adb, and what LlamaTouch and others keep: `0.xml` (or `0.json`) with `0.png`,
`1.xml` ..., and one of `actions.json` (a list of our actions), `actions.txt` (adb commands, one a line) or
`eventStructs.txt` (LlamaTouch). Optional: `instruction.txt`, `0.activity`. Invariant: action number n is what
was done on screen number n; without a list of actions there are screens and no steps.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from phonebuddy.actions import Action, Click, DoubleClick, Drag, LongPress, Scroll, Type, from_json, to_pixels
from phonebuddy.errors import ActionError, TraceError
from phonebuddy.traces.assemble import DAMAGED_SCREEN, Head, assemble
from phonebuddy.traces.gestures import adb_command, button, open_app
from phonebuddy.traces.limits import MAX_PICTURE_BYTES, MAX_STEPS, parse_json, read_bytes, read_json
from phonebuddy.traces.pictures import PICTURE_ENDINGS, picture_size
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.shots import extent
from phonebuddy.traces.trace import Trace
from phonebuddy.traces.uitrees import read_tree, read_xml
from phonebuddy.traces.values import list_of, text_of

FORMAT = "step_folder"
ACTIONS, COMMANDS, EVENTS = "actions.json", "actions.txt", "eventStructs.txt"
TREES = (".xml", ".json", ".vh")
_NUMBER = re.compile(r"\d{1,6}")
_EVENT = re.compile(r"\[(\w+)\]")
_PAIR = re.compile(r"\((-?\d{1,6}),\s*(-?\d{1,6})\)")
_QUOTED = re.compile(r"['\"](.*)['\"]")

Doing = Touch | Action | None


def knows(path: Path) -> bool:
    """Whether a folder holds numbered trees: XML, or JSON with its picture beside it."""
    trees = trees_in(path)
    return any(tree.suffix == ".xml" or _picture(path, number) is not None for number, tree in trees.items())


def trees_in(folder: Path) -> dict[int, Path]:
    """Number -> the best tree of that screen."""
    found: dict[int, Path] = {}
    for ending in reversed(TREES):
        for path in folder.glob(f"*{ending}"):
            if _NUMBER.fullmatch(path.stem):
                found[int(path.stem)] = path
    return dict(sorted(found.items()))


def read(path: Path) -> list[Trace]:
    """The one trace of a folder."""
    lost: Counter[str] = Counter()
    shots = read_shots(path, lost)
    if not shots:
        raise TraceError(f"{path}: none of its trees can be read; they are uiautomator XML or JSON.")
    doings = _doings(path, shots)
    return [assemble_folder(path, FORMAT, shots, doings, _text(path / "instruction.txt"), lost)]


def assemble_folder(
    path: Path, format: str, shots: dict[int, RawShot], doings: list[Doing], instruction: str,
    lost: Counter[str], template: str = "",
) -> Trace:  # fmt: skip
    """Put screens and what was done on them together."""
    numbers = sorted(shots)
    steps = []
    for place, number in enumerate(numbers):
        if place >= len(doings) or (place == len(numbers) - 1 and doings[place] is None):
            break
        after = shots[numbers[place + 1]].key if place + 1 < len(numbers) else None
        steps.append(RawStep(shots[number].key, after, doings[place], origin=f"step {number}"))
    head = Head(text_of(path.name), format, "", instruction, template, origin=str(path))
    return assemble(head, [shots[number] for number in numbers], steps, lost)


def read_shots(folder: Path, lost: Counter[str]) -> dict[int, RawShot]:
    """Every numbered screen of a folder."""
    shots: dict[int, RawShot] = {}
    trees = trees_in(folder)
    if len(trees) > MAX_STEPS:
        raise TraceError(f"{folder}: {len(trees):,} screens; at most {MAX_STEPS:,} are read.")
    for number, path in trees.items():
        try:
            nodes = _nodes(path)
        except TraceError:
            lost[DAMAGED_SCREEN] += 1
            continue
        picture = _picture(folder, number)
        package, _, activity = _text(folder / f"{number}.activity").partition("/")
        shots[number] = RawShot(
            str(number), nodes, package or _package(nodes), activity, _size(nodes, picture), picture
        )
    return shots


def _nodes(path: Path) -> list[Node]:
    data = read_bytes(path)
    if path.suffix == ".xml":
        return read_xml(data, path)
    return read_tree(parse_json(data, path), path)


def _picture(folder: Path, number: int) -> Path | None:
    names = (folder / f"{number}{ending}" for ending in PICTURE_ENDINGS)
    return next((path for path in names if path.is_file()), None)


def _package(nodes: list[Node]) -> str:
    """Dumps name it on each node; failing that, resource ids begin with it."""
    counts = Counter(node.package for node in nodes if node.package)
    counts = counts or Counter(
        node.resource_id.partition(":")[0] for node in nodes if ":" in node.resource_id
    )
    names = [name for name, _ in counts.most_common() if name != "android"]
    return names[0] if names else ""


def _size(nodes: list[Node], picture: Path | None) -> tuple[int, int] | None:
    """As far as the tree reaches, and at least as high as the picture's shape says."""
    width, height = extent(nodes)
    if picture is None or not width:
        return (width, height) if width and height else None
    try:
        wide, high = picture_size(read_bytes(picture, MAX_PICTURE_BYTES), picture)
    except TraceError:
        return width, height
    full = max(width, wide) if width * 2 > wide else width
    return full, max(height, round(full * high / wide))


def _doings(folder: Path, shots: dict[int, RawShot]) -> list[Doing]:
    """What was done, in order."""
    if (folder / ACTIONS).is_file():
        sizes = [shot.size or extent(shot.nodes) for _, shot in sorted(shots.items())]
        rows = list_of(read_json(folder / ACTIONS))
        return [_own(row, sizes[i] if i < len(sizes) else (1, 1)) for i, row in enumerate(rows[:MAX_STEPS])]
    if (folder / COMMANDS).is_file():
        return [adb_command(line) for line in _lines(folder / COMMANDS)]
    if (folder / EVENTS).is_file():
        return [_event(line, shots) for line in _lines(folder / EVENTS)]
    return []


def _lines(path: Path) -> list[str]:
    text = read_bytes(path).decode("utf-8", "replace")
    return [line for line in text.splitlines()[:MAX_STEPS] if line.strip()]


def _text(path: Path) -> str:
    return text_of(read_bytes(path).decode("utf-8", "replace").strip()) if path.is_file() else ""


def _own(row: object, size: tuple[int, int]) -> Doing:
    """An action of our vocabulary; its points become pixels, so that the target is found as for any touch."""
    try:
        action = from_json(row)
    except ActionError:
        return None
    return touch_of(action, size)


def touch_of(action: Action, size: tuple[int, int]) -> Touch | Action:
    width, height = max(size[0], 1), max(size[1], 1)
    if isinstance(action, Type):
        return Touch("type", text=action.text)
    for kind, name in ((Click, "click"), (DoubleClick, "double_click"), (LongPress, "long_press")):
        if isinstance(action, kind):
            return Touch(name, to_pixels(action.point, width, height))
    if isinstance(action, Scroll | Drag):
        start, end = to_pixels(action.start, width, height), to_pixels(action.end, width, height)
        return Touch("drag" if isinstance(action, Drag) else "scroll", start, end)
    return action


def _event(line: str, shots: dict[int, RawShot]) -> Doing:
    """A line of LlamaTouch: `[Click] Screen Resolution (320, 720), Click Position (204, 170)`, `[Home]`."""
    found = _EVENT.match(line.strip())
    kind = found[1].lower() if found else ""
    pairs = [(int(x), int(y)) for x, y in _PAIR.findall(line[:1000])]
    places = [_scale(pair, pairs[0], shots) for pair in pairs[1:]]
    if kind in ("click", "tap", "longpress", "long_press", "longclick") and places:
        return Touch("click" if kind in ("click", "tap") else "long_press", places[0])
    if kind in ("swipe", "scroll", "drag") and len(places) > 1:
        return Touch("scroll", places[0], places[1])
    if kind in ("type", "text", "input"):
        quoted = _QUOTED.search(line[:5000])
        text = quoted[1] if quoted else line.partition("]")[2].strip()
        return Touch("type", text=text_of(text))
    if kind in ("open", "launch", "openapp"):
        return open_app(line.partition("]")[2].strip())
    return button(kind)


def _scale(pair: tuple[int, int], seen: tuple[int, int], shots: dict[int, RawShot]) -> tuple[int, int]:
    """From the resolution the line names to that of the trees."""
    size = next((shot.size for shot in shots.values() if shot.size), seen)
    if seen[0] < 1 or seen[1] < 1:
        return pair
    return round(pair[0] * size[0] / seen[0]), round(pair[1] * size[1] / seen[1])
