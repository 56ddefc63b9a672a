"""Ticks reads: what stands on the page of a list.

Invariant: each is read beside its label.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Read, filled
from phonebuddy.tasks.invented.ticks.plan import Plan
from phonebuddy.tasks.invented.ticks.ways import Ways
from phonebuddy.tasks.invented.ticks.words import words


def reads_of(plan: Plan) -> list[Read]:
    facts = (
        ("day", "day(t.due)", plan.due_label, "due"),
        ("text", "t.who", plan.who_label, "who"),
    )
    found = []
    for kind, value, label, key in facts:
        sql = f"SELECT t.name AS r_name, {value} AS r_value FROM {plan.things} t"
        said = plan.data[f"{key}_said"]
        things = tuple(plan.said(filled(way, s=said)) for way in words()["says"]["things"])
        asks = tuple(plan.said(filled(way, s=said)) for way in words()["says"]["asks"])
        asks += tuple(plan.said(way) for way in plan.data[f"{key}_asks"])
        gold = [*Ways(plan).to("{r_name}"), {"read": "got", "near": label}]
        found.append(Read(kind, things, asks, {"read": sql}, "r_value", gold))
    return found
