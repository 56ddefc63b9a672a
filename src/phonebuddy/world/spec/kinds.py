"""Kinds: what a key of a widget or effect may hold, how it is read from YAML, what the widget gets.

A widget declares its keys as typed fields (`text: Text`, `rows: Query`); the annotation carries the kind.
Invariant: whatever is wrong with a value is found here, with its place, before the app ever runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Protocol

import msgspec

from phonebuddy.world.render.icons import has_icon, icon_names
from phonebuddy.world.render.pictures import PICTURE_KINDS
from phonebuddy.world.render.theme import NAMED_COLORS, Theme
from phonebuddy.world.spec.app import caret_name, mark_name
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Bound, Each, Listed, Part, Plan, Script, Slot
from phonebuddy.world.spec.template import Scope, Template, Value, filler, parse_template, show, truth
from phonebuddy.world.spec.translations import LANGUAGE, Words
from phonebuddy.world.state.statement import Statement

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?\Z")
"""Anything else is text: a telephone number keeps its + and its zeros, and Nan is a name."""
MOST_NUMBER = 1e15
COLORS = (*(name for name in Theme.__struct_fields__ if name not in ("name", "dark")), *NAMED_COLORS)


class Bindable(msgspec.Struct, frozen=True):
    """Base of everything an app's YAML can name: its fields are its keys."""

    NAME: ClassVar[str] = ""
    """The word in YAML."""
    MAIN: ClassVar[str] = ""
    """The field that holds the value written right after the word."""


class Site(Protocol):
    """Where a value is compiled: the names in scope and the app around it (spec/compiler.py)."""

    names: frozenset[str]
    path: str
    variables: frozenset[str]
    live: frozenset[str]
    """Variables that no column of the same name hides."""
    words: Words
    """The app's texts in other languages."""

    def problem(self, node: Node, message: str) -> None: ...
    def unknown(self, node: Node, what: str, given: str, accepted: Any) -> None: ...
    def statement(self, node: Node, sql: str, write: bool) -> Any: ...
    def widget(self, node: Node, path: str) -> Plan | None: ...
    def widgets(self, node: Node, path: str) -> tuple[Plan, ...]: ...
    def effects(self, node: Node, path: str) -> tuple[Plan, ...]: ...
    def wider(self, names: tuple[str, ...]) -> Site: ...


class Kind:
    """How one sort of value is read. `about` is for the docs."""

    about = ""

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        raise NotImplementedError

    def _text(self, node: Node, site: Site, field: str) -> str | None:
        if node.text is None:
            site.problem(node, f"'{field}' takes {self.about}, not a {node.kind}")
        return node.text


def constant(value: Any) -> Slot:
    return Slot((), lambda _scope: value, fixed=True)


class TextKind(Kind):
    about = "text, with {name} filled in"
    speaks = True
    """Whether it is for people to read, and so in the language of the phone."""

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        if text is None:
            return None
        template = parse_template(text)
        if isinstance(template, str):
            site.problem(node, template)
            return None
        for name in template.names:
            if name not in site.names:
                site.unknown(node, "name", name, site.names)
                return None
        fill = filler(template)
        others = site.words.get(text) if self.speaks else None
        if others:
            return _spoken(template, others)
        return Slot(template.names, fill) if template.names else constant(fill({}))


def _spoken(template: Template, others: Mapping[str, str]) -> Slot:
    """A text in the language the phone speaks when it is shown."""
    english = filler(template)
    fills = {
        language: filler(other)
        for language, text in others.items()
        if isinstance(other := parse_template(text), Template)
    }
    return Slot((*template.names, LANGUAGE), lambda scope: fills.get(str(scope[LANGUAGE]), english)(scope))


class ValueKind(TextKind):
    """Like text, but a lone {name} keeps its type."""

    about = "a value: text, a number, or {name}"
    speaks = False

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None or node.text is None:
            return None
        if len(slot.names) == 1 and node.text == f"{{{slot.names[0]}}}":
            name = slot.names[0]
            return Slot(slot.names, lambda scope: scope[name])
        return slot if slot.names or node.quoted else constant(plain_value(node.text))


class FlagKind(ValueKind):
    about = "true, false, or {name}"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None:
            return None
        if not slot.names and node.text not in ("true", "false"):
            site.problem(node, f"'{field}' takes {self.about}, not '{node.text}'")
            return None
        get = slot.get
        return Slot(slot.names, lambda scope: truth(get(scope)), fixed=slot.fixed)


class NumberKind(ValueKind):
    about = "a number, or {name}"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None:
            return None
        if not slot.names and not isinstance(slot.get({}), (int, float)):
            site.problem(node, f"'{field}' takes {self.about}, not '{node.text}'")
            return None
        get = slot.get
        return Slot(slot.names, lambda scope: to_number(get(scope)), fixed=slot.fixed)


class ChoiceKind(TextKind):
    speaks = False

    def __init__(self, accepted: tuple[str, ...]) -> None:
        self.accepted = accepted
        self.about = "one of " + ", ".join(accepted)

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None or slot.names:
            return self._checked(slot)
        if slot.get({}) not in self.accepted:
            site.unknown(node, field, slot.get({}), self.accepted)
            return None
        return slot

    def _checked(self, slot: Slot | None) -> Slot | None:
        """A choice from data falls back to the first one when the data says something else."""
        if slot is None:
            return None
        get, accepted = slot.get, self.accepted
        return Slot(slot.names, lambda scope: found if (found := get(scope)) in accepted else accepted[0])


class IconKind(TextKind):
    about = "the name of an icon (Material Design Icons)"
    speaks = False

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None:
            return None
        if slot.names:
            get = slot.get
            return Slot(slot.names, lambda scope: icon if has_icon(icon := get(scope)) else "help")
        icon = slot.get({})
        if icon and not has_icon(icon):
            site.unknown(node, "icon", icon, icon_names())
            return None
        return slot


def bound(statement: Statement) -> Slot:
    """A statement with its values taken from the names in scope."""
    names = statement.names
    return Slot(names, lambda scope: Bound(statement, tuple([scope[name] for name in names])))


class QueryKind(Kind):
    about = "a SELECT; :name binds a name in scope"

    def __init__(self, gives: bool = False) -> None:
        self.gives = gives

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        statement = site.statement(node, text, write=False) if text is not None else None
        if statement is None or not self._is_right(statement.columns, node, site, field):
            return None
        return bound(statement)

    def _is_right(self, columns: tuple[str, ...], node: Node, site: Site, field: str) -> bool:
        """Whether the query gives what the widget reads."""
        return True


class SqlKind(Kind):
    about = "an INSERT, UPDATE or DELETE; :name binds a name in scope"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        statement = site.statement(node, text, write=True) if text is not None else None
        if statement is None:
            return None
        return bound(statement)


class EffectsKind(Kind):
    about = "a list of effects"

    def __init__(self, *gives: str) -> None:
        self.gives = gives
        if gives:
            self.about = "a list of effects; they also see " + ", ".join(f":{name}" for name in gives)

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        plans = site.wider(self.gives).effects(node, f"{site.path}/{field}")
        inner: set[str] = set(self.gives)
        needed: set[str] = set()
        for plan in plans:
            needed.update(name for name in plan.needs if name not in inner)
            inner.update(plan.gives)
        # Variables and the language are read when the effect runs, so that typing does not redraw every
        # button that uses them.
        names = tuple(sorted(needed - site.live - {LANGUAGE}))
        if not names:
            return constant(Script(plans, {}))
        return Slot(names, lambda scope: Script(plans, {name: scope[name] for name in names}))


class ResultKind(EffectsKind):
    """Effects that run with what another app handed back for the intent in another field."""

    about = "a list of effects; they see what the receiver gives"

    def __init__(self, intent: str) -> None:
        super().__init__()
        self.intent = intent


class ChildKind(Kind):
    about = "one widget"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        plan = site.widget(node, f"{site.path}/{field}")
        if plan is None:
            return None
        return Slot(
            plan.needs, lambda scope: Part(plan, scope) if plan.is_shown(scope) else None, plan.volatile
        )


class ChildrenKind(Kind):
    about = "a list of widgets"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        plans = site.widgets(node, f"{site.path}/{field}")
        names = tuple(sorted({name for plan in plans for name in plan.needs}))

        def get(scope: Scope) -> tuple[Part, ...]:
            return tuple([Part(plan, scope) for plan in plans if plan.shown is None or plan.shown(scope)])

        return Slot(names, get, any(plan.volatile for plan in plans))


class EachKind(Kind):
    """The row of a list: a widget that also sees the columns of the query in another field."""

    about = "one widget, drawn for each row; it sees the columns of the query"

    def __init__(self, query: str) -> None:
        self.query = query

    def compile_each(self, node: Node, site: Site, field: str, columns: tuple[str, ...]) -> Slot | None:
        plan = site.wider(columns).widget(node, f"{site.path}/{field}")
        if plan is None:
            return None
        each = Each(plan, columns)
        names = tuple(name for name in plan.needs if name not in columns)
        return Slot(names, lambda scope: Listed(each, scope))


class ColumnKind(Kind):
    """A column of the query in another field."""

    about = "the name of a column of the query"

    def __init__(self, query: str) -> None:
        self.query = query

    def compile_column(self, node: Node, site: Site, field: str, columns: tuple[str, ...]) -> Slot | None:
        text = self._text(node, site, field)
        if text is None:
            return None
        if text not in columns:
            site.unknown(node, "column", text, columns)
            return None
        return constant(text)


class BindKind(Kind):
    """The name of a page variable; the widget gets the name and the value."""

    about = "the name of a variable of the page"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        if text is None:
            return None
        if text not in site.variables:
            site.unknown(node, "variable", text, site.variables)
            return None
        if text not in site.live:
            site.problem(node, f"a column called '{text}' hides the variable of that name here; rename one")
            return None
        return Slot((text,), lambda scope: Variable(text, scope[text]))


class TypedKind(BindKind):
    """A variable that is typed into: the widget also gets where the caret is, and what is selected."""

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        slot = super().compile(node, site, field)
        if slot is None:
            return None
        name = slot.names[0]
        caret, mark = caret_name(name), mark_name(name)
        return Slot(
            (name, caret, mark),
            lambda scope: Typed(name, show(scope[name]), int(scope[caret] or 0), int(scope[mark] or 0)),
        )


class VariableNameKind(Kind):
    about = "the name of a variable of the page"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        if text is None:
            return None
        if text not in site.variables:
            site.unknown(node, "variable", text, site.variables)
            return None
        return constant(text)


class Variable(msgspec.Struct, frozen=True):
    name: str
    value: Value


class Typed(msgspec.Struct, frozen=True):
    """A variable being typed into; caret is -1 while it is not focused, mark while nothing is selected."""

    name: str
    text: str
    caret: int
    mark: int = -1


class MapKind(Kind):
    """name: value pairs, such as the parameters handed to a page."""

    about = "a map of names to values"
    value_kind: ClassVar[type[TextKind]] = ValueKind

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        if node.entries is None:
            site.problem(node, f"'{field}' takes {self.about}, not a {node.kind}")
            return None
        slots: dict[str, Slot] = {}
        for name, value in node.pairs():
            slot = self.value_kind().compile(value, site, name)
            if slot is not None:
                slots[name] = slot
        names = tuple(sorted({name for slot in slots.values() for name in slot.names}))
        return Slot(names, lambda scope: {name: slot.get(scope) for name, slot in slots.items()})


class LabelsKind(MapKind):
    """name: words pairs, for people to read."""

    value_kind: ClassVar[type[TextKind]] = TextKind


class SetKind(MapKind):
    about = "a map of page variables to values"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        for name, value in node.pairs():
            if name not in site.variables:
                site.unknown(value, "variable", name, site.variables)
        return super().compile(node, site, field)


class PageKind(Kind):
    about = "the name of a page of this app"

    def compile(self, node: Node, site: Site, field: str) -> Slot | None:
        text = self._text(node, site, field)
        return None if text is None else constant(text)


def plain_value(text: str) -> Value:
    """What an unquoted YAML scalar means."""
    if text in ("", "null", "~"):
        return None
    if text in ("true", "false"):
        return int(text == "true")
    if not _NUMBER.match(text):
        return text
    whole = int(text) if len(text) < 21 and text.lstrip("-").isdigit() else None
    return whole if whole is not None and -(2**63) <= whole < 2**63 else float(text)


def to_number(value: Value) -> float:
    """A number a widget can reckon with, whatever the data says."""
    try:
        number = value if isinstance(value, (int, float)) else float(value or 0)
    except ValueError:
        return 0.0
    return number if abs(number) < MOST_NUMBER else 0.0


Text = Annotated[str, TextKind()]
AnyValue = Annotated[Value, ValueKind()]
Yes = Annotated[bool, FlagKind()]
Number = Annotated[float, NumberKind()]
Icon = Annotated[str, IconKind()]
Color = Annotated[str, ChoiceKind(COLORS)]
Picture = Annotated[str, ChoiceKind(tuple(PICTURE_KINDS))]
MaybePicture = Annotated[str, ChoiceKind(("none", *PICTURE_KINDS))]
Query = Annotated[Bound, QueryKind()]
Let = Annotated[Bound, QueryKind(gives=True)]
Sql = Annotated[Bound, SqlKind()]
Effects = Annotated[Script, EffectsKind()]
EffectsOnValue = Annotated[Script, EffectsKind("value")]
Child = Annotated[Part | None, ChildKind()]
Children = Annotated[tuple[Part, ...], ChildrenKind()]
Bind = Annotated[Variable, BindKind()]
VariableName = Annotated[str, VariableNameKind()]
TypedText = Annotated[Typed, TypedKind()]
Values = Annotated[Mapping[str, Value], MapKind()]
Labels = Annotated[Mapping[str, str], LabelsKind()]
Assignments = Annotated[Mapping[str, Value], SetKind()]
PageName = Annotated[str, PageKind()]
NO_EFFECTS = Script((), {})
