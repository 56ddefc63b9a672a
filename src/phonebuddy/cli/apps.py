"""`phonebuddy apps`: check and draw the apps of the phone.

Invariant: the engine is imported inside the commands, never by this file.
"""

from __future__ import annotations

import click

from phonebuddy.cli.group import Group


@click.group("apps", cls=Group)
def apps() -> None:
    """Check and draw the apps of the phone."""
