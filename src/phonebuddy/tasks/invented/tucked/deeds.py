"""Deeds: what is tucked away in an app, and what is asked of it, put together.

Invariant: the request alone tells what is wanted, the way there is nearly never said, and nothing but what is
asked for may change.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.control.knobs import CHOICE, SWITCH
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.levels.words import Part as Asked
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Sketch
from phonebuddy.tasks.invented.tucked.about import about
from phonebuddy.tasks.invented.tucked.acts import acting
from phonebuddy.tasks.invented.tucked.copies import copying
from phonebuddy.tasks.invented.tucked.doors import (
    GEAR,
    OVERFLOW,
    Door,
    found_door,
    gear,
    has_room,
    opened_door,
    way_of,
    with_button,
)
from phonebuddy.tasks.invented.tucked.ground import MENU, PREFIX, SETTINGS, Ground, Item, Part, parts
from phonebuddy.tasks.invented.tucked.prefs import Change, Pref, changed, drawn_prefs, drawn_twins
from phonebuddy.tasks.invented.tucked.saved import saved_page
from phonebuddy.tasks.invented.tucked.settings import PAGE, Settings, Shelf, Spot, settings_pages
from phonebuddy.tasks.invented.tucked.views import sorting, viewing
from phonebuddy.tasks.invented.tucked.words import LABEL, says

OFTEN = 0.65
"""How many apps get something tucked away, where they have room for a way in: a bit under half of all."""
NUM_ONE, NUM_TWO = 5, 2
"""Tasks about one preference and about two."""
FEWEST = 5
"""Preferences; with fewer nothing could be taken for another."""
VIEWED, SAVED, COPIED = 0.7, 0.75, 0.6
"""How often an app has what it has room for."""
IN_MENU = 0.35
"""How often what could stand among the settings stands in the menu itself."""
MOST_IN_MENU = 4
"""Of these, where the menu had no entries before."""
UNDER = 0.4
"""How often people name the section of what stands twice."""


def with_tucked(sketch: Sketch, chance: random.Random) -> Sketch:
    """The app, now and then with what apps keep out of sight, and what is asked of it."""
    start = sketch.app.get("pages", {}).get(sketch.app["start"])
    if chance.random() >= OFTEN or start is None:
        return sketch
    return tucked(sketch, start, chance) or sketch


def tucked(sketch: Sketch, start: Data, chance: random.Random) -> Sketch | None:
    """The app with all of it; nothing where it has no room for a door, or settings of its own."""
    ground = Ground(sketch, chance)
    # Nobody could tell one page of settings from another.
    door = None if ground.says(parts()["settings"]) else found_door(ground, start)
    if door is None:
        return None
    title = door.label if door.kind == GEAR else ground.label(parts()["settings"], MENU)
    return _Maker(ground, sketch, start, door, title).made() if title else None


class _Maker:
    """Puts the parts of one app where they belong."""

    def __init__(self, ground: Ground, sketch: Sketch, start: Data, door: Door, title: str) -> None:
        self._ground, self._sketch, self._start, self._door = ground, sketch, start, door
        self._title, self._chance = title, ground.chance
        self._items: list[Item] = []
        self._deeds: list[Deed] = []
        self._pages: Data = {}

    def made(self) -> Sketch | None:
        twins = drawn_twins(self._ground)
        prefs = self._with_headings(drawn_prefs(self._ground))
        if len(prefs) < FEWEST:
            return None
        parts_in = self._drawn_parts([*twins, *prefs])
        able = 0 if self._door.kind == GEAR else max(MOST_IN_MENU - self._door.entries // 2, 1)
        in_menu = [one for one in parts_in if self._chance.random() < IN_MENU][:able]
        in_settings = [one for one in parts_in if one not in in_menu]
        last = about(self._ground, SETTINGS if self._door.kind == GEAR else MENU)
        about_in_menu = last is not None and self._door.kind != GEAR and self._chance.random() < 0.5
        shelves = self._shelves(twins, prefs, in_settings)
        ends = [last] if last is not None and not about_in_menu else []
        settings = settings_pages(self._ground, self._title, shelves, [one.item for one in ends])
        way = way_of(self._door) if self._door.kind == GEAR else [*way_of(self._door), {"tap": self._title}]
        for part in (*in_settings, *ends):
            spot = settings.spots.get(part.item.section)
            self._keep(part, [*way, *(spot.into if spot is not None else [])])
        entries = [*in_menu, *([last] if last is not None and about_in_menu else [])]
        for part in entries:
            self._keep(part, way_of(self._door))
        self._pages |= settings.pages
        self._ask(twins, prefs, settings, way)
        return self._assembled(self._entered([one.item for one in entries]))

    # -- what there is ---------------------------------------------------------------------------------

    def _with_headings(self, prefs: list[Pref]) -> list[Pref]:
        """Those whose section has a name that the app does not use."""
        self._headings: dict[str, str] = {}
        return [one for one in prefs if self._heading(one.item.section)]

    def _heading(self, section: str) -> str:
        if section not in self._headings:
            self._headings[section] = self._ground.label(parts()["sections"][section])
        return self._headings[section]

    def _drawn_parts(self, prefs: Sequence[Pref]) -> list[Part]:
        """What stands among the settings or in the menu."""
        ground, chance = self._ground, self._chance
        defaults = {one.knob.name: _first(one) for one in prefs}
        found = [saved_page(ground)] if chance.random() < SAVED else []
        found += [copying(ground, kind) for kind in ("export", "backup") if chance.random() < COPIED]
        found += acting(ground, defaults)
        return [one for one in found if one is not None and self._heading(one.item.section)]

    def _shelves(self, twins: list[Pref], prefs: list[Pref], others: list[Part]) -> list[Shelf]:
        items: dict[str, list[Item]] = {}
        for pref in prefs:
            items.setdefault(pref.item.section, []).append(pref.item)
        for part in others:
            items.setdefault(part.item.section, []).append(part.item)
        shelves = [Shelf(key, self._headings[key], held) for key, held in items.items()]
        self._chance.shuffle(shelves)
        # Those of one name stand one under the other at the top, so that both are seen at once.
        return [*(Shelf(one.heading, one.heading, [one.item]) for one in twins), *shelves]

    # -- what is asked ---------------------------------------------------------------------------------

    def _keep(self, part: Part, way: Gold) -> None:
        self._items.append(part.item)
        self._deeds += [one._replace(gold=[*way, *one.gold]) for one in part.deeds]

    def _ask(self, twins: list[Pref], prefs: list[Pref], settings: Settings, way: Gold) -> None:
        ground, chance = self._ground, self._chance
        self._items += [one.item for one in (*twins, *prefs)]
        for number, pref in enumerate(chance.sample(prefs, min(NUM_ONE, len(prefs)))):
            self._deeds.append(self._deed(f"pref{number}", [changed(ground, pref)], settings, way))
        for number, pref in enumerate(twins):
            change = changed(ground, pref, nth=number + 1 if settings.spots[pref.heading].is_shared else 0)
            self._deeds.append(self._deed(f"twin{number}", [change], settings, way, pref.heading))
        able = [one for one in prefs if one.knob.kind in (SWITCH, CHOICE)]
        for number in range(NUM_TWO):
            first = chance.choice(able) if able else None
            others = [one for one in able if first is not None and one.item.section != first.item.section]
            if first is not None and others:
                changes = [changed(ground, one) for one in (first, chance.choice(others))]
                self._deeds.append(self._deed(f"two{number}", changes, settings, way))

    def _deed(
        self, name: str, changes: Sequence[Change], settings: Settings, way: Gold, heading: str = ""
    ) -> Deed:
        ground = self._ground
        goal: list[Data] = [
            {"exactly 1": f"SELECT {one.pref.knob.name} FROM {ground.table}", "saying": f"{{{one.typed}}}"}
            for one in changes
            if one.typed
        ]
        met = [one.met for one in changes if one.met]
        if met:
            goal.append({"present": f"SELECT 1 FROM {ground.table} WHERE {' AND '.join(met)}"})
        columns = ", ".join(one.pref.knob.name for one in changes)
        ways = self._ways([one.part for one in changes], heading)
        return Deed(
            f"{PREFIX}{name}",
            ways,
            [*way, *_visits([settings.spots[one.pref.item.section] for one in changes], changes)],
            goal,
            new={key: values for one in changes for key, values in one.new.items()},
            allow=(f"update {ground.table}({columns})",),
        )

    def _ways(self, asked: Sequence[Asked], heading: str) -> tuple[str, ...]:
        """What stands twice is never called by its label alone: the section is named too."""
        if not heading:
            return says(asked, self._chance)
        (part,) = asked
        told = part._replace(words={key: one for key, one in part.words.items() if key != LABEL})
        ways = says([told], self._chance)
        plain = says([part._replace(names=(), own=())], self._chance, ("section", {"s": heading}))
        return (*ways, *plain[: round(UNDER * len(ways))])

    # -- the app ---------------------------------------------------------------------------------------

    def _entered(self, items: list[Item]) -> Data:
        """The first page with the way in, and with what sorts or shows its list, where there is room."""
        ground, chance, door, start = self._ground, self._chance, self._door, self._start
        in_menu = door.kind == OVERFLOW
        view = None
        if chance.random() < VIEWED and (in_menu or (door.is_new and has_room(start))):
            view = chance.choice((sorting, viewing))(ground)
        if view is not None:
            self._items.append(view.item)
            self._deeds += [
                one._replace(gold=[*(way_of(door) if in_menu else []), *one.gold]) for one in view.deeds
            ]
        if door.kind == GEAR:
            page = gear(start, door, PAGE)
        else:
            shown = Item(self._title, [], "", [{"open": PAGE}])
            among = [*items, shown, *([view.item] if view is not None and in_menu else [])]
            page, pages = opened_door(ground, start, door, among)
            self._pages |= pages
        return page if view is None or in_menu else with_button(page, view.item)

    def _assembled(self, start: Data) -> Sketch:
        app, content, table = self._sketch.app, self._sketch.content, self._ground.table
        kept: Data = {}
        pages: Data = {}
        for item in self._items:
            kept |= item.kept
            pages |= item.pages
        columns = ", ".join(
            ["id INTEGER PRIMARY KEY", *(f"{name} {_type(one)}" for name, one in kept.items())]
        )
        more = "".join(dict.fromkeys(item.schema for item in self._items))
        changed_app: Data = {
            "schema": f"{app['schema']}CREATE TABLE {table} ({columns});\n{more}",
            "pages": {**app["pages"], app["start"]: start, **self._pages, **pages},
        }
        return self._sketch._replace(
            app=app | changed_app,
            content=content | {table: [{"id": 1} | kept]},
            tucked=tuple(self._deeds),
        )


def _visits(spots: Sequence[Spot], changes: Sequence[Change]) -> Gold:
    """Into each section and out of it, but for the last."""
    found: Gold = []
    for number, (spot, change) in enumerate(zip(spots, changes, strict=True)):
        found += [*spot.into, *change.gold]
        if number + 1 < len(spots):
            found += spot.out
    return found


def _first(pref: Pref) -> str:
    """SQL for what it is where nobody touched it."""
    match pref.now:
        case int():
            return str(pref.knob.low) if pref.knob.kind == "level" else "0"
        case _:
            return quoted(pref.knob.values[0])


def _type(value: str | int) -> str:
    return "TEXT NOT NULL" if isinstance(value, str) else "INTEGER NOT NULL"
