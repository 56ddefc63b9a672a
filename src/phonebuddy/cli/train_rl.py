"""`phonebuddy train rl` and `train bench`: learn by trying; how much a slow lane holds up the other.

Invariant: torch and the engine are imported inside the commands, never by this file.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from phonebuddy.agents.device import check_device, spin_briefly
from phonebuddy.agents.folders import SHIPPED
from phonebuddy.cli.report import clean, emit


@click.command("rl")
@click.option(
    "--start",
    type=click.Path(path_type=Path),
    required=True,
    help=f"A trained model: its folder, or one that comes with it: {', '.join(SHIPPED)}.",
)
@click.option("--preset", default="nano", show_default=True, help="Its sections `lanes` and `rl` are used.")
@click.option("--mock-share", type=click.FloatRange(0, 1), help="Of the groups; 0 is real only.")
@click.option("--steps", type=click.IntRange(0), help="Updates.")
@click.option("--real", default="", help="Phones of the real lane, such as served:4.")
@click.option("--real-tasks", default="", help="With adb:..., a file with the tasks of those phones.")
@click.option("--judge", default="", help="With adb:..., URL#MODEL of who judges by the tasks' rubrics.")
@click.option("--set", "changes", multiple=True, help="Another setting, such as rl.learning_rate=3e-5.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--device", default="cpu", show_default=True, help="Where the model learns and acts: cpu or cuda."
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="A lane's processes."
)
@click.option("--metrics", multiple=True, help="Also to tensorboard, wandb or trackio. Can be given again.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The run's folder.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def rl(
    start: Path, preset: str, mock_share: float | None, steps: int | None, real: str, real_tasks: str,
    judge: str, changes: tuple[str, ...], seed: int, device: str, workers: int, metrics: tuple[str, ...],
    output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Learn by trying: groups of rollouts from the real and the mock lane, one update after the other.

    A run that was killed goes on from its last step when the same command is given again.

    \b
    Examples:
      phonebuddy train rl --start out/sft -o out/rl-mixed
      phonebuddy train rl --start out/sft --mock-share 0 --steps 20 -o out/rl-real
      phonebuddy train rl --start out/sft --real adb:A,B --real-tasks mine.yaml --judge URL#MODEL -o out/rl
      accelerate launch --num_processes 4 -m phonebuddy.cli.main train rl --start out/sft --device cuda ...
    """
    spin_briefly()
    from phonebuddy.agents.folders import find_model
    from phonebuddy.episodes.alone import alone
    from phonebuddy.evals.recipe import Kitchen, Site
    from phonebuddy.evals.recipe_settings import read_recipe
    from phonebuddy.train.metrics import make_place
    from phonebuddy.train.trainers import join

    # Before there is a folder: what cannot be leaves nothing behind.
    find_model(start)
    check_device(device)
    recipe = read_recipe(preset, real, real_tasks, changes, judge)
    trainers = join(device)
    places = tuple(make_place(name, output, output.name) for name in metrics if trainers.is_first)

    def say(line: str) -> None:
        click.echo(clean(line), err=True)

    with alone(output, "training") if trainers.is_first else nullcontext():
        with trainers.first():
            kitchen = Kitchen(output, recipe, seed, Site(workers, device), say)
        facts = kitchen.reinforce(output, start, mock_share, steps, places, trainers)
    if trainers.is_first:
        emit({"model": str(output / "model"), "real lane": recipe.real, **facts}, as_json)


@click.command("bench")
@click.option(
    "--latency", type=click.FloatRange(0), default=1.0, show_default=True, help="A real step, in s."
)
@click.option("--steps", type=click.IntRange(2), default=6, show_default=True, help="Of each measurement.")
@click.option(
    "--rounds", type=click.IntRange(1), default=3, show_default=True, help="Alone, beside, alone, ..."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(latency: float, steps: int, rounds: int, as_json: bool) -> None:
    """Measure how much of its throughput the mock lane keeps beside a slow real lane.

    A nano that has learnt nothing plays in both lanes; every step of the real one, the stand-in, takes
    longer. Nothing is trained, so that only the lanes are measured.

    \b
    Example:
      phonebuddy train bench --latency 1 --json
    """
    from phonebuddy.train.bench import measure_lanes

    emit(measure_lanes(latency, steps, rounds, lambda line: click.echo(clean(line), err=True)), as_json)
