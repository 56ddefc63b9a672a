"""Our own form of a recording (store.py): what `traces record`, the live phone and `traces redact` write.

Invariant: what write_trace wrote reads back as the same steps: same actions, targets and marks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from phonebuddy.actions import Action, from_json
from phonebuddy.errors import ActionError, TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import DAMAGED_SCREEN, Head, assemble
from phonebuddy.traces.limits import MAX_STEPS, parse_json, read_bytes, read_json
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.readers.step_folder import touch_of
from phonebuddy.traces.store import ACTION, ELEMENTS, HEAD, PICTURE, STEP, VERSION
from phonebuddy.traces.trace import Flag, Layer, Mark, Trace
from phonebuddy.traces.values import corners_of, dict_of, int_of, list_of, rows_of, text_of

FORMAT = "phonebuddy"
_ALL_FLAGS = sum(Is)
_PICTURES = (f"{PICTURE}.png", f"{PICTURE}.jpg", f"{PICTURE}.webp")


def knows(path: Path) -> bool:
    """Whether a folder is a recording of ours."""
    return (path / HEAD).is_file()


class _Place(NamedTuple):
    """One folder of a step."""

    shot: RawShot
    action: Action | None
    about: dict[str, Any]
    origin: str


def read(path: Path) -> list[Trace]:
    """The one trace of a recording."""
    head = dict_of(read_json(path / HEAD))
    if head.get("format") != VERSION:
        raise TraceError(
            f"{path / HEAD}: format {str(head.get('format'))[:20]!r}; this version reads {VERSION}."
        )
    folders = sorted(folder for folder in path.iterdir() if folder.name.isdigit() and folder.is_dir())
    if not folders or len(folders) > MAX_STEPS:
        raise TraceError(
            f"{path}: {len(folders):,} step folders (0000, 0001, ...); 1 to {MAX_STEPS:,} are read."
        )
    flags = frozenset(Flag(name) for name in list_of(head.get("flags")) if name in list(Flag))
    lost = {text_of(k): int_of(v) or 0 for k, v in dict_of(head.get("losses")).items() if v}
    places: list[_Place | None] = []
    for folder in folders:
        try:
            places.append(_place(folder, flags))
        except TraceError:
            lost[DAMAGED_SCREEN] = lost.get(DAMAGED_SCREEN, 0) + 1
            places.append(None)
    answer = head.get("answer")
    about = Head(
        text_of(head.get("id")) or text_of(path.name), text_of(head.get("source")) or FORMAT,
        text_of(head.get("app")), text_of(head.get("instruction")), text_of(head.get("template")),
        text_of(answer) if isinstance(answer, str) else None, flags, str(path),
    )  # fmt: skip
    shots = [place.shot for place in places if place is not None]
    # Steps that were lost when the recording was first read are counted once, there.
    trace = assemble(about, shots, _steps(places))
    return [_with_losses(trace, lost)]


def _with_losses(trace: Trace, lost: dict[str, int]) -> Trace:
    merged = {
        reason: max(lost.get(reason, 0), trace.losses.get(reason, 0)) for reason in {*lost, *trace.losses}
    }
    return replace(trace, losses=dict(sorted(merged.items())))


def _steps(places: list[_Place | None]) -> list[RawStep]:
    steps = []
    for number, place in enumerate(places):
        if place is None or place.action is None:
            continue
        following = places[number + 1] if number + 1 < len(places) else None
        marks = _marks(place)
        after = None if following is None or Mark.UNSEEN in marks else following.shot.key
        instruction = text_of(place.about.get("instruction"))
        kept = marks & {Mark.GAP, Mark.RETARGETED}
        steps.append(RawStep(place.shot.key, after, _doing(place), instruction, place.origin, kept))
    return steps


def _marks(place: _Place) -> frozenset[Mark]:
    return frozenset(Mark(name) for name in list_of(place.about.get("marks")) if name in list(Mark))


def _place(folder: Path, flags: frozenset[Flag]) -> _Place:
    data = dict_of(parse_json(read_bytes(folder / ELEMENTS), folder / ELEMENTS))
    about = dict_of(read_json(folder / STEP)) if (folder / STEP).is_file() else {}
    classes = list_of(about.get("classes"))
    nodes = [
        _node(row, text_of(classes[number]) if number < len(classes) else "")
        for number, row in enumerate(rows_of(data.get("elements")))
    ]
    width, height = int_of(data.get("width")), int_of(data.get("height"))
    picture = next((folder / name for name in _PICTURES if (folder / name).is_file()), None)
    layer = about.get("layer")
    shot = RawShot(
        text_of(about.get("key")) or folder.name, nodes, text_of(data.get("package")),
        text_of(data.get("activity")), (width, height) if width and height else None, picture,
        time_s=_seconds(data.get("time_s")), layer=Layer(layer) if layer in list(Layer) else None,
    )  # fmt: skip
    return _Place(shot, _action(folder / ACTION), about, text_of(about.get("origin")) or folder.name)


def _seconds(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 40 else 0


def _node(row: dict[str, Any], cls: str) -> Node:
    flags = row.get("flags")
    parent = row.get("parent")
    return Node(
        text_of(row.get("id")), text_of(parent) if isinstance(parent, str) else None, cls,
        corners_of(row.get("bounds")), text_of(row.get("text")), text_of(row.get("description")),
        text_of(row.get("hint")), text_of(row.get("resource_id")), text_of(row.get("package")),
        flags & _ALL_FLAGS if isinstance(flags, int) else int(Is.ENABLED), True, text_of(row.get("role")),
    )  # fmt: skip


def _action(path: Path) -> Action | None:
    if not path.is_file():
        return None
    try:
        return from_json(read_json(path))
    except ActionError as error:
        raise TraceError(f"{path}: {error}") from None


def _doing(place: _Place) -> Touch | Action:
    """Touches go through the resolver again: the target is found, not believed."""
    assert place.action is not None, "only steps with an action are asked for"
    doing = touch_of(place.action, place.shot.size or (1, 1))
    if not isinstance(doing, Touch):
        return doing
    target = place.about.get("target")
    view = target if isinstance(target, str) else None
    at = doing.at or next((_middle(node) for node in place.shot.nodes if node.id == view), None)
    marks = _marks(place)
    return replace(doing, at=at, view=view, replaces=Mark.REPLACES in marks, misses=Mark.MISSED in marks)


def _middle(node: Node) -> tuple[int, int] | None:
    if node.bounds is None:
        return None
    return (node.bounds[0] + node.bounds[2]) // 2, (node.bounds[1] + node.bounds[3]) // 2
