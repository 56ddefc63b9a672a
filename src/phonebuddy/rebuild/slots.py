"""Step 8: align the screens of a page: which item of one screen is which item of another.

Each page gets slots in order; a screen fills some of them. Words that are the same everywhere are labels,
those that differ are fields, items that come and go are optional. Alignment is by order and likeness, one
screen after the other. Invariant: no two items of a screen fill one slot, and slots keep the order of the
screens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phonebuddy.rebuild.items import BUTTON, CHECK, TEXT, Item
from phonebuddy.rebuild.platform import state_words, without_state

SAME, SAME_HEAD, SAME_INNER, SAME_PATH, SAME_PLACE = 20, 14, 9, 6, 2
"""What it is worth to put an item into a slot: same words, same first line, same words inside it, only the
same path or kind.
"""
NEVER = -1
SCROLLERS = ("list", "grid", "scroll", "pager")
"""What holds rows."""
LONG_LABEL = 40


class Slot:
    """One place on a page, and what was seen in it: member number -> item."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = ""
        self.seen: dict[int, Item] = {}
        self.labels: set[str] = set()
        self.starts: set[str] = set()
        self.heads: set[str] = set()
        self.inners: set[str] = set()
        self.kinds: Counter[str] = Counter()
        self.kind = ""
        """What it mostly is."""
        self.paths: set[str] = set()
        self.stem = ""
        """First line that never changes while the lines after it may: the name of a setting, say."""

    def add(self, member: int, item: Item) -> None:
        self.seen[member] = item
        self.labels.add(core(item))
        self.starts.add(start_of(item))
        self.heads.add(item.head)
        self.inners.add(item.inner)
        self.kinds[item.kind] += 1
        self.kind = min(self.kinds, key=lambda kind: (-self.kinds[kind], kind))
        self.paths.add(item.path)

    @property
    def first(self) -> Item:
        return self.seen[min(self.seen)]

    @property
    def words(self) -> tuple[str, str] | None:
        """The state words of a switch that writes them after its label."""
        return state_words(self.first.label) if self.kind == CHECK else None


def core(item: Item) -> str:
    """What an item says, without what only says whether it is on."""
    return without_state(item.label) if item.kind == CHECK else item.label


def start_of(item: Item) -> str:
    """What items are known again by: recorders cut long labels, some sooner than others."""
    return core(item)[:LONG_LABEL]


def align_members(members: Sequence[Sequence[Item]], flat: bool) -> list[Slot]:
    """The slots of a page, from all its screens."""
    slots: list[Slot] = []
    for member, items in enumerate(members):
        places = match(slots, items, flat)
        _put(slots, member, items, places)
    for number, slot in enumerate(slots):
        slot.number = number
        if len(slot.heads) == 1 and all("\n" in label for label in slot.labels):
            slot.stem = f"{slot.first.head}\n"
    return slots


def _put(slots: list[Slot], member: int, items: Sequence[Item], places: Sequence[int | None]) -> None:
    """Add a screen's items; those without a slot get new ones where they stand."""
    ordered: list[Slot] = []
    at = 0
    for item, place in zip(items, places, strict=True):
        if place is not None and place < at:
            slots[place].add(member, item)  # in another order than before
            continue
        if place is None:
            slot = Slot(-1)
        else:
            ordered.extend(slots[at:place])
            slot, at = slots[place], place + 1
        slot.add(member, item)
        ordered.append(slot)
    ordered.extend(slots[at:])
    slots[:] = ordered


def match(slots: Sequence[Slot], items: Sequence[Item], flat: bool) -> list[int | None]:
    """For each item the slot it belongs to, in order; None for what the page has no place for."""
    rows, columns = len(slots), len(items)
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    fit = [[likeness(slot, item, flat) for item in items] for slot in slots]
    for i in range(rows - 1, -1, -1):
        row, below, fits = best[i], best[i + 1], fit[i]
        for j in range(columns - 1, -1, -1):
            value = below[j] if below[j] >= row[j + 1] else row[j + 1]
            if fits[j] > NEVER and fits[j] + below[j + 1] > value:
                value = fits[j] + below[j + 1]
            row[j] = value
    places: list[int | None] = [None] * columns
    i = j = 0
    while i < rows and j < columns:
        if fit[i][j] > NEVER and best[i][j] == fit[i][j] + best[i + 1][j + 1]:
            places[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return _known_again(slots, items, places, fit)


def _known_again(
    slots: Sequence[Slot], items: Sequence[Item], places: list[int | None], fit: Sequence[Sequence[int]]
) -> list[int | None]:
    """Items that stand in another order than before go to the slots that say the same."""
    exact = {p for j, p in enumerate(places) if p is not None and fit[p][j] >= SAME}
    for j, item in enumerate(items):
        place = places[j]
        if not item.label or (place is not None and fit[place][j] >= SAME) or in_a_row(item):
            continue
        for i in range(len(slots)):
            if fit[i][j] >= SAME and i not in exact:
                places[places.index(i) if i in places else j] = None
                places[j] = i
                exact.add(i)
                break
    return places


def in_a_row(item: Item) -> bool:
    """Whether it is part of a row of a list with places: it stays with its row, whatever that says."""
    return any(step.partition("#")[0] in SCROLLERS for step in item.path.split("/")[:-2])


def likeness(slot: Slot, item: Item, flat: bool) -> int:
    """How well an item fits a slot; NEVER if it does not."""
    if not flat:
        if item.path not in slot.paths:
            return NEVER
        if item.label and start_of(item) in slot.starts:
            return SAME
        return SAME_INNER if item.inner and item.inner in slot.inners else SAME_PATH
    if _class(item.kind) != _class(slot.kind):
        return NEVER
    if start_of(item) in slot.starts:
        return SAME + (item.kind in slot.kinds)
    if "\n" in item.label and item.head in slot.heads:
        return SAME_HEAD
    return SAME_PLACE if item.kind in slot.kinds else NEVER


def alike(slots: Sequence[Slot], items: Sequence[Item], flat: bool) -> tuple[float, int]:
    """How much of a screen fits a page, from 0 to 1, and how many of its items fit exactly."""
    exact, partly = 0, 0.0
    for item, place in zip(items, match(slots, items, flat), strict=True):
        if place is not None:
            same = likeness(slots[place], item, flat) >= SAME_HEAD
            exact += same
            partly += 0.0 if same else 0.5
    usual = sum(len(slot.seen) for slot in slots) / max(1, len({m for slot in slots for m in slot.seen}))
    return (exact + partly) / max(1.0, usual, len(items)), exact


def _class(kind: str) -> str:
    """A chosen tab is often plain text and the others buttons: both are words."""
    return TEXT if kind in (TEXT, BUTTON) else kind
