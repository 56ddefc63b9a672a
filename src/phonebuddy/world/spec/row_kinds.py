"""Kinds of values that depend on the columns of a query beside them.

Invariant: what a widget reads from rows by name is there, or `apps check` has said that it is missing.
"""

from __future__ import annotations

from phonebuddy.world.spec.kinds import ChoiceKind, ColumnKind, EffectsKind, QueryKind, Site, TextKind
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Slot


class RecordsKind(QueryKind):
    """A query whose columns a widget itself reads by name."""

    def __init__(self, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.needed = needed
        also = f"; {', '.join(optional)} may follow" if optional else ""
        self.about = f"a SELECT that gives {', '.join(needed)}{also}"

    def _is_right(self, columns: tuple[str, ...], node: Node, site: Site, field: str) -> bool:
        missing = [name for name in self.needed if name not in columns]
        if missing:
            site.problem(node, f"'{field}' takes {self.about}; missing: {', '.join(missing)}")
        return not missing


class ColumnsKind(ColumnKind):
    """A map from columns of the query in another field to words, or to one of a few choices."""

    about = "a map of columns of the query to text"

    def __init__(self, query: str, accepted: tuple[str, ...] = ()) -> None:
        super().__init__(query)
        self.accepted = accepted
        if accepted:
            self.about = f"a map of columns of the query to {', '.join(accepted)}"

    def compile_column(self, node: Node, site: Site, field: str, columns: tuple[str, ...]) -> Slot | None:
        if node.entries is None:
            site.problem(node, f"'{field}' takes {self.about}, not a {node.kind}")
            return None
        kind = ChoiceKind(self.accepted) if self.accepted else TextKind()
        slots: dict[str, Slot] = {}
        for name, value in node.pairs():
            if name not in columns:
                site.unknown(value, "column", name, columns)
                return None
            slot = kind.compile(value, site, name)
            if slot is None:
                return None
            slots[name] = slot
        names = tuple(sorted({name for slot in slots.values() for name in slot.names}))
        return Slot(names, lambda scope: {name: slot.get(scope) for name, slot in slots.items()})


class MoveKind(ColumnKind):
    """Effects that see two rows of the query in another field by their ids."""

    about = "a list of effects; they also see :from_id, :to_id"

    def compile_column(self, node: Node, site: Site, field: str, columns: tuple[str, ...]) -> Slot | None:
        if "id" not in columns:
            site.problem(node, f"'{field}' needs a column called id in the query")
            return None
        return EffectsKind("from_id", "to_id").compile(node, site, field)
