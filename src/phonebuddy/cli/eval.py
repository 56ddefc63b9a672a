"""`phonebuddy eval`: agents on the same tasks, with intervals and paired differences.

Invariant: the engine is imported inside the command, never by this file.
"""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.cli.collect import DEVICE, SEED
from phonebuddy.cli.group import refuse_typed
from phonebuddy.cli.report import emit, progress

if TYPE_CHECKING:
    from phonebuddy.episodes.collect_messages import Played
    from phonebuddy.episodes.collector import Begun, Watch


@click.command("eval")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    required=True,
    help="gold, chance, nano:FOLDER, vlm:FOLDER, openai:URL#MODEL; one or more.",
)
@click.option("--suite", default="", help="A frozen suite, such as quick or buddy150.")
@click.option("--split", default="test", show_default=True, help="Without a suite: train, dev or test.")
@click.option("--per-category", type=click.IntRange(1), default=10, show_default=True, help="Tasks to draw.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of the draw.")
@click.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="Tries at each task.")
@click.option("--phones", default="world:8", show_default=True, help="world:N or served:N, in each process.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@DEVICE
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The evaluation's folder."
)
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
@click.pass_context
def eval_(
    ctx: click.Context, /, agents: tuple[str, ...], suite: str, split: str, per_category: int, seed: int,
    seeds: int, phones: str, workers: int, device: str | None, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Evaluate agents on the same tasks, with intervals.

    Differences are to the first one; faults are apart.

    An evaluation that was killed goes on when the same command is given again.

    \b
    Examples:
      phonebuddy eval --suite quick --agent chance --agent gold -o out/eval
      phonebuddy eval --suite buddy150 --agent nano:out/sft --agent nano:out/rl-mixed --seeds 3 -o out/eval
    """
    if suite:
        refuse_typed(
            ctx, ("split", "per_category", "seed"), "they are for tasks that are drawn, without --suite"
        )
    import msgspec

    from phonebuddy.episodes.drawing import Wish
    from phonebuddy.episodes.phones import read_phones
    from phonebuddy.episodes.run import Asked
    from phonebuddy.errors import EvalError
    from phonebuddy.evals.parts import by_app, by_ending, by_language
    from phonebuddy.evals.run import evaluate
    from phonebuddy.evals.scores import cells, compare

    wish = Wish(suite=suite) if suite else Wish(split=split, per_category=per_category, seed=seed)
    some = read_phones(phones)
    if some.kind == "adb":
        raise EvalError(
            f"an evaluation plays tasks of the suite, on --phones world:N or served:N, and not on {phones};"
            " to try an agent on attached phones: phonebuddy collect --phones adb:SERIAL --tasks FILE.yaml"
        )
    tried = {}
    for agent in agents:
        asked = Asked(agent, wish, some, "real" if some.kind != "world" else "mock", seeds, snapshots=False)
        with ExitStack() as stack:
            tried[agent] = evaluate(_folder(output, agent), asked, workers, _begun(stack, agent), device)
    first = agents[0]
    rows = [cell for agent in agents for cell in cells(agent, tried[agent])]
    differences = [row for agent in agents[1:] for row in compare(agent, tried[agent], first, tried[first])]
    found = {"cells": rows, "differences": differences}
    for name, part in (("languages", by_language), ("apps", by_app), ("failures", by_ending)):
        found[name] = [row for agent in agents for row in part(agent, tried[agent])]
    emit({"output": str(output), **msgspec.to_builtins(found)}, as_json)


def _folder(output: Path, agent: str) -> Path:
    """Where an agent's evaluation is: under its name, with a digest of it where another one is there."""
    from phonebuddy.episodes.run import RUN, read_asked

    name = "".join(letter if letter.isalnum() else "-" for letter in agent).strip("-")
    if (output / name / RUN).is_file() and read_asked(output / name).agent != agent:
        return output / f"{name}-{hashlib.sha256(agent.encode()).hexdigest()[:8]}"
    return output / name


def _begun(stack: ExitStack, agent: str) -> Begun:
    """Progress of one agent's episodes."""

    def begun(total: int, done: int) -> Watch:
        advance = stack.enter_context(progress(agent, total, done))

        def watch(_played: Played) -> None:
            advance(1)

        return watch

    return begun
