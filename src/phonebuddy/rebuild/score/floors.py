"""The floors of the reference: what a memo of pages would have predicted, with and without the one-line
widget rule.

Page and action are those of the judge; the prediction is the most frequent page that followed in what was
learnt from, on the same page, else for the same action anywhere. Invariant: a floor never looks at the
rebuilt app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import CHECK, FIELD, Item
from phonebuddy.rebuild.moves import gesture_of
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.traces.trace import Mark, Step, Trace


class Floor(NamedTuple):
    """How many steps a memo gets right, and whether it gets all of them."""

    right: int
    right_changing: int
    full: bool


class Memo:
    """Remembers which page followed which action."""

    def __init__(self, judge: Judge, learnt: Sequence[Trace]) -> None:
        self.judge = judge
        self._here: dict[object, Counter[int]] = {}
        self._anywhere: dict[object, Counter[int]] = {}
        for trace in learnt:
            for step in trace.steps:
                if step.after is not None:
                    action, page = self._action(step), judge.page_of[step.before]
                    after = judge.page_of[step.after]
                    self._here.setdefault((page, action), Counter())[after] += 1
                    self._anywhere.setdefault(action, Counter())[after] += 1

    def _item(self, step: Step) -> Item | None:
        items = self.judge.seen[step.before].items
        return next((item for item in items if item.element.id == step.target), None)

    def _action(self, step: Step) -> object:
        item = self._item(step)
        return gesture_of(step.action), None if item is None else (item.path, *item.mark)

    def ask(self, trace: Trace, widget_rule: bool) -> Floor:
        """What the memo makes of a recording."""
        steps = [step for step in trace.steps if step.after is not None]
        right = [self._predict(step, widget_rule) == self.judge.page_of[step.after or ""] for step in steps]
        changing = sum(one and not step.has(Mark.NO_CHANGE) for one, step in zip(right, steps, strict=True))
        return Floor(sum(right), changing, all(right))

    def _predict(self, step: Step, widget_rule: bool) -> int | None:
        action, page = self._action(step), self.judge.page_of[step.before]
        found = self._here.get((page, action))
        if found is None and self.judge.flat:
            found = self._anywhere.get(action)
        if found is not None:
            return found.most_common(1)[0][0]
        item = self._item(step)
        return page if widget_rule and item is not None and item.kind in (CHECK, FIELD) else None
