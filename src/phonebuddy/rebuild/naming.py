"""Names: what pages, slots and columns are called in the rebuilt app, from what they say.

Invariant: names are small letters, digits and _, unique where they must be, and the same for the same input.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from phonebuddy.rebuild.items import BUTTON, TEXT
from phonebuddy.rebuild.model import Page

MAX_NAME = 28
RESERVED = frozenset(
    """
    abort action add after all alter analyze and as asc attach autoincrement before begin between by cascade
    case cast check collate column commit conflict constraint create cross current database default deferrable
    deferred delete desc detach distinct do drop each else end escape except exclusive exists explain fail
    filter following for foreign from full generated glob group having if ignore immediate in index indexed
    initially inner insert instead intersect into is isnull join key last left like limit match materialized
    natural no not nothing notnull null nulls of offset on or order others outer over partition plan pragma
    preceding primary query raise range recursive references regexp reindex release rename replace restrict
    returning right rollback row rows savepoint select set table temp temporary then ties to transaction
    trigger unbounded union unique update using vacuum values view virtual when where window with without
    id value shown label opened_by typed what name detail visited case_1 case_2 case_3 case_4 otherwise
    """.split()  # noqa: SIM905
)
"""SQL's own words, and names that rebuilt apps use themselves."""


def slug(text: str) -> str:
    """Words as a name; empty if there is nothing to make one of."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    if len(name) > MAX_NAME:
        name = name[:MAX_NAME].rpartition("_")[0] or name[:MAX_NAME]
    return name


def unique(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken; remembers it."""
    number, tried = 1, name
    while tried in taken or tried in RESERVED:
        number += 1
        tried = f"{name}_{number}"
    taken.add(tried)
    return tried


def title_of(page: Page) -> str:
    """What a page calls itself: its first text, unless it is a sentence."""
    for item in page.members[0].items:
        if item.kind == TEXT and item.label and len(item.head) <= 40:
            return item.head
        if item.kind not in (TEXT, BUTTON):
            break
    return ""


def name_pages(pages: Sequence[Page], openers: dict[int, str]) -> None:
    """Name pages by their titles, else by what opens them, else by their first words."""
    taken: set[str] = {"not_recorded"}
    for page in pages:
        page.title = title_of(page)
        first = next((item.head for item in page.members[0].items if item.label), "")
        name = slug(openers.get(page.number, "") or page.title or first) or "page"
        page.name = unique(name if not name[0].isdigit() else f"page_{name}", taken)
        _name_slots(page)


def _name_slots(page: Page) -> None:
    taken: set[str] = set()
    for slot in page.slots:
        name = slug(slot.first.head) or slug(slot.first.name) or slot.kind
        slot.name = unique(name if not name[0].isdigit() else f"{slot.kind}_{name}", taken)
