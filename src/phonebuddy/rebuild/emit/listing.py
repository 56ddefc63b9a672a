"""The rows of a list with places as one widget: a node for each row of its table, where the row stands.

Invariant: a recorded row shows what its slots show and takes the touches they take; one that nobody recorded
does what most of the others do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonebuddy.rebuild.defaults import BESIDE
from phonebuddy.rebuild.emit.effects import Effects
from phonebuddy.rebuild.emit.listed import FILL, PICTURE, TOUCHABLE, RowTable, fixed
from phonebuddy.rebuild.emit.text import COMMENT, Data
from phonebuddy.rebuild.items import CHECK, TEXT
from phonebuddy.rebuild.listings import described
from phonebuddy.rebuild.lists import Part
from phonebuddy.rebuild.model import LONG, SCROLL, TAP, Edge
from phonebuddy.rebuild.values import AT, ON, SAYS, SHOWN
from phonebuddy.screen import Flag

if TYPE_CHECKING:
    from phonebuddy.rebuild.emit.scene import SceneWriter

Widget = dict[str, Data]
SWIPES = {"up": "on_swipe_up", "down": "on_swipe_down", "left": "on_swipe_left", "right": "on_swipe_right"}


class RowsWriter:
    """Writes one list."""

    def __init__(self, page: SceneWriter, table: RowTable) -> None:
        self.page = page
        self.table = table
        self.parts = table.listing.parts

    def rows(self) -> Widget:
        names = ", ".join(["id", *(name for key, name in self.table.columns.items() if key != (0, SHOWN))])
        query = f"SELECT {names} FROM {self.table.name} WHERE shown ORDER BY id"
        return {"list": query, "each": self._node(0)}

    def _node(self, number: int) -> Widget:
        part = self.parts[number]
        slot = self.table.slot(part)
        is_described = any(described(self.page.page.slots[one]) for one in part.slots if one is not None)
        says = self._value(number, SAYS)
        at, role = self._value(number, AT), slot.first.element.role
        node: Widget = {"node": "" if is_described else says, "at": at, "role": role}
        if is_described:
            node["description"] = says
        if slot.first.name.replace("_", "a").isalnum():
            node["id"] = slot.first.name
        self._looks(number, node)
        self._touches(part, node)
        shown = self.table.columns.get((number, SHOWN))
        if shown is not None and number > 0:
            node["when"] = shown
        inside: list[Data] = [self._node(n) for n, one in enumerate(self.parts) if one.above == number]
        if inside:
            node["children"] = inside
        return node

    def _value(self, number: int, attribute: str) -> str:
        column = self.table.columns.get((number, attribute))
        return f"{{{column}}}" if column is not None else str(self._same(number, attribute))

    def _same(self, number: int, attribute: str) -> Data:
        """What all rows have in common."""
        slot = self.table.slot(self.parts[number])
        key = (self.page.page.number, slot.number)
        if attribute in (FILL, PICTURE):
            return (self.page.model.fills if attribute == FILL else self.page.model.crops).get(key, "")
        return fixed(slot, attribute)

    def _looks(self, number: int, node: Widget) -> None:
        slot = self.table.slot(self.parts[number])
        if slot.kind == CHECK:
            node["checkable"] = True
        keys = (ON, "checked" if slot.kind == CHECK else "selected"), (TOUCHABLE, "touchable")
        for attribute, key in (*keys, (FILL, "fill"), (PICTURE, "picture")):
            column = self.table.columns.get((number, attribute))
            value = f"{{{column}}}" if column is not None else self._same(number, attribute)
            if value:
                node[key] = value
        if slot.first.element.has(Flag.SCROLLABLE):
            node["scrolls"] = True

    def _touches(self, part: Part, node: Widget) -> None:
        gestures = {key: (SCROLL, way) for way, key in SWIPES.items()}
        for key, (gesture, way) in {"on_tap": (TAP, ""), "on_long_press": (LONG, ""), **gestures}.items():
            found = {
                id: effects
                for id, slot in enumerate(part.slots, 1)
                if slot is not None and (effects := self._effects(slot, id, gesture, way)) is not None
            }
            if gesture != SCROLL:
                self._borrow(part, gesture, found)
            if found and (gesture != SCROLL or any(found.values())):
                node[key] = self._by_row(
                    found, [id for id, one in enumerate(part.slots, 1) if one is not None]
                )

    def _borrow(self, part: Part, gesture: str, found: dict[int, Effects]) -> None:
        """A row that does as the row beside it does so with its own words, where that one does."""
        known = {
            id: self.page.model.behaviours[Edge(self.page.page.number, gesture, slot)].assumed
            for id, slot in enumerate(part.slots, 1)
            if slot is not None and id in found
        }
        own = [id for id, assumed in known.items() if not assumed and ":id" in str(found[id])]
        for id, assumed in known.items():
            if own and assumed == BESIDE:
                nearest = min(own, key=lambda other: (abs(other - id), other))
                found[id] = [dict(effect) for effect in found[nearest]]
                found[id][0][COMMENT] = f"assumed: {BESIDE}"

    def _effects(self, slot: int, id: int, gesture: str, way: str) -> Effects | None:
        """What a touch on one row does, where it does something or says that it can be touched."""
        edge = Edge(self.page.page.number, gesture, slot, way)
        behaviour = self.page.model.behaviours.get(edge)
        if behaviour is None:
            return None
        with self.page.tables.touching(self.table.name, id):
            found = self.page.writer.effects(edge, behaviour)
        return found if found or self.page.page.slots[slot].kind != TEXT else None

    def _by_row(self, found: dict[int, Effects], ids: list[int]) -> Effects:
        """The effects of all rows: once where they are the same, else by the row's id."""
        groups: list[tuple[Effects, list[int]]] = []
        for id in ids:
            effects = found.get(id, [])
            known = next((one for one in groups if _plain(one[0]) == _plain(effects)), None)
            if known is None:
                groups.append((effects, [id]))
            else:
                known[1].append(id)
        if len(groups) == 1:
            return groups[0][0]
        usual = max(groups, key=lambda group: len(group[1]))
        groups = [*(group for group in groups if group is not usual), usual]
        tests = [f":id IN ({', '.join(map(str, rows))})" for _, rows in groups[:-1]]
        names = [f"{test} AS rows_{number}" for number, test in enumerate(tests, 1)]
        names.append(f"NOT ({' OR '.join(tests)}) AS others")
        out: Effects = [{"let": f"SELECT {', '.join(names)}"}]
        for number, (effects, _) in enumerate(groups, 1):
            name = f"rows_{number}" if number < len(groups) else "others"
            out.extend({**one, "when": name} for one in effects)
        return out


def _plain(effects: Effects) -> Effects:
    """Effects without the remarks about them."""
    return [{key: value for key, value in one.items() if key != COMMENT} for one in effects]
