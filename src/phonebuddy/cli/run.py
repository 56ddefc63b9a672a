"""`phonebuddy run`: what `make run` calls: a minute on the mock phone.

Invariant: it works on every machine where `make setup` ended well, without a display.
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from phonebuddy.cli.report import clean, emit


@click.command("run")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/tour.png"), show_default=True
)
@click.option(
    "--script", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="A script of your own."
)
@click.option("--dark", is_flag=True, help="In the dark theme.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def run(output: Path, script: Path | None, dark: bool, as_json: bool) -> None:
    """Play a minute on the phone and write a film strip of it.

    A script is a YAML list of steps said by what is on the screen: open, tap, double_tap, long_press, type,
    scroll (up or down), press (back, home or enter) and wait (milliseconds).

    \b
    Example:
      phonebuddy run -o out/tour.png
    """
    from phonebuddy.world.image import build_image
    from phonebuddy.world.look import LookSpec
    from phonebuddy.world.tour import SCRIPT, play_tour

    start = time.perf_counter()
    image = build_image()
    built_s = time.perf_counter() - start
    tour = play_tour(image, LookSpec(dark=dark), script or SCRIPT, output)
    if not as_json:
        for line in tour.story:
            click.echo(clean(line))
    emit(
        {
            "world": f"{len(image.apps.apps)} apps, {len(image.data) / 1e6:.1f} MB, built in {built_s:.2f} s",
            "film strip": str(output.resolve()),
            "live phone": "phonebuddy world play",
            "steps": tour.steps,
            "seconds on the phone": tour.phone_s,
            "steps per second, 1080x2400 PNG, first time": round(tour.steps / tour.cold_s, 1),
            "the same again, caches warm": round(tour.steps / tour.warm_s, 1),
            "changed in the phone": tour.changes,
        },
        as_json,
    )
