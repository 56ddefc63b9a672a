"""`phonebuddy episodes`: list, show, replay, filter and export what was collected.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import clean, emit, progress

RUN = click.argument("run", type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
MOST_SAID = 10
"""Differences that are said at once; the list at the end has all."""


@click.group("episodes", cls=Group)
def episodes() -> None:
    """List, show, replay, filter and export what was collected.

    \b
    Example:
      phonebuddy episodes list out/gold --result failure
    """


@episodes.command("list")
@RUN
@click.option("--result", type=click.Choice(["success", "failure", "fault", "unjudged"]), help="Only these.")
@click.option("--category", type=click.Choice(["single", "mini", "cross"]), help="Only these.")
@click.option("--template", help="Only those of this task template.")
@JSON
def list_(run: Path, result: str | None, category: str | None, template: str | None, as_json: bool) -> None:
    """List the episodes of a run: task, result, steps, and why it failed.

    \b
    Example:
      phonebuddy episodes list out/gold --result failure --json
    """
    from phonebuddy.episodes.store import Store

    store = Store.open(run)
    rows = []
    for parts in (store.parts, store.faults):
        lengths = parts.lengths()
        for head in parts.heads():
            wanted = result in (None, head.result) and category in (None, head.category)
            if wanted and template in (None, head.template):
                why = head.reasons[0][:80] if head.reasons else ""
                row = {"episode": head.id, "task": head.task, "result": head.result}
                rows.append({**row, "steps": lengths[head.id], "why": why})
    rows.sort(key=lambda row: str(row["episode"]))
    emit({"run": str(run), "episodes": len(rows), "list": rows}, as_json)


@episodes.command("stats")
@RUN
@JSON
def stats(run: Path, as_json: bool) -> None:
    """Count a run: episodes, steps, results by category, what broke.

    \b
    Example:
      phonebuddy episodes stats out/gold --json
    """
    from phonebuddy.episodes.store import Store
    from phonebuddy.episodes.summary import summary

    emit(summary(Store.open(run)), as_json)


@episodes.command("show")
@RUN
@click.argument("episode")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A film strip of it.")
@JSON
def show(run: Path, episode: str, output: Path | None, as_json: bool) -> None:
    """Show one episode: what was asked, every step, and the verdict.

    \b
    Example:
      phonebuddy episodes show out/gold 000003 -o out/strip.png
    """
    from phonebuddy.episodes.showing import describe, draw_strip, find_episode
    from phonebuddy.episodes.store import Store

    store = Store.open(run)
    found = find_episode(store, episode)
    if output is not None:
        draw_strip(store, found, output)
    emit(describe(found), as_json)


@episodes.command("replay")
@RUN
@click.argument("ids", nargs=-1, metavar="[EPISODE...]")
@JSON
@click.pass_context
def replay(ctx: click.Context, run: Path, ids: tuple[str, ...], as_json: bool) -> None:
    """Play episodes again and compare everything, byte for byte; the exit code is 1 when something differs.

    Only episodes of mock phones can be played again; others are counted as skipped.

    \b
    Example:
      phonebuddy episodes replay out/gold --json
    """
    from collections import Counter

    from phonebuddy.episodes.replay import ids_to_replay, replay_all
    from phonebuddy.episodes.store import Store

    store = Store.open(run)
    chosen = ids_to_replay(store, ids) if ids else None
    total = len(chosen) if chosen is not None else len(store.heads())
    outcomes: Counter[str] = Counter()
    differing = []
    with progress("replaying", total) as advance:
        for found in replay_all(store.episodes(chosen), store.pictures):
            outcomes[found.outcome] += 1
            advance(1)
            if found.outcome == "differs":
                differing.append({"episode": found.episode, "task": found.task, "what": found.detail})
                if len(differing) <= MOST_SAID:
                    click.echo(clean(f"{found.episode} {found.task}: {found.detail}"), err=True)
    numbers = {name: outcomes[name] for name in ("same", "differs", "skipped")}
    emit({"run": str(run), "episodes": total, **numbers, "list": differing}, as_json)
    ctx.exit(1 if differing else 0)


@episodes.command("filter")
@RUN
@click.option("--success", is_flag=True, help="Only successes.")
@click.option("--clean", "clean_", is_flag=True, help="Only those without side effects.")
@click.option("--shortest", is_flag=True, help="Of several tries at a task only the shortest success.")
@click.option("--distinct", is_flag=True, help="Of those that were asked and did the same only the first.")
@click.option("--per-app", type=click.IntRange(0), default=0, help="At most so many of each app.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The new run's folder.")
@JSON
def filter_(
    run: Path, success: bool, clean_: bool, shortest: bool, distinct: bool, per_app: int, output: Path,
    as_json: bool,
) -> None:  # fmt: skip
    """Keep the episodes that are good to learn from, as a run of their own.

    Why the others were dropped stands in dropped.jsonl of the new run.

    \b
    Example:
      phonebuddy episodes filter out/gold --success --clean --distinct --per-app 200 -o out/good
    """
    from collections import Counter

    from phonebuddy.episodes.export import keep_chosen
    from phonebuddy.episodes.filters import Rules, choose
    from phonebuddy.episodes.store import Store

    store = Store.open(run)
    chosen = choose(store.episodes(), Rules(success, clean_, shortest, distinct, per_app))
    keep_chosen(store, chosen, output)
    broken = Counter(rule for rule, _ in chosen.dropped.values())
    rows = [{"rule": rule, "episodes": count} for rule, count in broken.most_common()]
    data = {"run": str(output), "kept": len(chosen.kept), "dropped": len(chosen.dropped)}
    emit({**data, "rules": rows}, as_json)


@episodes.command("export")
@RUN
@click.option("--to", "form", required=True, help="chat, lerobot or samples.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="A new folder.")
@JSON
def export(run: Path, form: str, output: Path, as_json: bool) -> None:
    """Write a run as chat JSONL with pictures, as a LeRobot dataset, or as plain samples.

    Pictures that were not kept are drawn from the steps' snapshots.

    \b
    Examples:
      phonebuddy episodes export out/good --to chat -o out/chat
      phonebuddy episodes export out/good --to lerobot -o out/lerobot
    """
    from phonebuddy.episodes.export import export as write
    from phonebuddy.episodes.store import Store

    store = Store.open(run)
    with progress("exporting", len(store.heads())) as advance:
        numbers = write(store, form, output, advance)
    emit(numbers, as_json)
