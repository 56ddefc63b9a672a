"""Control: an invented app that sets things: lamps by room, the settings of a keyboard, a machine.

It is put together from parts (devices or settings, scenes, schedules, lists, a log) and a way between them.
Invariant: everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from phonebuddy.tasks.invented.control.lists import Entries, Log
from phonebuddy.tasks.invented.control.parts import Part
from phonebuddy.tasks.invented.control.plan_deeds import Plans
from phonebuddy.tasks.invented.control.preferences import Preferences
from phonebuddy.tasks.invented.control.questions import Devices
from phonebuddy.tasks.invented.control.scenes import Scenes
from phonebuddy.tasks.invented.control.tree_deeds import Tree
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import COLORS, Data, Gold, Sketch, some

PATH = Path(__file__).parent / "domains.yaml"
DEVICES = "places"
"""A domain with this key has devices; the others are one thing with settings."""
OPTIONAL = ("scenes", "plans", "entries", "log")
LIKELY = 0.85
PREFERENCES, WITH_PREFERENCES = "preferences", 0.4
"""A key that is no domain: what apps may have to set about themselves; and how many have it."""
DEEDS = (20, 27)
"""The least and the most an app is asked for: otherwise apps of many parts would take all the room."""
SHOWN = ("list_item", "text", "header", "label", "button", "top_bar", "hint", "chip", "description")
"""Keys of widgets whose value is seen."""
MENU = ("Menu", "Open menu", "Navigation")


@lru_cache(maxsize=1)
def domains() -> dict[str, Data]:
    found: dict[str, Data] = _numbered(read_data(PATH, as_written=True))
    return found


def _numbered(data: Any, key: str = "") -> Any:
    """The same, with the few values that are no words as what they are."""
    if isinstance(data, dict):
        return {one: _numbered(value, one) for one, value in data.items()}
    if isinstance(data, list):
        return [_numbered(value) for value in data]
    if key in ("low", "high", "step"):
        return int(data)
    return data == "true" if key == "any" else data


def sketch_control(name: str, chance: random.Random) -> Sketch:
    data = domains()[chance.choice([one for one in sorted(domains()) if one != PREFERENCES])]
    title = chance.choice(data["titles"])
    is_brand, title = title.endswith("*"), title.rstrip("*")
    first, others = _parts(name, {**data, "home": data.get("home", title)}, chance)
    others = _told_apart(first, others, title)
    ways = _connected(first, others, title, chance)
    deeds = [*first.deeds]
    reads, writes = [*first.reads], [*first.writes]
    for part in others:
        way = ways[part.page]
        deeds += [deed._replace(gold=[*way, *deed.gold]) for deed in part.deeds]
        reads += [read._replace(gold=[*way, *read.gold]) for read in part.reads]
        writes += [write._replace(gold=[*way, *write.gold]) for write in part.writes]
    deeds = some(chance, deeds, *DEEDS)
    parts = [first, *others]
    app: Data = {
        "title": title,
        "domain": data["nouns"][0],
        "icon": data["icon"],
        "color": chance.choice(COLORS),
        "start": first.page,
        "schema": "".join(text for part in parts for text in part.tables),
        "pages": {page: body for part in parts for page, body in part.pages.items()},
    }
    modules = {page: module for part in parts for page, module in part.modules.items()}
    if modules:
        app["modules"] = modules
    content = {table: rows for part in parts for table, rows in part.content.items()}
    return Sketch(
        name,
        title,
        () if is_brand else tuple(data["nouns"]),
        app,
        content,
        tuple(deeds),
        tuple(reads),
        tuple(writes),
    )


def _parts(name: str, data: Data, chance: random.Random) -> tuple[Part, list[Part]]:
    """The first page's part and some of the others."""
    others: list[Part] = []
    names: list[str] | None = None
    if DEVICES in data:
        devices = Devices(name, {**data, "home": [data["home"], "Devices", "Overview"]}, chance)
        names, first = devices.names, devices.part()
    else:
        first = Tree(name, data, chance).part()
    for key in OPTIONAL:
        if key not in data or chance.random() > LIKELY:
            continue
        match key:
            case "scenes":
                others.append(Scenes(name, data[key], chance).part())
            case "plans":
                others.append(Plans(name, data[key], chance, names).part())
            case "entries":
                others.append(Entries(name, data[key], chance).part())
            case _:
                others.append(Log(name, data[key], chance).part())
    if chance.random() < WITH_PREFERENCES:
        others.append(Preferences(name, domains()[PREFERENCES], chance).part())
    chance.shuffle(others)
    return first, others


def _told_apart(first: Part, others: list[Part], title: str) -> list[Part]:
    """Without parts whose title is part of something else on the first page, or the other way round."""
    words = {title, first.title, *_words(first.pages[first.page])} - {""}
    found: list[Part] = []
    for part in others:
        if not any(part.title in word or word in part.title for word in words):
            found.append(part)
            words.add(part.title)
    return found


def _words(widget: Any) -> set[str]:
    """What a widget says, with everything in it."""
    if isinstance(widget, list):
        return {word for one in widget for word in _words(one)}
    if not isinstance(widget, dict):
        return set()
    found = {value for key, value in widget.items() if key in SHOWN and isinstance(value, str)}
    return found | {
        word for key, value in widget.items() if not key.startswith("on_") for word in _words(value)
    }


def _connected(first: Part, others: list[Part], title: str, chance: random.Random) -> dict[str, Gold]:
    """Puts the ways to the other parts on the pages; how gold goes there from the first one."""
    style = chance.choice(("bottom", "bottom", "drawer", "menu", "icons", "rows", "top rows"))
    start = first.pages[first.page]
    match style if others else "":
        case "bottom":
            for part in (first, *others):
                bar = _bar(first, others, part.page)
                if part.page in part.modules:
                    part.modules[part.page] |= {"bottom": bar, "leave": "none"}
                else:
                    part.pages[part.page]["bottom"] = bar
                    part.pages[part.page]["top"]["leave"] = "none"
        case "drawer":
            word = chance.choice(MENU)
            items = [
                {
                    "nav_item": part.title,
                    "icon": part.icon,
                    "value": part.page,
                    "on_tap": [{"open": part.page}],
                }
                for part in others
            ]
            tap = [{"drawer": title, "items": items}]
            start["top"]["actions"].append({"icon_button": "menu", "label": word, "on_tap": tap})
            return {part.page: [{"tap": word}, {"tap": part.title}] for part in others}
        case "menu":
            items = [
                {"menu_item": part.title, "icon": part.icon, "on_tap": [{"open": part.page}]}
                for part in others
            ]
            start["top"]["actions"].append(
                {"icon_button": "dots-vertical", "label": "More options", "on_tap": [{"menu": items}]}
            )
            return {part.page: [{"tap": "More options"}, {"tap": part.title}] for part in others}
        case "icons" if len(others) < 3:
            start["top"]["actions"] += [
                {"icon_button": part.icon, "label": part.title, "on_tap": [{"open": part.page}]}
                for part in others
            ]
        case _:
            rows = [
                {
                    "list_item": part.title,
                    "icon": part.icon,
                    "trailing": {"icon": "chevron-right"},
                    "on_tap": [{"open": part.page}],
                }
                for part in others
            ]
            start["body"] = (
                [*rows, *start["body"]]
                if style == "top rows"
                else [*start["body"][:-1], *rows, start["body"][-1]]
            )
    return {part.page: [{"tap": part.title}] for part in others}


def _bar(first: Part, others: list[Part], current: str) -> Data:
    items = [
        {
            "nav_item": "Home" if part is first else part.title,
            "value": part.page,
            "icon": part.icon,
            "on_tap": [{"replace": part.page}],
        }
        for part in (first, *others)
    ]
    return {"bottom_nav": current, "items": items}
