"""Building the model: the steps in order, from recordings to behaviours.

Invariant: no step looks at anything but what the steps before it made; the same recordings give the same
model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.behaviour import AppModel, Behaviour, learn_behaviour
from phonebuddy.rebuild.beliefs import beliefs
from phonebuddy.rebuild.defaults import fill_untried
from phonebuddy.rebuild.derived import mark_derived
from phonebuddy.rebuild.effects import Learner
from phonebuddy.rebuild.graph import BACK_TO, collect
from phonebuddy.rebuild.groups import add_group_cells, find_groups, varying
from phonebuddy.rebuild.layers import mark_layers
from phonebuddy.rebuild.links import find_links
from phonebuddy.rebuild.listings import find_listings
from phonebuddy.rebuild.lists import find_changing
from phonebuddy.rebuild.model import BACK, OPEN, TAP, Move, Page, Seen, Spot
from phonebuddy.rebuild.moves import find_moves
from phonebuddy.rebuild.naming import name_pages, slug
from phonebuddy.rebuild.pages import group_screens, merge_alike, threshold
from phonebuddy.rebuild.priorities import count_visits
from phonebuddy.rebuild.rules.counts import find_counts
from phonebuddy.rebuild.rules.history import edges_of, find_histories
from phonebuddy.rebuild.rules.learn import RowLearner
from phonebuddy.rebuild.screens import by_words, is_flat, see_all
from phonebuddy.rebuild.scrolling import find_sheets
from phonebuddy.rebuild.slots import align_members
from phonebuddy.rebuild.stack import follow
from phonebuddy.rebuild.values import member_values
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.manifest import RESERVED


def build_model(traces: Sequence[Trace]) -> AppModel:
    """Learn an app from recordings of it."""
    if not traces or not any(trace.steps for trace in traces):
        raise TraceError(
            "no steps in these recordings; a rebuild needs at least one with screens and actions."
        )
    flat = is_flat(traces)
    seen = see_all(traces, flat)
    pages, spots = find_pages(list(seen.values()), flat, by_words(traces))
    moves = find_moves(traces, pages, spots)
    starts = _starts(traces, pages, spots)
    start = Counter(starts).most_common(1)[0][0]
    mark_layers(pages, moves, set(starts))
    model = AppModel(app_name(traces), traces[0].app, flat, pages, start)
    first = next(iter(traces[0].shots.values())).screen
    model.size = (first.width, first.height)
    _learn(model, moves)
    model.start = _best_start(model, start)
    return model


def _best_start(model: AppModel, first: int) -> int:
    """Where the recordings start; unless that leads nowhere, then the first page that leads furthest."""
    inside = [page.number for page in model.pages if not page.outside and not page.layer]
    sizes = {number: len(reach(model, number)) for number in {first, *inside}}
    if 2 * sizes[first] >= max(sizes.values()):
        return first
    return min(sizes, key=lambda number: (-sizes[number], number))


def _starts(traces: Sequence[Trace], pages: Sequence[Page], spots: dict[str, Spot]) -> list[int]:
    """The first page of each recording that is not the phone's home screen."""
    found: list[int] = []
    for trace in traces:
        keys = [key for step in trace.steps for key in (step.before, step.after) if key is not None]
        inside = [spots[key].page for key in keys if not pages[spots[key].page].home]
        found.extend(inside[:1] or [spots[key].page for key in keys[:1]])
    return found


def reach(model: AppModel, start: int) -> set[int]:
    """The numbers of the pages that touches lead to from a page."""
    found = {start}
    while True:
        ends = {
            way.route.page
            for edge, behaviour in model.behaviours.items()
            if edge.page in found and (edge.slot is not None or edge.gesture == BACK)
            for way in behaviour.ways
            if way.route.way in (OPEN, "replace", BACK_TO)
        }
        if ends <= found:
            return found
        found |= ends


def find_pages(seen: Sequence[Seen], flat: bool, words: bool) -> tuple[list[Page], dict[str, Spot]]:
    """Screens to pages with aligned slots."""
    pages: list[Page] = []
    spots: dict[str, Spot] = {}
    groups = group_screens([(one.activity, one.sign) for one in seen], threshold(words))
    if flat:
        groups = merge_alike(groups, [one.items for one in seen], flat)
    for group in groups:
        members = [seen[number] for number in group.members]
        slots = align_members([one.items for one in members], flat)
        page = Page(len(pages), group.activity, members, slots)
        page.values = [member_values(slots, number) for number in range(len(members))]
        page.outside, page.home = members[0].outside, members[0].home
        spots.update({one.key: Spot(page.number, number) for number, one in enumerate(members)})
        pages.append(page)
    return pages, spots


def _learn(model: AppModel, moves: list[Move]) -> None:
    pages = model.pages
    for page in pages:
        groups = find_groups(page, moves)
        add_group_cells(page, groups)
        if groups:
            model.groups[page.number] = groups
    mark_derived(pages, moves)
    for page in pages:
        page.cells = varying(page)
    sights = collect(moves, follow(moves, pages))
    name_pages(pages, _openers(moves, pages))
    ordered = sorted((sight for found in sights.values() for sight in found), key=lambda s: s.move[:2])
    model.links = find_links(ordered, pages, model.groups)
    model.lists = {page.number: changing for page in pages if (changing := find_changing(page))}
    model.counts = find_counts(pages, model.lists, moves)
    learner = Learner(pages)
    states = {(m.trace, m.step): state for m, state in zip(moves, beliefs(moves, pages), strict=True)}
    rows = RowLearner(moves, pages, model.lists, states)
    for edge, found in sights.items():
        model.behaviours[edge] = learn_behaviour(edge, found, pages, learner, rows, states)
        model.ends[edge] = {sight.move.after.page for sight in found}
    model.num_moves = len(moves)
    model.visits = count_visits(moves)
    fill_untried(model)
    add_histories(model, moves)
    find_sheets(model, moves)
    find_listings(model)


def add_histories(model: AppModel, moves: Sequence[Move]) -> None:
    """Every row of a list does to a history what the opened ones did."""
    for (page, first), rules in find_histories(moves, model.pages, model.lists).items():
        region = next(one for one in model.lists[page] if one.first == first)
        for edge in edges_of(page, region):
            known = model.behaviours.get(edge)
            if known is not None:
                ways = tuple(way._replace(rows=(*way.rows, *rules)) for way in known.ways)
                model.behaviours[edge] = Behaviour(ways)


def _openers(moves: Sequence[Move], pages: Sequence[Page]) -> dict[int, str]:
    """What most often opens a page that has no title of its own."""
    words: dict[int, Counter[str]] = {}
    for move in moves:
        if move.gesture == TAP and move.slot is not None and move.before.page != move.after.page:
            label = pages[move.before.page].slots[move.slot].first.head
            words.setdefault(move.after.page, Counter())[label] += 1
    return {page: counts.most_common(1)[0][0] for page, counts in words.items() if pages[page].layer}


def app_name(traces: Sequence[Trace]) -> str:
    """A name for the app: small letters and digits."""
    name = slug(traces[0].app.rpartition(".")[2] or traces[0].app).replace("_", "")
    return name if is_app_name(name) else f"app{name}"


def is_app_name(name: str) -> bool:
    """Whether the engine takes it as the name of an app."""
    return bool(re.fullmatch(r"[a-z][a-z0-9]{1,27}", name)) and name not in RESERVED
