"""The reference of all words an app can use, written from the code that reads them.

docs/words.md is this text; a test keeps the two equal. Invariant: a key that exists is in it, one that does
not exist is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phonebuddy.world.services.permissions import PERMISSIONS
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.spec import registry
from phonebuddy.world.spec.compiler import COMMON
from phonebuddy.world.spec.doors import DOOR_KEYS
from phonebuddy.world.spec.kinds import Bindable
from phonebuddy.world.spec.manifest import KEYS, REQUIRED
from phonebuddy.world.spec.pages import PAGE_KEYS
from phonebuddy.world.state import functions

HEAD = """# Every word of the app format

Written by `phonebuddy apps words`; do not edit by hand. How to use the words is in [apps.md](apps.md).
"""


def write_reference() -> str:
    """The whole page as Markdown."""
    words = registry.words()
    widgets = {name: cls for name, cls in words.items() if registry.is_widget(cls)}
    overlays = {name: cls for name, cls in words.items() if getattr(cls, "OVERLAY", False)}
    effects = {name: cls for name, cls in words.items() if hasattr(cls, "run")}
    lines = [HEAD]
    lines += _table("An app", "Keys of `app.yaml`.", {k: _marked(k, KEYS[k]) for k in KEYS})
    lines += _table("A page", "Keys of a page.", PAGE_KEYS)
    lines += _table("Every widget", "Keys that all widgets take.", COMMON)
    lines += _words("Widgets", "What a page is made of.", widgets)
    lines += _words("Over the page", "Shown by an effect: write the word in a list of effects.", overlays)
    lines += _words("Effects", "What a touch does. All take `when` and `unless`.", effects)
    lines += _table("SQL functions", "Besides SQLite's own.", _functions())
    doors = "An entry of `accepts` or `events`. Every phone can send `share_text` with `text` and `title`."
    lines += _table("Doors", doors, DOOR_KEYS)
    lines += _table("Settings", "What `setting` can change.", {k: s.about for k, s in SETTINGS.items()})
    lines += _table("Permissions", "What `permission` can ask for: Allow App to ...?", PERMISSIONS)
    return "\n".join(lines).rstrip() + "\n"


def _marked(key: str, about: str) -> str:
    return f"{about} (required)" if key in REQUIRED else about


def _functions() -> dict[str, str]:
    clock = functions.clock_functions(lambda: 0)
    return {f"{f.name}({_arguments(f.arguments)})": f.about for f in (*clock, *functions.PURE)}


def _arguments(number: int) -> str:
    return "x, x, ..." if number == functions.ANY else ", ".join("x" * number)


def _table(title: str, about: str, rows: Mapping[str, str]) -> Iterator[str]:
    yield f"## {title}\n\n{about}\n\n| key | meaning |\n|---|---|"
    for name, text in rows.items():
        yield f"| `{name}` | {_cell(text)} |"
    yield ""


def _words(title: str, about: str, words: Mapping[str, type[Bindable]]) -> Iterator[str]:
    yield f"## {title}\n\n{about}\n"
    for name, cls in words.items():
        yield f"### {name}\n\n{(cls.__doc__ or '').strip().splitlines()[0]}\n"
        if not cls.__struct_fields__:
            continue
        yield "| key | takes | meaning |\n|---|---|---|"
        for field in registry.fields(cls).values():
            shown = f"`{name}`" if field.key == cls.MAIN else f"`{field.key}`"
            needed = " (required)" if field.required else ""
            yield f"| {shown} | {_cell(field.kind.about)}{needed} | {_cell(field.about)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
