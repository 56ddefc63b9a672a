"""The compiler: YAML nodes to plans, with every mistake reported where it stands.

A widget or effect is a map whose first key is its name; the other keys are its own. Invariant: a plan that
came out without problems can be drawn and run for any values of its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from phonebuddy.errors import AppError
from phonebuddy.world.spec import registry
from phonebuddy.world.spec.doors import Doors
from phonebuddy.world.spec.kinds import (
    Bindable,
    ColumnKind,
    EachKind,
    EffectsKind,
    NumberKind,
    QueryKind,
    ResultKind,
    TextKind,
)
from phonebuddy.world.spec.nodes import Entry, Node
from phonebuddy.world.spec.plan import Events, Plan, Slot
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.template import Scope, truth
from phonebuddy.world.spec.translations import Words
from phonebuddy.world.state.statement import Access, Analyst, Statement

COMMON = {
    "id": "a stable name, part of the element's resource id",
    "when": "a name in scope: shown (or run) only if it is true",
    "unless": "a name in scope: shown (or run) only if it is not true",
    "grow": "its share of the room left over in a row",
    "description": "what a screen reader says, for things without text",
    "on_tap": "what a tap does",
    "on_double_tap": "what a double tap does",
    "on_long_press": "what a long press does",
    "on_swipe_left": "what swiping it to the left does",
    "on_swipe_right": "what swiping it to the right does",
}
"""Keys every widget takes."""
EFFECT_COMMON = ("when", "unless")


class AppScope:
    """What the compiler must know of the app around a page."""

    def __init__(
        self,
        app: str,
        package: str,
        analyst: Analyst,
        access: Access,
        problems: Problems,
        intents: Doors,
        events: Doors,
        words: Words,
    ) -> None:
        self.app = app
        self.package = package
        self.analyst = analyst
        self.access = access
        self.problems = problems
        self.intents = intents
        """What can be sent, by any app."""
        self.events = events
        """What this app can schedule."""
        self.words = words
        """Its texts in other languages."""
        self.plans: dict[str, Plan] = {}
        self.statements: list[tuple[Node, Statement]] = []
        self.uses: list[tuple[Node, Plan]] = []
        """Every plan with its node, for checks that need the whole app."""


class Site:
    """One place in an app's YAML: the names in scope there."""

    def __init__(self, app: AppScope, names: frozenset[str], variables: frozenset[str], path: str) -> None:
        self.app = app
        self.names = names
        self.variables = variables
        self.live = variables
        self.path = path
        self.words = app.words

    def wider(self, names: Iterable[str]) -> Site:
        """The same place with more names."""
        added = frozenset(names)
        site = Site(self.app, self.names | added, self.variables, self.path)
        site.live = self.live - added
        return site

    def at(self, path: str) -> Site:
        site = Site(self.app, self.names, self.variables, path)
        site.live = self.live
        return site

    def detached(self) -> Site:
        """The same place, with every value taken now: what is made here may outlive the page."""
        site = self.at(self.path)
        site.live = frozenset()
        return site

    def problem(self, node: Node, message: str) -> None:
        self.app.problems.add(node, message)

    def unknown(self, node: Node, what: str, given: str, accepted: Iterable[str]) -> None:
        self.app.problems.unknown(node, what, given, (name for name in accepted if not name.startswith("@")))

    def statement(self, node: Node, sql: str, write: bool) -> Statement | None:
        try:
            statement = self.app.analyst.analyse(sql.strip(), self.app.access)
        except AppError as error:
            self.problem(node, str(error))
            return None
        if write != bool(statement.writes):
            wanted = "an INSERT, UPDATE or DELETE" if write else "a SELECT"
            self.problem(node, f"this takes {wanted}: {sql.strip()[:60]}")
            return None
        for name in statement.names:
            if name not in self.names:
                self.unknown(node, "name", name, self.names)
                return None
        for name in statement.columns:
            if statement.columns.count(name) > 1:
                self.problem(node, f"two columns are called '{name}'; give one another name with AS")
                return None
        self.app.statements.append((node, statement))
        return statement

    def widgets(self, node: Node, path: str) -> tuple[Plan, ...]:
        if node.items is None:
            self.problem(node, f"'{path.rpartition('/')[2]}' takes a list of widgets, not a {node.kind}")
            return ()
        plans = [self.widget(item, f"{path}/{index}") for index, item in enumerate(node.items)]
        found = [plan for plan in plans if plan is not None]
        _name_apart(found)
        return tuple(found)

    def widget(self, node: Node, path: str) -> Plan | None:
        return self._plan(node, path, "widget")

    def effects(self, node: Node, path: str) -> tuple[Plan, ...]:
        if node.items is None:
            self.problem(node, f"'{path.rpartition('/')[2]}' takes a list of effects, not a {node.kind}")
            return ()
        plans: list[Plan] = []
        site = self
        for index, item in enumerate(node.items):
            plan = site._plan(item, f"{path}/{index}", "effect")
            if plan is not None:
                plans.append(plan)
                site = site.wider(plan.gives)
        return tuple(plans)

    def _plan(self, node: Node, path: str, what: str) -> Plan | None:
        if not node.entries:
            self.problem(node, f"a {what} is a map that starts with its name, not a {node.kind}")
            return None
        word = node.entries[0]
        right = registry.is_effect if what == "effect" else registry.is_widget
        cls = registry.words().get(word.key)
        if cls is None or not right(cls):
            accepted = [name for name, known in registry.words().items() if right(known)]
            self.app.problems.unknown(word.place, what, word.key, accepted)
            return None
        return _Reader(self.at(path), node, cls, what).plan()


class _Reader:
    """Reads one widget or effect."""

    def __init__(self, site: Site, node: Node, cls: type[Bindable], what: str) -> None:
        self.site = site.detached() if getattr(cls, "DETACHED", False) else site
        self.node = node
        self.cls = cls
        self.what = what
        self.fields = registry.fields(cls)
        self.values = self._values()
        self.columns: dict[str, tuple[str, ...]] = {}

    def _values(self) -> dict[str, Node]:
        """Key to node; the value after the widget's name goes to its main field."""
        assert self.node.entries is not None
        values: dict[str, Node] = {}
        common = EFFECT_COMMON if self.what == "effect" else tuple(COMMON)
        accepted = [name for name in (*self.fields, *common) if name != self.cls.MAIN]
        for index, entry in enumerate(self.node.entries):
            if index == 0:
                self._main(entry, values)
            elif entry.key in accepted:
                values[entry.key] = entry.value
            else:
                self.site.app.problems.unknown(entry.place, f"key of {self.cls.NAME}", entry.key, accepted)
        return values

    def _main(self, entry: Entry, values: dict[str, Node]) -> None:
        if self.cls.MAIN:
            values[self.cls.MAIN] = entry.value
        elif entry.value.text not in ("", None, "true", "~") or entry.value.text is None:
            self.site.problem(entry.value, f"'{self.cls.NAME}' takes no value of its own; leave it empty")

    def plan(self) -> Plan | None:
        slots = self._slots()
        if slots is None:
            return None
        key = self._id() or self.cls.NAME
        plan = Plan(self.site.path, key, self.cls, slots)
        self._conditions(plan)
        if self.what == "widget":
            self._common(plan)
        plan.volatile = (
            getattr(self.cls, "VOLATILE", False)
            or not slots.keys().isdisjoint(getattr(self.cls, "VOLATILE_WITH", ()))
            or any(slot.volatile for slot in slots.values())
        )
        plan.gives = self._gives()
        plan.live = self.site.live
        plan.finish()
        self.site.app.plans[plan.path] = plan
        self.site.app.uses.append((self.node, plan))
        return plan

    def _slots(self) -> Mapping[str, Slot] | None:
        slots: dict[str, Slot] = {}
        complete = True
        # Queries first: the rows below them see their columns.
        ordered = sorted(
            self.fields.values(), key=lambda field: isinstance(field.kind, (ColumnKind, EachKind))
        )
        for field in ordered:
            node = self.values.get(field.key)
            if node is None:
                complete = self._may_be_absent(field) and complete
                continue
            slot = self._slot(field, node)
            if slot is None:
                complete = False
            else:
                slots[field.name] = slot
        return slots if complete else None

    def _may_be_absent(self, field: registry.Field) -> bool:
        if field.required:
            self.site.problem(self.node, f"'{self.cls.NAME}' needs '{field.key}': {field.kind.about}")
        return not field.required

    def _slot(self, field: registry.Field, node: Node) -> Slot | None:
        kind = field.kind
        if isinstance(kind, ColumnKind):
            columns = self.columns.get(kind.query)
            return None if columns is None else kind.compile_column(node, self.site, field.key, columns)
        if isinstance(kind, ResultKind):
            kind = EffectsKind(*self._gives_of(kind))
        if isinstance(kind, EachKind):
            columns = self.columns.get(kind.query)
            return None if columns is None else kind.compile_each(node, self.site, field.key, columns)
        before = len(self.site.app.statements)
        slot = kind.compile(node, self.site, field.key)
        if slot is not None and isinstance(kind, QueryKind):
            self.columns[field.name] = self.site.app.statements[before][1].columns
        return slot

    def _gives_of(self, kind: ResultKind) -> tuple[str, ...]:
        """What comes back from the intent this sends."""
        sent = self.values.get(kind.intent)
        door = self.site.app.intents.get(sent.text or "") if sent is not None else None
        return door.gives if door is not None else ()

    def _gives(self) -> tuple[str, ...]:
        for field in self.fields.values():
            if isinstance(field.kind, QueryKind) and field.kind.gives:
                return self.columns.get(field.name, ())
        return ()

    def _conditions(self, plan: Plan) -> None:
        tests: list[tuple[str, bool]] = []
        for key, wanted in (("when", True), ("unless", False)):
            node = self.values.get(key)
            if node is None or key in self.fields:
                continue
            if node.text is None or node.text not in self.site.names:
                self.site.unknown(node, "name", node.text or node.kind, self.site.names)
                continue
            tests.append((node.text, wanted))
        if tests:
            plan.shown_names = tuple(name for name, _ in tests)
            plan.shown = _test(tests)

    def _common(self, plan: Plan) -> None:
        site = self.site
        if "grow" in self.values and "grow" not in self.fields:
            slot = NumberKind().compile(self.values["grow"], site, "grow")
            plan.grow = float(slot.get({})) if slot is not None and not slot.names else 0.0
        if "description" in self.values and "description" not in self.fields:
            plan.description = TextKind().compile(self.values["description"], site, "description")
        events = {}
        for name in Events._fields:
            node = self.values.get(f"on_{name}")
            if node is not None and f"on_{name}" not in self.fields:
                events[name] = EffectsKind().compile(node, site, f"on_{name}")
        plan.events = Events(**events)
        plan.resource = f"{site.app.package}:id/{self._id() or _resource(site.path, self.cls.NAME)}"

    def _id(self) -> str:
        node = self.values.get("id")
        if node is None or "id" in self.fields:
            return ""
        if node.text is None or not node.text.replace("_", "a").isalnum():
            self.site.problem(node, "'id' takes a plain name: letters, digits and _")
            return ""
        return node.text


def _test(tests: list[tuple[str, bool]]) -> Callable[[Scope], bool]:
    """Whether all of these hold; most widgets have one, and all are asked on every step."""
    if len(tests) == 1:
        ((one, is_so),) = tests
        return lambda scope: truth(scope[one]) is is_so
    return lambda scope: all(truth(scope[name]) is wanted for name, wanted in tests)


def _resource(path: str, word: str) -> str:
    """`pages/alarms/body/0` and `list` to `alarms_list`."""
    steps = path.split("/")
    return f"{steps[1]}_{word}" if len(steps) > 1 else word


def _name_apart(plans: list[Plan]) -> None:
    """Neighbours get different keys: text, text2, text3."""
    taken: set[str] = set()
    for plan in plans:
        word, number = plan.key, 1
        while plan.key in taken:
            number += 1
            plan.key = f"{word}{number}"
        taken.add(plan.key)
