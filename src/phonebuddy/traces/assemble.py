"""From what a reader took to a Trace: targets resolved, steps marked, layers put over their pages.

Invariant: the same input gives the same trace; every step that is not kept is counted in `losses`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

import msgspec

from phonebuddy.actions import Action
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.limits import MAX_SHOTS, MAX_STEPS
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.raw import RawShot, RawStep, Touch
from phonebuddy.traces.shots import SYSTEM_PACKAGE, Made, make_shot
from phonebuddy.traces.targets import Resolved, resolve
from phonebuddy.traces.trace import Flag, Mark, Shot, Step, Trace

NO_BEFORE = "step without the screen before it"
NO_ACTION = "step without a known action"
NO_AFTER = "step without the screen after it"
TOO_LARGE = "screen beyond the limits"
DAMAGED_SCREEN = "damaged screen"
DAMAGED_EVENT = "damaged event"
"""What can be lost, by the words that reports use."""


class Head(msgspec.Struct, frozen=True):
    """What a reader knows about a whole recording."""

    id: str
    format: str
    app: str = ""
    instruction: str = ""
    template: str = ""
    answer: str | None = None
    flags: frozenset[Flag] = frozenset()
    origin: str = ""


def assemble(
    head: Head, raw_shots: Iterable[RawShot], raw_steps: Sequence[RawStep], losses: Mapping[str, int] = {}
) -> Trace:
    """The normal form of one recording."""
    if len(raw_steps) > MAX_STEPS:
        raise TraceError(f"{head.origin}: {len(raw_steps):,} steps; at most {MAX_STEPS:,} are read.")
    lost = Counter(losses)
    made = _make_shots(raw_shots, lost, head)
    app = head.app or _main_package(made)
    shots = {key: _mark_outside(one.shot, app) for key, one in made.items()}
    steps: list[Step] = []
    broken = False
    for raw in raw_steps:
        step = _make_step(raw, made, lost, head.flags)
        if step is None:
            broken = True
            continue
        previous = steps[-1] if steps else None
        steps.append(_mark(step, previous, shots, broken, head.flags))
        broken = False
    has_pictures = any(not isinstance(shot.screen.frame, NoPicture) for shot in shots.values())
    flags = head.flags if has_pictures else head.flags | {Flag.NO_PICTURES}
    return Trace(
        head.id, head.format, app, _put_layers(shots, steps), tuple(steps), head.instruction, head.template,
        head.answer, flags, {reason: count for reason, count in sorted(lost.items()) if count}, head.origin,
    )  # fmt: skip


def _make_shots(raw_shots: Iterable[RawShot], lost: Counter[str], head: Head) -> dict[str, Made]:
    made: dict[str, Made] = {}
    for raw in raw_shots:
        if raw.key in made:
            continue
        if len(made) >= MAX_SHOTS:
            raise TraceError(f"{head.origin}: more than {MAX_SHOTS:,} screens.")
        try:
            made[raw.key] = make_shot(raw)
        except TraceError:
            lost[TOO_LARGE] += 1
    return made


def _main_package(made: Mapping[str, Made]) -> str:
    counts = Counter(one.shot.screen.package for one in made.values())
    for package, _ in counts.most_common():
        if package and package not in ("android", SYSTEM_PACKAGE) and "launcher" not in package:
            return package
    return ""


def _mark_outside(shot: Shot, app: str) -> Shot:
    package = shot.screen.package
    return msgspec.structs.replace(shot, outside=bool(app and package and package != app))


def _make_step(
    raw: RawStep, made: Mapping[str, Made], lost: Counter[str], flags: frozenset[Flag]
) -> Step | None:
    if raw.before not in made or raw.before is None:
        lost[NO_BEFORE] += 1
        return None
    if raw.doing is None:
        lost[NO_ACTION] += 1
        return None
    after = raw.after if raw.after in made else None
    if after is None:
        lost[NO_AFTER] += 1
    done = _do(raw.doing, made[raw.before], flags, made[after] if after is not None else None)
    marks = done.marks | raw.marks | (frozenset() if after is not None else {Mark.UNSEEN})
    return Step(raw.before, done.action, after, done.target, marks, raw.instruction, raw.origin)


def _do(doing: Touch | Action, made: Made, flags: frozenset[Flag], after: Made | None) -> Resolved:
    if isinstance(doing, Touch):
        return resolve(doing, made, flags, after)
    return Resolved(doing, None, frozenset())


def _mark(
    step: Step, previous: Step | None, shots: Mapping[str, Shot], broken: bool, flags: frozenset[Flag]
) -> Step:
    marks = set(step.marks)
    before = shots[step.before]
    after = shots[step.after] if step.after is not None else None
    if broken or (previous is not None and not _chains(previous, step, shots)):
        marks.add(Mark.GAP)
    if before.outside and (after is None or after.outside):
        marks.add(Mark.OUTSIDE)
    if after is not None:
        marks |= _compare(before, after)
    if Flag.SCREENSHOT_ONLY in flags:
        # Boxes found in a picture say nothing about what the app's elements did.
        marks -= {Mark.NO_CHANGE, Mark.OPENS_LAYER, Mark.CLOSES_LAYER, Mark.MISSED, Mark.RETARGETED}
    return msgspec.structs.replace(step, marks=frozenset(marks))


def _chains(previous: Step, step: Step, shots: Mapping[str, Shot]) -> bool:
    if previous.after is None:
        return False
    return previous.after == step.before or looks(shots[previous.after]) == looks(shots[step.before])


def _compare(before: Shot, after: Shot) -> set[Mark]:
    marks = set()
    if before.key == after.key or looks(before) == looks(after):
        marks.add(Mark.NO_CHANGE)
    if before.outside != after.outside:
        marks.add(Mark.LEAVES if after.outside else Mark.ENTERS)
    elif before.layer != after.layer:
        if before.layer is None:
            marks.add(Mark.OPENS_LAYER)
        elif after.layer is None:
            marks.add(Mark.CLOSES_LAYER)
    old, new = before.screen, after.screen
    if (old.width, old.height) == (new.height, new.width) and old.width != old.height:
        marks.add(Mark.TURNS)
    return marks


def looks(shot: Shot) -> Hashable:
    """What can be seen of a shot: two shots with equal looks differ in nothing visible."""
    screen = shot.screen
    return (
        screen.package,
        screen.activity,
        tuple(
            (e.role, e.text, e.description, e.resource_id, e.bounds, e.flags & ~Is.FOCUSED)
            for e in screen.elements
        ),
    )


def _put_layers(shots: dict[str, Shot], steps: Sequence[Step]) -> dict[str, Shot]:
    """Give each layer the page it was first opened over; a layer over a layer takes that one's page."""
    placed = dict(shots)
    for step in steps:
        after = placed[step.after] if step.after is not None else None
        if after is None or after.layer is None or after.parent is not None:
            continue
        before = placed[step.before]
        parent = before.key if before.layer is None else before.parent
        if parent is None or parent == after.key:
            continue
        if placed[parent].screen.package == after.screen.package:
            placed[after.key] = msgspec.structs.replace(after, parent=parent)
    return placed
