"""Replaying one recording on a rebuilt app, forced or free, and what came of each step.

Forced: before each step the app is set to the recorded screen's nearest page and data. Free: one start, no
help; the first missing target or wrong page ends it. Invariant: a step is judged by what the engine shows
after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy import actions
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.effects import Writer
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.groups import OPENER, chosen
from phonebuddy.rebuild.items import BUTTON, Item
from phonebuddy.rebuild.model import BACK, OPEN, TAP, TYPE, Page, Seen
from phonebuddy.rebuild.moves import gesture_of, hides_keyboard
from phonebuddy.rebuild.pages import nearest_page
from phonebuddy.rebuild.rows import Row, row_of
from phonebuddy.rebuild.score.driver import Data, Driver
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.looks import View
from phonebuddy.rebuild.score.targets import find_target
from phonebuddy.rebuild.scrolling import beyond
from phonebuddy.rebuild.slots import match
from phonebuddy.rebuild.values import Cell, Value, values_of
from phonebuddy.traces.trace import Mark, Step, Trace
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot

LEAST_LIKE = 0.2
"""What a page must share with a recorded screen to stand in for it when none is known."""
BAR = 940
"""Where the phone's own buttons begin, in thousandths of the height, if a screen does not show it."""


class Outcome(NamedTuple):
    """What became of one recorded step."""

    number: int
    known: bool
    """The rebuilt app has a page for the screen before."""
    available: bool
    """What was touched is there and can be touched."""
    right: bool
    """The page after is the recorded one: the screens overlap enough."""
    grouped: bool
    """The screen after falls into the group of screens that the recorded one is in."""
    changing: bool
    assumed: bool
    touched: str
    before: tuple[Item, ...]
    after: tuple[Item, ...]
    view: View | None = None
    """What the screen after looks like, for steps that are looked at."""


class Replayer:
    """One rebuilt app, ready to be asked about recordings."""

    def __init__(self, model: AppModel, driver: Driver, judge: Judge) -> None:
        self.model = model
        self.driver = driver
        self.judge = judge
        self.tables = Tables(model)
        self._growing = Writer(model, self.tables).growing
        self._pages = [(page, [seen.sign for seen in page.members]) for page in model.pages]
        self._openers = _openers(model)
        self._stubs = {page.name for page in model.pages if page.outside}
        self._assumed = _assumed(model)

    def replay(
        self,
        trace: Trace,
        forced: bool,
        swap: tuple[str, str] | None = None,
        first: int = 0,
        last: int | None = None,
        looked: frozenset[int] = frozenset(),
    ) -> list[Outcome]:
        """Every step of a recording whose end is on file, or those from a first to a last one.

        Free replay stops at the first failure; with `swap` another text is typed than the recorded one.
        """
        outcomes: list[Outcome] = []
        stack: list[int] = []
        went_back = False
        self.driver.start()
        self._start = self.driver.phone.snapshot()
        for index, step in enumerate(trace.steps):
            if step.after is None or index < first or (last is not None and index > last):
                continue
            before = self.judge.seen[step.before]
            page, known = self._nearest(before)
            stack = self._follow(stack, page, went_back)
            if (forced or not outcomes) and page is not None:
                self._put(before, self.model.pages[page], stack)
            if not outcomes:
                self._start = self.driver.phone.snapshot()
            outcome = self._step(index, trace, step, page is not None, swap)._replace(known=known)
            if index in looked and outcome.available and not self.driver.is_out:
                outcome = outcome._replace(view=self.driver.view())
            outcomes.append(outcome)
            went_back = gesture_of(step.action)[0] == BACK and not hides_keyboard(trace, step)
            if not forced and not outcome.right:
                break
        return outcomes

    @property
    def phone(self) -> WorldPhone:
        return self.driver.phone

    def play(self, trace: Trace) -> tuple[Snapshot, bool]:
        """Replay freely; the phone as it was at the start, and whether all of it went as recorded."""
        steps = [step for step in trace.steps if step.after is not None]
        outcomes = self.replay(trace, False)
        done = len(outcomes) == len(steps) and all(outcome.right for outcome in outcomes)
        return self._start, done

    def _follow(self, stack: list[int], page: int | None, went_back: bool) -> list[int]:
        """The pages open at a step, as far as the recording shows; what the back button left is gone."""
        if page is None:
            return stack
        if page in stack:
            return stack[: stack.index(page) + 1]
        if self.model.pages[page].home:
            return stack
        if not stack:
            return self._chain(page)
        below = stack[:-1] if went_back or self.model.pages[stack[-1]].layer else stack
        return [*below, page]

    def _chain(self, page: int) -> list[int]:
        """A page with those that usually lie below it: who opens it most, who opens that one, and so on."""
        found = [page]
        while found[0] != self.model.start and found[0] in self._openers:
            opener = self._openers[found[0]]
            if opener in found:
                break
            found.insert(0, opener)
        return found

    def _nearest(self, seen: Seen) -> tuple[int | None, bool]:
        """The page most like a recorded screen, of its own activity if there is one, and whether it is
        enough like it to be called known.
        """
        least = self.judge.least
        same = [signs if page.activity == seen.activity else [] for page, signs in self._pages]
        every = [signs for _, signs in self._pages]
        for signs in (same, every):
            found = nearest_page(signs, seen.sign, least)
            if found is not None:
                return found, True
        return nearest_page(same, seen.sign, LEAST_LIKE), False

    def _put(self, seen: Seen, page: Page, stack: Sequence[int]) -> None:
        """Set the app to a recorded screen, unless it shows just that."""
        if page.home and self.driver.is_out:
            return
        now = self.driver.read()
        if self.driver.page() == page.name and _shows(now, seen.items):
            return
        values = self._values(page, seen)
        rows: dict[tuple[str, int], dict[str, str | int]] = {}
        for cell, value in values.items() if not page.home else ():
            place = self.tables.place(page.number, cell)
            if place is not None:
                rows.setdefault((place[0], place[2]), {})[place[1]] = _plain(value)
        open_pages = [self.model.pages[number].name for number in stack if not self.model.pages[number].home]
        self.driver.put(open_pages, Data(rows, self._more_rows(page, seen)), page.home)

    def _more_rows(self, page: Page, seen: Seen) -> dict[str, tuple[int, list[Row]]]:
        """For each list of the page that changes: the rows that it did not have at first."""
        found: dict[str, tuple[int, list[Row]]] = {}
        places = match(page.slots, seen.items, self.model.flat)
        for entity in self.tables.entities:
            if entity.page == page.number and self.tables.changes(entity):
                near = {*entity.rows, *entity.guests}
                rows = [
                    row_of(item.label)
                    for number, (item, place) in enumerate(zip(seen.items, places, strict=True))
                    if place in entity.guests
                    or (place is None and item.kind == BUTTON and "\n" in item.label)
                    and near & set(places[max(0, number - 1) : number + 2])
                ]
                found[self.tables.table_of(entity)] = (len(entity.rows), rows)
        for table in self.tables.listed.tables:
            if table.page is page and table.name in self._growing:
                found[table.name] = (len(table.rows()) + len(table.added()), [])
        return found

    def _values(self, page: Page, seen: Seen) -> dict[Cell, Value]:
        places = match(page.slots, seen.items, self.model.flat)
        values = values_of(page.slots, places, seen.items)
        for group in self.model.groups.get(page.number, ()):
            values[group.cell] = chosen(group, page.slots, values)
        values |= beyond(page, values)
        return {cell: value for cell, value in values.items() if cell.slot < OPENER}

    def _step(
        self, index: int, trace: Trace, step: Step, known: bool, swap: tuple[str, str] | None
    ) -> Outcome:
        before, after = self.judge.seen[step.before], self.judge.seen[step.after or ""]
        now = self.driver.read() if known else []
        there = self.driver.page()
        touched, done = self._do(trace, step, before, now, swap) if known else ("", False)
        shown = self.driver.read() if done else []
        out = self.driver.is_out
        right = done and self.judge.same(shown, after.key, out)
        strict = right if out or after.home else done and self.judge.nearest(shown, after.key)
        changing = not step.has(Mark.NO_CHANGE)
        assumed = (there, gesture_of(step.action)[0], touched) in self._assumed
        return Outcome(
            index, known, done, right, strict, changing, assumed, touched, tuple(now), tuple(shown)
        )

    def _do(
        self, trace: Trace, step: Step, before: Seen, now: Sequence[Item], swap: tuple[str, str] | None
    ) -> tuple[str, bool]:
        """Carry a recorded action out; the slot touched, and whether it could be."""
        action = step.action
        if hides_keyboard(trace, step):
            return "", True  # the driver has put it away already
        if isinstance(action, actions.ButtonPress) and action.button == "back":
            self.driver.back()
            return "", True
        if step.target is None:
            return "", self._do_anywhere(action, before)
        wanted = next((item for item in before.items if item.element.id == step.target), None)
        item = find_target(now, wanted, before.items) if wanted is not None else None
        if item is None or wanted is None:
            return "", False
        if isinstance(action, actions.Type):
            text = swap[1] if swap is not None and action.text == swap[0] else action.text
            return item.name, self.driver.type(item, text)
        if isinstance(action, actions.Scroll | actions.Drag):
            self.driver.act(action)
            return item.name, True
        if (
            item.at
            and item.at.split()[:2] == wanted.at.split()[:2]
            and isinstance(action, actions.Click | actions.LongPress)
        ):
            self.driver.act_at(action, before.bar)
            return item.name, True
        return item.name, self.driver.tap(item, isinstance(action, actions.LongPress))

    def _do_anywhere(self, action: actions.Action, before: Seen) -> bool:
        """An action that is aimed at nothing of the app: the phone's own buttons, a touch beside
        everything.
        """
        if isinstance(action, actions.OpenApp):
            self.driver.open_app(self._stubs)
        elif isinstance(action, actions.Click) and (before.bar or BAR) <= action.point.y < 1000:
            self.driver.tap_bar(action.point)
        elif isinstance(action, actions.Click | actions.LongPress):
            self.driver.act_at(action, before.bar)
        elif not isinstance(action, actions.ButtonPress) or action.button != "menu":
            # The menu key of old phones did nothing in apps without such a menu; ours shows the open apps.
            self.driver.act(action)
        return True


def _assumed(model: AppModel) -> set[tuple[str, str, str]]:
    """Page, gesture and slot of every touch that nobody tried; typing where nobody typed is one too."""
    found: set[tuple[str, str, str]] = set()
    for edge, behaviour in model.behaviours.items():
        if edge.slot is not None and behaviour.assumed:
            page, slot = model.pages[edge.page].name, model.slot(edge.page, edge.slot).name
            found.add((page, edge.gesture, slot))
            if edge.gesture == TAP and edge._replace(gesture=TYPE) not in model.behaviours:
                found.add((page, TYPE, slot))
    return found


def _openers(model: AppModel) -> dict[int, int]:
    """For each page the one that most often opens it; layers are gone by then."""
    votes: dict[int, Counter[int]] = {}
    for edge, behaviour in model.behaviours.items():
        for way in behaviour.ways:
            if way.route.way == OPEN and way.route.support and edge.page != way.route.page:
                votes.setdefault(way.route.page, Counter())[edge.page] += way.route.support
    return {page: min(found, key=lambda one: (-found[one], one)) for page, found in votes.items()}


def _shows(now: Sequence[Item], wanted: Sequence[Item]) -> bool:
    def seen(items: Sequence[Item]) -> list[tuple[str, str, bool]]:
        return [(item.kind, item.label, item.on) for item in items]

    return seen(now) == seen(wanted)


def _plain(value: Value) -> str | int:
    return int(value) if isinstance(value, bool) else value
