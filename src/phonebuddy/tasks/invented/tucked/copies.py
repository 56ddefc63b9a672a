"""Copies: everything is taken out under a name, or put aside somewhere; a dialog asks for name and place.

Invariant: one row is written for each copy, with the name and the place that were chosen.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Deed, Gold, filled
from phonebuddy.tasks.invented.tucked.ground import COPIES, MENU, PREFIX, SETTINGS, Ground, Item, Part, parts

FIELDS = ("File name", "Name of the copy", "Save under")
CONFIRM = ("OK", "Save", "Start")
NAME, PLACE = "v_k_name", "v_k_place"
ELSEWHERE = 0.6
"""How often people say where it is to go."""
DONE = {"export": "Written down for you", "backup": "A copy was made"}


def copying(ground: Ground, kind: str) -> Part | None:
    """A line that takes everything out, or puts it aside."""
    chance, data = ground.chance, parts()["copies"][kind]
    label = ground.label(data["labels"], SETTINGS) if ground.is_new(data["near"]) else ""
    if not label:
        return None
    ground.take(label, MENU)
    table = f"{ground.name}_{COPIES}"
    folders, field, confirm = data["folders"], chance.choice(FIELDS), chance.choice(CONFIRM)
    name, place = f"{NAME}_{kind}", f"{PLACE}_{kind}"
    first = f"{data['title'].lower()}-1"
    written = f"{quoted(kind)}, trim(:{name}), :{place}"
    dialog: Data = {
        "dialog": label,
        "body": [
            {"field": name, "label": field},
            *({"radio": place, "value": one, "label": one} for one in folders),
        ],
        "confirm": confirm,
        "on_confirm": [
            {"require": f"SELECT trim(:{name}) <> ''", "message": "Give it a name"},
            {"sql": f"INSERT INTO {table} (kind, name, place) VALUES ({written})"},
            {"snackbar": DONE[kind]},
        ],
    }
    tap: list[Data] = [{"set": {name: first, place: folders[0]}}, dialog]
    schema = (
        f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, "
        "place TEXT NOT NULL);\n"
    )
    icon = "export-variant" if kind == "export" else "cloud-upload-outline"
    item = Item(
        label,
        [{"list_item": label, "on_tap": tap}],
        data["section"],
        tap,
        icon,
        vars=(name, place),
        schema=schema,
    )
    to = chance.choice(folders[1:]) if chance.random() < ELSEWHERE else folders[0]
    gold: Gold = [{"tap": label}, {"replace": field, "with": "{c_name}"}]
    gold += [{"tap": to}] if to != folders[0] else []
    goal = [
        {
            "exactly 1": f"SELECT name FROM {table} WHERE kind = {quoted(kind)} AND place = {quoted(to)}",
            "saying": "{c_name}",
        }
    ]
    deed = Deed(
        f"{PREFIX}{kind}",
        _says(data, to if to != folders[0] else ""),
        [*gold, {"tap": confirm, "role": "button"}],
        goal,
        {"c_name": data["names"]},
        allow=(f"insert {table}",),
    )
    return Part(item, [deed])


def _says(data: Data, to: str) -> tuple[str, ...]:
    """With the place behind it where it is not the one that is offered."""
    found = []
    for way in data["says"]:
        named = filled(way, n='"{c_name}"')
        found += [f"{named}{filled(into, f=to)}" for into in _behind(data, way)] if to else [named]
    return tuple(found)


def _behind(data: Data, way: str) -> list[str]:
    """`and put it` goes on from an order, not from a sentence."""
    return [one for one in data["into"] if not (way.startswith(SAID_ALONE) and one.startswith(" and"))]
