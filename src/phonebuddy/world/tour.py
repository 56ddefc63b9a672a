"""The tour: a scripted minute on the phone, with a film strip of what happened and what it changed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from phonebuddy.screen import Screen
from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import play, read_script
from phonebuddy.world.sheet import Shot, draw_sheet, save_png

SCRIPT = Path(__file__).parent / "tour.yaml"
COLUMNS, WIDTH = 7, 270


class Tour(NamedTuple):
    steps: int
    phone_s: int
    """Seconds that passed on the phone's own clock."""
    cold_s: float
    """Seconds it took here the first time, drawing a PNG of every step."""
    warm_s: float
    """The same again after a reset."""
    story: list[str]
    changes: list[str]
    """Rows that differ at the end, by table."""


def play_tour(image: Image, look: LookSpec, script: Path, output: Path) -> Tour:
    phone = WorldPhone(image, look)
    began = phone.observe().time_s
    cold_s, _ = _timed(phone, script)
    phone.reset()
    warm_s, screens = _timed(phone, script)
    passed = phone.observe().time_s - began
    # The frames are drawn again for the strip: a screen keeps what it showed.
    shots = [Shot(title, screen.pixels()) for title, screen in screens]
    save_png(draw_sheet(shots, COLUMNS, WIDTH), output)
    story = [
        f"{screen.package.rpartition('.')[2]:>9} {screen.activity:<12} {step}" for step, screen in screens
    ]
    changes = phone.changed_rows()
    phone.close()
    return Tour(len(screens), passed, cold_s, warm_s, story, changes)


def _timed(phone: WorldPhone, script: Path) -> tuple[float, list[tuple[str, Screen]]]:
    """Play it once: seconds taken, and each step with its screen."""
    screens: list[tuple[str, Screen]] = []
    start = time.perf_counter()
    for played in play(phone, read_script(script)):
        played.screen.png()
        screens.append((str(played.step), played.screen))
    return time.perf_counter() - start, screens
