"""Filling: how a walk fills a form: texts by what the fields are called, times, days and choices.

Invariant: a form holds no two times or days that the instruction could not tell apart.
"""

from __future__ import annotations

import random
import re

from phonebuddy.screen import Screen
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.sight import Offer, step
from phonebuddy.tasks.drills.trail import Lost, Trail
from phonebuddy.tasks.drills.values import values
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.state.changes import Change

_MOMENT = re.compile(r"\d{1,2}:\d\d|\d{1,2} \w{3}|\d月|[Dd]ue|[Dd]ate|[Dd]ay|日期|时间")
"""What a button says that leads to a time or a day."""
_SUM = re.compile(r"[$¥€]\s?\d")
MOST_FIELDS = 4
ADJUSTED = 0.5
"""How often somebody who changes something wants another time or choice, and no other words."""
SEVERAL, MOST_MORE = 0.6, 5
"""How often somebody wants more than one, and up to how many more."""
FILLED = ("fill", "time", "day", "option")
"""Kinds of moves that put a value into a form."""
CARRYING = ("sentence", "title")
"""Kinds of fields that take any text."""


class Filler(Trail):
    """A trail that knows how to fill forms; `carried` is a value read elsewhere that has to get into one."""

    def __init__(
        self, phone: RecallPhone, speech: Speech, chance: random.Random, typed: dict[str, str],
        start: dict[Key, Change], carried: str,
    ) -> None:  # fmt: skip
        super().__init__(phone, speech, typed, start)
        self._chance = chance
        self._carried = carried
        self._touched: set[tuple[str, str]] = set()
        self._touched_pages: set[str] = set()
        """Where a number was set."""

    def tap(self, offer: Offer) -> None:
        """Touch it, as the aim of the walk asks for."""
        raise NotImplementedError

    def _fill(self, fields: list[Offer], is_edit: bool) -> None:
        if is_edit and not self._carried and self._chance.random() < ADJUSTED:
            self._adjust()  # another time, another day
            return
        counts = (1, 1, 1, 2) if is_edit else (1, 1, 2, 2, 3, MOST_FIELDS)
        count = min(len(fields), self._chance.choice(counts))
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
        for _ in range(self._chance.choice((0, 0, 0, 1) if is_edit else (0, 0, 1, 1, 2))):
            self._adjust()

    def _adjust(self) -> None:
        """Something else that a form asks for: a time, a day, one of some chips, a switch."""
        place = self.place
        able = self._able()
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
        self.tap(offer)
        view = self._phone.view()
        if view is not None and view[2].startswith(("time_picker", "date_picker")):
            self._pick(self._phone.observe(), view[2])
        elif view is not None and view[2]:
            self._choose_option()

    def _step_up(self) -> bool:
        """More than one of something, where a page has plus and minus for it; whether it was done."""
        more = [one for one in self._phone.offers() if one.element.id.endswith("/pill/more") and not one.row]
        place = f"{self.place}/more"
        if len(more) != 1 or place in self._touched_pages or self._chance.random() >= SEVERAL:
            return False
        self._touched_pages.add(place)
        count, line = self._chance.randrange(1, MOST_MORE), self._phone.line(more[0])
        now = self._counted(more[0])
        self._do("option", more[0].label.partition(": ")[2], (line,) * count, value=str(now + count))
        if self._counted(more[0]) != now + count:
            raise Lost("there are not so many")
        return True

    def _counted(self, more: Offer) -> int:
        """What stands between plus and minus."""
        beside = f"{more.element.id.rpartition('/')[0]}/value"
        texts = [one.text for one in self._phone.observe().elements if one.id == beside]
        if not texts or not texts[0].isdigit():
            raise Lost("no number between plus and minus")
        return int(texts[0])

    def _choose_option(self) -> None:
        """One of those that a menu or sheet offers, for what was touched last."""
        able = [one for one in self._able() if one.role in ("row", "item", "radio", "button")]
        before = self.moves.pop()
        if not able or before.over:
            raise Lost("nothing to choose")
        option = self._chance.choice(able)
        line = self._phone.line(option)
        self.hands.take(line)
        view = self._phone.view()
        if view is None or view[2] or self.place != before.place:
            raise Lost("a form within a form")
        self.moves.append(before._replace(kind="option", steps=(*before.steps, line), value=option.label))

    def _is_setting(self, offer: Offer) -> bool:
        if _SUM.match(offer.label):
            return False  # it would overrule the amount that was typed
        if offer.role in ("chip", "switch", "radio", "checkbox", "item"):
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


def _is_day(text: str) -> bool:
    return sum(letter.isdigit() for letter in text) >= 5 and ("," in text or "年" in text)
