"""`phonebuddy run`: what `make run` calls: the whole recipe on this machine, in minutes.

Invariant: it works on every machine where `make setup` ended well, without a display, a GPU or the network.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.agents.device import spin_briefly
from phonebuddy.cli.recipe import cook, open_kitchen
from phonebuddy.cli.report import emit


@click.command("run")
@click.option("--preset", default="nano", show_default=True, help="A built-in preset, or a .yaml file.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/run"), show_default=True,
    help="Go on here, or begin.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def run(preset: str, workers: int, output: Path, as_json: bool) -> None:
    """Teach a small model to use phones: the recipe, in minutes.

    Demonstrations, SFT, RL in two ways, evaluation, a report.

    This is `phonebuddy train recipe` with the preset that takes under 15 minutes on two cores. What was
    killed goes on when it is called again.

    \b
    Example:
      phonebuddy run
    """
    spin_briefly()
    from phonebuddy.evals.recipe_settings import read_recipe

    found = cook(open_kitchen(output, read_recipe(preset), 0, workers, "cpu"), ablations=False)
    emit({**found, "live phone": "phonebuddy world play"}, as_json)
