"""Writing the app: `app.yaml`, one file for each page, the first rows, and what is known about it.

Invariant: the same model gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from phonebuddy.rebuild.behaviour import PROPOSED, AppModel
from phonebuddy.rebuild.emit.effects import NOT_RECORDED, Effects, Writer
from phonebuddy.rebuild.emit.rows import count_sql
from phonebuddy.rebuild.emit.scene import SceneWriter
from phonebuddy.rebuild.emit.sql import VISITED, Tables, quote
from phonebuddy.rebuild.emit.text import Data, write_yaml
from phonebuddy.rebuild.emit.widgets import PageWriter
from phonebuddy.rebuild.groups import OPENER
from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.model import BACK, LEAVE, RETURN, STAY, Edge, Page
from phonebuddy.rebuild.priorities import rank_pages
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.values import SAYS, Cell

HEAD = (
    "Rebuilt from recordings by `phonebuddy rebuild`; edit it as any app. `assumed` marks what nobody tried."
)
DETAILS = "rebuild.json"
OWN = "com.phoneworld."
"""How the packages of our own phone's apps begin."""
MOST_FILES = 190
"""Pages in files of their own, below what the engine takes; the rest stand in app.yaml."""


def app_files(model: AppModel) -> dict[str, str]:
    """Every file of the app, by its name in the app's folder."""
    tables = Tables(model)
    writer = Writer(model, tables)
    parts: dict[str, Data] = {}
    written: dict[str, Data] = {
        page.name: _page(page, tables, writer, parts) for page in model.pages if not page.home
    }
    found = reachable({**written, **parts}, model.pages[model.start].name)
    doors = _doors(model, [name for name in written if name not in found])
    if any(NOT_RECORDED in set(_targets(page)) for page in (*written.values(), *parts.values())):
        written[NOT_RECORDED] = _not_recorded()
    files: dict[str, str] = {"app.yaml": ""}
    rows = tables.rows()
    if rows:
        files["content.yaml"] = write_yaml(rows)
    apart = list(written)[:MOST_FILES]
    inside = {name: page for name, page in written.items() if name not in apart}
    head: dict[str, Data] = {**_head(model, tables), **doors}
    head |= {key: value for key, value in (("templates", parts), ("pages", inside)) if value}
    files["app.yaml"] = write_yaml(head, HEAD)
    files |= {f"pages/{name}.yaml": write_yaml(written[name]) for name in apart}
    files[DETAILS] = json.dumps(details(model), indent=1, ensure_ascii=False) + "\n"
    return files


def _doors(model: AppModel, names: Sequence[str]) -> dict[str, Data]:
    """Pages that the recording shows but no touch leads to are opened from outside, as by a link."""
    doors: dict[str, Data] = {f"{model.name}_{name}": {"do": [{"open": name}]} for name in names}
    return {"accepts": doors} if doors else {}


def reachable(written: Mapping[str, Data], start: str) -> set[str]:
    """The names of the pages that some effect leads to, from the first page on."""
    found, waiting = {start}, [start]
    while waiting:
        for name in _targets(written[waiting.pop()]):
            if name in written and name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _targets(data: Data) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in ("open", "replace", "back_to", "use") and isinstance(value, str):
                yield value
            else:
                yield from _targets(value)
    elif isinstance(data, (list, tuple)):
        for one in data:
            yield from _targets(one)


def write_app(files: Mapping[str, str], folder: Path) -> None:
    """Write the files; the folder must be new or hold nothing else."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def package_of(model: AppModel) -> str:
    """The recorded package, or one made of the name where the recording has none, or one of our own phone's
    apps was recorded, which is there too.
    """
    parts = model.package.lower().replace("-", "_").split(".")
    good = len(parts) > 1 and all(
        part.isidentifier() and part.isascii() and not part.startswith("_") for part in parts
    )
    good = good and not model.package.startswith(OWN)
    return ".".join(parts) if good else f"com.rebuilt.{model.name}"


def _head(model: AppModel, tables: Tables) -> dict[str, Data]:
    head: dict[str, Data] = {
        "app": model.name,
        "title": model.name.capitalize(),
        "package": package_of(model),
        "domain": "rebuilt from recordings",
        "icon": "cellphone",
        "color": model.color,
        "start": model.pages[model.start].name,
    }
    schema = tables.schema()
    if schema:
        head |= {"schema": schema, "content": "content.yaml"}
    return head


def _page(page: Page, tables: Tables, writer: Writer, parts: dict[str, Data]) -> dict[str, Data]:
    one = PageWriter(page, tables, writer) if tables.model.flat else SceneWriter(page, tables, writer)
    if isinstance(one, SceneWriter):
        body: list[Data] = list(one.scene())
        parts.update(one.parts)
    else:
        body = [widget for slot in page.slots for widget in one.widgets(slot)]
    out: dict[str, Data] = {}
    if one.vars:
        out["vars"] = one.vars
    query = _query(page, tables, one)
    if query:
        out["data"] = query
    opening = _on_open(page, tables, one)
    if opening:
        out["on_open"] = opening
    back = _on_back(page, writer)
    if back:
        out["on_back"] = back
    if not tables.model.flat:
        out["scrolls"] = False
    out["body"] = body or [{"space": 8}]
    return out


def _query(page: Page, tables: Tables, one: PageWriter) -> str:
    typed = set(one.vars)
    columns = [
        _column(page, cell, name, tables)
        for cell, name in tables.columns[page.number].items()
        if name not in typed and cell.slot < OPENER
    ]
    parts = [*columns, *one.computed]
    if not parts:
        return ""
    source = f" FROM {tables.table(page.number)}" if tables.columns[page.number] else ""
    return f"SELECT {', '.join(parts)}{source}"


def _column(page: Page, cell: Cell, name: str, tables: Tables) -> str:
    """A column of a page's query: what is kept, or what is counted anew each time."""
    counted = tables.model.counts.get((page.number, cell))
    number = count_sql(counted, tables, page.number) if counted is not None else None
    return name if number is None else f"{number} AS {name}"


def _on_open(page: Page, tables: Tables, one: PageWriter) -> Effects:
    """Fields start with what the table says; pages that are shown once remember it."""
    out: Effects = []
    table = tables.table(page.number)
    if VISITED in tables.columns[page.number]:
        out.append({"sql": f"UPDATE {table} SET visited = 1"})
    fields = [slot for slot in page.slots if slot.kind == FIELD]
    names = {slot.number: tables.column(page.number, Cell(slot.number, SAYS)) for slot in fields}
    if fields:
        parts = [
            f"nullif({names[s.number]}, {quote(core(s.first))}) AS now_{names[s.number]}" for s in fields
        ]
        out.append({"let": f"SELECT {', '.join(parts)} FROM {table}"})
        out.append({"set": {str(names[s.number]): f"{{now_{names[s.number]}}}" for s in fields}})
    back = one.model.behaviours.get(Edge(page.number, BACK, None))
    if fields and back is not None and any(way.route.way == STAY for way in back.ways):
        out.append({"focus": names[fields[0].number]})
    return out


def _on_back(page: Page, writer: Writer) -> Effects:
    """What the back button does, where it is not just closing the page."""
    edge = Edge(page.number, BACK, None)
    behaviour = writer.model.behaviours.get(edge)
    if behaviour is None:
        return []
    last = behaviour.ways[-1].route
    plain = len(behaviour.ways) == 1 and last.way == RETURN and last.depth == 1
    if plain or last.way in (STAY, "missing") or (last.way == LEAVE and page.number == writer.model.start):
        return []
    return writer.effects(edge, behaviour)


def _not_recorded() -> dict[str, Data]:
    return {
        "params": ["what"],
        "top": {"top_bar": "Not in the recording", "leave": "back"},
        "body": [{"empty": "Nobody opened this while the app was recorded", "icon": "help-circle-outline"},
                 {"text": "{what}", "align": "center"}],
    }  # fmt: skip


def details(model: AppModel) -> dict[str, object]:
    """What is known of the app beyond its files: which touches are assumed, with what support."""
    touches = []
    for edge, behaviour in model.behaviours.items():
        route = behaviour.ways[-1].route
        slot = model.slot(edge.page, edge.slot).name if edge.slot is not None else ""
        touches.append(
            {
                "page": model.pages[edge.page].name,
                "gesture": edge.gesture,
                "slot": slot,
                "way": route.way,
                "support": sum(way.route.support for way in behaviour.ways),
                "conflicts": sum(way.route.conflicts for way in behaviour.ways),
                "assumed": behaviour.assumed,
            }
        )
    ranks = rank_pages(model.pages, model.visits)
    pages = [
        {
            "page": page.name,
            "priority": ranks[page.number],
            "visits": model.visits[page.number],
            "screens": len(page.members),
        }
        for page in model.pages
    ]
    return {"app": model.name, "pages": pages, "touches": touches, **lists_of(model)}


def lists_of(model: AppModel) -> dict[str, object]:
    """Lists that stay nodes, and rows that nobody recorded; nothing where there are none."""
    kept = [{"page": model.pages[one.page].name, "rows": len(one.rows), "why": one.why} for one in model.kept]
    rows = [
        {"page": model.pages[page].name, "row": row, "assumed": PROPOSED}
        for (page, _), added in model.more_rows.items()
        for row in added
    ]
    return {key: value for key, value in (("lists_kept_as_nodes", kept), ("rows", rows)) if value}
