"""The words an app can use: every widget and every effect, found by looking in their folders.

Adding a widget is adding a file to world/widgets; nothing else lists them. Invariant: a word means one thing,
so no widget and effect share a name.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from phonebuddy.world.spec.kinds import Bindable, ChoiceKind, Kind


class Field:
    """One key of a widget or effect; `name` is the Python field, `key` the word in YAML."""

    __slots__ = ("about", "key", "kind", "name", "required")

    def __init__(self, name: str, kind: Kind, required: bool, about: str) -> None:
        self.name = name
        self.key = name.rstrip("_")
        self.kind = kind
        self.required = required
        self.about = about


@cache
def words() -> Mapping[str, type[Bindable]]:
    """Every widget and effect by name, in alphabetical order."""
    found: dict[str, type[Bindable]] = {}
    for folder in ("phonebuddy.world.widgets", "phonebuddy.world.effects"):
        package = import_module(folder)
        for module in pkgutil.iter_modules(package.__path__):
            for item in vars(import_module(f"{folder}.{module.name}")).values():
                if isinstance(item, type) and issubclass(item, Bindable) and item.NAME:
                    assert found.get(item.NAME, item) is item, f"two things are called {item.NAME}"
                    found[item.NAME] = item
    return dict(sorted(found.items()))


def is_effect(cls: type[Bindable]) -> bool:
    """Whether it can stand in a list of effects: effects, and widgets shown over the page."""
    return hasattr(cls, "run") or getattr(cls, "OVERLAY", False)


def is_widget(cls: type[Bindable]) -> bool:
    """Whether it can stand in the body of a page."""
    return hasattr(cls, "layout") and not getattr(cls, "OVERLAY", False)


@cache
def fields(cls: type[Bindable]) -> Mapping[str, Field]:
    """The keys of a widget or effect, from its typed fields and its docstring; `with_` stands for `with`."""
    hints = get_type_hints(cls, include_extras=True)
    about = _documented(cls)
    num_required = len(cls.__struct_fields__) - len(cls.__struct_defaults__)
    found = [
        Field(name, _kind(hints[name]), index < num_required, about.get(name.rstrip("_"), ""))
        for index, name in enumerate(cls.__struct_fields__)
    ]
    return {field.key: field for field in found}


def _kind(hint: Any) -> Kind:
    if get_origin(hint) is Annotated:
        return next(extra for extra in hint.__metadata__ if isinstance(extra, Kind))
    if get_origin(hint) is Literal:
        return ChoiceKind(get_args(hint))
    raise TypeError(f"{hint} has no kind")


def _documented(cls: type[Bindable]) -> dict[str, str]:
    """`name: what it is` lines of the class docstring."""
    lines = [line.strip().partition(": ") for line in (cls.__doc__ or "").splitlines()]
    keys = {name.rstrip("_") for name in cls.__struct_fields__}
    return {name: text for name, found, text in lines if found and name in keys}
