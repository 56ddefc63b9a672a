"""Settings: the page on which what can be set stands, in one piece, behind lines, a level deeper, in tabs.

Invariant: gold that goes into a section and out of it stands where it stood before.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.sketch import Data, Gold
from phonebuddy.tasks.invented.tucked.ground import Ground, Item, parts

PAGE, TAB = "k_settings", "k_tab"
LAYOUTS = ("flat", "flat", "lines", "lines", "mixed", "deep", "tabs")
MOST_TABS = 4
INLINE = 2
"""Sections of a mixed page that stand on it."""
FURTHER = ("More settings", "Further", "Everything else")
WITH_ICONS = 0.5


class Spot(NamedTuple):
    """How gold gets to a section from the page of settings, and back."""

    into: Gold
    out: Gold
    is_shared: bool
    """Whether other sections stand on the same page."""


class Shelf(NamedTuple):
    """A section with its heading."""

    key: str
    heading: str
    items: list[Item]


class Settings(NamedTuple):
    pages: Data
    spots: dict[str, Spot]


def settings_pages(ground: Ground, title: str, shelves: list[Shelf], last: list[Item]) -> Settings:
    """The pages; `last` are lines at the end of the first one."""
    return _Maker(ground, title, shelves, last).made()


class _Maker:
    def __init__(self, ground: Ground, title: str, shelves: list[Shelf], last: list[Item]) -> None:
        self._ground, self._title, self._shelves, self._last = ground, title, shelves, last
        chance = ground.chance
        layout = chance.choice(LAYOUTS)
        if layout == "tabs" and len(shelves) > MOST_TABS:
            layout = "lines"
        further = ground.label(FURTHER) if layout == "deep" else ""
        self._layout = "lines" if layout == "deep" and not further else layout
        self._further, self._has_icons = further, chance.random() < WITH_ICONS

    def made(self) -> Settings:
        match self._layout:
            case "flat":
                return self._split(len(self._shelves))
            case "mixed":
                return self._split(INLINE)
            case "tabs":
                return self._tabs()
            case "deep":
                return self._deep()
            case _:
                return self._split(0)

    def _split(self, inline: int) -> Settings:
        """The first sections on the page itself, the others behind lines."""
        on, behind = self._shelves[:inline], self._shelves[inline:]
        body: list[Data] = []
        for shelf in on:
            body += [{"header": shelf.heading}, *(widget for item in shelf.items for widget in item.widgets)]
        if on and behind:
            body.append({"divider": None})
        body += [self._line(one) for one in behind]
        spots = {one.key: Spot([], [], True) for one in on}
        spots |= {one.key: Spot([{"tap": one.heading}], [{"press": "back"}], False) for one in behind}
        held = [item for shelf in on for item in shelf.items]
        return Settings({PAGE: self._page(self._title, body, held, True), **self._behind(behind)}, spots)

    def _deep(self) -> Settings:
        half = len(self._shelves) // 2
        on, behind = self._shelves[:half], self._shelves[half:]
        link = {"list_item": self._further, "on_tap": [{"open": f"{PAGE}_more"}]}
        body = [*(self._line(one) for one in on), link]
        spots = {one.key: Spot([{"tap": one.heading}], [{"press": "back"}], False) for one in on}
        for one in behind:
            into = [{"tap": self._further}, {"tap": one.heading}]
            spots[one.key] = Spot(into, [{"press": "back"}, {"press": "back"}], False)
        more = self._page(self._further, [self._line(one) for one in behind], [], False)
        pages = {PAGE: self._page(self._title, body, [], True), f"{PAGE}_more": more}
        return Settings(pages | self._behind(self._shelves), spots)

    def _tabs(self) -> Settings:
        body: list[Data] = [{"tabs": TAB, "options": {one.heading: one.key for one in self._shelves}}]
        shown: list[str] = []
        for number, shelf in enumerate(self._shelves):
            shown.append(f":{TAB} = '{shelf.key}' AS k_on{number}")
            body += [{**one, "when": f"k_on{number}"} for item in shelf.items for one in item.widgets]
        held = [item for shelf in self._shelves for item in shelf.items]
        page = self._page(self._title, body, held, True, shown)
        page["vars"] = {**page.get("vars", {}), TAB: self._shelves[0].key}
        return Settings(
            {PAGE: page}, {one.key: Spot([{"tap": one.heading}], [], False) for one in self._shelves}
        )

    def _line(self, shelf: Shelf) -> Data:
        icon = parts()["sections_icons"].get(shelf.key, "tune")
        shown = {"icon": icon} if self._has_icons else {}
        return {"list_item": shelf.heading, **shown, "on_tap": [{"open": _place(self._shelves, shelf)}]}

    def _behind(self, shelves: list[Shelf]) -> Data:
        return {
            _place(self._shelves, one): self._page(
                one.heading, [widget for item in one.items for widget in item.widgets], one.items, False
            )
            for one in shelves
        }

    def _page(
        self, title: str, body: list[Data], held: list[Item], is_first: bool, shown: list[str] | None = None
    ) -> Data:
        items = [*held, *(self._last if is_first else ())]
        lines = [widget for item in self._last for widget in item.widgets] if is_first else []
        rule: list[Data] = [{"divider": None}] if lines else []
        return page_of(self._ground, title, [*body, *rule, *lines], items, shown)


def page_of(
    ground: Ground, title: str, body: list[Data], items: list[Item], shown: list[str] | None = None
) -> Data:
    """A page with these on it, which reads and remembers what they need."""
    columns = [*(shown or ()), *(column for item in items for column in item.columns)]
    page: Data = {"top": {"top_bar": title, "leave": "back"}, "body": body}
    if columns:
        page["data"] = f"SELECT {', '.join(columns)} FROM {ground.table} WHERE {ground.row.where}"
    used = {name: "" for item in items for name in item.vars}
    return page | ({"vars": used} if used else {})


def _place(shelves: list[Shelf], shelf: Shelf) -> str:
    return f"{PAGE}_{shelves.index(shelf)}"
