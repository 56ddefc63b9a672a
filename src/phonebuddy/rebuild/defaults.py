"""Step 13: what nobody tried: the default behaviour of each kind of widget, flagged as assumed.

Check boxes flip or choose, fields take text, a button does what the same button does elsewhere, rows do what
their neighbours do, what is left in a layer closes it. The rest says honestly that it is not in the
recording. Invariant: what was recorded is never changed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from phonebuddy.rebuild.behaviour import AppModel, Behaviour, Way
from phonebuddy.rebuild.beside import neighbours, numbers_beside, run_of_buttons
from phonebuddy.rebuild.effects import Effect
from phonebuddy.rebuild.expressions import Constant, Opposite, Other, Tapped
from phonebuddy.rebuild.graph import BACK_TO, MISSING, Route
from phonebuddy.rebuild.groups import words_of
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD
from phonebuddy.rebuild.model import LONG, OPEN, RETURN, STAY, TAP, Edge, Page
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import ON, SAYS, Cell

BESIDE = "as the row beside it"
HELD = "a long press is a tap where nothing waits for it"
CLOSERS = 2
"""A layer with so many buttons waits for one of them; with fewer, choosing closes it."""
MOST_ENDINGS = 3
"""Buttons that a form ends in."""
LEAST_OTHERS = 2
"""So many buttons that do the same say what the one among them does."""


def fill_untried(model: AppModel) -> None:
    """Give every thing that can be touched a behaviour."""
    tried = dict(model.behaviours)
    for page in model.pages:
        for slot in page.slots:
            edge = Edge(page.number, TAP, slot.number)
            if slot.kind == CHECK:
                model.behaviours[edge] = _check(model, page, slot, tried)
            elif slot.kind == FIELD and edge not in tried:
                model.behaviours[edge] = _assume(Route(STAY, page.number, 0, assumed="a field takes text"))
            elif BUTTON in slot.kinds and edge not in tried:
                route = _button(model, page, slot, tried)
                model.behaviours[edge] = _assume(route, *_borrowed(page, slot, route, tried))
        _confirm(model, page, tried)
        if not model.flat:
            _hold(model, page, tried)


def _hold(model: AppModel, page: Page, tried: dict[Edge, Behaviour]) -> None:
    """What has no use for a long press takes it as a tap, as Android does."""
    for slot in page.slots:
        known = tried.get(Edge(page.number, TAP, slot.number))
        edge = Edge(page.number, LONG, slot.number)
        if known is not None and slot.kind == BUTTON and edge not in tried:
            ways = (way._replace(route=way.route._replace(assumed=HELD)) for way in known.ways)
            model.behaviours[edge] = Behaviour(tuple(ways))


def _assume(route: Route, *effects: Effect) -> Behaviour:
    return Behaviour((Way(route, effects),))


def _check(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Behaviour:
    """Own effect by rule, whether tried or not; the route as recorded, else as that of its neighbours."""
    group = model.group_of(page.number, slot.number)
    edge = Edge(page.number, TAP, slot.number)
    known = tried.get(edge)
    route = known.ways[-1].route if known is not None else _check_route(page, tried)
    if group is None:
        own = Effect(page.number, Cell(slot.number, ON), Opposite(), assumed=route.assumed)
    else:
        own = Effect(page.number, group.cell, Constant(words_of(slot)), assumed=route.assumed)
    linked = [
        Effect(link.page, link.cell, Tapped(-1), link.support, assumed=route.assumed)
        for link in model.links
        if link.choices == page.number and group is not None and link.group == group.cell
    ]
    if known is None:
        return _assume(route, own, *(linked if route.way in (RETURN, BACK_TO) else ()))
    ways = []
    for way in known.ways:
        extra = [own, *(linked if way.route.way in (RETURN, BACK_TO) else ())]
        taken = {(effect.page, effect.cell) for effect in extra}
        kept = [effect for effect in way.effects if (effect.page, effect.cell) not in taken]
        ways.append(way._replace(effects=(*extra, *kept)))
    return Behaviour(tuple(ways))


def _check_route(page: Page, tried: dict[Edge, Behaviour]) -> Route:
    ways: Counter[Route] = Counter()
    for slot in page.slots:
        known = tried.get(Edge(page.number, TAP, slot.number))
        if slot.kind == CHECK and known is not None:
            route = known.ways[-1].route
            ways[_plain(route)] += 1
    usable = [route for route in ways if route.way in (STAY, RETURN, BACK_TO)]
    if usable:
        best = max(usable, key=lambda route: (ways[route], route.way == RETURN, route))
        return best._replace(assumed="as the boxes beside it")
    if page.layer and _num_closers(page) < CLOSERS:
        return Route(RETURN, -1, 1, assumed="a choice closes a layer without buttons")
    return Route(STAY, page.number, 0, assumed="a check box stays on its page")


def _num_closers(page: Page) -> int:
    return sum(slot.kind == BUTTON for slot in page.slots)


def _button(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route:
    if page.outside:
        return Route(STAY, page.number, 0, assumed="another app is only a picture")
    for find in (_as_row, _as_number, _as_commit, _as_elsewhere, _by_title, _as_others):
        route = find(model, page, slot, tried)
        if route is not None:
            return route
    if page.layer and not _is_menu(page):
        return Route(RETURN, -1, 1, assumed="a button closes its layer")
    return Route(MISSING, -1, 0, assumed="not in the recording")


def _borrowed(page: Page, slot: Slot, route: Route, tried: dict[Edge, Behaviour]) -> list[Effect]:
    """What a row changes as the row beside it does: all but the words that were that row's own."""
    if route.assumed != BESIDE:
        return []
    other = next(one for one in neighbours(page, slot) if Edge(page.number, TAP, one.number) in tried)
    return [
        effect._replace(support=0, conflicts=0, assumed=BESIDE)
        for effect in tried[Edge(page.number, TAP, other.number)].ways[-1].effects
        if effect.cell.slot != other.number
        and not (
            isinstance(effect.expression, Constant) and (slot.first.path or effect.cell.attribute == SAYS)
        )
    ]


def _is_menu(page: Page) -> bool:
    return page.layer and all(slot.kind == BUTTON for slot in page.slots)


def _as_row(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """What a row of the same name does, or the rows of the same shape next to it."""
    for other in neighbours(page, slot):
        known = tried.get(Edge(page.number, TAP, other.number))
        if known is not None:
            return known.ways[-1].route._replace(support=0, conflicts=0, assumed=BESIDE)
    return None


def _as_number(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """One of many numbers in a row: as those that were tried; else choosing one stays."""
    run = numbers_beside(page, slot)
    if not run:
        return None
    known = [one for other in run if (one := tried.get(Edge(page.number, TAP, other.number))) is not None]
    routes = Counter(_plain(one.ways[-1].route) for one in known)
    if routes:
        best = max(routes, key=lambda route: (routes[route], route))
        return best._replace(assumed="as the numbers beside it")
    return Route(STAY, page.number, 0, assumed="one of many numbers")


def _as_others(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """What all the buttons around it do that were tried; in a menu one that closes it is enough."""
    run = run_of_buttons(page.slots, slot)
    known = [one for other in run if (one := tried.get(Edge(page.number, TAP, other.number))) is not None]
    routes = {_plain(one.ways[-1].route) for one in known}
    if len(routes) != 1:
        return None
    (route,) = routes
    closes = _is_menu(page) and route.way in (RETURN, BACK_TO)
    usual = len(known) >= LEAST_OTHERS and route.way in (STAY, RETURN)
    return route._replace(assumed="as all the buttons beside it") if closes or usual else None


def _plain(route: Route) -> Route:
    return Route(route.way, route.page, route.depth)


def _as_commit(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """The last thing on a page, after a field with at most a few buttons between: it takes what was typed
    and closes the page.
    """
    last = page.slots[-1]
    if page.number == model.start or slot is not last:
        return None
    tail = [one.kind for one in page.slots[-1 - MOST_ENDINGS :]]
    while tail and tail[-1] == BUTTON:
        tail.pop()
    if not tail or tail[-1] != FIELD:
        return None
    return Route(RETURN, -1, 1, assumed="a form closes when it is done")


def _as_elsewhere(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """What a button with the same words does on other pages: of the same sort if there are any."""
    found: Counter[Route] = Counter()
    ends: dict[int, set[int]] = {}
    for other, edge in _same_words(model, page, slot, tried):
        route = tried[edge].ways[-1].route
        ends.setdefault(other.number, set()).update(model.ends[edge])
        if other.layer == page.layer and (not page.layer or _is_menu(page) or route.way == RETURN):
            found[_plain(route)] += 1
    usable = {route: n for route, n in found.items() if route.way != STAY and route.page != page.number}
    if not usable:
        here = any(route.page == page.number and route.way != STAY for route in found)
        return Route(STAY, page.number, 0, assumed="the same words elsewhere lead here") if here else None
    best = max(usable, key=lambda route: (usable[route], -route.page))
    if (
        best.way == RETURN
        and not page.layer
        and len(ends) > 1
        and len(there := set().union(*ends.values())) == 1
    ):
        # From several pages to one and the same: a place to go to, not a way back.
        best = Route(STAY, page.number, 0) if there == {page.number} else Route(BACK_TO, min(there))
    way = "replace" if page.layer and best.way == OPEN else best.way
    return best._replace(way=way, assumed="as the same words elsewhere")


def _same_words(
    model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]
) -> Iterator[tuple[Page, Edge]]:
    for other in model.pages:
        for there in other.slots:
            if other is page or there.kind != slot.kind or not _same_name(there, slot):
                continue
            edge = Edge(other.number, TAP, there.number)
            if edge in tried:
                yield other, edge


def _same_name(one: Slot, two: Slot) -> bool:
    """Whether two things of different pages are called the same."""
    if one.first.name or two.first.name:
        return one.first.name == two.first.name and one.first.head == two.first.head
    return bool(one.first.head) and one.first.head == two.first.head


def _by_title(model: AppModel, page: Page, slot: Slot, tried: dict[Edge, Behaviour]) -> Route | None:
    """The page whose title is what the button says."""
    for other in model.pages:
        if other is not page and other.title and other.title == slot.first.head:
            way = "replace" if page.layer else OPEN
            return Route(way, other.number, assumed="the page of that title")
    return None


def _confirm(model: AppModel, page: Page, tried: dict[Edge, Behaviour]) -> None:
    """In a page of choices that waits for its buttons, the last one takes the choice over."""
    buttons = [slot for slot in page.slots if slot.kind == BUTTON]
    links = [link for link in model.links if link.choices == page.number]
    if not links or len(buttons) < CLOSERS:
        return
    edge = Edge(page.number, TAP, buttons[-1].number)
    behaviour = model.behaviours[edge]
    added = [
        Effect(link.page, link.cell, Other(page.number, link.group), link.support, assumed="the last button")
        for link in links
    ]
    ways = []
    for way in behaviour.ways:
        taken = {(effect.page, effect.cell) for effect in way.effects}
        extra = [effect for effect in added if (effect.page, effect.cell) not in taken]
        closes = way.route.way in (RETURN, BACK_TO)
        ways.append(way._replace(effects=(*way.effects, *(extra if closes else ()))))
    model.behaviours[edge] = Behaviour(tuple(ways))
