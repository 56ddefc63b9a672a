"""`phonebuddy apps`: list apps, check and draw them.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import clean, emit, progress


@click.group("apps", cls=Group)
def apps() -> None:
    """List, check and draw the apps of the phone.

    \b
    Example:
      phonebuddy apps check
    """


@apps.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_(as_json: bool) -> None:
    """List the built-in apps: what they are about, their pages, and the task templates that use them.

    \b
    Example:
      phonebuddy apps list --json
    """
    from phonebuddy.tasks.reading import built_in_templates
    from phonebuddy.world.image import default_apps

    used = Counter(app for template in built_in_templates().values() for app in template.apps)
    rows = [
        {
            "app": name,
            "package": app.package,
            "kind": "mini" if app.manifest.host else "app",
            "domain": app.manifest.domain,
            "pages": len(app.pages),
            "templates": used[name],
        }
        for name, app in default_apps().apps.items()
    ]
    emit({"apps": len(rows), "domains": len({row["domain"] for row in rows}), "list": rows}, as_json)


@apps.command("check")
@click.argument("folders", nargs=-1, metavar="[APP...]", type=str)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check(ctx: click.Context, folders: tuple[str, ...], as_json: bool) -> None:
    """Check apps: by name for built-in ones, by folder for your own; all built-in ones by default.

    Your own apps are checked together with the built-in ones, whose offers they may use. Every mistake is
    printed with its file and line; the exit code is 1 when there is any.

    \b
    Example:
      phonebuddy apps check clock ./my_app
    """
    from phonebuddy.world.check import check_folders

    report = check_folders(folders)
    if as_json:
        emit(report.as_dict(), True)
    else:
        for problem in report.problems:
            click.echo(clean(str(problem)))
        pages = f"{report.num_pages} pages" if not report.problems else f"{len(report.problems)} problems"
        click.echo(f"{len(report.apps)} apps checked, {pages}")
    ctx.exit(1 if report.problems else 0)


@apps.command("sheet")
@click.argument("names", nargs=-1, metavar="[APP[/PAGE]...]")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("out/sheet.png"), show_default=True
)
@click.option("--pages-only", is_flag=True, help="Leave out dialogs, menus and sheets.")
@click.option("--theme", type=click.Choice(["light", "dark", "both"]), default="both", show_default=True)
@click.option("--profile", default="540x1200", show_default=True, help="The device, such as 1600x2560.")
@click.option("--text-size", type=click.FloatRange(0.7, 2.0), default=1.0, show_default=True)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Whose phone it is; 5 to 7 speak Chinese.",
)
@click.option("--columns", type=click.IntRange(1, 30), default=8, show_default=True)
@click.option("--width", type=click.IntRange(90, 540), default=270, show_default=True, help="Of one screen.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sheet(
    names: tuple[str, ...],
    output: Path,
    pages_only: bool,
    theme: str,
    profile: str,
    text_size: float,
    seed: int,
    columns: int,
    width: int,
    as_json: bool,
) -> None:
    """Draw every page of the apps, or those named as app/page, in one picture.

    Pages are found by touching everything that can be touched, from the app's first page on.

    \b
    Example:
      phonebuddy apps sheet clock notes/note -o sheet.png
      phonebuddy apps sheet mail --theme dark --profile 1600x2560 --text-size 1.3 --seed 5
    """
    from phonebuddy.world.gallery import draw_apps, wanted_views
    from phonebuddy.world.look import LookSpec
    from phonebuddy.world.sheet import draw_sheet, save_png

    wanted = wanted_views(names)
    themes = {"light": [False], "dark": [True], "both": [False, True]}[theme]
    looks = [LookSpec(profile=profile, dark=dark, font_scale=text_size) for dark in themes]
    with progress("drawing", len(wanted)) as advance:
        shots = draw_apps(wanted, pages_only, looks, seed, advance)
    save_png(draw_sheet(shots, columns, width), output)
    emit({"sheet": str(output), "screens": len(shots)}, as_json)


@apps.command("invent")
@click.argument("person", type=click.IntRange(min=10_000))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder to write to.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def invent(person: int, output: Path, as_json: bool) -> None:
    """Write the invented apps of somebody in the village, with their task templates, as folders to read.

    Everybody from number 10,000 on has six apps of their own, for training; the number says which.

    \b
    Example:
      phonebuddy apps invent 10000 -o out/village
      phonebuddy apps check out/village/*/
    """
    from phonebuddy.errors import AppError
    from phonebuddy.tasks.invented.village import sketches, templates_text, write_app

    if output.exists() and any(output.iterdir()):
        raise AppError(f"{output} is not empty; give a new folder")
    found = sketches(person)
    folders = [write_app(output, sketch, is_mini) for sketch, is_mini in found]
    (output / "invented.yaml").write_text(templates_text(person), "utf-8")
    rows = [
        {"folder": str(folder), "title": sketch.title, "kind": "mini" if is_mini else "app"}
        for folder, (sketch, is_mini) in zip(folders, found, strict=True)
    ]
    emit(
        {"person": person, "apps": len(rows), "templates": str(output / "invented.yaml"), "list": rows},
        as_json,
    )


@apps.command("words")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write it to a file, such as docs/words.md."
)
def words(output: Path | None) -> None:
    """Print every word of the app format with its keys, as Markdown.

    \b
    Example:
      phonebuddy apps words -o docs/words.md
    """
    from phonebuddy.world.spec.reference import write_reference

    _print_or_write(write_reference(), output)


@apps.command("modules")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write it to a file, such as docs/modules.md."
)
def modules(output: Path | None) -> None:
    """Print every module apps can be made of, with its parameters and an example, as Markdown.

    \b
    Example:
      phonebuddy apps modules -o docs/modules.md
    """
    from phonebuddy.world.spec.module_reference import write_module_reference

    _print_or_write(write_module_reference(), output)


@apps.command("life")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write it to a file, such as docs/life.md."
)
def life(output: Path | None) -> None:
    """Print the tables of the owner's life, which the content of apps is drawn from, as Markdown.

    \b
    Example:
      phonebuddy apps life -o docs/life.md
    """
    from phonebuddy.world.life.reference import write_life_reference

    _print_or_write(write_life_reference(), output)


def _print_or_write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"written: {output}")
