"""Ticks ways: how gold gets to a list and to its lines, and what it does there.

Invariant: every way begins on the first page of the app, every touch on the page it leads to.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Gold
from phonebuddy.tasks.invented.ticks.plan import DROP, PIN, REWORD, Plan


class Ways:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._labels = plan.labels

    def to(self, name: str = "{name}") -> Gold:
        """To a list; where one can search, by searching."""
        if not self._plan.search:
            return [{"tap": name, "role": "text"}]
        return [{"type": name, "into": self._labels["search"]}, {"tap": name, "role": "text"}]

    def to_next(self, name: str) -> Gold:
        """To another list, from the first page as the search for one has left it."""
        clear: Gold = [{"tap": "Clear"}] if self._plan.search else []
        return [*clear, *self.to(name)]

    def inside(self) -> Gold:
        """From there to its lines."""
        return [{"tap": self._labels["lines"]}] if self._plan.has_lines_page else []

    def out(self) -> Gold:
        """From its lines back to the list."""
        return [{"press": "back"}] if self._plan.has_lines_page else []

    # -- lines -----------------------------------------------------------------------------------------

    def tick(self, line: str) -> Gold:
        return [{"tap": self._plan.box(line), "role": "checkbox"}]

    def drop(self, line: str) -> Gold:
        spot, label = self._plan.spot, self._labels[DROP]
        if spot == "close":
            return [{"tap": f"{label}: {line}"}]
        if spot == "swipe":
            return [{"swipe": "left", "on": line}]
        return [*self._menu(line), {"tap": label}]

    def reword(self, line: str, fresh: str) -> Gold:
        opened: Gold = [{"tap": line, "role": "text"}]
        if self._plan.spot in ("hold", "dots"):
            opened = [*self._menu(line), {"tap": self._labels[REWORD]}]
        return [*opened, {"replace": self._labels["words"], "with": fresh}, {"tap": self._labels["save"]}]

    def _menu(self, line: str) -> Gold:
        if self._plan.spot == "dots":
            return [{"tap": f"{self._labels['about']}: {line}"}]
        return [{"hold": line, "role": "text"}]

    def add(self, line: str) -> Gold:
        labels = self._labels
        if self._plan.add_at == "field":
            return [{"type": line, "into": labels["new_line"]}, {"tap": labels["add"]}]
        typed = {"type": line, "into": labels["words"]}
        return [{"tap": labels["new_line"]}, typed, {"tap": labels["add"]}]

    # -- the list as a whole ---------------------------------------------------------------------------

    def act(self, act: str) -> Gold:
        """Something in the menu of a list, or in its buttons; `pin` and `unpin` may stand above."""
        plan = self._plan
        above = plan.pin_at == "top" and act in (PIN, "unpin")
        dots: Gold = [] if above or plan.acts_at == "buttons" else [{"tap": self._labels["options"]}]
        sure: Gold = [{"tap": self._labels["sure"]}] if act in plan.asks else []
        return [*dots, {"tap": self._labels[act]}, *sure]

    def copy(self, name: str) -> Gold:
        """A copy of the list that is open."""
        typed = {"type": name, "into": self._labels["name"]}
        return [*self.act("copy"), typed, {"tap": self._labels["make"]}]

    def to_copy(self, name: str) -> Gold:
        """To the copy that was just made."""
        return [] if self._plan.opens_copy else self.to_next(name)

    def write(self, text: str, is_more: bool) -> Gold:
        """Into its text: behind what stands there, or in its place."""
        labels = self._labels
        typed: Gold = [{"type": text}] if is_more else [{"replace": labels["note"], "with": text}]
        return [{"tap": labels["note"]}, *typed, {"tap": labels["save"]}]
