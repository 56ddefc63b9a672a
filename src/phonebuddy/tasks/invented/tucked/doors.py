"""Doors: what leads from the first page to what is tucked away, with its true entries and its decoys.

Invariant: nothing that is there moves, every entry does something, and an app without room gets no door.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from phonebuddy.tasks.invented.entering import MOST_ICONS, listed
from phonebuddy.tasks.invented.sketch import Data, Gold
from phonebuddy.tasks.invented.tucked.about import text_page
from phonebuddy.tasks.invented.tucked.ground import MENU, Ground, Item, parts
from phonebuddy.tasks.invented.tucked.settings import page_of

OVERFLOW, DRAWER, ACCOUNT, GEAR = "overflow", "drawer", "account", "gear"
KINDS = (OVERFLOW, OVERFLOW, OVERFLOW, DRAWER, DRAWER, ACCOUNT, GEAR)
ICONS = {
    OVERFLOW: "dots-vertical",
    DRAWER: "menu",
    ACCOUNT: "account-circle-outline",
    GEAR: "cog-outline",
}
LEAST, MOST = 4, 9
"""Entries of a menu."""
CROWDED = 5
"""A menu of the app with more entries takes no others."""
WITH_ICONS = 0.3
PAGE = "k_me"


class Door(NamedTuple):
    """A button in the bar of the first page."""

    kind: str
    label: str
    at: int
    """Which of the actions it is; behind the last one where it is new."""
    entries: int = 0
    """What its menu had before."""

    @property
    def is_new(self) -> bool:
        return not self.entries


def found_door(ground: Ground, start: Data) -> Door | None:
    """The menu that the app has, or a new button where its bar has room."""
    actions: list[Data] = start["top"].get("actions", [])
    for at, action in enumerate(actions):
        has = listed(action)
        if has is not None:
            opened, key, _ = has
            kind = OVERFLOW if key == "menu" else DRAWER
            count = len(opened[key])
            return Door(kind, action["label"], at, count) if 0 < count <= CROWDED else None
    if len(actions) > MOST_ICONS:
        return None
    kind = ground.chance.choice(KINDS)
    label = ground.label(parts()["doors"][kind], MENU)
    return Door(kind, label, len(actions)) if label else None


def opened_door(ground: Ground, start: Data, door: Door, items: list[Item]) -> tuple[Data, Data]:
    """The first page with all entries behind the door, and the pages that they need."""
    chance = ground.chance
    # What the menu had before is beside the true ones too.
    wanted = max(chance.randint(LEAST, MOST) - door.entries - len(items), 2 if door.is_new else 1)
    decoys, pages = _decoys(ground, wanted)
    # What the app can do stands before what is about the app.
    entries = [*items, *decoys]
    chance.shuffle(entries)
    if chance.random() < 0.5:
        entries.sort(key=lambda one: one.label in ("Settings", "About", "Preferences"))
    actions: list[Data] = start["top"].get("actions", [])
    has_icons = chance.random() < WITH_ICONS or door.kind == DRAWER
    if not door.is_new:
        has_icons = '"icon"' in json.dumps(actions[door.at]["on_tap"])
    lines = [_entry(one, has_icons) for one in entries]
    if not door.is_new:
        has = listed(actions[door.at])
        assert has is not None, "the door was found there"
        shown, key, _ = has
        button = {**actions[door.at], "on_tap": [{**shown, key: [*shown[key], *lines]}]}
    elif door.kind == ACCOUNT:
        me: list[Data] = [{"column": [{"avatar": door.label, "size": 72}], "align": "center", "pad": 24}]
        body = [*me, *({"list_item": one.label, "icon": one.icon, "on_tap": one.tap} for one in entries)]
        pages = pages | {PAGE: page_of(ground, door.label, body, entries)}
        button = _button(door, [{"open": PAGE}])
    elif door.kind == DRAWER:
        button = _button(door, [{"drawer": ground.title, "items": lines}])
    else:
        button = _button(door, [{"menu": lines}])
    bar = {**start["top"], "actions": [*actions[: door.at], button, *actions[door.at + 1 :]]}
    used = {} if door.kind == ACCOUNT else {name: "" for one in entries for name in one.vars}
    return _with(start, bar, used), pages


def gear(start: Data, door: Door, page: str) -> Data:
    """The first page with a button that leads to the settings at once."""
    actions = start["top"].get("actions", [])
    return _with(start, {**start["top"], "actions": [*actions, _button(door, [{"open": page}])]}, {})


def with_button(start: Data, item: Item) -> Data:
    """The first page with one more button in its bar, before the last one."""
    *before, last = start["top"]["actions"]
    button = {"icon_button": item.icon, "label": item.label, "on_tap": item.tap}
    return _with(
        start, {**start["top"], "actions": [*before, button, last]}, {name: "" for name in item.vars}
    )


def has_room(start: Data) -> bool:
    """For such a button beside the door."""
    return len(start["top"].get("actions", [])) < MOST_ICONS


def way_of(door: Door) -> Gold:
    return [{"tap": door.label}]


def _with(start: Data, bar: Data, used: Data) -> Data:
    variables = {**start.get("vars", {}), **used}
    return {**start, "top": bar} | ({"vars": variables} if variables else {})


def _button(door: Door, tap: list[Data]) -> Data:
    return {"icon_button": ICONS[door.kind], "label": door.label, "on_tap": tap}


def _entry(item: Item, has_icons: bool) -> Data:
    shown = {"icon": item.icon} if has_icons else {}
    return {"menu_item": item.label, **shown, "on_tap": item.tap}


def _decoys(ground: Ground, count: int) -> tuple[list[Item], Data]:
    """Entries that nobody asks for: each says something or shows something to read."""
    every = parts()["decoys"]
    found: list[Item] = []
    pages: Data = {}
    for data in ground.chance.sample(every, len(every)):
        label = ground.label(data["called"], MENU) if len(found) < count else ""
        if not label:
            continue
        page = f"k_decoy{len(found)}"
        if "page" in data:
            pages[page] = text_page(label, data["page"])
            tap: list[Data] = [{"open": page}]
        else:
            tap = [{"snackbar": data["say"]}]
        found.append(Item(label, [], "", tap, data["icon"]))
    return found, pages
