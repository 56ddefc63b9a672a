"""Reading pages: from a page's YAML to a Page with compiled plans."""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.world.spec.app import CACHED_PAGES, Page, caret_name, mark_name
from phonebuddy.world.spec.compiler import AppScope, Site
from phonebuddy.world.spec.kinds import EffectsKind, QueryKind, plain_value
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Plan, Slot
from phonebuddy.world.spec.template import Value
from phonebuddy.world.state.kept import Kept

PAGE_KEYS = {
    "params": "names the page must be given when it is opened",
    "vars": "variables of the page with their first values; widgets change them, effects read them",
    "data": "a SELECT whose first row adds its columns to the names in scope",
    "top": "the bar at the top",
    "body": "the widgets of the page, top to bottom",
    "bottom": "the bar at the bottom",
    "floating": "a floating button",
    "on_open": "effects run when the page is opened",
    "on_back": "effects run instead of going back",
    "scrolls": "false for a page whose body fills the screen and does not scroll",
}
_NAME_HELP = "small letters, digits and _"


def read_page(name: str, node: Node, app: AppScope) -> Page | None:
    if node.entries is None:
        app.problems.add(node, f"a page is a map, not a {node.kind}")
        return None
    for entry in node.entries:
        if entry.key not in PAGE_KEYS:
            app.problems.unknown(entry.place, "key of a page", entry.key, PAGE_KEYS)
    params = _params(node.get("params"), app)
    variables = _variables(node.get("vars"), app)
    carets = {hidden(variable): -1 for variable in variables for hidden in (caret_name, mark_name)}
    names = frozenset((*params, *variables, *carets))
    site = Site(app, names, frozenset(variables), f"pages/{name}")
    site.live |= frozenset(carets)
    data, columns = _data(node.get("data"), site)
    site = site.wider(columns)
    body = node.get("body")
    if body is None:
        app.problems.add(node, "a page needs 'body': a list of widgets")
        return None
    return Page(
        name=name,
        params=params,
        vars=variables,
        data=data,
        data_columns=columns,
        top=_widget(node.get("top"), site, "top"),
        body=site.widgets(body, f"pages/{name}/body"),
        bottom=_widget(node.get("bottom"), site, "bottom"),
        floating=_widget(node.get("floating"), site, "floating"),
        on_open=_effects(node.get("on_open"), site, "on_open"),
        on_back=_effects(node.get("on_back"), site, "on_back"),
        scrolls=_scrolls(node.get("scrolls"), app),
        carets=carets,
        boxes=Kept(CACHED_PAGES),
        made=Kept(CACHED_PAGES),
    )


def _scrolls(node: Node | None, app: AppScope) -> bool:
    if node is not None and node.text not in ("true", "false"):
        app.problems.add(node, "'scrolls' takes true or false")
    return node is None or node.text == "true"


def _widget(node: Node | None, site: Site, field: str) -> Plan | None:
    return None if node is None else site.widget(node, f"{site.path}/{field}")


def _effects(node: Node | None, site: Site, field: str) -> Slot | None:
    return None if node is None else EffectsKind().compile(node, site, field)


def _params(node: Node | None, app: AppScope) -> tuple[str, ...]:
    if node is None:
        return ()
    if node.items is None or any(not is_name(item.text) for item in node.items):
        app.problems.add(node, f"'params' takes a list of names: {_NAME_HELP}")
    return tuple(item.text for item in node.items or () if item.text is not None and is_name(item.text))


def _variables(node: Node | None, app: AppScope) -> Mapping[str, Value]:
    if node is None:
        return {}
    if node.entries is None:
        app.problems.add(node, "'vars' takes a map of names to first values")
        return {}
    variables: dict[str, Value] = {}
    for name, value in node.pairs():
        if not is_name(name) or value.text is None:
            app.problems.add(value, f"'{name}' in 'vars' takes a name ({_NAME_HELP}) and a plain first value")
        else:
            variables[name] = value.text if value.quoted else plain_value(value.text)
    return variables


def is_name(text: str | None) -> bool:
    return bool(text) and text is not None and text.isidentifier() and text == text.lower()


def _data(node: Node | None, site: Site) -> tuple[Slot | None, tuple[str, ...]]:
    if node is None:
        return None, ()
    before = len(site.app.statements)
    slot = QueryKind().compile(node, site, "data")
    if slot is None:
        return None, ()
    return slot, site.app.statements[before][1].columns
