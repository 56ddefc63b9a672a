"""Prefs: preferences of an app, drawn with their labels, and what each can be asked to be.

Invariant: a preference is drawn only where the app speaks of nothing of the kind, so a sentence means one.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SWITCH, TEXT, Knob, make_knob
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.levels.words import Part
from phonebuddy.tasks.invented.sketch import Data, Gold, some
from phonebuddy.tasks.invented.tucked.ground import Ground, Item, preferences
from phonebuddy.tasks.invented.tucked.words import LABEL

NUMBER = "number"
STYLES = ("once", "once", "dialog", "dialog", "sheet", "page", "stay", "menu")
"""Ways to choose: most in a dialog, which takes the first touch or waits for its word."""
SWITCHES = ("row", "row", "row", "row", "plain", "checkbox")
LEAST, MOST = 2, 4
"""Preferences of one section."""
NUM_SECTIONS = (4, 5, 5, 6)
TWINNED = 0.6
"""How often one label stands in two sections."""


class Pref(NamedTuple):
    """A preference where it stands."""

    item: Item
    knob: Knob
    words: Data
    now: str | int
    at_once: bool = False
    heading: str = ""
    """Of twins: the part of the settings that tells it from the other one."""


class Change(NamedTuple):
    """What one is asked to be."""

    pref: Pref
    part: Part
    met: str
    """SQL for its being so."""
    gold: Gold
    """From where it stands, and back to it."""
    new: Data = {}
    typed: str = ""
    """The name of a text that it is to say."""


def drawn_prefs(ground: Ground) -> list[Pref]:
    """Some of several sections."""
    chance, every = ground.chance, preferences()["prefs"]
    sections = sorted({one["section"] for one in every.values()})
    found: list[Pref] = []
    for section in chance.sample(sections, chance.choice(NUM_SECTIONS)):
        names = [name for name, one in every.items() if one["section"] == section]
        chance.shuffle(names)
        for name in some(chance, names, LEAST, MOST):
            pref = _pref(ground, name, every[name], section)
            found += [pref] if pref is not None else []
    return found


def drawn_twins(ground: Ground) -> list[Pref]:
    """Two of one name in two sections, now and then."""
    chance, every = ground.chance, preferences()["twins"]
    if chance.random() >= TWINNED:
        return []
    name = chance.choice(sorted(every))
    data = every[name]
    headings = [data[key]["heading"] for key in ("first", "second")]
    if not ground.is_new(data["near"]) or not all(ground.label([one]) for one in headings):
        return []
    label = ground.label(data["labels"])
    if not label:
        return []
    style = chance.choice(STYLES)
    return [
        _made(ground, f"{name}_{key}", data | data[key] | {"label": label}, data[key]["heading"], style)
        for key in ("first", "second")
    ]


def _pref(ground: Ground, name: str, words: Data, section: str) -> Pref | None:
    label = ground.label(words["labels"]) if ground.is_new(words["near"]) else ""
    return (
        _made(ground, name, words | {"label": label}, section, ground.chance.choice(STYLES))
        if label
        else None
    )


def _made(ground: Ground, name: str, words: Data, section: str, style: str) -> Pref:
    """The knob, as it stands on its page."""
    chance = ground.chance
    knob = _knob(ground, f"k_{name}", words)
    at_once = knob.kind == CHOICE and style == "once"
    if knob.kind == CHOICE:
        knob = knob._replace(style="dialog" if at_once else style)
    elif knob.kind == SWITCH:
        knob = knob._replace(style=chance.choice(SWITCHES))
    elif knob.kind == LEVEL:
        knob = knob._replace(style="field")
    widgets = [_plain(one) for one in knob.widgets(ground.row)]
    if at_once:
        widgets = [_taking(widgets[0], knob, ground)]
    now = knob.drawn(chance)
    pages = knob.pages(ground.row)
    variables = (knob.var,) if knob.has_var else ()
    columns = tuple(knob.columns())
    item = Item(
        knob.label, widgets, section, columns=columns, vars=variables, pages=pages, kept={knob.name: now}
    )
    return Pref(item, knob, words, now, at_once, section if "heading" in words else "")


def _knob(ground: Ground, name: str, words: Data) -> Knob:
    data: Data = {"kind": words["kind"], "labels": [words["label"]], "said": words["names"][0]}
    match words["kind"]:
        case "choice":
            data["values"] = words["values"]
        case "text":
            data["values"] = words["texts"]
        case "number":
            data |= {"kind": LEVEL, "unit": words["unit"]}
            data |= {key: int(words[key]) for key in ("low", "high", "step")}
        case _:
            pass
    return make_knob(name, data, ground.chance)


def _plain(widget: Data) -> Data:
    """As settings look: nothing at the end of a line but a switch."""
    trailing = widget.get("trailing", {})
    return {key: one for key, one in widget.items() if key != "trailing"} if "icon" in trailing else widget


def _taking(line: Data, knob: Knob, ground: Ground) -> Data:
    """The same line with a dialog that takes the first touch."""
    begun, dialog = line["on_tap"]
    taken = [*ground.row.set(knob.name, ":value"), {"dismiss": None}]
    body = [{**one, "on_change": taken} for one in dialog["body"]]
    return {**line, "on_tap": [begun, {"dialog": knob.label, "body": body, "confirm": ""}]}


def changed(ground: Ground, pref: Pref, nth: int = 0) -> Change:
    """Something other than what it is; `nth`: which one it is where its label stands twice on a page."""
    knob, words, chance = pref.knob, pref.words, ground.chance
    names, said = tuple(words["names"]), lowered(knob.label)
    if knob.kind == SWITCH:
        to = 1 - int(pref.now)
        word = "on" if to else "off"
        part = Part(f"switch_{word}", names, tuple(words[word]), {LABEL: said})
        return Change(pref, part, f"{knob.name} = {to}", _one([{"tap": knob.label}], nth))
    own = tuple(words["set"])
    if knob.kind == TEXT:
        slot = f"w_{knob.name}"
        part = Part("text", names, own, {"v": f'"{{{slot}}}"', LABEL: said})
        new = {slot: [one for one in knob.values if one != pref.now]}
        return Change(pref, part, "", _one(knob.typed(f"{{{slot}}}"), nth), new, slot)
    if knob.kind == LEVEL:
        number = chance.choice([one for one in knob.levels if one != pref.now])
        part = Part("level_number", names, own, {"v": f"{number} {words['unit']}", LABEL: said})
        return Change(pref, part, f"{knob.name} = {number}", _one(knob.typed(str(number)), nth))
    value = chance.choice([one for one in knob.values if one != pref.now])
    part = Part("choice_set", names, own, {"v": value if "proper" in words else lowered(value), LABEL: said})
    gold: Gold = [{"tap": knob.label}, {"tap": value}] if pref.at_once else knob.chosen(value)
    return Change(pref, part, f"{knob.name} = {quoted(value)}", _one(gold, nth))


def lowered(value: str) -> str:
    """As it stands in the middle of a sentence; `PIN` and `Wi-Fi` stay."""
    return value[0].lower() + value[1:] if value[1:].islower() or " " in value else value


def _one(gold: Gold, nth: int) -> Gold:
    return [{**gold[0], "nth": nth}, *gold[1:]] if nth else gold
