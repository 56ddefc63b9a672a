"""Plan: what chance decided about one desk app: things, facts, deeds, what they are called, where they stand.

Invariant: everything that pages show and tasks name is decided here, once, so that both agree.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.desk.content import rows_of
from phonebuddy.tasks.invented.desk.labels import Labels
from phonebuddy.tasks.invented.desk.parts import ORDERED, Button, Line
from phonebuddy.tasks.invented.desk.values import field_of
from phonebuddy.tasks.invented.desk.words import Act, Fact, lexicon
from phonebuddy.tasks.invented.fields import CHOICE, Field
from phonebuddy.tasks.invented.grammar import an, plural, within
from phonebuddy.tasks.invented.sketch import Data, filled

FEWEST, MOST, SPARE = 9, 15, 5
"""Things in an app, put away or not, and names that no thing has."""
FEWEST_FACTS, MOST_FACTS, FEWEST_ACTS, MOST_ACTS = 5, 9, 6, 11
MOST_PLACES = 4
WIDEST = 34
"""Letters of tabs or chips that are all in sight."""
WIDEST_BUTTON = 12
"""Letters of a button at the end of a row."""
LIKE_ICONS = (
    "circle-outline",
    "gesture-tap",
    "arrow-right-circle-outline",
    "square-outline",
    "flash-outline",
)
"""For deeds that the lexicon has no icon for."""
_WORDS: dict[str, tuple[str, ...]] = {
    "edit": ("Edit", "Change", "Edit details", "Modify", "Correct {noun}"),
    "save": ("Save", "Save changes", "Apply", "Store it", "Keep changes"),
    "set": ("Set", "Use this", "Apply it", "Take over"),
    "sure": ("Yes", "OK", "Go ahead", "Yes, do it", "Continue", "I am sure"),
    "more": ("More options", "Other options", "Options menu", "Overflow"),
    "menu": ("Menu", "Open menu", "Navigation", "Sections"),
    "actions": ("Actions", "What to do", "Do something", "Manage", "Manage {noun}"),
    "details": ("More details", "Details", "Show more", "All details", "Further facts"),
    "facts": ("Overview", "At a glance", "In short", "Main facts"),
    "fact": ("About", "What", "Fact", "Detail"),
    "value": ("Value", "Entry", "Says", "Content"),
    "here": ("Current", "Active", "{Nouns}", "All {nouns}", "Main list", "Present"),
    "hint": ("Search", "Find a {noun}", "Search {nouns}", "Look for something"),
    "empty": ("Nothing here", "No {nouns}", "There is nothing in here"),
    "options": ("Options for", "More for", "Choices for"),
}  # fmt: skip


class Plan:
    """One app. The attributes are read by its pages and by its tasks, and changed by nobody."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.table = f"{name}_thing"
        known = lexicon()
        self.thing = known.things[chance.choice(sorted(known.things))]
        self.noun = chance.choice((self.thing.nouns[0], *self.thing.nouns))
        self.nouns = plural(self.noun)
        title = chance.choice(self.thing.titles)
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self._decide_names()
        self._decide_parts()
        self._decide_words()
        self._decide_list()
        self._decide_page()
        self._decide_spots()
        self.rows = rows_of(self.names, self.lines, self.buttons, chance)

    # -- what there is ---------------------------------------------------------------------------------

    def _decide_names(self) -> None:
        chance = self.chance
        names: list[str] = []
        for name in chance.sample(self.thing.names, len(self.thing.names)):
            if not any(name in other or other in name for other in names):
                names.append(name)
        count = min(chance.randint(FEWEST, MOST), len(names) - SPARE)
        self.names, self.free = names[:count], names[count:]

    def _decide_parts(self) -> None:
        """Facts and deeds, with those they are easily taken for, all called differently."""
        chance, known = self.chance, lexicon()
        facts = grouped({one: known.facts[one].near for one in self.thing.facts}, MOST_FACTS, chance)
        fields = {one: field_of(known.facts[one], "", self.thing.names, chance) for one in facts}
        texts = [*self.names, *self.free, *(value for one in fields.values() for value in one.values)]
        self.labels = Labels(texts, chance)
        lines = [line for one in facts if (line := self._line(known.facts[one], fields[one]))]
        self._decide_acts()
        rivals = {fact for one in self.buttons for fact in known.rivals.get(one.act.name, ())}
        lines = [one.fixed() if one.fact.name in rivals else one for one in lines]
        self.lines = lines[: chance.randint(FEWEST_FACTS, MOST_FACTS)]

    def _decide_acts(self) -> None:
        """Deeds, and the places of those that take a thing off the list."""
        chance, known = self.chance, lexicon()
        most = chance.randint(FEWEST_ACTS, MOST_ACTS)
        self.buttons: list[Button] = []
        for one in grouped({one: known.acts[one].near for one in self.thing.acts}, MOST_ACTS, chance):
            if len(self.buttons) < most:
                self._take(known.acts[one])
        places = dict.fromkeys(one.act.goes for one in self.buttons if one.act.goes)
        labels = {one: self.labels.draw(known.places[one].labels) for one in places}
        self.places = {place: label for place, label in labels.items() if label}
        self.buttons = [one for one in self.buttons if not one.act.goes or one.act.goes in self.places]

    def _line(self, fact: Fact, field: Field) -> Line | None:
        label = self.labels.draw(fact.labels)
        if not label:
            return None
        clear = self.labels.draw((*fact.clear_labels, f"Clear {within(label)}")) if fact.clear else ""
        return Line(fact, field._replace(label=label, said=label.lower()), clear)

    def _take(self, act: Act) -> None:
        """A deed, unless its state or all that it could be called is another's already."""
        places = {one.act.goes for one in self.buttons if one.act.goes}
        is_full = act.goes and act.goes not in places and len(places) == MOST_PLACES
        if is_full or any(one.act.state == act.state for one in self.buttons):
            return
        label = self.labels.draw(act.labels)
        undo = self.labels.draw(act.undo_labels) if act.undo_labels else ""
        pick = self.labels.draw(act.pick_labels) if act.picks else ""
        if not label or (act.picks and not pick):
            self.labels.put_back(label, undo, pick)
            return
        icon = act.icon or self.chance.choice(LIKE_ICONS)
        is_asked = act.is_sure and not pick and self.chance.random() < 0.85
        self.buttons.append(Button(act, label, undo, icon, pick, is_asked))

    def _decide_words(self) -> None:
        parts = {"noun": self.noun, "nouns": self.nouns}
        parts |= {key.capitalize(): text[:1].upper() + text[1:] for key, text in parts.items()}
        self.words = {}
        for key, ways in _WORDS.items():
            options = [an(filled(way, **parts)) for way in ways]
            # Where all are taken, the last one is told apart by its case.
            self.words[key] = self.labels.draw(options) or options[-1].upper()

    # -- what it looks like ----------------------------------------------------------------------------

    def _decide_list(self) -> None:
        chance = self.chance
        self.listing = chance.choice(("rows", "rows", "rows", "cards", "grid"))
        self.leading = chance.choice(("icon", "avatar", "picture", "none"))
        self.shown = self.lines[: chance.choice((1, 1, 2))]
        """What the list says about a thing."""
        self.has_meta = len(self.shown) == 2 and self.listing == "rows" and chance.random() < 0.4
        ordered = [one.field.name for one in self.shown if one.field.kind in ORDERED]
        self.order = chance.choice(("name", "name", "id DESC", *(f"{one}, name" for one in ordered)))
        self.search = chance.choice(("none", "none", "bar", "bar", "page"))
        self.nav = chance.choice(("tabs", "chips", "overflow", "drawer", "bottom", "links"))
        if not self.places:
            self.nav = "none"
        letters = sum(len(one) + 4 for one in (self.words["here"], *self.places.values()))
        if self.nav in ("tabs", "chips") and letters > WIDEST:
            self.nav = chance.choice(("overflow", "drawer", "links"))
        if self.nav == "bottom" and len(self.places) > MOST_PLACES - 1:
            self.nav = "drawer"

    def _decide_page(self) -> None:
        chance = self.chance
        self.apart = self.lines[-chance.choice((1, 2, 3)) :] if chance.random() < 0.45 else []
        """Facts that are not in sight at once."""
        self.apart_at = chance.choice(("page", "tab", "fold"))
        self.has_picture = chance.random() < 0.15
        self.state_at = chance.choice(("chips", "subtitle", "line"))
        self.editing = chance.choice(("page", "page", "inline", "inline"))
        touched = ("rows", "labels", "meta", "cards")
        self.style = chance.choice(
            touched if self.editing == "inline" else (*touched, "pairs", "stack", "table")
        )
        """How facts stand on the page of a thing."""
        self.has_headers = self.apart_at != "tab" and chance.random() < 0.3
        self.edits_at = chance.choice(("bar", "menu", "button"))
        self.saves_at = chance.choice(("top", "bottom"))
        self.clears_at = chance.choice(("value", "form", "menu"))
        self.hides = chance.choice(("enter", "back"))
        """What gold puts the keyboard away with."""
        self.picks_at = chance.choice(("sheet", "menu", "dialog"))
        self.has_undo = chance.random() < 0.4
        """Whether the message that something was done offers to undo it."""

    def _decide_spots(self) -> None:
        """Where each deed stands: some in sight on the page, the others behind a menu or in the row."""
        chance = self.chance
        # A bar at the bottom would be taken for the value of a label right above it.
        bottom = () if self.style in ("labels", "cards", "stack") else ("bottom", "bottom")
        self.acts_at = chance.choice(("buttons", "bar", "list", "sheet", "fab", *bottom))
        self.button_style = chance.choice(("filled", "tonal", "outlined"))
        most = {"buttons": chance.randint(2, 4), "bar": 2, "bottom": 2, "list": 20, "sheet": 20, "fab": 0}[
            self.acts_at
        ]
        self.row_at = chance.choice(("none", "none", "menu", "hold", "button"))
        self.row_shows = chance.choice(("menu", "sheet"))
        self.in_row = self._drawn_in_row()
        """Deeds that a row of the list offers."""
        only = {one for one in sorted(self.in_row) if chance.random() < 0.5}
        on_page = [one.act.name for one in self.buttons if one.act.name not in only]
        chance.shuffle(on_page)
        self.spots = {one: self.acts_at if place < most else "menu" for place, one in enumerate(on_page)}
        """Of the deeds that the page of a thing offers."""
        once = [one for one in self.buttons if one.act.name in self.spots and not one.undo]
        if self.acts_at == "fab" and once:
            self.spots[chance.choice(once).act.name] = "fab"
        self.switches = {
            one.act.name
            for one in self.buttons
            if one.is_plain and self.spots.get(one.act.name) in ("buttons", "list") and chance.random() < 0.3
        }

    def _drawn_in_row(self) -> set[str]:
        chance, able = self.chance, [one.act.name for one in self.buttons]
        if self.row_at == "button":
            able = [
                one.act.name for one in self.buttons if max(len(one.label), len(one.undo)) <= WIDEST_BUTTON
            ]
            self.row_at = "button" if able and self.listing != "grid" else "none"
        count = {"none": 0, "button": 1}.get(self.row_at, chance.randint(2, 4))
        return set(chance.sample(able, min(count, len(able))))

    def at(self, spot: str) -> list[Button]:
        """Deeds that stand at one spot of the page."""
        return [one for one in self.buttons if self.spots.get(one.act.name) == spot]

    def distinct(self, line: Line) -> bool:
        """Whether every thing of the list has another value there."""
        values = [row[line.field.name] for row in self.rows if not row["place"]]
        return len(set(values)) == len(values) and line.field.kind != CHOICE

    def listed(self) -> list[Data]:
        return [row for row in self.rows if not row["place"]]


def grouped(near: dict[str, tuple[str, ...]], most: int, chance: random.Random) -> list[str]:
    """Some of these, each beside others that it is easily taken for; a few more than are wanted, since some
    cannot be had."""
    order = chance.sample(sorted(near), len(near))
    confused = [one for one in order if any(other in near for other in near[one])]
    order = [*confused[:1], *(one for one in order if one not in confused[:1])]
    found: list[str] = []
    for name in order:
        beside = [one for one in near[name] if one in near and one not in found and one != name]
        group = [name, *chance.sample(beside, min(len(beside), 2))]
        found += [one for one in group if one not in found]
        if len(found) >= most + 4:
            break
    return found
