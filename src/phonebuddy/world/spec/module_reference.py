"""docs/modules.md: every module with its parameters, pages, pieces and an example, written from its file.

Invariant: a parameter that exists is in it, one that does not exist is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phonebuddy.world.spec.modules import module_names, read_module
from phonebuddy.world.spec.nodes import Node

HEAD = """# Modules: pages to share

A module is a page or a few that many apps need, with its tables, checks, empty states and undo, in
English and Chinese. An app names the modules it is made of, fills in their parameters, and adds its own
pages. Written by `phonebuddy apps modules`; do not edit by hand.

```yaml
modules:
  search:                     # the module search; its page is called search, its table APP_search
    rows: SELECT id, name AS title, town AS text, 'train' AS sign, name || town AS words FROM trips_trip
    on_choose: [{open: trip, with: {id: "{id}"}}]
  friends:                    # records under another name: pages friends, friends_one, friends_edit
    module: records
    title: Friends
    ...
```

- **The name** under `modules` is that of the first page; further pages, templates and tables begin with
  it. `PAGE` below stands for that name, `TABLE` for the app's name, `_`, and that name: `trips_search`.
- **Parameters** are texts, SQL, widgets or effects, as said below; those without a default must be
  given. SQL given to a module may use the app's own tables and what other apps offer.
- **Lead to it** as to any page: `{open: search}`. **Pieces** are templates to put into your own pages:
  `{use: search_button}`.
- **Its tables** are filled by the app's `content.yaml`, and the app's SQL may read and change them.
- Mistakes are found by `phonebuddy apps check` and name both places: `trips/app.yaml:12 >
  modules/search.yaml:70: no such column: words`.

A new module is one file in `src/phonebuddy/apps/modules`. In it `$name` stands for a parameter
(`${name}` where letters follow), `$page`, `$table` and `$app` are always there, an item that is a
parameter holding a list adds all its items, a key without a value that is a parameter holding a map adds
all its keys, and of a map of variables `vars` there are also `$vars_names`, `$vars_unpacked` and
`$vars_same` (see `world/spec/modules.py`).
"""
_TABLE = re.compile(r"CREATE (TABLE|VIEW) (\S+)")


def write_module_reference() -> str:
    """The whole page as Markdown."""
    names = module_names()
    modules = {name: read_module(name) for name in names}
    lines = [HEAD, "| module | what it is |", "|---|---|"]
    lines += [f"| [{name}](#{name}) | {_text(modules[name], 'about')} |" for name in names]
    for name in names:
        lines += ["", *_module(name, modules[name])]
    return "\n".join(lines).rstrip() + "\n"


def _text(node: Node, key: str) -> str:
    found = node.get(key)
    return (found.text or "").strip() if found is not None else ""


def _plain(text: str) -> str:
    return text.replace("${table}", "TABLE").replace("${page}", "PAGE").replace("$page", "PAGE")


def _module(name: str, module: Node) -> Iterator[str]:
    yield f"## {name}\n\n{_text(module, 'about')}\n"
    yield f"```yaml\nmodules:\n{_indented(_text(module, 'example'))}\n```\n"
    yield "| parameter | meaning | default |\n|---|---|---|"
    params = module.get("params") or Node(module.place)
    for param, about in params.pairs():
        yield f"| `{param}` | {_cell(_plain(_text(about, 'about')))} | {_default(about.get('default'))} |"
    yield ""
    for key, title in (
        ("pages", "Pages"),
        ("templates", "Pieces"),
        ("events", "Events"),
        ("offers", "Offers"),
    ):
        section = module.get(key)
        if section is not None:
            yield f"**{title}**: {', '.join(_entry(entry, value) for entry, value in section.pairs())}."
    tables = [f"`{_plain(found[2]).rstrip('(')}`" for found in _TABLE.finditer(_text(module, "schema"))]
    if tables:
        yield f"**Tables and views**: {', '.join(tables)}; columns in `apps/modules/{name}.yaml`."


def _entry(name: str, value: Node) -> str:
    """A page or template with what it is given."""
    params = value.get("params")
    given = [item.text or "" for item in params.items or ()] if params is not None else []
    given += [key for key, _ in params.pairs()] if params is not None else []
    return f"`{_plain(name)}`" + (f" ({', '.join(given)})" if given else "")


def _default(node: Node | None) -> str:
    if node is None:
        return "must be given"
    if node.text is None:
        return "none" if not (node.items or node.entries) else "see the file"
    return f"`{_cell(_plain(node.text))}`" if node.text else "none"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
