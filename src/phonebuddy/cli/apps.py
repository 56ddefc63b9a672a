"""`phonebuddy apps`: check apps and draw them.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click

from phonebuddy.cli.group import Group
from phonebuddy.cli.report import clean, emit, progress


@click.group("apps", cls=Group)
def apps() -> None:
    """Check and draw the apps of the phone.

    \b
    Example:
      phonebuddy apps check
    """


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
@click.option("--columns", type=click.IntRange(1, 30), default=8, show_default=True)
@click.option("--width", type=click.IntRange(90, 540), default=270, show_default=True, help="Of one screen.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sheet(
    names: tuple[str, ...],
    output: Path,
    pages_only: bool,
    theme: str,
    columns: int,
    width: int,
    as_json: bool,
) -> None:
    """Draw every page of the apps, or those named as app/page, in one picture.

    Pages are found by touching everything that can be touched, from the app's first page on.

    \b
    Example:
      phonebuddy apps sheet clock notes/note -o sheet.png
    """
    from phonebuddy.world.gallery import draw_apps, wanted_views
    from phonebuddy.world.sheet import draw_sheet, save_png

    wanted = wanted_views(names)
    themes = {"light": [False], "dark": [True], "both": [False, True]}[theme]
    with progress("drawing", len(wanted)) as advance:
        shots = draw_apps(wanted, pages_only, themes, advance)
    save_png(draw_sheet(shots, columns, width), output)
    emit({"sheet": str(output), "screens": len(shots)}, as_json)


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
