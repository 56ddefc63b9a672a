"""`phonebuddy train`: learn from episodes.

Invariant: this file imports nothing of the trainers; torch comes with the command that needs it.
"""

from __future__ import annotations

import click

from phonebuddy.cli.group import Group, Lazy

COMMANDS = {
    "sft": Lazy("phonebuddy.cli.train_sft:sft", "Learn from demonstrations."),
    "rl": Lazy("phonebuddy.cli.train_rl:rl", "Learn by trying, from the verdicts."),
    "bench": Lazy(
        "phonebuddy.cli.train_rl:bench", "Measure how much a slow real lane holds up the mock lane."
    ),
    "recipe": Lazy("phonebuddy.cli.recipe:recipe", "Collect, learn, try and evaluate: the whole recipe."),
    "report": Lazy("phonebuddy.cli.recipe:report", "Report on a recipe, or on several seeds of one."),
    "watch": Lazy("phonebuddy.cli.train_watch:watch", "Show the curves of a run in the browser."),
}


@click.group("train", cls=Group, lazy=COMMANDS)
def train() -> None:
    """Learn from episodes: supervised, by trying, or the whole recipe.

    \b
    Example:
      phonebuddy train sft --data out/gold -o out/sft --preset nano
    """
