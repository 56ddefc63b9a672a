"""One HTML file about a rebuilt app, for people: nothing in it is loaded from elsewhere.

Invariant: whatever a recording says is text here, never markup.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape

from phonebuddy.rebuild.behaviour import PROPOSED, AppModel
from phonebuddy.rebuild.effects import Effect
from phonebuddy.rebuild.emit.formulas import to_sql
from phonebuddy.rebuild.emit.rows import row_change
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.items import BOX, Item
from phonebuddy.rebuild.model import Edge
from phonebuddy.rebuild.priorities import rank_pages
from phonebuddy.rebuild.rows import DELETE, INSERT, ORDER, RESTORE, RowRule
from phonebuddy.rebuild.score.driver import Data, Driver
from phonebuddy.traces.trace import Trace

STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1d1b20}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-top:1px solid #ddd;padding-top:1rem}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #eee;vertical-align:top}
code{font-size:.85em;background:#f4f4f6;padding:.1em .3em}nav a{margin-right:1rem}
.pair{display:flex;gap:1.5rem;margin:1rem 0;align-items:flex-start}
.phone{border:1px solid #bbb;border-radius:12px;padding:.5rem;width:20rem;max-height:36rem;overflow:auto}
.phone div{margin:.2rem 0;padding:.2rem .4rem;border-radius:6px}
.button{background:#e7e0f5}.field{border:1px solid #999}.check{background:#e0f0e6}
img{width:20rem;border-radius:12px;border:1px solid #bbb}.assumed{color:#8a5300}.missing{color:#a30000}
@media(prefers-color-scheme:dark){body{background:#141218;color:#e6e0e9}code{background:#2b2930}
.button{background:#4a4458}.check{background:#1e4631}td,th{border-color:#333}
.assumed{color:#f0b45a}.missing{color:#ff8a80}}
"""


RULES = {
    "Opposite": "toggle",
    "Typed": "text entry",
    "Tapped": "choice",
    "Other": "commit",
    "Turn": "goes round",
    "Wrapped": "derived text",
    "Count": "counter",
    "Lookup": "depends on a choice",
    "Matches": "search",
}
"""What people call the rules, by their expressions."""
ROW_RULES = {INSERT: "adds a row", DELETE: "deletes a row", RESTORE: "undo", ORDER: "sorts"}


def explain(model: AppModel, traces: Sequence[Trace], driver: Driver) -> str:
    """The text of the file."""
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(model.name)}, rebuilt</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<style>{STYLE}</style><h1>{escape(model.name)}, rebuilt from {len(traces)} recordings</h1>",
        "<nav><a href=#screens>Screens</a><a href=#graph>Graph</a><a href=#tables>Tables</a>"
        "<a href=#rules>Rules</a><a href=#assumed>Assumed</a><a href=#missing>Missing</a></nav>",
        *_screens(model, traces, driver),
        *_graph(model),
        *_tables(model),
        *_rules(model),
        *_untried(model),
    ]
    return "\n".join(parts) + "\n"


def _screens(model: AppModel, traces: Sequence[Trace], driver: Driver) -> Iterator[str]:
    yield "<h2 id=screens>Screens: recorded and rebuilt</h2>"
    pictures = {key: shot.picture for trace in traces for key, shot in trace.shots.items() if shot.picture}
    ranks = rank_pages(model.pages, model.visits)
    for page in model.pages:
        if page.home or page.name not in driver.app.pages:
            continue
        driver.start()
        driver.put([page.name], Data({}))
        recorded = _phone(page.members[0].items)
        picture = pictures.get(page.members[0].key)
        if picture is not None and picture.is_file():
            kind = "png" if picture.suffix == ".png" else "jpeg"
            data = base64.b64encode(picture.read_bytes()).decode()
            recorded = f"<img alt='recorded screen' src='data:image/{kind};base64,{data}'>"
        shown = base64.b64encode(driver.screen().jpeg(70)).decode()
        kind = "layer" if page.layer else "another app" if page.outside else "page"
        seen = f"{len(page.members)} screens, {model.visits[page.number]} visits"
        about = f"<small>({kind}, {ranks[page.number]}, {seen})</small>"
        yield f"<h3 id='page-{escape(page.name)}'>{escape(page.name)} {about}</h3>"
        rebuilt = f"<img alt='rebuilt screen' src='data:image/jpeg;base64,{shown}'>"
        yield f"<div class=pair>{recorded}{rebuilt}</div>"


def _phone(items: Sequence[Item]) -> str:
    rows = [
        f"<div class={item.kind}>{'☑ ' if item.on else ''}{escape(item.label)}</div>"
        for item in items
        if item.kind != BOX and item.label
    ]
    return f"<div class=phone>{''.join(rows)}</div>"


def _graph(model: AppModel) -> Iterator[str]:
    yield "<h2 id=graph>Graph: what leads where</h2><table>"
    yield "<tr><th>from</th><th>touch</th><th>to</th><th>seen</th></tr>"
    for edge, behaviour in model.behaviours.items():
        for way in behaviour.ways:
            route = way.route
            if route.support:
                to = model.pages[route.page].name if route.page >= 0 else "the page below"
                note = f", against {route.conflicts}" if route.conflicts else ""
                guard = " if its test holds" if route.guard is not None else ""
                yield (
                    f"<tr><td>{escape(model.pages[edge.page].name)}<td>{escape(_touch(model, edge))}"
                    f"<td>{escape(route.way)} {escape(to)}{guard}<td>{route.support}{note}</tr>"
                )
    yield "</table>"


def _touch(model: AppModel, edge: Edge) -> str:
    if edge.slot is None:
        return f"{edge.gesture} {edge.detail}".strip()
    slot = model.slot(edge.page, edge.slot)
    return f"{edge.gesture} {edge.detail} {slot.first.head or slot.name}".replace("  ", " ")


def _tables(model: AppModel) -> Iterator[str]:
    yield "<h2 id=tables>Tables: what can change</h2>"
    for table, rows in Tables(model).rows().items():
        cells = "".join(
            f"<tr><td>{escape(name)}<td>{escape(str(value))}</tr>"
            for row in rows
            for name, value in row.items()
        )
        yield f"<details><summary><code>{escape(table)}</code></summary><table>{cells}</table></details>"
    if model.kept:
        yield "<h3>Lists that are no tables</h3><table><tr><th>page</th><th>rows</th><th>why</th></tr>"
        for one in model.kept:
            name = escape(model.pages[one.page].name)
            yield f"<tr><td>{name}<td>{len(one.rows)}<td>stays nodes at their places: {escape(one.why)}</tr>"
        yield "</table>"


def _rules(model: AppModel) -> Iterator[str]:
    tables = Tables(model)
    yield "<h2 id=rules>Rules: what a touch changes</h2>"
    yield "<table><tr><th>page</th><th>touch</th><th>rule</th><th>sets</th><th>seen</th><th>against</th></tr>"
    for edge, behaviour in model.behaviours.items():
        for way in behaviour.ways:
            for effect in way.effects:
                yield _rule(model, tables, edge, effect)
            for rule in way.rows:
                yield _row_rule(model, tables, edge, rule)
    for (number, cell), counted in model.counts.items():
        name, column = model.pages[number].name, tables.columns[number].get(cell, "")
        yield (
            f"<tr><td>{escape(name)}<td>always<td>counter<td><code>{escape(column)}</code> counts "
            f"{escape(counted.what)}<td>{counted.support}<td>{counted.conflicts}</tr>"
        )
    yield "</table>"


def _row_rule(model: AppModel, tables: Tables, edge: Edge, rule: RowRule) -> str:
    entity = tables.entity_at(rule.page, rule.first)
    slot = model.slot(edge.page, edge.slot) if edge.slot is not None else None
    sql = row_change(rule, entity, tables, edge, slot) if entity is not None else "not written: no table"
    return (
        f"<tr><td>{escape(model.pages[edge.page].name)}<td>{escape(_touch(model, edge))}"
        f"<td>{ROW_RULES[rule.kind]}<td><code>{escape(sql)}</code><td>{rule.support}<td>{rule.conflicts}</tr>"
    )


def _rule(model: AppModel, tables: Tables, edge: Edge, effect: Effect) -> str:
    slot = model.slot(edge.page, edge.slot) if edge.slot is not None else None
    column = tables.column(effect.page, effect.cell)
    value = to_sql(effect.expression, tables, (effect.page, effect.cell), edge.page, slot)
    kind = rule_name(effect)
    mark = " class=assumed" if effect.assumed else ""
    return (
        f"<tr{mark}><td>{escape(model.pages[edge.page].name)}<td>{escape(_touch(model, edge))}<td>{kind}"
        f"<td><code>{escape(tables.table(effect.page))}.{escape(str(column))} = {escape(value)}</code>"
        f"<td>{effect.support}<td>{effect.conflicts}</tr>"
    )


def rule_name(effect: Effect) -> str:
    """What people call a rule."""
    by_cell = {"taps": "tab", "shown": "appears or goes"}.get(effect.cell.attribute, "set")
    return RULES.get(type(effect.expression).__name__, by_cell)


def _untried(model: AppModel) -> Iterator[str]:
    for id, title, wanted in (("assumed", "Assumed: nobody tried it", False), ("missing", "Missing", True)):
        yield f"<h2 id={id}>{title}</h2><table><tr><th>page</th><th>touch</th><th>why</th></tr>"
        for edge, behaviour in model.behaviours.items():
            if behaviour.assumed and (behaviour.ways[-1].route.way == "missing") == wanted:
                page, touch = escape(model.pages[edge.page].name), escape(_touch(model, edge))
                yield f"<tr class={id}><td>{page}<td>{touch}<td>{escape(behaviour.assumed)}</tr>"
        yield from _added(model) if not wanted else ()
        yield "</table>"


def _added(model: AppModel) -> Iterator[str]:
    """Rows of tables that nobody recorded."""
    for (page, _), rows in model.more_rows.items():
        for row in rows:
            said = ", ".join(words for words in row.values() if words)
            name = escape(model.pages[page].name)
            yield f"<tr class=assumed><td>{name}<td>row: {escape(said)}<td>{PROPOSED}</tr>"
