"""`phonebuddy world tour`: a minute on the mock phone, filmed.

Invariant: it works on every machine where `make setup` ended well, without a display.
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from phonebuddy.cli.report import clean, emit


@click.command("tour")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/tour.png"), show_default=True
)
@click.option(
    "--script", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="A script of your own."
)
@click.option("--dark", is_flag=True, help="In the dark theme.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tour(output: Path, script: Path | None, dark: bool, as_json: bool) -> None:
    """Play a minute on the phone and write a film strip of it.

    A script is a YAML list of steps said by what is on the screen: open, tap, double_tap, long_press, type,
    scroll (up or down), press (back, home or enter) and wait (milliseconds).

    \b
    Example:
      phonebuddy world tour -o out/tour.png
    """
    from phonebuddy.world.image import build_image
    from phonebuddy.world.look import LookSpec
    from phonebuddy.world.tour import SCRIPT, play_tour

    start = time.perf_counter()
    image = build_image()
    built_s = time.perf_counter() - start
    played = play_tour(image, LookSpec(dark=dark), script or SCRIPT, output)
    if not as_json:
        for line in played.story:
            click.echo(clean(line))
    emit(
        {
            "world": f"{len(image.apps.apps)} apps, {len(image.data) / 1e6:.1f} MB, built in {built_s:.2f} s",
            "film strip": str(output.resolve()),
            "live phone": "phonebuddy world play",
            "steps": played.steps,
            "seconds on the phone": played.phone_s,
            "steps per second, 1080x2400 PNG, first time": round(played.steps / played.cold_s, 1),
            "the same again, caches warm": round(played.steps / played.warm_s, 1),
            "changed in the phone": played.changes,
        },
        as_json,
    )
