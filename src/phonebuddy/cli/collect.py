"""`phonebuddy collect`: let an agent play tasks on many phones, and keep every episode.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.cli.group import Group, refuse_typed
from phonebuddy.cli.report import emit, progress

if TYPE_CHECKING:
    from phonebuddy.episodes.collect_messages import Played
    from phonebuddy.episodes.collector import Watch
    from phonebuddy.episodes.run import Asked

WORKERS = click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=lambda: min(64, len(os.sched_getaffinity(0))),
    show_default="one for each core",
    help="Processes.",
)

SEED = click.IntRange(0, 2**31 - 1)
"""Each try has a seed of its own, a million times as large, and tables keep 64 bits of it."""

DEVICE = click.option(
    "--device",
    show_default="cpu; a vlm: the GPU where there is one",
    help="Where the agent's model acts: cpu or cuda.",
)


@click.group("collect", cls=Group, invoke_without_command=True)
@click.option("--suite", help="A frozen suite (quick, buddy150), drills, invented or cards; else of a split.")
@click.option("--split", default="train", show_default=True, help="train, dev or test.")
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="Tasks to draw.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of the draw and the agent.")
@click.option(
    "--category",
    multiple=True,
    help="Only these: single, mini, cross; of invented apps also tucked, woven. Can be given again.",
)
@click.option("--app", multiple=True, help="Only tasks that need no other apps. Can be given again.")
@click.option("--repeat", type=click.IntRange(1), default=1, show_default=True, help="Tries at each task.")
@click.option(
    "--agent",
    default="gold",
    show_default=True,
    help="gold, clumsy, coached:FOLDER, chance, nano:FOLDER, vlm:FOLDER, openai:URL#MODEL.",
)
@click.option(
    "--phones",
    default="world:8",
    show_default=True,
    help="world:N or served:N in each process; adb:SERIAL,...",
)
@click.option("--tasks", type=click.Path(path_type=Path), help="A file of tasks, for adb phones.")
@click.option("--judge", default="", help="URL#MODEL of who judges adb phones by the tasks' rubrics.")
@click.option("--may", multiple=True, help="A side effect that may happen for real, on adb phones.")
@WORKERS
@DEVICE
@click.option("--pixels", is_flag=True, help="Keep a picture of every screen, 540x1200.")
@click.option("--limit", type=click.IntRange(0), default=0, help="Steps an agent has; else as the task says.")
@click.option(
    "--tries", type=click.IntRange(1, 20), default=3, show_default=True, help="Until a fault stays."
)
@click.option("--latency", type=click.FloatRange(0), default=0.0, help="Seconds a served phone takes longer.")
@click.option(
    "--fault-rate", type=click.FloatRange(0, 1), default=0.0, help="Episodes a served phone breaks."
)
@click.option("--looks", type=click.IntRange(0), default=0, help="Looks that served phones have; 0: plain.")
@click.option("--interruptions", type=click.FloatRange(0), default=0.0, help="A minute, on served phones.")
@click.option(
    "--leftovers", is_flag=True, help="Served phones keep notifications and clipboard between tasks."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The run's folder.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
@click.pass_context
def collect(
    ctx: click.Context, /, as_json: bool, workers: int, device: str | None, output: Path | None,
    **given: object,
) -> None:  # fmt: skip
    """Let an agent play tasks on many phones, and keep every episode.

    A run that was broken off, also by kill -9, goes on where it was when the same command is given again.
    Episodes that the environment broke are played again, a few times, and kept apart.

    \b
    Examples:
      phonebuddy collect --suite quick --agent gold -o out/quick
      phonebuddy collect --split train --count 2000 --seed 1 --workers 2 -o out/gold
      phonebuddy collect --suite drills --count 20000 -o out/drills
      phonebuddy collect --suite invented --count 12000 -o out/invented
      phonebuddy collect --suite cards --count 30000 -o out/cards
      phonebuddy collect --split train --count 1000 --seed 5 --agent coached:out/sft -o out/coached
      phonebuddy collect --suite quick --agent chance --phones served:4 --latency 0.5 -o out/served
      phonebuddy collect --phones adb:0A1B2C3D --tasks mine.yaml --agent nano:out/sft -o out/real
    """
    if ctx.invoked_subcommand is not None:
        return
    if output is None:
        raise click.UsageError(
            "Say where the run is to be kept: -o RUN. Example: phonebuddy collect -o out/gold"
        )
    from phonebuddy.episodes.collector import collect as play
    from phonebuddy.episodes.store import Store
    from phonebuddy.episodes.summary import summary

    with ExitStack() as stack:

        def begun(total: int, done: int) -> Watch:
            advance = stack.enter_context(progress("collecting", total, done))
            if done:
                click.echo(_going_on(total, done, len(Store(output).parts.lengths())), err=True)

            def watch(_played: Played) -> None:
                advance(1)

            return watch

        asked = _asked(given)
        _refuse_idle(ctx, asked)
        # A phone that is attached is one: processes would take it from each other.
        store = play(output, asked, 1 if asked.phones.kind == "adb" else workers, begun, device)
    emit(summary(store), as_json)


def _going_on(total: int, done: int, there: int) -> str:
    """What is found of a run; done is also what was tried too often."""
    lost = done - there
    more = f"; {lost} were given up: every try broke, a larger --tries plays them again" if lost > 0 else ""
    return f"going on: {there} of {total} episodes are there{more}"


def _refuse_idle(ctx: click.Context, asked: Asked) -> None:
    """What was typed must count for something."""
    from phonebuddy.episodes.drawing import CARDS, INVENTED
    from phonebuddy.tasks.suites import suite_names

    kind, suite = asked.phones.kind, asked.wish.suite
    if kind != "served":
        hard = ("latency", "fault_rate", "looks", "interruptions", "leftovers")
        refuse_typed(ctx, hard, "only served phones can be made harder: --phones served:4")
    if kind != "adb":
        refuse_typed(ctx, ("tasks", "may", "judge"), "they are for Android phones: --phones adb:SERIAL")
    drawn = ("split", "count", "category", "app")
    if kind == "adb":
        refuse_typed(ctx, ("suite", *drawn), "tasks of Android phones are those of the file: --tasks FILE")
    elif suite in (INVENTED, CARDS):
        refuse_typed(ctx, ("app",), f"the apps of suite {suite} are invented for it")
    elif suite in suite_names():
        refuse_typed(ctx, drawn, f"suite {suite} is played whole; leave out --suite to draw tasks")


def _asked(given: dict[str, object]) -> Asked:
    """What the options mean."""
    import msgspec

    from phonebuddy.episodes.drawing import Wish
    from phonebuddy.episodes.phones import Trouble, read_phones
    from phonebuddy.episodes.run import Asked

    trouble = msgspec.convert(
        {
            "latency_s": given["latency"],
            **{k: given[k] for k in ("fault_rate", "interruptions", "looks", "leftovers")},
        },
        Trouble,
    )
    wish = {"suite": given["suite"] or "", "categories": given["category"], "apps": given["app"]}
    wish |= {name: given[name] for name in ("split", "count", "seed")}
    phones = msgspec.structs.replace(
        read_phones(str(given["phones"]), trouble), tasks=str(given["tasks"] or ""), may=given["may"],
        judge=given["judge"],
    )  # fmt: skip
    rest = {name: given[name] for name in ("agent", "repeat", "pixels", "limit", "tries")}
    lane = "mock" if phones.kind == "world" else "real"
    return msgspec.convert(
        {"wish": msgspec.convert(wish, Wish), "phones": phones, "lane": lane, **rest}, Asked
    )


@collect.command("bench")
@click.option("--count", type=click.IntRange(1), default=1000, show_default=True, help="Without pictures.")
@click.option("--pixels-count", type=click.IntRange(1), default=300, show_default=True, help="With pictures.")
@WORKERS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(count: int, pixels_count: int, workers: int, as_json: bool) -> None:
    """Measure how many gold episodes a minute end up on disk, without and with 540x1200 pictures.

    \b
    Example:
      phonebuddy collect bench --json
    """
    from phonebuddy.episodes.bench import bench as measure

    with progress("collecting", count + pixels_count) as advance:
        numbers = measure(count, pixels_count, workers, advance)
    emit(numbers, as_json)
