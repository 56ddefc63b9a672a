"""The root of the command line: which groups there are and where they live.

Invariant: this file imports nothing of the phone; each command imports what it needs when it runs.
"""

from __future__ import annotations

import click

from phonebuddy import __version__
from phonebuddy.cli.group import Group, Lazy

COMMANDS = {
    "apps": Lazy("phonebuddy.cli.apps:apps", "List, check and draw the apps of the phone."),
    "collect": Lazy(
        "phonebuddy.cli.collect:collect", "Let an agent play tasks on many phones, and keep every episode."
    ),
    "eval": Lazy("phonebuddy.cli.eval:eval_", "Evaluate agents on the same tasks, with intervals."),
    "episodes": Lazy(
        "phonebuddy.cli.episodes:episodes", "List, show, replay, filter and export what was collected."
    ),
    "phones": Lazy("phonebuddy.cli.phones:phones", "Real Android phones over ADB: list, examine, share."),
    "rebuild": Lazy(
        "phonebuddy.cli.rebuild:rebuild", "Make apps from recordings, and score how faithful they are."
    ),
    "run": Lazy(
        "phonebuddy.cli.run:run",
        "Teach a small model to use phones: the recipe, in minutes.",
    ),
    "tasks": Lazy("phonebuddy.cli.tasks:tasks", "See, prove, generate and play tasks."),
    "traces": Lazy("phonebuddy.cli.traces:traces", "Read, draw, redact and make recordings of app use."),
    "serve": Lazy("phonebuddy.cli.serve:serve", "Serve mock phones to clients of real ones."),
    "train": Lazy(
        "phonebuddy.cli.train:train", "Learn from episodes: supervised, by trying, or the whole recipe."
    ),
    "world": Lazy("phonebuddy.cli.world:world", "Build and measure the mock phone."),
}


@click.group("phonebuddy", cls=Group, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="phonebuddy")
def root() -> None:
    """Train open models to use phones.

    \b
    Example:
      phonebuddy run
    """


def main() -> None:
    """Entry point of the console script."""
    root(prog_name="phonebuddy")


if __name__ == "__main__":  # `accelerate launch -m phonebuddy.cli.main`
    main()
