"""Plan: one widget or effect of an app, compiled: which names it needs, how to fill it, the boxes it made.

A plan is made once per app and shared by every phone of the process. Invariant: for the same look, width and
values of its names, a plan gives the same box object for as long as it is cached, and an equal one after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from phonebuddy.world.box import CLICKABLE, LONG_CLICKABLE, Box, Handler, Touch
from phonebuddy.world.spec.notes import Notes
from phonebuddy.world.spec.template import Scope, Value
from phonebuddy.world.state.kept import Kept
from phonebuddy.world.state.statement import Statement
from phonebuddy.world.state.store import Rows

if TYPE_CHECKING:
    from phonebuddy.world.place import Place
    from phonebuddy.world.runtime import Runtime
    from phonebuddy.world.spec.kinds import Bindable

CACHED_BOXES = 1_000
"""Boxes one plan keeps, or twice as many while they are asked for."""
CACHED_STATES = 6
"""Boxes of one plan or page with the same values that show different rows."""


class Slot(NamedTuple):
    """How one key of a plan gets its value: from which names, by which function."""

    names: tuple[str, ...]
    get: Callable[[Scope], Any]
    volatile: bool = False
    """Whether it holds a widget that shows rows of a query."""
    fixed: bool = False
    """Whether it is the same whatever the names hold."""


class Script(msgspec.Struct, frozen=True, eq=False):
    """A list of effects together with the values its page had when it was drawn."""

    plans: tuple[Plan, ...]
    scope: Scope

    def __bool__(self) -> bool:
        return bool(self.plans)

    def __eq__(self, other: object) -> bool:
        """The same effects with the same values do the same, so that boxes can be kept by what they do."""
        return isinstance(other, Script) and self.plans is other.plans and self.scope == other.scope

    def __hash__(self) -> int:
        return hash((id(self.plans), *self.scope.values()))

    def handler(self, **given: Value) -> Handler:
        """This script as a touch handler."""
        return (lambda runtime, _x, _y: runtime.run(self, **given)) if given else self._touched

    def _touched(self, runtime: Runtime, _x: int, _y: int) -> None:
        runtime.run(self)


class Bound(NamedTuple):
    """A query with its values, ready for the store."""

    statement: Statement
    values: tuple[Value, ...]


class Part(msgspec.Struct, frozen=True, eq=False):
    """A child: its plan and the values around it."""

    plan: Plan
    scope: Scope

    @property
    def key(self) -> str:
        return self.plan.key

    @property
    def grow(self) -> float:
        return self.plan.grow

    def box(self, place: Place, width: int) -> Box:
        return self.plan.box(place, self.scope, width)


class Events(NamedTuple):
    """The touches any widget can take, whatever its kind."""

    tap: Slot | None = None
    double_tap: Slot | None = None
    long_press: Slot | None = None
    swipe_left: Slot | None = None
    swipe_right: Slot | None = None

    def names(self) -> tuple[str, ...]:
        return tuple(name for slot in self if slot is not None for name in slot.names)


class Made(msgspec.Struct, frozen=True, gc=False):
    """A box that shows rows, and what was asked for while it was made."""

    box: Box
    notes: Notes


MadeBoxes = Kept[tuple[object, ...], list[Made]]
"""Boxes that show rows, by all else they depend on."""


def made_before(kept: MadeBoxes, key: tuple[object, ...], place: Place, make: Callable[[Notes], Box]) -> Box:
    """One of the boxes made under a key, if all it asked for is still so; else another."""
    made = kept.get(key)
    if made is None:
        made = []
        kept.put(key, made)
    for one in made:
        if place.reuse(one.notes):
            return one.box
    notes = Notes()
    box = make(notes)
    place.note(notes)
    box = next((one.box for one in made if one.box.is_like(box)), box)
    made.insert(0, Made(box, notes))
    del made[CACHED_STATES:]
    return box


class Plan:
    """One compiled widget or effect; see the head of this file."""

    def __init__(self, path: str, key: str, cls: type[Bindable], slots: Mapping[str, Slot]) -> None:
        self.path = path
        self.key = key
        self.cls = cls
        self.slots = dict(slots)
        self.grow = 0.0
        self.resource = ""
        self.events = Events()
        self.description: Slot | None = None
        self.shown: Callable[[Scope], bool] | None = None
        self.shown_names: tuple[str, ...] = ()
        self.volatile = False
        """Whether it shows rows of a query, so that its names alone do not settle how it looks."""
        self.live: frozenset[str] = frozenset()
        """Names it reads from the page's variables as they are when it is drawn."""
        self.gives: tuple[str, ...] = ()
        """Names it adds for the effects after it."""
        self.needs: tuple[str, ...] = ()
        self._values: Callable[[Scope], Any] = lambda _scope: ()
        self._fields: list[Any] = []
        """Of the widget or effect, in its order: what is fixed or left out is in place."""
        self._moving: list[tuple[int, Callable[[Scope], Any]]] = []
        """The others: which field, and how it gets its value."""
        self._touches: list[tuple[str, Callable[[Scope], Any]]] = []
        self._touch_flags = 0
        self._memo: Kept[tuple[object, ...], Box] = Kept(CACHED_BOXES)
        self._made: MadeBoxes = Kept(CACHED_BOXES)

    def finish(self) -> None:
        """Settle the names it depends on, its children's included."""
        names = {name for slot in self.slots.values() for name in slot.names}
        names.update(self.events.names(), self.shown_names)
        if self.description is not None:
            names.update(self.description.names)
        self.needs = tuple(sorted(names))
        if self.needs:
            self._values = _getter(self.needs)
        given = {name: slot.get({}) if slot.fixed else None for name, slot in self.slots.items()}
        self._fields = list(msgspec.structs.astuple(self.cls(**given)))
        order = self.cls.__struct_fields__.index
        self._moving = [(order(name), slot.get) for name, slot in self.slots.items() if not slot.fixed]
        pairs = zip(self.events._fields, self.events, strict=True)
        self._touches = [(name, slot.get) for name, slot in pairs if slot is not None]
        if self.events.tap is not None:
            self._touch_flags |= CLICKABLE
        if self.events.long_press is not None:
            self._touch_flags |= LONG_CLICKABLE

    def is_shown(self, scope: Scope) -> bool:
        return self.shown is None or self.shown(scope)

    def fill(self, scope: Scope) -> Any:
        """The widget or effect with its values in place."""
        values = self._fields.copy()
        for index, get in self._moving:
            values[index] = get(scope)
        return self.cls(*values)

    def box(self, place: Place, scope: Scope, width: int) -> Box:
        """This widget laid out in a width, with what a touch does."""
        if self.volatile:
            return self._volatile_box(place, scope, width)
        key = (place.look, width, self._values(scope))
        box = self._memo.get(key)
        if box is None:
            box = self._lay_out(place.plain(), scope, width)
            self._memo.put(key, box)
        return box

    def _volatile_box(self, place: Place, scope: Scope, width: int) -> Box:
        key = (place.look, width, place.whose, self._values(scope))
        return made_before(
            self._made, key, place, lambda notes: self._lay_out(place.noting(notes), scope, width)
        )

    def forget(self) -> None:
        self._memo.clear()
        self._made.clear()

    def _lay_out(self, place: Place, scope: Scope, width: int) -> Box:
        box: Box = self.fill(scope).layout(place, width)
        if self.volatile:
            box.composite = True
        if not box.background and not box.is_split and not box.floats:
            box.background = place.look.background
        if self.resource and not box.resource:
            box.resource = self.resource
        if self.description is not None:
            box.description = self.description.get(scope)
            box.role = box.role or "group"
        self._add_touch(box, scope)
        return box

    def _add_touch(self, box: Box, scope: Scope) -> None:
        if not self._touches:
            return
        handlers = {name: get(scope).handler() for name, get in self._touches}
        touch = box.touch
        box.touch = Touch(**handlers) if touch is None else msgspec.structs.replace(touch, **handlers)
        box.role = box.role or "item"
        box.flags |= self._touch_flags


def exact(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values as part of a key: 1 and 1.0 are equal, but SQL divides them differently."""
    return values if float not in map(type, values) else (*values, *map(type, values))


def _getter(names: tuple[str, ...]) -> Callable[[Scope], Any]:
    if len(names) == 1:
        (name,) = names
        return lambda scope: value if type(value := scope[name]) is not float else (value, float)
    get = itemgetter(*names)
    return lambda scope: values if float not in map(type, values := get(scope)) else exact(values)


class Each:
    """The row of a list: a plan, where its names come from, and the boxes of the rows last shown."""

    __slots__ = ("_boxes", "_from_page", "_memo", "columns", "plan")

    def __init__(self, plan: Plan, columns: tuple[str, ...]) -> None:
        self.plan = plan
        self.columns = columns
        self._from_page = tuple(name for name in plan.needs if name not in columns)
        self._memo: dict[tuple[object, ...], tuple[Rows, tuple[Part, ...]]] = {}
        self._boxes: dict[tuple[object, ...], tuple[tuple[Part, ...], Box]] = {}

    def forget(self) -> None:
        self._memo.clear()
        self._boxes.clear()

    def boxed(
        self, parts: tuple[Part, ...], key: tuple[object, ...], make: Callable[[tuple[Part, ...]], Box]
    ) -> Box:
        """The box made of these very parts, made once; rows that hold lists themselves are made each time."""
        if self.plan.volatile:
            return make(parts)
        known = self._boxes.get((id(parts), *key))
        if known is not None and known[0] is parts:
            return known[1]
        if len(self._boxes) >= CACHED_BOXES // 20:
            self._boxes.clear()
        box = make(parts)
        self._boxes[(id(parts), *key)] = (parts, box)
        return box

    def page_values(self, scope: Scope) -> tuple[Value, ...]:
        return exact(tuple(scope[name] for name in self._from_page))

    def parts(self, rows: Rows, scope: Scope) -> tuple[Part, ...]:
        """One part for each row that is shown; the same objects while rows and page values stay."""
        key = (id(rows), *self.page_values(scope))
        known = self._memo.get(key)
        if known is not None and known[0] is rows:
            return known[1]
        plan, parts = self.plan, self._parts(rows, scope)
        if plan.shown is not None:
            parts = [part for part in parts if plan.shown(part.scope)]
        if len(self._memo) >= CACHED_BOXES // 20:
            self._memo.clear()
        known = self._memo[key] = (rows, tuple(parts))
        return known[1]

    def _parts(self, rows: Rows, scope: Scope) -> list[Part]:
        plan, columns = self.plan, self.columns
        # A copy has room for all names at once.
        blank = dict.fromkeys(columns) | {name: scope[name] for name in self._from_page}
        parts: list[Part] = []
        for row in rows:
            names = blank.copy()
            names.update(zip(columns, row, strict=True))
            parts.append(Part(plan, names))
        return parts


class Listed(NamedTuple):
    """What a list widget gets for its row: the row's plan and the values around the list."""

    each: Each
    scope: Scope

    def parts(self, rows: Rows) -> tuple[Part, ...]:
        return self.each.parts(rows, self.scope)

    def page_values(self) -> tuple[Value, ...]:
        """What a row shows of the page around the list."""
        return self.each.page_values(self.scope)

    @staticmethod
    def keys(parts: tuple[Part, ...]) -> list[str]:
        """A name for each row that stays with it when others come and go; none comes twice."""
        keys: dict[str, None] = {}
        for index, part in enumerate(parts):
            known = part.scope.get("id")
            key = str(index if known is None else known)
            while key in keys:
                key = f"{key}.{index}"
            keys[key] = None
        return list(keys)
