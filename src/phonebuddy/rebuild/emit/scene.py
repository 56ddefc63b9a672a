"""Slots as nodes at their recorded places, nested as they were: for recordings with bounds.

Invariant: the tree of a page read from the engine has the roles, names and nesting of the recorded one.
"""

from __future__ import annotations

from phonebuddy.rebuild.emit.listing import SWIPES, RowsWriter
from phonebuddy.rebuild.emit.widgets import PageWriter, Widget
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT
from phonebuddy.rebuild.listings import MOST_NESTED
from phonebuddy.rebuild.model import LONG, SCROLL, TAP, Edge
from phonebuddy.rebuild.nesting import Nesting
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import AT, ON, SHOWN
from phonebuddy.screen import Flag


class SceneWriter(PageWriter):
    """Writes one page of nodes."""

    def scene(self) -> list[Widget]:
        """The body of the page."""
        nodes = self._inside(None, Nesting(self.page, self.model.behaviours), 1)
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

    def _inside(self, number: int | None, nesting: Nesting, depth: int) -> list[Widget]:
        """What is in a slot, in order; the rows of a list that is a table as one."""
        nodes: list[Widget] = []
        for slot in nesting.inside(number):
            table = self.tables.listed.of(self.page.number, slot.number)
            if table is None:
                nodes.append(self._node(slot, nesting, depth))
            elif slot.number == table.listing.rows[0]:
                nodes.append(RowsWriter(self, table).rows())
        return [self._apart(node) for node in nodes] if depth % MOST_NESTED == 0 else nodes

    def _apart(self, node: Widget) -> Widget:
        """A node with much in it as a template, since files are not nested without end."""
        if "children" not in node:
            return node
        name = f"{self.page.name}_part_{len(self.parts) + 1}"
        self.parts[name] = {"params": [], "body": node}
        return {"use": name}

    def _node(self, slot: Slot, nesting: Nesting, depth: int) -> Widget:
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
        inside = self._inside(slot.number, nesting, depth + 1)
        if inside:
            node["children"] = inside
        goes_on = any(sheet.scroller == slot.number for sheet in self.page.sheets)
        if goes_on or any(self._grows(one) for one in nesting.inside(slot.number)):
            node["window"] = True
        return node

    def _grows(self, slot: Slot) -> bool:
        """Whether it is a row of a list that rows are added to."""
        table = self.tables.listed.of(self.page.number, slot.number)
        return table is not None and table.name in self.writer.growing

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
            behaviour = self.model.behaviours.get(Edge(self.page.number, gesture, slot.number))
            found = self.tap_effects(slot, gesture)
            if behaviour is None or (slot.kind == TEXT and (behaviour.assumed or not found)):
                continue  # what is mostly a mere text stays one, unless somebody touched it
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
