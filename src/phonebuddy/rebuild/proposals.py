"""What a model may propose besides routes: names of pages, places and lists, and other ways to say a task.

Invariant: a proposal changes a name or a phrasing, never what an app does or shows, and each is listed with
what became of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.naming import RESERVED, slug

STYLES = ("terse", "plain", "polite", "chatty")
MAX_PHRASE = 300


class Proposal(NamedTuple):
    """One thing a model proposed, and what became of it."""

    what: str
    old: str
    new: str
    kept: bool
    why: str


def rename(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    """New names for pages, places and lists, where they are names and free."""
    return [*_slots(model, answer), *_lists(model, answer), *_pages(model, answer)]


def _pairs(answer: Mapping[str, object], key: str) -> Iterator[tuple[str, object]]:
    wanted = answer.get(key)
    yield from ((str(old), new) for old, new in wanted.items()) if isinstance(wanted, dict) else ()


def _problem(new: object, taken: set[str]) -> str:
    if not isinstance(new, str) or slug(new) != new or not new[:1].isalpha() or new in RESERVED:
        return "not a name"
    return "taken" if new in taken else ""


def _pages(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    found: list[Proposal] = []
    for old, new in _pairs(answer, "pages"):
        page = next((page for page in model.pages if page.name == old), None)
        taken = {other.name for other in model.pages} | set(model.list_names.values())
        why = "no such page" if page is None else _problem(new, taken)
        if page is not None and not why:
            page.name = str(new)
        found.append(Proposal("page", old, str(new), not why, why))
    return found


def _slots(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    """Places, as `page.place`."""
    found: list[Proposal] = []
    for old, new in _pairs(answer, "places"):
        page = next((page for page in model.pages if page.name == old.partition(".")[0]), None)
        slots = page.slots if page is not None else []
        slot = next((one for one in slots if one.name == old.partition(".")[2]), None)
        why = "no such place" if slot is None else _problem(new, {one.name for one in slots})
        if slot is not None and not why:
            slot.name = str(new)
        found.append(Proposal("place", old, str(new), not why, why))
    return found


def _lists(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    found: list[Proposal] = []
    for old, new in _pairs(answer, "lists"):
        known = _keys(model)
        taken = set(known) | {page.name for page in model.pages}
        why = "no such list" if old not in known else _problem(new, taken)
        if not why:
            model.list_names[known[old]] = str(new)
        found.append(Proposal("list", old, str(new), not why, why))
    return found


def _keys(model: AppModel) -> dict[str, tuple[int, int]]:
    """The lists that are tables: name to page and first slot."""
    tables = Tables(model)
    found = {one.name: (one.page, one.rows[0]) for one in tables.entities}
    return found | {table.short: table.key for table in tables.listed.tables}


def rephrase(model: AppModel, answer: Mapping[str, object], texts: Mapping[str, set[str]]) -> list[Proposal]:
    """Other ways to say a task, by style; what was typed must stay in it word for word.

    `texts` holds for each recorded instruction the typed texts it names.
    """
    found: list[Proposal] = []
    for old, ways in _pairs(answer, "phrases"):
        for style, new in ways.items() if isinstance(ways, dict) else ():
            why = _bad_phrase(old, str(style), new, texts)
            if not why:
                model.phrases.setdefault(old, {})[str(style)] = str(new)
            found.append(Proposal("phrase", f"{old} ({style})", str(new), not why, why))
    return found


def _bad_phrase(old: str, style: str, new: object, texts: Mapping[str, set[str]]) -> str:
    if old not in texts:
        return "no such instruction"
    if style not in STYLES:
        return f"a style is one of {', '.join(STYLES)}"
    if not isinstance(new, str) or not new.strip() or len(new) > MAX_PHRASE or set("{}\n") & set(new):
        return "not a sentence"
    return "" if all(text in new for text in texts[old]) else "a typed text is missing"
