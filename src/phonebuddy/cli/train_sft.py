"""`phonebuddy train sft`: learn from demonstrations.

Invariant: torch is imported inside the command, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.agents.device import spin_briefly
from phonebuddy.agents.folders import SHIPPED
from phonebuddy.cli.report import clean, emit, progress


@click.command("sft")
@click.option(
    "--data", "runs", multiple=True, required=True, type=click.Path(path_type=Path), metavar="RUN",
    help="A folder of episodes, as phonebuddy collect writes it; may be given several times.",
)  # fmt: skip
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder of the training."
)
@click.option("--preset", default="nano", show_default=True, help="A built-in preset or a .yaml file.")
@click.option(
    "--init",
    type=click.Path(path_type=Path),
    help=f"Start from the weights of this folder, or of a model that comes with it: {', '.join(SHIPPED)}."
    "  [default: as the preset says, else new ones]",
)
@click.option("--updates", type=click.IntRange(1), help="Instead of the preset's.")
@click.option("--seed", type=click.IntRange(0), help="Instead of the preset's.")
@click.option("--set", "changes", multiple=True, help="Another setting, such as model.path=FOLDER.")
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="To make rows.")
@click.option(
    "--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="For learning on a CPU."
)
@click.option("--metrics", multiple=True, help="Also to tensorboard, wandb or trackio. Can be given again.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def sft(
    runs: tuple[Path, ...], output: Path, preset: str, init: Path | None, updates: int | None,
    seed: int | None, changes: tuple[str, ...], device: str, workers: int, threads: int,
    metrics: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Learn from the successful episodes of some runs.

    Killed at any point and started again with the same options it goes on from its last checkpoint; on a CPU
    the result is the same to the byte. The model is written to OUTPUT/model and acts as nano:OUTPUT or,
    with the preset of a vlm, as vlm:OUTPUT.

    \b
    Example:
      phonebuddy collect --split train --count 2000 --agent gold -o out/gold
      phonebuddy train sft --data out/gold -o out/sft --preset nano
      phonebuddy train sft --data out/gold -o out/sft --preset nano-full --device cuda --workers 16 --json
      phonebuddy train sft --data out/gold -o out/sft --preset small-gpu --set model.path=FOLDER --device cuda
      accelerate launch --num_processes 4 -m phonebuddy.cli.main train sft --device cuda ...
    """
    spin_briefly()
    import torch

    from phonebuddy.episodes.alone import alone
    from phonebuddy.evals.recipe_settings import changed
    from phonebuddy.train.metrics import make_place
    from phonebuddy.train.settings import SftSettings, init_of, model_of, read_preset, section
    from phonebuddy.train.start import Wanted, check_language_rate, run_sft, start_of
    from phonebuddy.train.trainers import join

    torch.set_num_threads(threads)
    sections = changed(read_preset(preset), changes)
    given = {name: value for name, value in (("updates", updates), ("seed", seed)) if value is not None}
    settings = section({"sft": {**_mapping(sections.get("sft")), **given}}, "sft", SftSettings)
    kind, model = model_of(sections)
    init = start_of(kind, model, init_of(sections), init, model_of(changed({}, changes))[1])
    check_language_rate(settings, model, init)
    trainers = join(device)
    wanted = Wanted(runs, output, kind, model, settings, init, device, workers, trainers)
    learner = wanted.learner()
    if not trainers.is_first:
        run_sft(wanted, learner, wanted.rows(learner), lambda _line: None)
        return
    places = tuple(make_place(name, output, output.name) for name in metrics)
    num_lots = wanted.num_lots()  # before there is a folder: data that is not there leaves nothing behind
    with alone(output, "training"):
        with progress("rows", num_lots) as advance:
            made = wanted.rows(learner, advance)
        facts = run_sft(wanted, learner, made, lambda line: click.echo(clean(line), err=True), places)
    emit(facts, as_json)


def _mapping(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
