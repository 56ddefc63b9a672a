"""Step 9, first half: recorded steps as moves between pages, with the slot that was touched.

Invariant: a move's slot is a slot of its page before, and its members are screens the pages were made from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phonebuddy import actions
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, Item
from phonebuddy.rebuild.model import BACK, LONG, OTHER, SCROLL, TAP, TYPE, Move, Page, Spot
from phonebuddy.traces.trace import Flag, Layer, Mark, Step, Trace

KEYBOARD = "keyboard"
"""What tells the back button that puts a keyboard away from all others."""


def find_moves(traces: Sequence[Trace], pages: Sequence[Page], spots: Mapping[str, Spot]) -> list[Move]:
    """All steps whose both screens are known."""
    moves: list[Move] = []
    for number, trace in enumerate(traces):
        last: str | None = None
        for index, step in enumerate(trace.steps):
            if step.after is not None:
                fresh = last is None or spots[last] != spots[step.before] or step.has(Mark.GAP)
                moves.append(_move(number, index, trace, step, pages, spots, fresh))
            last = step.after
    return moves


def _move(
    number: int,
    index: int,
    trace: Trace,
    step: Step,
    pages: Sequence[Page],
    spots: Mapping[str, Spot],
    fresh: bool,
) -> Move:
    assert step.after is not None
    before = spots[step.before]
    gesture, detail = gesture_of(step.action)
    target = step.target
    flat = trace.has(Flag.FLAT) and not trace.has(Flag.NO_BOUNDS)
    if target is not None and flat and gesture != SCROLL:
        target = on_top(pages[before.page].members[before.member].items, target)
    slot = None if target is None else slot_of(pages[before.page], before.member, target)
    text = step.action.text if isinstance(step.action, actions.Type) else ""
    if gesture == TYPE and slot is not None and pages[before.page].slots[slot].kind != FIELD:
        gesture, text = TAP, ""  # an agent that types where nothing can be typed has only touched it
    if hides_keyboard(trace, step) and before.page == spots[step.after].page:
        gesture, detail = OTHER, KEYBOARD
    return Move(number, index, gesture, slot, text, before, spots[step.after], fresh, detail)


def hides_keyboard(trace: Trace, step: Step) -> bool:
    """Whether the back button has a keyboard to put away; the page below does not see it then."""
    return gesture_of(step.action)[0] == BACK and trace.shots[step.before].layer is Layer.KEYBOARD


def on_top(items: Sequence[Item], target: str) -> str:
    """Where a list of elements said nothing of what lies on what: the last thing to touch that is drawn over
    the middle of the named one, as a touch there will meet it.
    """
    named = next((item for item in items if item.element.id == target), None)
    if named is None:
        return target
    x, y = named.element.bounds.center
    over = [
        item
        for item in items[items.index(named) :]
        if item.kind in (BUTTON, CHECK, FIELD)
        and item.element.bounds.left <= x < item.element.bounds.right
        and item.element.bounds.top <= y < item.element.bounds.bottom
    ]
    return over[-1].element.id if over else target


def slot_of(page: Page, member: int, target: str) -> int | None:
    """The slot of a touched element: its own, or that of what holds it."""
    items = page.members[member].items
    place = next((n for n, item in enumerate(items) if item.element.id == target), -1)
    while place >= 0:
        item = items[place]
        for slot in page.slots:
            if slot.seen.get(member) is item:
                return slot.number
        place = item.parent
    return None


def gesture_of(action: actions.Action) -> tuple[str, str]:
    """The gesture, and what else tells it apart."""
    match action:
        case actions.Click() | actions.DoubleClick():
            return TAP, ""
        case actions.LongPress():
            return LONG, ""
        case actions.Type():
            return TYPE, ""
        case actions.Scroll() | actions.Drag():
            return SCROLL, direction(action.start, action.end)
        case actions.ButtonPress(button="back"):
            return BACK, ""
        case _:
            return OTHER, actions.name_of(action) + getattr(action, "button", "")


def direction(start: actions.Point, end: actions.Point) -> str:
    """Where the finger moved."""
    dx, dy = end.x - start.x, end.y - start.y
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"
