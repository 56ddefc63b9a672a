"""`phonebuddy train watch`: the curves of a training in the browser, while it runs.

Invariant: the server is imported inside the command, never by this file.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command("watch")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="0 takes a free one."
)
def watch(folders: tuple[Path, ...], port: int) -> None:
    """Show the curves of a training or a recipe in the browser, while it runs or afterwards.

    Success by lane and category, use of groups, drops, staleness, entropy, log-probability mismatch, latency.
    Only this machine can open it, with the address that is printed.

    \b
    Example:
      phonebuddy train watch out/recipe-nano-0
    """
    from phonebuddy.web.guard import Door
    from phonebuddy.web.server import listen
    from phonebuddy.web.training import Watching, serve_curves

    with listen(port) as listener:
        watching = Watching(folders, Door(listener.getsockname()[1]))
        click.echo(watching.door.url)
        serve_curves(watching, listener)
