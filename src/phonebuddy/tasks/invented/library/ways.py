"""Library ways: how gold gets around in an app of a plan, and how people name what is in it.

Invariant: every way begins on the first page of the app.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.library.plan import LISTED, Plan, Toggle, words
from phonebuddy.tasks.invented.sketch import Data, Gold, filled

BACK: Data = {"press": "back"}


class Ways:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    # -- words -----------------------------------------------------------------------------------------

    def called(self, slot: str = "name") -> tuple[str, ...]:
        noun = self.plan.noun
        plain = f"{{{slot}}}"
        return (
            plain,
            f"the {noun} {plain}",
            f'"{plain}"',
            f"the {noun} called {plain}",
            f'the {noun} "{plain}"',
        )

    def says(self, ways: tuple[str, ...] | str, slot: str = "name", **parts: str) -> tuple[str, ...]:
        """Sayings, with all that is not for the task to fill; a key stands for its sayings."""
        plan = self.plan
        if isinstance(ways, str):
            ways = tuple(words()["says"][ways])
        nouns = {
            "n": plan.noun,
            "ns": plan.nouns,
            "l": plan.list_noun,
            "ls": plural(plan.list_noun),
            "by": plan.by,
            "on": plan.list_in,
            "off": plan.list_out_of,
        }
        found = []
        for way in ways:
            names = self.called(slot) if "{it}" in way else ("",)
            found += [filled(filled(way, it=name), **{**nouns, **parts}) for name in names]
        return tuple(dict.fromkeys(found))

    # -- around ----------------------------------------------------------------------------------------

    def go(self, place: str) -> Gold:
        plan = self.plan
        label = plan.labels[place]
        if place in plan.bottom:
            return [{"tap": label, "role": "tab"}]
        way = plan.more if plan.nav in ("menu", "bottom") else plan.nav_label
        return [{"tap": way}, {"tap": label}]

    def find(self, slot: str = "name", is_searched: bool | None = None) -> Gold:
        """To where the row of a thing is in sight or can be scrolled to."""
        plan = self.plan
        if plan.search == "page" and (plan.home == "categories" or is_searched):
            return [{"tap": plan.search_label}, {"type": f"{{{slot}}}", "into": plan.hint}]
        if plan.search == "bar" and (is_searched or (is_searched is None and plan.chance.random() < 0.4)):
            return [{"type": f"{{{slot}}}", "into": plan.hint}]
        return []

    def to_item(self, slot: str = "name", is_searched: bool | None = None) -> Gold:
        return [*self.find(slot, is_searched), self.tap(slot)]

    def tap(self, slot: str = "name") -> Data:
        """On a row; where a button in it has the name on it too, on the words."""
        is_named = any(one.place == "row" for one in self.plan.toggles)
        return {"tap": f"{{{slot}}}", **({"role": "text"} if is_named else {})}

    def again(self) -> Gold:
        """From the page of a thing to the first page, where nothing was searched by its bar."""
        return [BACK] if self.plan.home != "categories" else [BACK, BACK]

    def narrowed(self) -> Gold:
        """To the things of `{kind}`."""
        plan = self.plan
        if plan.home == "categories" or plan.filter in ("tabs", "chips"):
            return [{"tap": "{kind}"}]
        if plan.home == "sections":
            return [{"scroll_to": "{kind}"}]
        return [{"tap": plan.filter_label}, {"tap": "{kind}"}]

    @property
    def narrows(self) -> bool:
        return self.plan.filter != "none" or self.plan.home in ("categories", "sections")

    def act(self, label: str, what: str) -> Gold:
        """Something on the page of a thing that is an icon, in the menu or a button."""
        return (
            [{"tap": self.plan.more}, {"tap": label}]
            if self.plan.act_places[what] == "menu"
            else [{"tap": label}]
        )

    def behind(self, what: str) -> Gold:
        """On the page of a thing, to its notes or parts."""
        return [{"tap": self.plan.tab_labels[what], "role": "tab"}] if self.plan.is_tabbed else []

    def noted(self, text: str) -> Gold:
        """A note, on the page of a thing."""
        plan = self.plan
        if plan.note_at == "inline":
            return [*self.behind("notes"), {"type": text, "into": plan.note_label}, {"tap": plan.note_add}]
        opened = self.act(plan.note_label, "notes")
        if plan.note_at == "module":
            return [*opened, {"type": text, "into": "Say something"}, {"tap": "Send"}]
        return [*opened, {"type": text, "into": plan.note_field}, {"tap": plan.note_add}]

    def to_notes(self) -> Gold:
        """To what was noted, on the page of a thing."""
        plan = self.plan
        return self.act(plan.note_label, "notes") if plan.note_at == "module" else self.behind("notes")

    def seen(self) -> tuple[Gold, str]:
        """A look at a thing that changes nothing at all, and the page where it is seen."""
        plan = self.plan
        if plan.search == "page" and plan.is_search_shared and plan.home == "categories":
            return [*self.find(), {"scroll_to": "{name}"}], "search"
        return self.to_item(is_searched=False), "item"

    def flipped(self, one: Toggle, to: int, slot: str = "name", is_there: bool = False) -> Gold:
        """Switches something for a thing, from where its row is; `is_there`: its page is open."""
        label, name = one.label(to), f"{{{slot}}}"
        if one.place == "hold":
            return [{"hold": name}, {"tap": label}]
        if one.place == "row":
            return [{"tap": f"{label}: {name}"}]
        tap: Gold = (
            [{"tap": label, "role": "switch"}] if one.place == "switch" else self.act(label, one.column)
        )
        return tap if is_there else [self.tap(slot), *tap]

    def next_after(self, one: Toggle, slot: str) -> Gold:
        """After something was switched for one thing, to where the row of the next one is."""
        if one.place not in LISTED:
            return [*self.again(), *self.find(slot, False)]
        return [{"replace": self.plan.hint, "with": f"{{{slot}}}"}] if self.plan.home == "categories" else []
