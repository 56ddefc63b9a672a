"""Reading incidental.yaml: per app, the changes that looking around makes and that no task minds.

Invariant: each rule names tables of the app it stands under, so that an app speaks for itself only.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.nodes import Nodes
from phonebuddy.tasks.reading_goal import GoalReader
from phonebuddy.tasks.sql import Desk
from phonebuddy.tasks.template import Allow
from phonebuddy.world.image import default_apps
from phonebuddy.world.spec.nodes import read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.state.statement import owner


def read_incidental(path: Path) -> tuple[Allow, ...]:
    """The rules of a file; TaskError lists every mistake."""
    problems, apps = Problems(), default_apps()
    reader = GoalReader(Nodes(problems, Desk(apps)), set(), apps)
    rules: list[Allow] = []
    try:
        root = read_yaml(path, path.name)
        for app, node in root.pairs():
            if app not in apps.apps:
                problems.unknown(node, "app", app, apps.apps)
            for rule in reader.allows(node):
                rules.append(rule)
                if owner(rule.table) != app:
                    problems.add(node, f"'{rule.table}' is not a table of '{app}'")
        problems.raise_if_any()
    except AppError as error:
        raise TaskError(str(error)) from None
    return tuple(rules)
