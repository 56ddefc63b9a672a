"""`phonebuddy train recipe` and `phonebuddy train report`: the whole recipe, and what came of it.

Invariant: torch and the engine are imported inside the commands, never by this file.
"""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.agents.device import spin_briefly
from phonebuddy.agents.folders import SHIPPED
from phonebuddy.cli.report import clean, emit

if TYPE_CHECKING:
    from phonebuddy.evals.recipe import Kitchen
    from phonebuddy.evals.recipe_settings import Recipe
    from phonebuddy.evals.report import Results


@click.command("recipe")
@click.option("--preset", default="nano", show_default=True, help="A built-in preset, or a .yaml file.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--device", default="cpu", show_default=True, help="Where models learn and act: cpu or cuda.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option(
    "--real", default="", help="Phones of the real lane instead of the stand-in, such as adb:SERIAL."
)
@click.option("--real-tasks", default="", help="With adb:..., a file with the tasks of those phones.")
@click.option("--judge", default="", help="With adb:..., URL#MODEL of who judges by the tasks' rubrics.")
@click.option("--set", "changes", multiple=True, help="Another setting: section.name=value, as rl.steps=20.")
@click.option(
    "--init",
    type=click.Path(path_type=Path),
    help=f"Start from the model of this folder, or one that comes with it: {', '.join(SHIPPED)}."
    "  [default: as the preset says, else a new one]",
)
@click.option("--ablations", is_flag=True, help="Also app coverage, mock share and no cross-app tasks.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Default: out/recipe-PRESET-SEED.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def recipe(
    preset: str, seed: int, device: str, workers: int, real: str, real_tasks: str, judge: str,
    changes: tuple[str, ...], init: Path | None, ablations: bool, output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Collect, learn, try and evaluate: the whole recipe, and a report.

    Demonstrations in both environments; one supervised model; RL on the real lane only and half and half; all
    three models on the test split. Every stage can be killed: the same command goes on. The real lane is a
    stand-in, mock phones served over ADB, unless phones are given with --real.

    \b
    Examples:
      phonebuddy train recipe --preset nano
      phonebuddy train recipe --preset nano-full --seed 1 --workers 16 --device cuda -o out/full-1
      phonebuddy train recipe --preset nano --set rl.steps=20 --set sft.updates=3000 -o out/longer
      phonebuddy train recipe --preset nano --seed 1 --init out/recipe-nano-0/sft -o out/again
    """
    spin_briefly()
    folder = output or Path("out") / f"recipe-{Path(preset).stem}-{seed}"
    from phonebuddy.evals.recipe_settings import read_recipe

    given = read_recipe(preset, real, real_tasks, changes, judge)
    kitchen = open_kitchen(folder, given, seed, workers, device, init, changes)
    emit(cook(kitchen, ablations), as_json)


def open_kitchen(
    folder: Path, given: Recipe, seed: int, workers: int, device: str, init: Path | None = None,
    changes: tuple[str, ...] = (),
) -> Kitchen:  # fmt: skip
    """A recipe in its folder, saying on stderr how far it is. It starts from the preset's model, if it has
    one and no other is given."""
    from phonebuddy.evals.recipe import Kitchen, Site
    from phonebuddy.evals.recipe_settings import changed
    from phonebuddy.train.learner import check_model
    from phonebuddy.train.settings import model_of
    from phonebuddy.train.start import check_language_rate, start_of
    from phonebuddy.train.trainers import must_be_alone

    must_be_alone("phonebuddy train recipe")
    check_model(given.kind, given.model)
    began = time.monotonic()

    def say(line: str) -> None:
        click.echo(clean(f"{time.monotonic() - began:7.1f} s  {line}"), err=True)

    init = start_of(given.kind, given.model, given.init, init, model_of(changed({}, changes))[1])
    check_language_rate(given.sft, given.model, init)
    say(f"curves: phonebuddy train watch {folder}")
    return Kitchen(folder, given, seed, Site(workers, device), say, init)


def cook(kitchen: Kitchen, ablations: bool) -> dict[str, object]:
    """Run a recipe to its end; what to print."""
    from phonebuddy.evals.ablations import run_ablations
    from phonebuddy.evals.cooked import keep_command
    from phonebuddy.evals.recipe_report import report

    began, folder = time.monotonic(), kitchen.stages.folder
    keep_command(folder, _command())
    kitchen.cook()
    if ablations:
        run_ablations(kitchen)
    results = report([folder], folder, _command())
    return {
        "report": str((folder / "report.html").resolve()),
        "results": str((folder / "results.json").resolve()),
        "real lane": results.real,
        "seconds": round(time.monotonic() - began, 1),
        "success": _rows(results),
        "differences": _differences(results),
    }


@click.command("report")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Where to write it.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def report(folders: tuple[Path, ...], output: Path, as_json: bool) -> None:
    """Report on a recipe again, or on several seeds of one together.

    \b
    Example:
      phonebuddy train report out/full-0 out/full-1 out/full-2 -o out/full
    """
    from phonebuddy.evals.recipe_report import report as write

    results = write(folders, output, _command())
    found = {
        "report": str((output / "report.html").resolve()),
        "seeds": list(results.seeds),
        "real lane": results.real,
    }
    emit({**found, "success": _rows(results), "differences": _differences(results)}, as_json)


def _command() -> str:
    return shlex.join(["phonebuddy", *sys.argv[1:]])


def _rows(results: Results) -> list[dict[str, object]]:
    from phonebuddy.evals.statistics import LEVEL

    return [
        {
            "model": cell.model,
            "tasks": cell.category,
            "success %": round(cell.rate * 100, 1),
            f"{LEVEL:.0%} interval": f"{cell.low * 100:.1f} to {cell.high * 100:.1f}",
            "episodes": cell.episodes,
            "faults": cell.faults,
        }
        for cell in results.cells
    ]


def _differences(results: Results) -> list[dict[str, object]]:
    return [
        {
            "model": one.model,
            "less": one.than,
            "tasks": one.category,
            "points": round(one.difference * 100, 1),
            "interval": f"{one.low * 100:+.1f} to {one.high * 100:+.1f}",
            "p": one.p,
        }
        for one in results.differences
    ]
