"""Slots as nodes at their recorded places, nested as they were: for recordings with bounds.

Invariant: the tree of a page read from the engine has the roles, names and nesting of the recorded one.
"""

from __future__ import annotations

from collections import Counter

from phonebuddy.rebuild.emit.widgets import PageWriter, Widget
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT
from phonebuddy.rebuild.model import LONG, SCROLL, TAP, Edge, Page
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import AT, ON, SHOWN
from phonebuddy.screen import Flag

SWIPES = {"up": "on_swipe_up", "down": "on_swipe_down", "left": "on_swipe_left", "right": "on_swipe_right"}


MOST_NESTED = 18
"""Levels of a tree in one piece of YAML."""


class SceneWriter(PageWriter):
    """Writes one page of nodes."""

    def scene(self) -> list[Widget]:
        """The body of the page."""
        below: dict[int | None, list[Slot]] = {}
        for slot in self.page.slots:
            below.setdefault(parent_of(self.page, slot), []).append(slot)
        nodes = self._inside(below.get(None, []), below, 1)
        swipes = self._swipes(None)
        if swipes:
            # A place without a role is no element; it only takes the swipes that were aimed at nothing.
            nodes = [{"node": "", "at": "0 0 1000 1000", "role": "", **swipes, "children": nodes}]
        return [{"scene": nodes}]

    def _swipes(self, slot: int | None) -> Widget:
        """What swiping does, by direction."""
        out: Widget = {}
        for way, key in SWIPES.items():
            edge = Edge(self.page.number, SCROLL, slot, way)
            behaviour = self.model.behaviours.get(edge)
            found = self.writer.effects(edge, behaviour) if behaviour is not None else []
            if found:
                out[key] = found
        return out

    def _inside(self, slots: list[Slot], below: dict[int | None, list[Slot]], depth: int) -> list[Widget]:
        """Nodes in order; what takes no touches goes below a neighbour it would cover that takes some."""
        ordered: list[Slot] = []
        for slot in slots:
            at = len(ordered)
            if not self._takes_touches(slot, below):
                at = min((n for n, one in enumerate(ordered) if self._covers(slot, one, below)), default=at)
            ordered.insert(at, slot)
        nodes = [self._node(slot, below, depth) for slot in ordered]
        return [self._apart(node) for node in nodes] if depth % MOST_NESTED == 0 else nodes

    def _apart(self, node: Widget) -> Widget:
        """A node with much in it as a template, since files are not nested without end."""
        if "children" not in node:
            return node
        name = f"{self.page.name}_part_{len(self.parts) + 1}"
        self.parts[name] = {"params": [], "body": node}
        return {"use": name}

    def _covers(self, slot: Slot, other: Slot, below: dict[int | None, list[Slot]]) -> bool:
        if not self._takes_touches(other, below):
            return False
        l1, t1, r1, b1 = map(int, slot.first.at.split())
        l2, t2, r2, b2 = map(int, other.first.at.split())
        return l1 < r2 and l2 < r1 and t1 < b2 and t2 < b1

    def _takes_touches(self, slot: Slot, below: dict[int | None, list[Slot]]) -> bool:
        edge = Edge(self.page.number, TAP, slot.number)
        if edge in self.model.behaviours:
            return True
        return any(self._takes_touches(child, below) for child in below.get(slot.number, []))

    def _node(self, slot: Slot, below: dict[int | None, list[Slot]], depth: int) -> Widget:
        if slot.kind == FIELD:
            return self._typed(slot)
        element = slot.first.element
        named = not element.text and bool(element.description)
        node: Widget = {"node": "" if named else self.says(slot), "at": self._at(slot), "role": element.role}
        if named:
            node["description"] = self.says(slot)
        if slot.first.name.replace("_", "a").isalnum():
            node["id"] = slot.first.name
        fill = self.model.fills.get((self.page.number, slot.number))
        if fill is not None:
            node["fill"] = fill
        crop = self.model.crops.get((self.page.number, slot.number))
        if crop is not None:
            node["picture"] = crop
        self._flags(slot, node)
        self._touches(slot, node)
        shown = self.column(slot, SHOWN)
        if shown:
            node["when"] = shown
        inside = self._inside(below.get(slot.number, []), below, depth + 1)
        if inside:
            node["children"] = inside
        return node

    def _at(self, slot: Slot) -> str:
        column = self.column(slot, AT)
        return f"{{{column}}}" if column is not None else slot.first.at

    def _flags(self, slot: Slot, node: Widget) -> None:
        element = slot.first.element
        if slot.kind == CHECK:
            node["checkable"] = True
            node["checked"] = self._is_on(slot)
        elif self.column(slot, ON) or element.has(Flag.SELECTED):
            node["selected"] = f"{{{self.column(slot, ON)}}}" if self.column(slot, ON) else True
        if slot.kind == BUTTON and element.has(Flag.CLICKABLE):
            node["touchable"] = True
        if element.has(Flag.SCROLLABLE):
            node["scrolls"] = True

    def _touches(self, slot: Slot, node: Widget) -> None:
        for gesture, key in ((TAP, "on_tap"), (LONG, "on_long_press")):
            found = self.tap_effects(slot, gesture)
            edge = Edge(self.page.number, gesture, slot.number)
            if found or (edge in self.model.behaviours and slot.kind != TEXT):
                node[key] = found
        node.update(self._swipes(slot.number))

    def _typed(self, slot: Slot) -> Widget:
        """A place without a role around a field, so that only the field is an element."""
        field = self._field(slot)
        if slot.first.name.replace("_", "a").isalnum():
            field["id"] = slot.first.name
        else:
            del field["id"]
        node: Widget = {"node": "", "at": self._at(slot), "role": "", "children": [field]}
        shown = self.column(slot, SHOWN)
        return {**node, "when": shown} if shown else node


def parent_of(page: Page, slot: Slot) -> int | None:
    """The slot that a slot is in, on most screens."""
    found: Counter[int] = Counter()
    for member, item in slot.seen.items():
        if item.parent >= 0:
            above = page.members[member].items[item.parent]
            found.update(other.number for other in page.slots if other.seen.get(member) is above)
    if not found:
        return None
    best = min(found, key=lambda number: (-found[number], number))
    return best if best != slot.number else None
