"""Walk: goes through an app as somebody with an aim would, and writes down every move with its gold.

It touches what the screen offers, prefers what serves the aim, fills fields, and stops when something has
changed. Invariant: it depends on the phone and the chance alone, and never enters an app of testing.
"""

from __future__ import annotations

import random

from phonebuddy.screen import Flag
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.filling import FILLED, Filler
from phonebuddy.tasks.drills.reading import static_texts
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.sight import LONGEST, Offer, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.words import fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.state.changes import Change

ACT, FORM, EDIT, READ, PAGE = "act", "form", "edit", "read", "page"
GLANCE, DETAIL = "glance", "detail"
"""To read what stands on the first page, or on the page of one of its rows."""
MISSING, UNTOLD, ABSENT = "missing", "untold", "absent"
"""Aims of walks that end with a refusal or a question."""
MOST_MOVES, MOST_ROWS = 6, 2
ONWARD, MOST_ONWARD = 0.5, 4
"""How often somebody who has put something into a cart orders it, and the touches that takes at most."""
ENTERED = 0.5
"""How often a search is sent off with enter."""
SOUGHT = 0.6
"""How often somebody searches for what they want, where an app has a page for it."""
FURTHER, FURTHER_FOR_ONE = 0.35, 0.6
"""How often somebody wants a row that is not in sight, and so who wants to change one."""
COMMON = 0.9
"""How often what is the same on every page is left alone."""
_LIKING = {
    ACT: {
        "row": 7, "control": 3, "switch": 7, "checkbox": 6, "radio": 5, "chip": 2, "icon_button": 4,
        "button": 4, "tab": 2, "item": 4, "card": 3, "group": 3, "other": 1,
    },
    FORM: {
        "row": 6, "control": 1, "switch": 1, "checkbox": 1, "radio": 1, "chip": 1, "icon_button": 5,
        "button": 7, "tab": 3, "item": 3, "card": 3, "group": 3, "other": 1,
    },
    EDIT: {
        "row": 12, "control": 2, "switch": 2, "checkbox": 2, "radio": 1, "chip": 1, "icon_button": 5,
        "button": 5, "tab": 3, "item": 4, "card": 2, "group": 2, "other": 1,
    },
    READ: {"row": 9, "tab": 4, "item": 2, "card": 3, "group": 2, "other": 1},
    UNTOLD: {"row": 9, "tab": 2, "other": 1},
    MISSING: {"other": 1},
    PAGE: {"tab": 5, "item": 4, "icon_button": 3, "button": 2, "card": 1, "group": 1, "other": 1},
}  # fmt: skip
"""How often each kind of offer is taken."""
_LED = ("row", "tab", "item", "card", "group")
"""What leads somewhere and changes nothing."""


class Walk(Filler):
    """See the head of this file."""

    def __init__(
        self, phone: RecallPhone, speech: Speech, chance: random.Random, aim: str, typed: dict[str, str],
        start: dict[Key, Change], carried: str = "",
    ) -> None:  # fmt: skip
        super().__init__(phone, speech, chance, typed, start, carried)
        self.aim = aim
        self._titles: list[str] = []
        """Titles of rows that were seen."""
        self._filled: set[str] = set()

    def go(self, num_moves: int) -> None:
        """Move until the aim is reached; Lost or GoldError where it is not."""
        for _ in range(num_moves):
            if self.has_changed() or not self._move():
                break
        if self.has_changed() and self._chance.random() < ONWARD:
            self._go_onward()

    def _go_onward(self) -> None:
        """From the cart to the order, where there is such a way; else all is as it was."""
        before, count, changed = self._phone.snapshot(), len(self.moves), self._phone.changes()
        for _ in range(MOST_ONWARD):
            able = [one for one in self._phone.offers() if fits(words().onward, self._meant(one.label))]
            if not able:
                break
            self.tap(able[0])
        if self._phone.changes() in (changed, self._start):
            self._phone.restore(before)
            del self.moves[count:], self._seen[count:]

    # -- one move --------------------------------------------------------------------------------------

    def _move(self) -> bool:
        screen = self._phone.observe()
        view = self._phone.view()
        assert view is not None, "checked after every move"
        if view[2] and self.aim in (READ, UNTOLD):
            raise Lost("something to choose, where somebody only looks")
        if view[2].startswith(("time_picker", "date_picker")):
            self._pick(screen, view[2])
            return True
        able = self._able()
        self._titles += [one.row for one in able if one.is_row]
        fields = [one for one in able if one.element.has(Flag.EDITABLE)]
        if (search := next((one for one in fields if self._is_search(one)), None)) is not None:
            fields.remove(search)
            if self.place in words().sought or not any(one.is_row for one in able):
                return self._search(search)
        # Somebody who wants to do something leaves a page's fields alone; a dialog asks for them.
        is_wanted = self.aim in (FORM, EDIT) or (self.aim == ACT and view[2])
        if fields and is_wanted and self.place + view[2] not in self._filled:
            self._filled.add(self.place + view[2])
            self._fill(fields, self.aim == EDIT)
            return True
        return self._touch([one for one in able if not one.element.has(Flag.EDITABLE)], search)

    def _search_icon(self, able: list[Offer]) -> Offer | None:
        """What leads to a page to search on, where somebody who wants something certain goes there."""
        if self.aim in (FORM, PAGE) or any(move.kind in ("row", "hold", "search") for move in self.moves):
            return None
        found = [one for one in able if any(label.startswith("Search") for label in self._meant(one.label))]
        return found[0] if found and self._chance.random() < SOUGHT else None

    def _touch(self, able: list[Offer], field: Offer | None) -> bool:
        if self.aim in (ACT, FORM) and self._step_up():
            return True
        commits = [one for one in able if fits(words().commit, self._meant(one.label))]
        if commits and self._is_ending():
            # Who has filled a form keeps it; what takes something away ends a question whether to.
            able = [one for one in commits if not fits(words().taking, self._meant(one.label))] or commits
        if self.aim in (READ, UNTOLD):
            own = static_texts(self._phone.image.apps, self._speech.language)
            able = [one for one in able if one not in commits and one.role in _LED]
            able = [one for one in able if one.role != "item" or one.label in own]
        able = [one for one in able if (self.place, one.element.id) not in self._touched]
        able = self._sensible(able)
        common = [one for one in able if not fits(words().rare, self._meant(one.label))]
        able = common if common and self._chance.random() < COMMON else able
        if self.aim == EDIT and not any(move.kind in ("row", "hold") for move in self.moves):
            able = [one for one in able if one.row or not self._makes(one)]
        if (search := self._search_icon(able)) is not None:
            able = [search]
        if self.aim == PAGE:
            # A page must be told by its name alone: which row it is about, the log of events does not say.
            own = static_texts(self._phone.image.apps, self._speech.language)
            able = [one for one in able if not one.row and one.label in own]
            able = [one for one in able if one not in commits and not self._makes(one)]
        further = self._further() if self._looks_further() else []
        # Who wants to change one that is not in sight wants none of those that are.
        able = [one for one in able if not (further and self.aim == EDIT and one.is_row)] + further
        if not able:
            return False
        offer = self._choose(able)
        self._touched.add((self.place, offer.element.id))
        if offer.is_row and field is not None and self._chance.random() < 0.6:
            self.search_for(field, offer.row)
        self.tap(offer)
        return True

    def _sensible(self, able: list[Offer]) -> list[Offer]:
        """Without what leads astray: one row after the other, and entries that only show what they hold."""
        num_rows = sum(move.kind in ("row", "hold") for move in self.moves)
        if num_rows >= MOST_ROWS and self._chance.random() < COMMON:
            able = [one for one in able if not one.is_row] or able
        if self._chance.random() < COMMON:
            own = static_texts(self._phone.image.apps, self._speech.language)
            able = [one for one in able if one.role != "item" or one.label in own] or able
        return able

    def _is_ending(self) -> bool:
        """Whether a form was filled just now: then what ends it comes next."""
        last = self.moves[-1] if self.moves else None
        return last is not None and (last.kind in FILLED or fits(words().commit, self._meant(last.label)))

    def tap(self, offer: Offer) -> None:
        hold = (
            offer.is_row
            and self.aim == ACT
            and offer.element.has(Flag.LONG_CLICKABLE)
            and self._chance.random() < 0.3
        )
        line = self._phone.line(offer, "hold" if hold else "tap")
        row = offer.row if not offer.is_row else ""
        self._do("hold" if hold else offer.role, offer.label, (line,), row, since=self._since(offer))
        self._note_switch(offer)

    def _note_switch(self, offer: Offer) -> None:
        """Say of the last move what it switched: itself, or the switch in the row that was touched."""
        if not self.moves or self.moves[-1].label != offer.label:
            return
        move = self.moves[-1]
        if offer.role in ("switch", "checkbox", "chip", "radio"):
            self.moves[-1] = move._replace(on=not offer.element.has(Flag.CHECKED))
        elif offer.switch is not None:
            before = offer.switch.has(Flag.CHECKED)
            now = [one for one in self._phone.observe().elements if one.id == offer.switch.id]
            if now and now[0].has(Flag.CHECKED) != before:
                self.moves[-1] = move._replace(kind=offer.switch.role, row=offer.row, on=not before)

    def _choose(self, able: list[Offer]) -> Offer:
        """First a kind, by how much the aim likes it, then one of that kind."""
        makes = [one for one in able if self._makes(one) and not one.row]
        if self.aim == FORM and self._chance.random() < 0.7:
            ways = [one for one in able if one.role in ("row", "tab", "item")]
            able = [*makes, *ways] or able
        liking = _LIKING[self.aim]
        kinds = sorted({_kind(one) for one in able})
        weights = [liking.get(kind, liking["other"]) for kind in kinds]
        kind = self._chance.choices(kinds, weights)[0]
        of_kind = [one for one in able if _kind(one) == kind]
        made = [one for one in of_kind if one in makes]
        if self.aim == FORM and made and self._chance.random() < 0.8:
            of_kind = made
        return self._chance.choice(of_kind)

    def _makes(self, offer: Offer) -> bool:
        return fits(words().making, self._meant(offer.label))

    def _looks_further(self) -> bool:
        often = FURTHER_FOR_ONE if self.aim == EDIT else FURTHER
        return self._chance.random() < often and not self._filled and self.aim != PAGE

    def _further(self) -> list[Offer]:
        """Rows that are further down; the phone is as it was afterwards."""
        count = self._chance.randrange(1, 4)
        found = self._phone.once(f"further {count}", lambda: self._scrolled(count))
        self._titles += [one.row for one in found]
        return [one for one in found if len(one.label) < LONGEST]

    def _scrolled(self, count: int) -> list[Offer]:
        before = self._phone.snapshot()
        found: list[Offer] = []
        try:
            for _ in range(count):
                self.hands.scroll_down()
                found += [one for one in self._phone.offers() if one.is_row]
        finally:
            self._phone.restore(before)
        return found

    def search_field(self) -> Offer | None:
        """The field of this page to search with."""
        able = (one for one in self._phone.offers() if one.element.has(Flag.EDITABLE))
        return next((one for one in able if self._is_search(one)), None)

    def scroll_to(self, title: str) -> None:
        self._do("scroll", title, (step("scroll_to", title),))

    # -- texts -----------------------------------------------------------------------------------------

    def _is_search(self, offer: Offer) -> bool:
        starts = ("Search", "Place, person", "Town or code", "Name or account", "Company or number")
        return offer.is_search or any(label.startswith(starts) for label in self._meant(offer.label))

    def _search(self, field: Offer) -> bool:
        """A page that only has a field to search with: for something that was seen before."""
        known = [title for title in dict.fromkeys(self._titles) if len(title) < LONGEST]
        if (sql := words().sought.get(self.place)) is not None:
            known = [str(row[0]) for row in self._phone.state(sql) if len(str(row[0])) < LONGEST]
        if not known:
            raise Lost("nothing to search for")
        title = self._chance.choice(known)
        self.search_for(field, title)
        rows = [one for one in self._phone.offers() if one.is_row and title in one.texts]
        if len(rows) != 1:
            raise Lost("not found, or several of them")
        self.tap(rows[0])
        return True

    def search_for(self, field: Offer, text: str) -> None:
        """Type it, and often press enter, as one has to in many an app."""
        lines = [self._type(field, text)]
        if self._chance.random() < ENTERED:
            lines.append(step("press", "enter"))
        self._do("search", field.label, tuple(lines), value=text)


def _kind(offer: Offer) -> str:
    """A control in a row is none of its page's: every row has one."""
    return "control" if offer.row and not offer.is_row else offer.role
