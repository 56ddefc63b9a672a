"""Step 6 for pages with places: screens of one page with a swipe between them, put together to one sheet.

What both screens show says how far it moved; so everything in a list or a long page gets the place where it
would stand if the phone were high enough to show it all. Invariant: what the first screen shows stays where
it stands, and nothing is put where that screen would have shown it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median_low

from phonebuddy.rebuild.behaviour import AppModel, Behaviour, Way
from phonebuddy.rebuild.model import SCROLL, Move, Page, Sheet
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import AT, SHOWN, Cell, Value
from phonebuddy.screen import Flag

UP_AND_DOWN = ("up", "down")
SAME_PLACE = 6
"""Thousandths of the height by which one thing may stand differently on two screens."""

Ends = tuple[int, int]
"""Where something begins and ends, from the top."""


def ends_of(at: str) -> Ends:
    _, top, _, bottom = map(int, at.split())
    return top, bottom


def lower(at: str, by: int) -> str:
    """A place further down."""
    left, top, right, bottom = map(int, at.split())
    return f"{left} {top + by} {right} {bottom + by}"


def find_sheets(model: AppModel, moves: Sequence[Move]) -> None:
    """Say of each page what scrolls on it; swipes are then no rules about the things that move any more."""
    for page in model.pages if not model.flat else ():
        pairs = sorted(set(_swiped(page, moves)))
        for slot in page.slots if pairs and not page.home and not page.outside else ():
            places = _sheet(page, slot, pairs) if slot.first.element.has(Flag.SCROLLABLE) else {}
            if places:
                page.sheets.append(Sheet(slot.number, places))
                page.cells = sorted(
                    {*page.cells, *(Cell(one, kind) for one in places for kind in (AT, SHOWN))}
                )
                _forget_swipes(model, page, set(places))


def _swiped(page: Page, moves: Sequence[Move]) -> Iterator[tuple[int, int]]:
    """Screens of the page with a swipe up or down between them that changed something."""
    for move in moves:
        here = move.before.page == page.number == move.after.page and move.before != move.after
        if here and move.gesture == SCROLL and move.detail in UP_AND_DOWN:
            yield move.before.member, move.after.member


def _sheet(page: Page, scroller: Slot, pairs: Sequence[tuple[int, int]]) -> dict[int, str]:
    """Where all that is in a scroller stands on its sheet; nothing if no swipe brought more into sight."""
    if 0 not in scroller.seen:
        return {}
    window = ends_of(scroller.seen[0].at)
    screens = {0: _inside(page, scroller, 0)}
    found = dict(screens[0])
    for member, by in sorted(
        _how_far(page, scroller, pairs, screens).items(), key=lambda one: (one[1], one[0])
    ):
        for number, at in screens[member].items():
            moved, known = lower(at, by), found.get(number)
            if known is None or _height(known) < _height(moved):
                found[number] = moved
    hidden = {n for n, at in found.items() if n not in screens[0] and _is_in(ends_of(at), window)}
    places = {number: at for number, at in found.items() if number not in hidden}
    goes_on = any(
        top < window[0] - SAME_PLACE or bottom > window[1] + SAME_PLACE
        for top, bottom in map(ends_of, places.values())
    )
    return places if goes_on else {}


def _is_in(ends: Ends, window: Ends) -> bool:
    return ends[0] < window[1] - SAME_PLACE and ends[1] > window[0] + SAME_PLACE


def _height(at: str) -> int:
    top, bottom = ends_of(at)
    return bottom - top


def _inside(page: Page, scroller: Slot, member: int) -> dict[int, str]:
    """What is in a scroller on one screen: slot to place."""
    items = page.members[member].items
    mine = {id(scroller.seen[member])} if member in scroller.seen else set()
    places: dict[int, str] = {}
    numbers = {id(slot.seen[member]): slot.number for slot in page.slots if member in slot.seen}
    for item in items:
        if item.parent >= 0 and id(items[item.parent]) in mine:
            mine.add(id(item))
            if id(item) in numbers:
                places[numbers[id(item)]] = item.at
    return places


def _how_far(
    page: Page, scroller: Slot, pairs: Sequence[tuple[int, int]], screens: dict[int, dict[int, str]]
) -> Mapping[int, int]:
    """For each screen that swipes connect with the first one: how much lower what it shows belongs."""
    found = {0: 0}
    waiting = [0]
    while waiting:
        known = waiting.pop(0)
        for new in sorted({one for pair in pairs if known in pair for one in pair} - set(found)):
            if new not in scroller.seen or scroller.seen[new].at != scroller.seen[0].at:
                continue  # it moved itself, in something else that scrolls
            screens[new] = _inside(page, scroller, new)
            step = _moved(page, known, new, screens)
            if step is not None:
                found[new] = found[known] + step
                waiting.append(new)
    return found


def _moved(page: Page, one: int, two: int, screens: Mapping[int, Mapping[int, str]]) -> int | None:
    """How far things moved between two screens, by those that both show whole and with the same words."""
    steps: list[int] = []
    for number in screens[one].keys() & screens[two].keys():
        ours, theirs = page.slots[number].seen[one], page.slots[number].seen[two]
        if (
            ours.label
            and ours.label == theirs.label
            and abs(_height(ours.at) - _height(theirs.at)) <= SAME_PLACE
        ):
            steps.append(ends_of(ours.at)[0] - ends_of(theirs.at)[0])
    usual = median_low(steps) if steps else None
    if usual is None or 2 * sum(abs(step - usual) <= SAME_PLACE for step in steps) <= len(steps):
        return None
    return usual


def _forget_swipes(model: AppModel, page: Page, slots: set[int]) -> None:
    def without(way: Way) -> Way:
        kept = (e for e in way.effects if e.page != page.number or e.cell.slot not in slots)
        return way._replace(effects=tuple(kept))

    for edge, known in model.behaviours.items():
        if edge.page == page.number and edge.gesture == SCROLL and edge.detail in UP_AND_DOWN:
            model.behaviours[edge] = Behaviour(tuple(map(without, known.ways)))


def beyond(page: Page, values: Mapping[Cell, Value]) -> dict[Cell, Value]:
    """Where the rest of each sheet stands while a screen shows this: above and below what can be seen."""
    found: dict[Cell, Value] = {}
    for sheet in page.sheets:
        window = values.get(Cell(sheet.scroller, AT), page.slots[sheet.scroller].first.at)
        shown = {slot for slot in sheet.places if values.get(Cell(slot, SHOWN))}
        steps = [
            ends_of(sheet.places[slot])[0] - ends_of(str(values[Cell(slot, AT)]))[0]
            for slot in sorted(shown)
            if Cell(slot, AT) in values
        ]
        for slot in sheet.places if steps else ():
            at = lower(sheet.places[slot], -median_low(steps))
            if slot not in shown and not _is_in(ends_of(at), ends_of(str(window))):
                found |= {Cell(slot, SHOWN): True, Cell(slot, AT): at}
    return found
