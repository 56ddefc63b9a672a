"""`phonebuddy world`: measure the mock phone.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.cli.group import Group, Lazy
from phonebuddy.cli.report import emit, progress

TOUR = Lazy("phonebuddy.cli.tour:tour", "Play a minute on the phone and write a film strip of it.")


@click.group("world", cls=Group, lazy={"tour": TOUR})
def world() -> None:
    """Build and measure the mock phone.

    \b
    Example:
      phonebuddy world bench
    """


@world.command("bench")
@click.option(
    "--episodes",
    type=click.IntRange(3, 1000),
    default=200,
    show_default=True,
    help="Of 50 steps, per mode; a third as many on content never seen.",
)
@click.option("--floor", is_flag=True, help="Empty all caches before every step: the slowest it can be.")
@click.option(
    "--versus-browser", is_flag=True, help="Also drive a bare page in Chromium and print the ratio."
)
@click.option("--scaling", is_flag=True, help="Also measure the vector environment with 1 and 2 workers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(episodes: int, floor: bool, versus_browser: bool, scaling: bool, as_json: bool) -> None:
    """Measure steps per second, reset, fork, memory and first frame.

    Rates are per core, in CPU time: a walk over all apps with a fresh seed every 50 steps. Those called fresh
    are on content never seen before.

    \b
    Example:
      phonebuddy world bench --versus-browser --json
    """
    from phonebuddy.world.measure.bench import bench as measure
    from phonebuddy.world.measure.bench import fresh_episodes

    with progress("measuring", 3 * episodes + 3 * fresh_episodes(episodes) + 3) as advance:
        numbers = measure(episodes, floor, advance)
    if versus_browser:
        from phonebuddy.world.measure.browser import measure_browser

        numbers |= measure_browser()
        ours, theirs = numbers["png_1080_per_s"], numbers["browser_png_per_s"]
        assert isinstance(ours, float) and isinstance(theirs, float)
        numbers["times_faster_than_browser"] = round(ours / theirs, 1)
    if scaling:
        from phonebuddy.episodes.scaling import measure_scaling

        numbers["scaling"] = measure_scaling().to_json()
    emit(numbers, as_json)


@world.command("looks")
@click.argument("app", default="clock")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/looks.png"), show_default=True
)
@click.option("--count", type=click.IntRange(1, 60), default=12, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the first look.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def looks(app: str, output: Path, count: int, seed: int, as_json: bool) -> None:
    """Draw one page on many phones: other devices, colours, text sizes, shapes.

    \b
    Example:
      phonebuddy world looks notes -o looks.png
    """
    from phonebuddy.world.looks import draw_looks
    from phonebuddy.world.sheet import draw_sheet, save_png

    shots = draw_looks(app, count, seed)
    save_png(draw_sheet(shots, 6, 300), output)
    emit({"sheet": str(output), "looks": [shot.title for shot in shots]}, as_json)


@world.command("play")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0, the default, takes a free one.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Whose phone it is.")
@click.option("--dark", is_flag=True, help="In the dark theme.")
@click.option("--profile", default="1080x2400", show_default=True, help="Which phone, by its pixels.")
@click.option("--no-open", is_flag=True, help="Print the address only; open no browser.")
@click.option(
    "--apps", "folders", multiple=True, metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="An app of your own, beside the built-in ones; may be given several times.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/recordings"), show_default=True,
    help="Where recordings go.",
)  # fmt: skip
@click.option(
    "--measure", type=click.IntRange(2, 5000), metavar="TAPS",
    help="Tap so often in a headless Chromium, print how long each tap took to show, and end.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="With --measure: print one JSON object.")
def play(
    port: int, seed: int, dark: bool, profile: str, no_open: bool, folders: tuple[Path, ...], output: Path,
    measure: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Use the mock phone in a browser: by hand, with its elements, data and snapshots beside it.

    The address works once and on this machine only. Ctrl-C ends it.

    \b
    Example:
      phonebuddy world play --seed 7 --dark
    """
    from phonebuddy.web.play import launch, play_until_stopped
    from phonebuddy.world.look import LookSpec

    start = launch(port, seed, LookSpec(profile=profile, dark=dark), folders, output)
    if measure is None:
        play_until_stopped(start, lambda url: click.echo(f"The phone is at {url}"), opens=not no_open)
        return
    from phonebuddy.web.measure import measure_launch

    with progress("tapping", measure) as advance:
        numbers = measure_launch(start, measure, advance)
    emit(numbers, as_json)
