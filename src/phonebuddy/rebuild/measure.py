"""How long a rebuild takes: a made recording of as many screens as asked, learnt and written on one core.

The screens have the size of those that crawlers record: some fifty nodes, lists whose rows differ, boxes,
fields and dialogs. Invariant: the same numbers make the same recording.
"""

from __future__ import annotations

import random
import time

from phonebuddy.actions import Click, Point
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files
from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Flag as Kind
from phonebuddy.traces.trace import Shot, Step, Trace

WIDE, HIGH, ROW = 1080, 2340, 150
SCREENS_A_PAGE, STEPS_A_SCREEN, ROWS = 20, 3, 12
APP = "org.example.measured"


def measure_rebuild(num_screens: int, seed: int = 1) -> dict[str, object]:
    """Seconds of this process for learning and writing an app from so many screens."""
    trace = made_recording(num_screens, seed)
    started, clock = time.process_time(), time.perf_counter()
    model = build_model([trace])
    files = app_files(model)
    cpu_s = time.process_time() - started
    return {
        "screens": len(trace.shots),
        "steps": len(trace.steps),
        "nodes": sum(len(shot.screen.elements) for shot in trace.shots.values()),
        "pages": len(model.pages),
        "cpu_s": round(cpu_s, 2),
        "wall_s": round(time.perf_counter() - clock, 2),
        "cpu_s_per_1000_screens": round(1000 * cpu_s / max(1, len(trace.shots)), 2),
        "bytes": sum(len(text.encode()) for text in files.values()),
    }


def made_recording(num_screens: int, seed: int) -> Trace:
    """A crawl through pages of several screens each."""
    draw = random.Random(seed)
    shots: dict[str, Shot] = {}
    for number in range(num_screens):
        shot = _shot(number // SCREENS_A_PAGE, number, draw)
        shots[shot.key] = shot
    keys, steps = list(shots), list[Step]()
    here = keys[0]
    for number in range(num_screens * STEPS_A_SCREEN):
        there = keys[number // STEPS_A_SCREEN] if number % STEPS_A_SCREEN == 0 else draw.choice(keys)
        target = draw.choice([e for e in shots[here].screen.elements if e.has(Flag.CLICKABLE)])
        steps.append(Step(here, Click(Point(500, 500)), there, target.id))
        here = there
    return Trace("made", "droidbot", APP, shots, tuple(steps), flags=frozenset({Kind.EXPLORATION}))


def _shot(page: int, number: int, draw: random.Random) -> Shot:
    found: list[Element] = []

    def add(role: str, text: str, top: int, flags: int, parent: str | None, name: str) -> str:
        bounds = Bounds(0, min(top, HIGH - 1), WIDE, min(HIGH, top + ROW))
        id, all_flags = str(len(found)), int(flags | Flag.ENABLED)
        id_name = f"{APP}:id/{name}"
        element = Element(
            id, role, bounds, text, resource_id=id_name, package=APP, flags=all_flags, parent=parent
        )
        found.append(element)
        return id

    root = add("group", "", 0, 0, None, f"page_{page}")
    add("text", f"Page {page}", 0, 0, root, "title")
    add("field", f"typed {draw.randrange(9)}", ROW, Flag.CLICKABLE | Flag.EDITABLE, root, "search")
    body = add("list", "", 2 * ROW, Flag.SCROLLABLE, root, "rows")
    for row in range(ROWS):
        top = (2 + row) * ROW
        one = add("group", "", top, Flag.CLICKABLE, body, "row")
        add("text", f"Row {page} {draw.randrange(40)}", top, 0, one, "name")
        add("text", f"{draw.randrange(500)} kB", top, 0, one, "size")
        ticked = Flag.CHECKED if draw.random() < 0.3 else 0
        add("checkbox", "", top, Flag.CLICKABLE | Flag.CHECKABLE | ticked, one, "tick")
    screen = Screen(found, APP, f"{APP}.Activity{page}", WIDE, HIGH, number, NoPicture())
    return Shot(f"screen{number}", screen)
