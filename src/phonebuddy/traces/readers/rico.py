"""RICO and MoTIF traces: numbered view hierarchies and screenshots, and touch points by screen.

A trace is a folder with `view_hierarchies/<i>.json`, `screenshots/<i>.jpg` (MoTIF: `screens/`) and
`gestures.json`, screen -> points as shares of the screen; one point is a tap, more are a swipe. MoTIF adds a
task text. Invariant: screens are taken in the order of their numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from phonebuddy.errors import TraceError
from phonebuddy.traces.assemble import DAMAGED_SCREEN, Head, assemble
from phonebuddy.traces.limits import MAX_SIDE, MAX_STEPS, parse_json, read_bytes, read_json
from phonebuddy.traces.pictures import PICTURE_ENDINGS
from phonebuddy.traces.raw import RawShot, RawStep, Touch
from phonebuddy.traces.shots import extent
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.uitrees import read_tree
from phonebuddy.traces.values import dict_of, list_of, pair_of, text_of

FORMAT = "rico"
TREES, PICTURES = "view_hierarchies", ("screenshots", "screens")
GESTURES, METADATA = "gestures.json", "metadata.json"
_TASKS = ("task.txt", "instruction.txt", "task")


def knows(path: Path) -> bool:
    """Whether a folder is such a trace."""
    return (path / TREES).is_dir()


def read(path: Path) -> list[Trace]:
    """The one trace of a folder."""
    lost: Counter[str] = Counter()
    trees = sorted((path / TREES).glob("*.json"), key=_order)
    if len(trees) > MAX_STEPS:
        raise TraceError(f"{path}: {len(trees):,} screens; at most {MAX_STEPS:,} are read.")
    shots = [shot for tree in trees if (shot := _shot(path, tree, lost)) is not None]
    if not shots:
        raise TraceError(f"{path / TREES}: none of its hierarchies can be read.")
    gestures = _gestures(path)
    steps: list[RawStep] = []
    for number, shot in enumerate(shots):
        points = gestures.get(shot.key)
        if points is None and number == len(shots) - 1:
            continue
        after = shots[number + 1].key if number + 1 < len(shots) else None
        steps.append(RawStep(shot.key, after, _doing(points, shot), origin=f"screen {shot.key}"))
    instruction = _instruction(path)
    flags = frozenset() if instruction else frozenset({Flag.EXPLORATION})
    head = Head(f"{path.parent.name}/{path.name}", FORMAT, "", instruction, flags=flags, origin=str(path))
    return [assemble(head, shots, steps, lost)]


def _order(path: Path) -> tuple[int, str]:
    return (int(path.stem), "") if re.fullmatch(r"\d{1,18}", path.stem) else (1 << 62, path.stem)


def _shot(folder: Path, tree: Path, lost: Counter[str]) -> RawShot | None:
    try:
        data = dict_of(parse_json(read_bytes(tree), tree))
        activity = dict_of(data.get("activity"))
        nodes = read_tree(activity.get("root") or data.get("root") or data, tree)
    except TraceError:
        lost[DAMAGED_SCREEN] += 1
        return None
    package, _, name = text_of(data.get("activity_name")).partition("/")
    names = (folder / kind / f"{tree.stem}{end}" for kind in PICTURES for end in PICTURE_ENDINGS)
    picture = next((path for path in names if path.is_file()), None)
    reach = extent(nodes)
    return RawShot(tree.stem, nodes, package, name, reach if min(reach) > 0 else None, picture)


def _gestures(folder: Path) -> dict[str, list[Any]]:
    """Screen -> its touch points."""
    for name in (GESTURES, METADATA):
        if (folder / name).is_file():
            data = dict_of(read_json(folder / name))
            data = dict_of(data.get("gestures")) or data
            return {text_of(key): value for key, value in data.items() if isinstance(value, list)}
    return {}


def _doing(points: object, shot: RawShot) -> Touch | None:
    width, height = shot.size or (1, 1)
    found: list[tuple[int, int]] = []
    for pair in list_of(points)[:10_000]:
        x, y = pair_of(pair) or (-1.0, -1.0)
        if 0 <= x <= 1 and 0 <= y <= 1:
            found.append((round(x * width), round(y * height)))
        elif 0 <= x <= MAX_SIDE and 0 <= y <= MAX_SIDE:
            found.append((round(x), round(y)))
    if not found:
        return None
    return Touch("click", found[0]) if len(found) == 1 else Touch("scroll", found[0], found[-1])


def _instruction(folder: Path) -> str:
    for name in _TASKS:
        if (folder / name).is_file():
            return text_of(read_bytes(folder / name).decode("utf-8", "replace").strip())
    return ""
