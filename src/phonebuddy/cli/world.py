"""`phonebuddy world`: measure the mock phone.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import emit, progress


@click.group("world", cls=Group)
def world() -> None:
    """Build and measure the mock phone.

    \b
    Example:
      phonebuddy world bench
    """


@world.command("bench")
@click.option(
    "--episodes", type=click.IntRange(3, 1000), default=24, show_default=True, help="Of 50 steps, per mode."
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

    with progress("measuring", 6 * episodes + 3) as advance:
        numbers = measure(episodes, floor, advance)
    if versus_browser:
        from phonebuddy.world.measure.browser import measure_browser

        numbers |= measure_browser()
        ours, theirs = numbers["png_1080_per_s"], numbers["browser_png_per_s"]
        assert isinstance(ours, float) and isinstance(theirs, float)
        numbers["times_faster_than_browser"] = round(ours / theirs, 1)
    if scaling:
        from phonebuddy.episodes.scaling import measure_scaling

        numbers["scaling"] = measure_scaling()
    emit(numbers, as_json)
