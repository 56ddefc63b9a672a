"""Views: in what order a list is shown and as what, chosen in dialogs that the first page opens.

Invariant: each is kept in one column or two, which nothing else writes.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.levels.words import Part as Asked
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, some
from phonebuddy.tasks.invented.tucked.ground import MENU, PREFIX, Ground, Item, Part, parts
from phonebuddy.tasks.invented.tucked.words import NUM_SAYS, asked

BY, WAY, AS = "k_by", "k_way", "k_as"
CONFIRM = ("OK", "Apply", "Done")
ONE_ONLY = 0.2
"""How often only the order changes, and what it goes by is right already."""
ICONS = {"sort": "sort-variant", "as": "view-grid-outline"}


def sorting(ground: Ground) -> Part | None:
    """What to go by and in which direction, with a word that confirms both."""
    chance, data = ground.chance, parts()["views"]
    label = ground.label(data["sort"], MENU) if ground.is_new(data["near"]) else ""
    if not label:
        return None
    fields = some(chance, data["by"], 4, 5)
    ways, confirm = chance.choice(data["ways"]), chance.choice(CONFIRM)
    now, way = chance.choice(fields)["label"], chance.choice(ways)
    row = f"FROM {ground.table} WHERE {ground.row.where}"
    chosen = f"{BY} = :v_{BY}, {WAY} = :v_{WAY}"
    body: list[Data] = [
        *({"radio": f"v_{BY}", "value": one["label"], "label": one["label"]} for one in fields),
        {"divider": None},
        *({"radio": f"v_{WAY}", "value": one, "label": one} for one in ways),
    ]
    tap: list[Data] = [
        {"let": f"SELECT {BY} AS old_by, {WAY} AS old_way {row}"},
        {"set": {f"v_{BY}": "{old_by}", f"v_{WAY}": "{old_way}"}},
        {
            "dialog": label,
            "body": body,
            "confirm": confirm,
            "on_confirm": [
                {"sql": f"UPDATE {ground.table} SET {chosen} WHERE {ground.row.where}"},
                {"snackbar": f"By {{v_{BY}}}"},
            ],
        },
    ]
    item = Item(label, [], "", tap, ICONS["sort"], vars=(f"v_{BY}", f"v_{WAY}"), kept={BY: now, WAY: way})
    if chance.random() < ONE_ONLY:
        to, other = (
            next(one for one in fields if one["label"] == now),
            next(one for one in ways if one != way),
        )
    else:
        to, other = chance.choice([one for one in fields if one["label"] != now]), chance.choice(ways)
    gold: Gold = [{"tap": label}]
    gold += [{"tap": to["label"]}] if to["label"] != now else []
    gold += [{"tap": other}] if other != way else []
    words = {"d": other.lower(), "w": to["up" if ways.index(other) == 0 else "down"]}
    if "first" in other:
        words["d"] = "rising" if ways.index(other) == 0 else "falling"
    met = f"{BY} = {quoted(to['label'])} AND {WAY} = {quoted(other)}"
    return Part(
        item,
        [_deed(ground, "sort", [Asked("sorted", (to["noun"],), (), words)], [*gold, {"tap": confirm}], met)],
    )


def viewing(ground: Ground) -> Part | None:
    """What a list is shown as: a dialog that takes the first touch, or a sheet."""
    chance, data = ground.chance, parts()["views"]
    label = ground.label(data["show"], MENU) if ground.is_new(data["near"]) else ""
    if not label:
        return None
    values = list(data["as"])
    now = chance.choice(values)
    to = chance.choice([one for one in values if one != now])
    taken = [*ground.row.set(AS, ":value"), {"dismiss": None}, {"snackbar": "Shown as {value}"}]
    if chance.random() < 0.5:
        lines = [
            {"list_item": one, "on_tap": [*ground.row.set(AS, quoted(one)), {"dismiss": None}]}
            for one in values
        ]
        tap: list[Data] = [{"sheet": label, "body": lines}]
    else:
        radios = [{"radio": f"v_{AS}", "value": one, "label": one, "on_change": taken} for one in values]
        tap = [
            {"let": f"SELECT {AS} AS old_as FROM {ground.table} WHERE {ground.row.where}"},
            {"set": {f"v_{AS}": "{old_as}"}},
            {"dialog": label, "body": radios, "confirm": ""},
        ]
    item = Item(label, [], "", tap, ICONS["as"], vars=(f"v_{AS}",), kept={AS: now})
    part = Asked("shown", ("",), tuple(data["as"][to]), {"v": to.lower()})
    return Part(item, [_deed(ground, "view", [part], [{"tap": label}, {"tap": to}], f"{AS} = {quoted(to)}")])


def _deed(ground: Ground, name: str, wanted: list[Asked], gold: Gold, met: str) -> Deed:
    # Nobody says that the order of a list stands in the settings.
    ways = tuple(dict.fromkeys(asked(wanted, ground.chance) for _ in range(NUM_SAYS)))
    goal = [{"present": f"SELECT 1 FROM {ground.table} WHERE {met}"}]
    columns = f"{BY}, {WAY}" if name == "sort" else AS
    return Deed(f"{PREFIX}{name}", ways, gold, goal, allow=(f"update {ground.table}({columns})",))
