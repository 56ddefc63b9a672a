"""Step 5: which pages are layers: dialogs, menus and lists of choices that close when something is chosen.

A recording with bounds says so itself. Without bounds the shape of a page suggests it and the moves decide: a
page that the phone's back button skips on the way back is a layer. Invariant: the first page of a recording
is never a layer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT
from phonebuddy.rebuild.model import BACK, Move, Page

MOST_TEXTS, MOST_BUTTONS, MOST_FIELDS = 3, 3, 2
"""What a dialog has at most, besides choices."""


def mark_layers(pages: Sequence[Page], moves: Sequence[Move], starts: set[int]) -> None:
    """Say of each page whether it is a layer."""
    votes = _votes(moves)
    for page in pages:
        if any(seen.layer for seen in page.members):
            page.layer = True
        elif page.number not in starts and not page.activity:
            page.layer = votes[page.number] > 0 or (votes[page.number] == 0 and looks_like_layer(page))


def looks_like_layer(page: Page) -> bool:
    """Menus are buttons only, choices are check boxes only, dialogs are small and end in buttons."""
    items = page.members[0].items
    count = Counter(item.kind for item in items)
    if not items or page.outside:
        return False
    if count[BUTTON] >= 2 and count[BUTTON] == len(items):
        return True
    if count[CHECK] >= 2 and count[TEXT] <= 2 and count[FIELD] == 0:
        return count[BUTTON] <= MOST_BUTTONS
    small = count[TEXT] <= MOST_TEXTS and count[FIELD] <= MOST_FIELDS and 1 <= count[BUTTON] <= MOST_BUTTONS
    return small and items[-1].kind == BUTTON


def _votes(moves: Sequence[Move]) -> Counter[int]:
    """+1 where a page was skipped on the way back to who opened it, -1 where back led to it."""
    votes: Counter[int] = Counter()
    for one, two, three in zip(moves, moves[1:], moves[2:], strict=False):
        if two.fresh or three.fresh or BACK in (one.gesture, two.gesture):
            continue
        opener, middle, last = one.before.page, two.before.page, three.before.page
        if opener == middle or middle == last or last == opener or three.gesture != BACK:
            continue
        if three.after.page == opener:
            votes[middle] += 1
        elif three.after.page == middle:
            votes[middle] -= 1
    return votes
