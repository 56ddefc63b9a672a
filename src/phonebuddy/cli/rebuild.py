"""`phonebuddy rebuild`: running apps from recordings, and how faithful they are.

Invariant: the rebuild and the engine are imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import clean, emit, progress

FORMAT = click.option("--format", "format", metavar="NAME", help="Say what it is; found by itself otherwise.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
PROTOCOLS = ("leave-one-task-out", "chronological", "learnt")


class RebuildGroup(Group):
    """`phonebuddy rebuild PATH -o FOLDER` is `phonebuddy rebuild app PATH -o FOLDER`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            args = ["app", *args]
        return super().parse_args(ctx, args)


@click.group("rebuild", cls=RebuildGroup)
def rebuild() -> None:
    """Make apps from recordings, and score how faithful they are.

    \b
    Example:
      phonebuddy rebuild recordings/notes -o apps/notes
      phonebuddy rebuild score --format autodroid recordings/ --json
      phonebuddy rebuild explain recordings/notes --serve
    """


@rebuild.command("app")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The app's new folder.")
@click.option("--force", is_flag=True, help="Replace the rebuilt app that is in the folder.")
@click.option(
    "--page", is_flag=True, help="Also write explained.html: recorded and rebuilt screens, rules, gaps."
)
@click.option(
    "--use-pixels", is_flag=True, help="Take colours, icons and pictures from the recorded screens."
)
@click.option(
    "--assist", metavar="URL", help="An OpenAI-compatible endpoint that may propose names, routes and rows."
)
@click.option("--assist-model", default="default", show_default=True, help="The model to ask there.")
@click.option(
    "--assist-cache", type=click.Path(path_type=Path), default=Path("out/assist"), show_default=True,
    help="Where its answers are kept.",
)  # fmt: skip
@FORMAT
@JSON
def app(
    path: Path,
    output: Path,
    force: bool,
    page: bool,
    use_pixels: bool,
    assist: str | None,
    assist_model: str,
    assist_cache: Path,
    format: str | None,
    as_json: bool,
) -> None:
    """Rebuild the app of all recordings at PATH into a folder of the engine's app format.

    The recordings must be of one app; explorations give navigation, tasks give state. The same recordings
    give the same bytes. Check the result with `phonebuddy apps check FOLDER`.

    \b
    Example:
      phonebuddy rebuild recordings/notes -o apps/notes --page
    """
    from phonebuddy.rebuild.assist import HttpEndpoint
    from phonebuddy.rebuild.make import Helper, make_app

    helper = Helper(HttpEndpoint(assist, assist_model), assist_cache) if assist else None
    emit(make_app(path, output, format, force, page, use_pixels, helper), as_json)


@rebuild.command("score")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--protocol", type=click.Choice(PROTOCOLS), help="What is learnt from and what is asked.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to use.")
@FORMAT
@JSON
def score(path: Path, protocol: str | None, jobs: int, format: str | None, as_json: bool) -> None:
    """Measure rebuilt apps against recordings they have not seen: driven on the engine, by touches.

    PATH is one app's recordings or a folder of many. Without --protocol, recordings with tasks are scored by
    leaving one task out, others chronologically (first 70 % learnt, last 30 % asked); `learnt` asks what was
    learnt from. Floors are printed beside; where a measure has no case it is null, and `reasons` says why.

    \b
    Example:
      phonebuddy rebuild score --format autodroid recordings/ --json
      phonebuddy rebuild score --format droidbot recordings/textra --protocol chronological
    """
    from phonebuddy.rebuild.score.run import plan_score, score_recordings

    found, plan = plan_score(path, format, protocol, jobs)
    with progress("asking", plan.num_asked) as advance:
        result = score_recordings(path, found, plan, jobs, advance)
    emit(result, as_json)


@rebuild.command("prove")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--drop", is_flag=True, help="Take the tasks that fail out of the folder.")
@JSON
@click.pass_context
def prove(ctx: click.Context, folder: Path, drop: bool, as_json: bool) -> None:
    """Prove the tasks of a rebuilt app as all others are proven: gold passes; nothing, random walks and
    mutated golds fail.

    The exit code is 1 when a task failed and was not dropped.

    \b
    Example:
      phonebuddy rebuild prove apps/simplenotes --drop
    """
    from phonebuddy.rebuild.make import TASKS
    from phonebuddy.rebuild.tasks import without
    from phonebuddy.tasks.proof import prove as prove_task
    from phonebuddy.tasks.proving import LOOK
    from phonebuddy.tasks.reading import load_templates
    from phonebuddy.tasks.report import problems
    from phonebuddy.world.image import build_image
    from phonebuddy.world.phone import WorldPhone
    from phonebuddy.world.spec.load import built_in_folders, load_apps

    files = sorted((folder / TASKS).glob("*.yaml"))
    apps = load_apps([*built_in_folders(), folder])
    templates = load_templates(files, apps) if files else {}
    phone = WorldPhone(build_image(apps), LOOK)
    failed: list[str] = []
    with progress("proving", len(templates)) as advance:
        for template in templates.values():
            proof = prove_task(template, phone, 0)
            if not proof.is_passed:
                failed.append(template.id.partition("/")[2])
                for line in problems(proof):
                    click.echo(clean(line), err=True)
            advance(1)
    phone.close()
    for file in files if drop and failed else ():
        file.write_text(without(file.read_text("utf-8"), failed), "utf-8")
    emit({"tasks": len(templates), "proven": len(templates) - len(failed), "failed": failed}, as_json)
    ctx.exit(1 if failed and not drop else 0)


@rebuild.command("explain")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write it as one HTML file.")
@click.option("--serve", is_flag=True, help="Show it in a browser, on this machine only.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="With --serve; 0 takes a free one.")
@click.option("--no-open", is_flag=True, help="With --serve: print the address only; open no browser.")
@FORMAT
def explain(
    path: Path, output: Path | None, serve: bool, port: int, no_open: bool, format: str | None
) -> None:
    """Explain the app that is rebuilt from all recordings at PATH, as a page for people.

    Recorded and rebuilt screens side by side, the graph, the tables, the rules with support and conflicts,
    what is assumed and what is missing. Served, its address works once and on this machine only.

    \b
    Example:
      phonebuddy rebuild explain recordings/notes --serve
      phonebuddy rebuild explain recordings/notes -o notes.html
    """
    if serve == (output is not None):
        raise click.UsageError("Say -o FILE to write the page, or --serve to show it in a browser.")
    from phonebuddy.rebuild.make import explain_app

    text = explain_app(path, format)
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, "utf-8")
        click.echo(f"Written to {output}")
        return
    from phonebuddy.web.explained import Explained, serve_until_stopped
    from phonebuddy.web.guard import Door
    from phonebuddy.web.server import listen

    listener = listen(port)
    page = Explained(text, Door(listener.getsockname()[1]))
    serve_until_stopped(page, listener, lambda url: click.echo(f"The page is at {url}"), not no_open)


@rebuild.command("bench")
@click.option("--screens", type=click.IntRange(20, 20_000), default=1000, show_default=True)
@JSON
def bench(screens: int, as_json: bool) -> None:
    """Measure how long a rebuild takes: a made recording of so many screens, on one core.

    \b
    Example:
      phonebuddy rebuild bench --screens 1000 --json
    """
    from phonebuddy.rebuild.measure import measure_rebuild

    emit(measure_rebuild(screens), as_json)
