"""`phonebuddy tasks`: see, prove, generate and play tasks.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import clean, emit, progress

if TYPE_CHECKING:
    from phonebuddy.tasks.template import TaskTemplate

KEPT = Path("out/tasks-proven.jsonl")
CHOICES = click.Choice(["single", "mini", "cross"])


@click.group("tasks", cls=Group)
def tasks() -> None:
    """See, prove, generate and play tasks.

    \b
    Example:
      phonebuddy tasks check clock --json
    """


def _chosen(names: tuple[str, ...], category: str | None = None) -> dict[str, TaskTemplate]:
    """Templates by id, by file, or all of them."""
    from phonebuddy.errors import TaskError, nearest
    from phonebuddy.tasks.reading import built_in_templates

    known = built_in_templates()
    for name in names:
        if name not in known and not any(id.startswith(f"{name}/") for id in known):
            accepted = [*known, *sorted({id.partition("/")[0] for id in known})]
            raise TaskError(f"no template '{name}'{nearest(name, accepted)}; see: phonebuddy tasks list")
    return {
        id: template
        for id, template in known.items()
        if (not names or id in names or id.partition("/")[0] in names)
        and category in (None, template.category)
    }


@tasks.command("list")
@click.argument("names", nargs=-1, metavar="[TEMPLATE or FILE...]")
@click.option("--category", type=CHOICES, help="Only these.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_(names: tuple[str, ...], category: str | None, as_json: bool) -> None:
    """List task templates: their apps, category and split, and how they are said.

    \b
    Example:
      phonebuddy tasks list --category cross
    """
    from phonebuddy.tasks.splits import split_of

    rows = [
        {
            "template": template.id,
            "category": template.category,
            "apps": " ".join(template.apps),
            "split": split_of(template),
            "says": "".join(
                f"{{{p}}}" if odd & 1 else p for odd, p in enumerate(template.phrases[0].text.pieces)
            ),
        }
        for template in _chosen(names, category).values()
    ]
    emit({"templates": len(rows), "list": rows}, as_json)


@tasks.command("show")
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(task: str, as_json: bool) -> None:
    """Show one task: its words, values, start, gold and what is checked.

    A task is called template@person.number; without the last part the first one of person 0 is shown.

    \b
    Example:
      phonebuddy tasks show clock/add_alarm@0.3
    """
    from phonebuddy.tasks.showing import describe

    emit(describe(task if "@" in task else f"{task}@0.0"), as_json)


@tasks.command("check")
@click.argument("names", nargs=-1, metavar="[TEMPLATE or FILE...]")
@click.option("--all", "every", is_flag=True, help="Every template; the default when none is named.")
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option(
    "--persons", type=click.IntRange(1, 50), default=3, show_default=True, help="One instance each."
)
@click.option("--fresh", is_flag=True, help="Prove everything again, also what has been proven before.")
@click.option("--page", type=click.Path(path_type=Path), help="Also write the table, such as docs/suite.md.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
@click.pass_context
def check(
    ctx: click.Context, names: tuple[str, ...], every: bool, processes: int, persons: int, fresh: bool,
    page: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Prove templates: gold passes; nothing, random walks and mutated golds fail.

    Results are kept in out/tasks-proven.jsonl; a run that was broken off goes on where it was, and what has
    not changed is not proven again. The exit code is 1 when a check failed.

    \b
    Example:
      phonebuddy tasks check --all --json
      phonebuddy tasks check clock contacts/star_person
    """
    from phonebuddy.tasks.proving import jobs_for, prove_all
    from phonebuddy.tasks.report import problems, suite_page, summary

    templates = _chosen(() if every else names)
    jobs = jobs_for(templates.values(), persons)
    if fresh:
        KEPT.unlink(missing_ok=True)
    proofs = []
    with progress("proving", len(jobs)) as advance:
        for proof in prove_all(templates, jobs, KEPT, processes):
            proofs.append(proof)
            advance(1)
            for line in problems(proof):
                click.echo(clean(line), err=True)
    if page is not None:
        page.write_text(suite_page(templates, proofs), encoding="utf-8")
    numbers = summary(templates, proofs)
    emit(numbers, as_json)
    ctx.exit(1 if numbers["failed"] else 0)


@tasks.command("play")
@click.argument("task")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A film strip of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def play(ctx: click.Context, task: str, output: Path | None, as_json: bool) -> None:
    """Play a task's gold on a phone and print every action and the verdict.

    \b
    Example:
      phonebuddy tasks play clock/add_alarm@0.3 -o out/alarm.png
    """
    from phonebuddy.tasks.showing import play_gold

    played = play_gold(task if "@" in task else f"{task}@0.0", output)
    emit(played, as_json)
    ctx.exit(0 if played["verdict"] == "success" else 1)


@tasks.command("split")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def split(as_json: bool) -> None:
    """Report the splits: templates for training, dev and test, and what training shares with the others.

    \b
    Example:
      phonebuddy tasks split --json
    """
    from phonebuddy.tasks.reading import built_in_templates
    from phonebuddy.tasks.splits import leak_report

    emit(leak_report(built_in_templates()), as_json)


@tasks.command("generate")
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="How many tasks.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/pool.jsonl"), show_default=True
)
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def generate(count: int, seed: int, output: Path, processes: int, as_json: bool) -> None:
    """Write a pool of distinct tasks, one line of JSON each; every one was done by its gold first.

    What is done stands in a .part file beside the output; a run that was broken off goes on from there.

    \b
    Example:
      phonebuddy tasks generate --count 8000 --seed 1 -o out/pool.jsonl
    """
    from collections import Counter

    import msgspec

    from phonebuddy.tasks import pool
    from phonebuddy.tasks.reading import built_in_templates

    templates = built_in_templates()
    output.parent.mkdir(parents=True, exist_ok=True)
    part = output.with_name(f"{output.name}.{pool.pool_key(templates, seed)}.part")
    before = pool.begun(part.read_bytes().splitlines())[:count] if part.exists() else []
    kinds: Counter[str] = Counter(kind for one in before for kind in one.kinds)
    with progress("generating", count) as advance, part.open("wb") as file:
        file.writelines(msgspec.json.encode(one) + b"\n" for one in before)
        file.flush()
        advance(len(before))
        for one in pool.generate(templates, count, seed, processes, before=before):
            file.write(msgspec.json.encode(one) + b"\n")
            kinds.update(one.kinds)
            advance(1)
    part.replace(output)
    emit({"pool": str(output), "tasks": count, **dict(sorted(kinds.items()))}, as_json)


@tasks.command("freeze")
@click.argument("name")
@click.option("--single", type=click.IntRange(0), help="Single-app tasks.  [default: 8, or as before]")
@click.option("--mini", type=click.IntRange(0), help="Mini-app tasks.  [default: 8, or as before]")
@click.option("--cross", type=click.IntRange(0), help="Cross-app tasks.  [default: 8, or as before]")
@click.option("--keep", is_flag=True, help="The tasks of the version before, where they still can be done.")
@click.option("--about", help="What the suite is for, in one line.  [default: as before]")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), help="Where to; the package's own by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def freeze(
    name: str, single: int | None, mini: int | None, cross: int | None, keep: bool, about: str | None,
    seed: int, folder: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Choose tasks of the test split and freeze them as a suite; one that is there gets its next version.

    \b
    Example:
      phonebuddy tasks freeze trial --single 4 --mini 0 --cross 4 --folder out
      phonebuddy tasks freeze buddy150 --keep
    """
    from phonebuddy.errors import TaskError
    from phonebuddy.tasks import suites
    from phonebuddy.tasks.reading import built_in_templates

    if not name.isidentifier():
        raise TaskError(f"'{name}' is no name of a suite: letters, digits and _, such as trial_2")
    path = (folder or suites.FOLDER) / f"{name}.yaml"
    before = suites.read_suite(path) if path.exists() else None
    counts = suites.counts_of(before) if before else {"single": 8, "mini": 8, "cross": 8}
    given = {"single": single, "mini": mini, "cross": cross}
    counts |= {category: count for category, count in given.items() if count is not None}
    kept = suites.tasks_of(before) if before and keep else []
    chosen = suites.choose(built_in_templates(), counts, seed, kept)
    words = about if about is not None else before.about if before else ""
    version = suites.freeze(words, chosen, path)
    same = len({task.id for task in chosen} & {task.id for task in kept})
    emit({"suite": name, "version": version, "tasks": len(chosen), "kept": same, "file": str(path)}, as_json)


@tasks.command("suite")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def suite(name: str, as_json: bool) -> None:
    """List the tasks of a frozen suite, after checking that none has changed since.

    \b
    Example:
      phonebuddy tasks suite quick --json
    """
    from phonebuddy.tasks.suites import load_suite

    found, _tasks = load_suite(name)
    rows = [
        {"task": one.task, "says": one.says, "limit": one.limit, "rubric": one.rubric} for one in found.tasks
    ]
    emit(
        {"suite": name, "version": found.version, "about": found.about, "tasks": len(rows), "list": rows},
        as_json,
    )
