"""`phonebuddy train sft`: learn from demonstrations.

Invariant: torch is imported inside the command, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

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
@click.option("--init", type=click.Path(path_type=Path), help="Start from the weights of this folder.")
@click.option("--updates", type=click.IntRange(1), help="Instead of the preset's.")
@click.option("--seed", type=click.IntRange(0), help="Instead of the preset's.")
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="To make rows.")
@click.option(
    "--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="For learning on a CPU."
)
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def sft(
    runs: tuple[Path, ...], output: Path, preset: str, init: Path | None, updates: int | None,
    seed: int | None, device: str, workers: int, threads: int, as_json: bool,
) -> None:  # fmt: skip
    """Learn from the successful episodes of some runs.

    Killed at any point and started again with the same options it goes on from its last checkpoint; on a CPU
    the result is the same to the byte. The model is written to OUTPUT/model and acts as nano:OUTPUT.

    \b
    Example:
      phonebuddy collect --split train --count 2000 --agent gold -o out/gold
      phonebuddy train sft --data out/gold -o out/sft --preset nano
      phonebuddy train sft --data out/gold -o out/sft --preset nano-full --device cuda --workers 16 --json
    """
    import torch

    from phonebuddy.train.settings import SftSettings, read_preset, section
    from phonebuddy.train.start import Wanted, run_sft

    torch.set_num_threads(threads)
    sections = read_preset(preset)
    given = {name: value for name, value in (("updates", updates), ("seed", seed)) if value is not None}
    settings = section({"sft": {**_mapping(sections.get("sft")), **given}}, "sft", SftSettings)
    wanted = Wanted(runs, output, _mapping(sections.get("model")), settings, init, device, workers)
    with progress("rows", wanted.num_lots()) as advance:
        rows = wanted.rows(advance)
    emit(run_sft(wanted, rows, lambda line: click.echo(clean(line), err=True)), as_json)


def _mapping(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
