"""What a step did: nothing visible, another page, another app, or a change inside the page.

Invariant: total; every step gets exactly one effect. A page change is judged by activity and by how much of
the role and id paths the two screens share, for screens without ids by their labels.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from phonebuddy.screen import Element
from phonebuddy.traces.trace import Mark, Shot, Step, Trace

SAME_PAGE = 0.5
"""Screens that share at least this part of their paths are one page."""


class Effect(StrEnum):
    UNSEEN = "unseen"
    NOTHING = "nothing visible"
    OTHER_APP = "other package"
    OTHER_ACTIVITY = "other activity"
    OTHER_PAGE = "other page, dialog or menu"
    TOGGLE = "toggle"
    VALUE = "text or value"
    ADDED = "added"
    REMOVED = "removed"
    MIXED = "several changes"


IN_PAGE = (Effect.TOGGLE, Effect.VALUE, Effect.ADDED, Effect.REMOVED, Effect.MIXED)


def effect_of(trace: Trace, step: Step) -> Effect:
    """The effect of one step."""
    if step.after is None:
        return Effect.UNSEEN
    before, after = trace.shots[step.before], trace.shots[step.after]
    if step.has(Mark.NO_CHANGE):
        return Effect.NOTHING
    if before.screen.package != after.screen.package:
        return Effect.OTHER_APP
    if before.screen.activity != after.screen.activity:
        return Effect.OTHER_ACTIVITY
    if overlap(paths(before), paths(after)) < SAME_PAGE:
        return Effect.OTHER_PAGE
    return _inside(before, after)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The shared part of two sets, 0 to 1."""
    return len(one & other) / max(len(one | other), 1)


def paths(shot: Shot) -> frozenset[str]:
    """Where each element stands: roles and ids from the root down; labels too where nothing has an id."""
    known: dict[str, str] = {}
    has_ids = any(element.resource_id for element in shot.screen.elements)
    for element in shot.screen.elements:
        name = f"{element.role}:{element.resource_id}"
        if not has_ids:
            name += f":{element.text}:{element.description}"
        known[element.id] = f"{known.get(element.parent or '', '')}/{name}"
    return frozenset(known.values())


def _inside(before: Shot, after: Shot) -> Effect:
    old, new = _count(before), _count(after)
    gone, come = old - new, new - old
    kinds: set[Effect] = set()
    if sum(come.values()) > sum(gone.values()):
        kinds.add(Effect.ADDED)
    elif sum(come.values()) < sum(gone.values()):
        kinds.add(Effect.REMOVED)
    shared = {place for place, _, _ in gone} & {place for place, _, _ in come}
    for place in shared:
        texts = {text for at, text, _ in gone if at == place} ^ {text for at, text, _ in come if at == place}
        kinds.add(Effect.VALUE if texts else Effect.TOGGLE)
    return kinds.pop() if len(kinds) == 1 else Effect.MIXED


def _count(shot: Shot) -> Counter[tuple[str, str, int]]:
    return Counter((_place(element), element.text, element.flags) for element in shot.screen.elements)


def _place(element: Element) -> str:
    return f"{element.role}:{element.resource_id}:{element.description}"
