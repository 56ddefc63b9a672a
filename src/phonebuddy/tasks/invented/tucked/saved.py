"""Saved: a page whose choices count only once they are saved; whoever leaves it before has changed nothing.

Invariant: what is chosen goes to variables of the page, and one button alone writes them.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import CHOICE, SWITCH, TEXT, Field, quoted
from phonebuddy.tasks.invented.levels.words import Part as Asked
from phonebuddy.tasks.invented.saving import TOP, put_button
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold
from phonebuddy.tasks.invented.tucked.ground import PREFIX, Ground, Item, Part, parts
from phonebuddy.tasks.invented.tucked.prefs import lowered
from phonebuddy.tasks.invented.tucked.words import LABEL, Wrap, says

PAGE = "k_saved"
STYLES = ("menu", "sheet", "radio", "chips", "segmented")
SEEN = ("radio", "chips", "segmented")
ASKS_BACK = 0.4
"""How often leaving with something unsaved is asked about."""
SAID = 0.5
"""How often people say that it is to be saved."""


class _Part(NamedTuple):
    """One choice of the page."""

    field: Field
    column: str
    words: Data
    now: str | int


def saved_page(ground: Ground) -> Part | None:
    """Such a page, with a line that leads there; nothing where the app has all of them already."""
    chance, every = ground.chance, parts()["saved"]
    able = [key for key in sorted(every) if ground.is_new(every[key]["near"])]
    if not able:
        return None
    data = every[chance.choice(able)]
    title = ground.label(data["titles"])
    if not title:
        return None
    held = [_drawn(key, words, chance) for key, words in data["parts"].items()]
    save, button = chance.choice(parts()["save"]), chance.choice((TOP, "bottom"))
    tap = [{"open": PAGE}]
    item = Item(
        title,
        [{"list_item": title, "on_tap": tap}],
        data["section"],
        tap,
        data["icon"],
        pages={PAGE: _page(ground, title, held, save, button)},
        kept={one.column: one.now for one in held},
    )
    way: Gold = [{"tap": title}]
    counts = (1, 2) if len(held) > 1 else (1,)
    deeds = [_deed(ground, f"saved{count}", chance.sample(held, count), way, save) for count in counts]
    return Part(item, deeds)


def _drawn(key: str, words: Data, chance: random.Random) -> _Part:
    label, name = chance.choice(words["labels"]), f"v_{key}"
    if "values" in words:
        few = len(words["values"]) <= 3 and sum(map(len, words["values"])) <= 24
        style = chance.choice(STYLES if few else STYLES[:-1])
        field = Field(name, CHOICE, label, "", tuple(words["values"]), style=style)
        now: str | int = chance.choice(words["values"])
    elif "texts" in words:
        field, now = Field(name, TEXT, label, ""), chance.choice(words["texts"])
    else:
        field, now = Field(name, SWITCH, label, ""), chance.randrange(2)
    return _Part(field, f"k_{key}", words, now)


def _page(ground: Ground, title: str, held: list[_Part], save: str, at: str) -> Data:
    chance = ground.chance
    row = f"FROM {ground.table} WHERE {ground.row.where}"
    differ = " OR ".join(f"CAST({one.column} AS TEXT) <> CAST(:{one.field.name} AS TEXT)" for one in held)
    helpers = [part for one in held for part in one.field.helpers()]
    columns = ", ".join([f"({differ}) AS k_dirty", f"NOT ({differ}) AS k_clean", *helpers])
    written = ", ".join(f"{one.column} = {one.field.kept()}" for one in held)
    saved: list[Data] = [
        {"sql": f"UPDATE {ground.table} SET {written} WHERE {ground.row.where}"},
        {"snackbar": "Changes saved"},
        {"back": None},
    ]
    top: Data = {"top_bar": title, "leave": chance.choice(("back", "close"))}
    body = [widget for one in held for widget in _widgets(one.field)]
    button: Data = (
        {"icon_button": "check", "label": save, "on_tap": saved}
        if at == TOP
        else {"button": save, "on_tap": saved}
    )
    below: list[Data] = []
    put_button(button, at, top, below)
    body += [{"column": below, "pad": 16}] if below else []
    page: Data = {
        "vars": {one.field.name: "" for one in held},
        "data": f"SELECT {columns} {row}",
        "on_open": [
            {"let": f"SELECT {', '.join(f'{one.column} AS old_{one.column}' for one in held)} {row}"},
            {"set": {one.field.name: f"{{old_{one.column}}}" for one in held}},
        ],
        "top": top,
        "body": body,
    }
    if chance.random() >= ASKS_BACK:
        return page
    leave = parts()["discard"]
    asked = {
        "dialog": chance.choice(leave["titles"]),
        "confirm": chance.choice(leave["words"]),
        "on_confirm": [{"back": None}],
    }
    return page | {"on_back": [{**asked, "when": "k_dirty"}, {"back": None, "when": "k_clean"}]}


def _widgets(field: Field) -> list[Data]:
    """Lines go from edge to edge, everything else keeps its distance."""
    return [one if "list_item" in one else {"column": [one], "pad": 12} for one in field.widgets()]


def _deed(ground: Ground, name: str, chosen: list[_Part], way: Gold, save: str) -> Deed:
    chance = ground.chance
    gold, met, new, asked, goal = list(way), [], {}, [], []
    for one in chosen:
        to, part, steps, slot = _change(one, chance)
        asked.append(part)
        gold += steps
        if slot:
            new[slot] = [text for text in one.words["texts"] if text != one.now]
            goal.append({"exactly 1": f"SELECT {one.column} FROM {ground.table}", "saying": f"{{{slot}}}"})
        else:
            met.append(f"{one.column} = {quoted(to) if isinstance(to, str) else to}")
    if met:
        goal.append({"present": f"SELECT 1 FROM {ground.table} WHERE {' AND '.join(met)}"})
    wraps: list[Wrap] = [("save", {})] if chance.random() < SAID else []
    ways = dict.fromkeys((*says(asked, chance), *says(asked, chance, *wraps)))
    allow = (f"update {ground.table}({', '.join(one.column for one in chosen)})",)
    return Deed(f"{PREFIX}{name}", tuple(ways), [*gold, {"tap": save}], goal, new, allow=allow)


def _change(one: _Part, chance: random.Random) -> tuple[str | int, Asked, Gold, str]:
    """What it is to be, its words, the steps on the page, and the name of a text."""
    field, words = one.field, one.words
    names, said = tuple(words["names"]), lowered(field.label)
    if field.kind == SWITCH:
        to = 1 - int(one.now)
        word = "on" if to else "off"
        return (
            to,
            Asked(f"switch_{word}", names, tuple(words[word]), {LABEL: said}),
            [{"tap": field.label, "role": "switch"}],
            "",
        )
    own = tuple(words["set"])
    if field.kind == TEXT:
        slot = f"w_{field.name}"
        steps: Gold = [{"replace": field.label, "with": f"{{{slot}}}"}]
        return "", Asked("text", names, own, {"v": f'"{{{slot}}}"', LABEL: said}), steps, slot
    value = chance.choice([text for text in field.values if text != one.now])
    opened: Gold = [] if field.style in SEEN else [{"tap": field.label}]
    return (
        value,
        Asked("choice_set", names, own, {"v": lowered(value), LABEL: said}),
        [*opened, {"tap": value}],
        "",
    )
