"""Walk: goes through an app as somebody with an aim would, and writes down every move with its gold.

It touches what the screen offers, prefers what serves the aim, fills fields, and stops when something has
changed. Invariant: it depends on the phone and the chance alone, and never enters an app of testing.
"""

from __future__ import annotations

import random
import re

from phonebuddy.screen import Flag, Screen
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.goal import changes_of
from phonebuddy.tasks.drills.reading import static_texts
from phonebuddy.tasks.drills.sight import LONGEST, Offer, offers, step, tap
from phonebuddy.tasks.drills.trail import Lost, Trail
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.drills.words import fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.changes import Change

_MOMENT = re.compile(r"\d{1,2}:\d\d|\d{1,2} \w{3}|\d月|[Dd]ue|[Dd]ate|[Dd]ay|日期|时间")
"""What a button says that leads to a time or a day."""
ACT, FORM, READ, PAGE = "act", "form", "read", "page"
MOST_MOVES, MOST_ROWS = 8, 2
MOST_FIELDS = 4
FILLED = ("fill", "time", "day", "option")
"""Kinds of moves that put a value into a form."""
CARRYING = ("sentence", "title")
"""Kinds of fields that take any text."""
ONWARD, MOST_ONWARD = 0.5, 4
"""How often somebody who has put something into a cart orders it, and the touches that takes at most."""
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
    READ: {"row": 9, "tab": 3, "item": 2, "card": 3, "group": 2, "other": 1},
    PAGE: {"tab": 5, "item": 4, "icon_button": 3, "button": 2, "card": 1, "group": 1, "other": 1},
}  # fmt: skip
"""How often each kind of offer is taken."""


class Walk(Trail):
    """See the head of this file."""

    def __init__(
        self, phone: WorldPhone, speech: Speech, chance: random.Random, aim: str, typed: dict[str, str],
        start: dict[Key, Change], carried: str = "",
    ) -> None:  # fmt: skip
        super().__init__(phone, speech, typed, start)
        self._chance = chance
        self.aim = aim
        self._carried = carried
        """A value read elsewhere that has to get into some field."""
        self._titles: list[str] = []
        """Titles of rows that were seen."""
        self._filled: set[str] = set()
        self._touched: set[tuple[str, str]] = set()

    def go(self, num_moves: int) -> None:
        """Move until the aim is reached; Lost or GoldError where it is not."""
        for _ in range(num_moves):
            if self.has_changed() or not self._move():
                break
        if self.has_changed() and self._chance.random() < ONWARD:
            self._go_onward()

    def _go_onward(self) -> None:
        """From the cart to the order, where there is such a way; else all is as it was."""
        before, count, changed = self._phone.snapshot(), len(self.moves), changes_of(self._phone)
        for _ in range(MOST_ONWARD):
            able = [
                one for one in offers(self._phone.observe()) if fits(words().onward, self._meant(one.label))
            ]
            if not able:
                break
            self._tap(able[0])
        if changes_of(self._phone) in (changed, self._start):
            self._phone.restore(before)
            del self.moves[count:], self._seen[count:]

    # -- one move --------------------------------------------------------------------------------------

    def _move(self) -> bool:
        screen = self._phone.observe()
        view = self._phone.view()
        assert view is not None, "checked after every move"
        if view[2].startswith(("time_picker", "date_picker")):
            self._pick(screen, view[2])
            return True
        able = [one for one in offers(screen) if not fits(words().avoid, self._meant(one.label))]
        self._titles += [one.row for one in able if one.is_row]
        fields = [one for one in able if one.element.has(Flag.EDITABLE)]
        if (search := next((one for one in fields if self._is_search(one)), None)) is not None:
            fields.remove(search)
            if not any(one.is_row for one in able):
                return self._search(search)
        # Somebody who wants to do something leaves a page's fields alone; a dialog asks for them.
        is_wanted = self.aim == FORM or (self.aim == ACT and view[2])
        if fields and is_wanted and self.place + view[2] not in self._filled:
            self._filled.add(self.place + view[2])
            self._fill(fields)
            return True
        return self._touch([one for one in able if not one.element.has(Flag.EDITABLE)], search)

    def _touch(self, able: list[Offer], search: Offer | None) -> bool:
        commits = [one for one in able if fits(words().commit, self._meant(one.label))]
        if commits and self._is_ending():
            able = commits
        able = [one for one in able if (self.place, one.element.id) not in self._touched]
        able = self._sensible(able)
        common = [one for one in able if not fits(words().rare, self._meant(one.label))]
        able = common if common and self._chance.random() < COMMON else able
        if self.aim == PAGE:
            # A page must be told by its name alone: which row it is about, the log of events does not say.
            able = [one for one in able if not one.is_row and not one.row]
        able += self._further() if self._looks_further() else []
        if not able:
            return False
        offer = self._choose(able)
        self._touched.add((self.place, offer.element.id))
        if offer.is_row and search is not None and self._chance.random() < 0.6:
            self._type_search(search, offer.row)
        self._tap(offer)
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

    def _tap(self, offer: Offer) -> None:
        screen = self._phone.observe()
        hold = (
            offer.is_row
            and self.aim == ACT
            and offer.element.has(Flag.LONG_CLICKABLE)
            and self._chance.random() < 0.3
        )
        line = tap(screen, offer, "hold" if hold else "tap") or step("hold" if hold else "tap", offer.label)
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
        makes = [one for one in able if fits(words().making, self._meant(one.label)) and not one.row]
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

    def _looks_further(self) -> bool:
        return self._chance.random() < 0.3 and not self._filled and self.aim != PAGE

    def _further(self) -> list[Offer]:
        """Rows that are further down; the phone is as it was afterwards."""
        before = self._phone.snapshot()
        found: list[Offer] = []
        try:
            for _ in range(self._chance.randrange(1, 4)):
                self.hands.scroll_down()
                found += [one for one in offers(self._phone.observe()) if one.is_row]
        finally:
            self._phone.restore(before)
        self._titles += [one.row for one in found]
        return [one for one in found if len(one.label) < LONGEST]

    # -- texts -----------------------------------------------------------------------------------------

    def _is_search(self, offer: Offer) -> bool:
        starts = ("Search", "Place, person", "Town or code", "Name or account", "Company or number")
        return offer.is_search or any(label.startswith(starts) for label in self._meant(offer.label))

    def _search(self, field: Offer) -> bool:
        """A page that only has a field to search with: for something that was seen before."""
        known = [title for title in dict.fromkeys(self._titles) if len(title) < LONGEST]
        if not known:
            raise Lost("nothing to search for")
        title = self._chance.choice(known)
        self._type_search(field, title)
        rows = [one for one in offers(self._phone.observe()) if one.is_row and title in one.texts]
        if not rows:
            raise Lost("not found")
        self._tap(rows[0])
        return True

    def _type_search(self, field: Offer, text: str) -> None:
        self._do("search", field.label, (self._type(field, text),), value=text)

    def _fill(self, fields: list[Offer]) -> None:
        count = min(len(fields), self._chance.choice((1, 1, 2, 2, 3, MOST_FIELDS)))
        chosen = sorted(self._chance.sample(range(len(fields)), count))
        if any(not one.element.text for one in fields) and 0 not in chosen and self._chance.random() < 0.7:
            chosen = [0, *chosen[1:]]  # the first field of a form is the one it cannot do without
        kinds = {
            place: values().kind_of(self._meant(fields[place].label)[-1]) for place in range(len(fields))
        }
        holds = [place for place, kind in kinds.items() if kind in CARRYING] if self._carried else []
        if holds:
            chosen = sorted({*chosen, holds[-1]})
        for place in chosen:
            field = fields[place]
            text = values().draw(kinds[place], self._speech.language, self._chance)
            if self._carried and place in holds[-1:]:
                text, self._carried = self._carried, ""
            self._do("fill", field.label, (self._type(field, text),), value=text)
        for _ in range(self._chance.choice((0, 0, 1, 1, 2))):
            self._adjust()

    def _adjust(self) -> None:
        """Something else that a form asks for: a time, a day, one of some chips, a switch."""
        place = self.place
        able = [
            one for one in offers(self._phone.observe()) if not fits(words().avoid, self._meant(one.label))
        ]
        done = {move.label for move in self.moves}
        kinds_done = {move.kind for move in self.moves if move.kind in ("chip", "radio")}
        able = [one for one in able if (place, one.element.id) not in self._touched]
        settings = [one for one in able if self._is_setting(one) and one.label not in done]
        settings = [one for one in settings if one.role not in kinds_done]
        if not settings:
            return
        kinds = sorted({one.role for one in settings})
        kind = self._chance.choice(kinds)
        offer = self._chance.choice([one for one in settings if one.role == kind])
        self._touched.add((place, offer.element.id))
        self._tap(offer)
        view = self._phone.view()
        if view is not None and view[2].startswith(("time_picker", "date_picker")):
            self._pick(self._phone.observe(), view[2])
        elif view is not None and view[2]:
            self._choose_option()

    def _choose_option(self) -> None:
        """One of those that a menu or sheet offers, for what was touched last."""
        able = [
            one for one in offers(self._phone.observe()) if one.role in ("row", "item", "radio", "button")
        ]
        able = [one for one in able if not fits(words().avoid, self._meant(one.label))]
        before = self.moves.pop()
        if not able or before.over:
            raise Lost("nothing to choose")
        option = self._chance.choice(able)
        line = tap(self._phone.observe(), option) or step("tap", option.label)
        self.hands.take(line)
        view = self._phone.view()
        if view is None or view[2] or self.place != before.place:
            raise Lost("a form within a form")
        self.moves.append(before._replace(kind="option", steps=(*before.steps, line), value=option.label))

    def _is_setting(self, offer: Offer) -> bool:
        if offer.role in ("chip", "switch", "radio", "checkbox"):
            return True
        if offer.role == "item":
            return True
        return offer.role in ("card", "button") and any(_MOMENT.search(text) for text in offer.texts)

    def _pick(self, screen: Screen, over: str) -> None:
        """A time or a day of the picker that is open."""
        before = self.moves.pop()
        if over.startswith("time_picker"):
            value = f"{self._chance.randrange(6, 23):02d}:{self._chance.randrange(0, 60, 5):02d}"
            line, kind = step("pick_time", value), "time"
        else:
            days = [one.description for one in screen.elements if _is_day(one.description)]
            if not days:
                raise Lost("no day to pick")
            value = self._chance.choice(days)
            line, kind = step("pick_date", value), "day"
        if any(move.kind == kind for move in self.moves):
            raise Lost("two times or two days: which is which?")
        self.hands.take(line)
        self.moves.append(before._replace(kind=kind, steps=(*before.steps, line), value=value))


def _kind(offer: Offer) -> str:
    """A control in a row is none of its page's: every row has one."""
    return "control" if offer.row and not offer.is_row else offer.role


def _is_day(text: str) -> bool:
    return sum(letter.isdigit() for letter in text) >= 5 and ("," in text or "年" in text)
