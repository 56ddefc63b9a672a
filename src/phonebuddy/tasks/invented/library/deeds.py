"""Library deeds: which deeds an app of a plan has.

Invariant: everything a deed's gold does is on the pages of this very plan.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.library.entry_deeds import EntryDeeds
from phonebuddy.tasks.invented.library.list_deeds import list_deeds
from phonebuddy.tasks.invented.library.plan import LISTED, Plan
from phonebuddy.tasks.invented.library.questions import Questions
from phonebuddy.tasks.invented.library.switch_deeds import SwitchDeeds
from phonebuddy.tasks.invented.sketch import Deed


def deeds_of(plan: Plan) -> list[Deed]:
    return _Deeds(plan).all()


class _Deeds(SwitchDeeds, EntryDeeds, Questions):
    def all(self) -> list[Deed]:
        plan, has = self.plan, self.plan.has
        found = [self._flipping(one, to) for one in plan.toggles for to in (1, 0)]
        found += [self._flipping_two(one) for one in plan.toggles[:1]]
        found += self._conditions()
        found += self._more_deeds()
        if self.ways.narrows and plan.measured and plan.row_facts[0] in plan.measured:
            found += self._extremes(plan.row_facts[0])
        found += [self._topmost(sort) for sort in plan.sorts()[:2] if plan.sort != "none"]
        if "rate" in has:
            found += [self._rating(), self._rate_ask(), self._too_many()]
        if "progress" in has:
            found.append(self._progressing())
        if "parts" in has:
            found += [self._part(), self._next_part()]
        if "notes" in has:
            found += [self._noting(), self._note_gone(), self._note_what()]
        if "follow" in has:
            found += [self._following(1), self._following(0), self._follow_maker(), self._person_count()]
        if "remind" in has:
            found += [self._reminding(), self._remind_ask()]
        if "lists" in has:
            found += list_deeds(plan)
        return [*found, *self._rest()]

    def _rest(self) -> list[Deed]:
        plan = self.plan
        found = self._settings() if "settings" in plan.places else []
        if "stats" in plan.places:
            found += [self._goal(), self._daily()]
        if plan.search == "page":
            found.append(self._clearing())
        if self.ways.narrows:
            found.append(self._kind_count())
        if plan.keeps_on:
            found.append(self._last_what())
        for one in plan.measured[:2]:
            found.append(self._comparing(one))
        found += [self._adding_up(one) for one in plan.summed[:1]]
        if plan.toggles and plan.search != "none":
            found.append(self._missing(plan.toggles[0]))
        return found

    def _more_deeds(self) -> list[Deed]:
        plan, found = self.plan, []
        done = plan.toggle("finished")
        if done and self.ways.narrows and (plan.shows_done or done.place == "row"):
            found.append(self._finish_all(done))
        if plan.shows_done and self.ways.narrows:
            found.append(self._done_count())
        first = next((one for one in plan.toggles if one.place not in LISTED), None)
        if first and "rate" in plan.has:
            found.append(self._both(first))
        if "saved" in plan.places:
            found.append(self._saved_count())
        if plan.places:
            found.append(self._showing())
        if "rate" in plan.has and plan.rate_at in ("page", "module"):
            found.append(self._reviewing())
        if "notes" in plan.has and plan.note_at == "module":
            found.append(self._liking())
        if plan.toggles and plan.search != "none" and plan.row_facts[0] in plan.measured:
            found.append(self._best_of_person(plan.toggles[-1], plan.row_facts[0]))
        return found
