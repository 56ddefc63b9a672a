"""Step 13, what stands beside an untried thing: rows of its list, numbers of its row, buttons of its run.

What was tried there says what the untried thing does. Invariant: what is found here is on the same page and
of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phonebuddy.rebuild.items import BUTTON
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.slots import SCROLLERS, Slot

LEAST_NUMBERS = 6
"""So many equal steps make a row of numbers something to choose from."""
LEAST_NAME = 3
"""Shorter names are found in other labels by chance."""


def neighbours(page: Page, slot: Slot) -> Iterator[Slot]:
    """Same first line anywhere on the page; then rows of as many lines without anything between, and the same
    part of other rows; in trees what has the same path in a list.
    """
    if slot.first.path:
        near = sorted(page.slots, key=lambda other: abs(other.number - slot.number))
        same = (other for other in near if other is not slot and other.first.path == slot.first.path)
        yield from (other for other in same if _in_a_list(slot) or other.labels == slot.labels)
        return
    head, lines = slot.first.head, slot.first.label.count("\n")
    yield from (other for other in page.slots if other is not slot and head and other.first.head == head)
    for step in (-1, 1):
        at = slot.number + step
        while lines and 0 <= at < len(page.slots):
            other = page.slots[at]
            if other.kind != BUTTON or other.first.label.count("\n") != lines:
                break
            yield other
            at += step
    yield from _same_part(page, slot)


def _in_a_list(slot: Slot) -> bool:
    """Whether the same path means the same part of another row; elsewhere each thing has its own use."""
    return any(step.partition("#")[0] in SCROLLERS for step in slot.first.path.split("/")[:-1])


def _same_part(page: Page, slot: Slot) -> Iterator[Slot]:
    """What says the same words about another row: `Delete Tea` beside `Delete Rice`."""
    own = _about(page, slot)
    if own is not None:
        near = sorted(page.slots, key=lambda other: abs(other.number - slot.number))
        yield from (
            other
            for other in near
            if other is not slot and other.kind == slot.kind and _about(page, other) == own
        )


def _about(page: Page, slot: Slot) -> str | None:
    """The words of a label before the name of a row; None if no other label begins or ends with that name."""
    words = slot.first.label.split(" ")
    for cut in range(1, len(words)):
        name = " ".join(words[cut:])
        if len(name) >= LEAST_NAME and any(
            other is not slot and _names(other.first.label, name) for other in page.slots
        ):
            return " ".join(words[:cut])
    return None


def _names(label: str, name: str) -> bool:
    """Whether one of the lines of a label is a name, or ends with it."""
    return any(line == name or line.endswith(f" {name}") for line in label.split("\n"))


def numbers_beside(page: Page, slot: Slot) -> list[Slot]:
    """The row of numbers that one stands in, such as the days of a month or the hours of a clock."""
    if not slot.first.label.isdecimal():
        return []
    first = last = slot.number
    while first > 0 and page.slots[first - 1].first.label.isdecimal():
        first -= 1
    while last + 1 < len(page.slots) and page.slots[last + 1].first.label.isdecimal():
        last += 1
    run = page.slots[first : last + 1]
    numbers = [int(one.first.label) for one in run]
    steps = [two - one for one, two in zip(numbers, numbers[1:], strict=False)]
    even = max((steps.count(step) for step in set(steps) if step > 0), default=0)
    return run if even >= LEAST_NUMBERS else []


def run_of_buttons(slots: Sequence[Slot], slot: Slot) -> list[Slot]:
    """The buttons without anything between them that one is among."""
    first = last = slot.number
    while first > 0 and slots[first - 1].kind == BUTTON:
        first -= 1
    while last + 1 < len(slots) and slots[last + 1].kind == BUTTON:
        last += 1
    return list(slots[first : last + 1])
