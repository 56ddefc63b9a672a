"""`phonebuddy world`: build and measure the mock phone.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

import click

from phonebuddy.cli.group import Group


@click.group("world", cls=Group)
def world() -> None:
    """Build and measure the mock phone."""
