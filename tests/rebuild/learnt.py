"""Looking into what was learnt: pages and touches by their words."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel, Way
from phonebuddy.rebuild.model import TAP, Edge, Page


def page_with(model: AppModel, words: str) -> Page:
    return next(page for page in model.pages if any(slot.first.head == words for slot in page.slots))


def ways(model: AppModel, page: Page, words: str) -> tuple[Way, ...]:
    slot = next(slot for slot in page.slots if slot.first.head == words)
    return model.behaviours[Edge(page.number, TAP, slot.number)].ways
