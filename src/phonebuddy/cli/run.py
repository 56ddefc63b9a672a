"""`phonebuddy run`: what `make run` calls.

Invariant: it works on every machine where `make setup` ended well.
"""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

import click

from phonebuddy import __version__
from phonebuddy.cli.report import emit

LIBRARIES = ("skia-python", "apsw", "numpy")


@click.command("run")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def run(as_json: bool) -> None:
    """Say what this machine runs PhoneBuddy with.

    \b
    Example:
      phonebuddy run --json
    """
    facts: dict[str, object] = {"phonebuddy": __version__, "python": platform.python_version()}
    facts |= {library: version(library) for library in LIBRARIES}
    emit(facts | {"cores": os.cpu_count()}, as_json)
