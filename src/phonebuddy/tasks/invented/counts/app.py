"""Counts: invented apps in which numbers of things go up and down and amounts are paid, such as a canteen.

Invariant: the name and chance alone decide about an app.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.counts.amounts import pot_pages
from phonebuddy.tasks.invented.counts.deeds import deeds_of, reads_of, trials_of
from phonebuddy.tasks.invented.counts.pages import thing_pages
from phonebuddy.tasks.invented.counts.plan import Counts
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import COLORS, Data, Sketch


def sketch_counts(name: str, chance: random.Random) -> Sketch:
    plan = Counts(name, chance)
    content: Data = {plan.thing_table: plan.thing_rows(), plan.pot_table: plan.pot_rows()}
    app: Data = {
        "title": plan.kit.title,
        "domain": plural(plan.data["things"]["noun"]),
        "icon": plan.data["icon"],
        "color": chance.choice(COLORS),
        "start": plan.kit.places[0][0],
        "schema": _schema(plan),
        "pages": {**thing_pages(plan), **pot_pages(plan)},
    }
    deeds, reads = deeds_of(plan), reads_of(plan)
    sketch = Sketch(name, plan.kit.title, plan.tells, app, content, tuple(deeds), tuple(reads))
    return sketch._replace(trials=tuple(trials_of(plan)))


def _schema(plan: Counts) -> str:
    return (
        f"CREATE TABLE {plan.thing_table} (\n  id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "num INTEGER NOT NULL, extra INTEGER NOT NULL, most INTEGER NOT NULL\n);\n"
        f"CREATE TABLE {plan.pot_table} (\n  id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "cents INTEGER NOT NULL, monthly INTEGER NOT NULL\n);\n"
    )
