"""Acts: what is done once and for good, behind a question: caches emptied, histories cleared, signed out.

Invariant: each says what it is about in words that fit none of its neighbours, and is kept in its own column.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data, Deed, Gold
from phonebuddy.tasks.invented.tucked.ground import MENU, PREFIX, Ground, Item, Part, parts

NUM_ACTS = (2, 3, 3)
"""Such lines of one app, each a danger beside the others."""
NUM_ASKED = 2


def acting(ground: Ground, defaults: dict[str, str]) -> list[Part]:
    """Some such lines; `defaults` are what each column is after everything was reset."""
    chance, every = ground.chance, parts()["acts"]
    found: list[Part] = []
    for key in chance.sample(sorted(every), len(every)):
        if len(found) < chance.choice(NUM_ACTS):
            part = _act(ground, key, every[key], defaults)
            found += [part] if part is not None else []
    asked = chance.sample(range(len(found)), min(NUM_ASKED, len(found)))
    return [part if at in asked else part._replace(deeds=[]) for at, part in enumerate(found)]


def _act(ground: Ground, key: str, data: Data, defaults: dict[str, str]) -> Part | None:
    label = ground.label(data["labels"]) if ground.is_new(data["near"]) else ""
    if not label:
        return None
    ground.take(label, MENU)
    column, sure = f"k_did_{key}", ground.chance.choice(data["sure"])
    change = {column: "1"} | (defaults if key == "defaults" else {})
    written = ", ".join(f"{name} = {value}" for name, value in change.items())
    dialog: Data = {
        "dialog": f"{label}?",
        "text": data["text"],
        "confirm": sure,
        "danger": True,
        "on_confirm": [
            {"sql": f"UPDATE {ground.table} SET {written} WHERE {ground.row.where}"},
            {"snackbar": "Done"},
        ],
    }
    item = Item(
        label,
        [{"list_item": label, "on_tap": [dialog]}],
        data["section"],
        [dialog],
        "alert-outline",
        kept={column: 0},
    )
    gold: Gold = [{"tap": label}, {"tap": sure, "role": "button"}]
    goal = [{"present": f"SELECT 1 FROM {ground.table} WHERE {column} = 1"}]
    says = (*data["says"], *(one[:1].lower() + one[1:] for one in data["labels"]))
    return Part(
        item,
        [
            Deed(
                f"{PREFIX}act_{key}", says, gold, goal, allow=(f"update {ground.table}({', '.join(change)})",)
            )
        ],
    )
