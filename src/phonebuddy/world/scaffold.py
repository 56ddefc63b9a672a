"""The scaffold: a page and whatever lies over it, laid out as layers from back to front.

Bars at the top and bottom, the scrolling body between them, then dialogs and sheets, the keyboard, a
snackbar, and the system's own bars. Invariant: elements, pixels and touches all come from these layers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from phonebuddy.world.box import ENABLED, SCROLLABLE, Box, Placed, Scroll, stack
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.app import App, Page
from phonebuddy.world.spec.kinds import NO_EFFECTS
from phonebuddy.world.spec.notes import Notes
from phonebuddy.world.spec.plan import Plan, exact, made_before
from phonebuddy.world.system import (
    drawer,
    home,
    keyboard,
    lock,
    mini_frame,
    navigation,
    recents,
    selection,
    status_bar,
)
from phonebuddy.world.system.layers import system_layers
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.uistate import OverlayState, PageState, Value
from phonebuddy.world.widgets.snackbar import Snackbar

SCRIM = 0x52000000


class Room(NamedTuple):
    """What the system's bars and the keyboard leave of the screen."""

    top: int
    bottom: int

    @property
    def height(self) -> int:
        return self.bottom - self.top


@lru_cache(maxsize=64)
def _room(look: Look, keys: int = 0) -> Room:
    """What is left above the navigation, or above a keyboard of this height."""
    return Room(look.dp(STATUS_DP), look.height - (keys or navigation_height(look)))


def lay_out(runtime: Runtime, look: Look) -> list[Layer]:
    """Everything on the screen now, back to front."""
    layers: list[Layer] = []
    _add_base(runtime, look, layers)
    if runtime.ui.over != "lock":
        layers.extend(system_layers(runtime, look))
    layers.append(status_bar.status_layer(runtime, look))
    layers.append(navigation.navigation_layer(runtime, look))
    return layers


def _add_base(runtime: Runtime, look: Look, layers: list[Layer]) -> None:
    """What fills the screen: a page of the system, the page in front, or the home screen."""
    state = runtime.ui.page()
    match runtime.ui.over:
        case "drawer":
            layers.extend(drawer.drawer_layers(runtime, look))
        case "recents":
            layers.append(recents.recents_layer(runtime, look, left_page))
        case "lock":
            layers.append(lock.lock_layer(runtime, look))
        case _ if state is None:
            layers.append(Layer("home", home.home_box(runtime, look), 0, 0, home.PACKAGE))
        case _:
            _add_app(runtime, look, state, layers)


def left_page(runtime: Runtime, phone_look: Look, name: str) -> Box:
    """The page an open app was left on, as it would stand in front now."""
    name = runtime.ui.inside.get(name, name)
    app, state = runtime.app(name), runtime.ui.stacks[name][-1]
    look = phone_look.of_app(app.manifest.color)
    return _page_box(runtime, look, app, state, _room(look))


def _add_app(runtime: Runtime, phone_look: Look, state: PageState, layers: list[Layer]) -> None:
    app = runtime.app(state.app)
    look = phone_look.of_app(app.manifest.color)
    keys = keyboard.keyboard_box(runtime, phone_look) if state.focus is not None else None
    room = _room(look, keys.height) if keys is not None else _room(look)
    page = _page_box(runtime, look, app, state, room)
    layers.append(Layer("page", page, 0, 0, app.package))
    # Part of the page, as on Android: menus and dialogs lie over it and stay usable.
    _add_notice(runtime, look, app, layers, room)
    if app.manifest.host:
        layers.append(mini_frame.capsule_layer(runtime, look, app.manifest))
    names = runtime.names(state) if state.overlays else {}
    for index, overlay in enumerate(state.overlays):
        layers.append(_overlay(runtime, look, app, overlay, names, room, index))
    if keys is not None:
        layers.append(Layer("keyboard", keys, 0, look.height - keys.height, keyboard.PACKAGE))
        layers.extend(selection.selection_layers(runtime, phone_look, layers))
    if app.manifest.host:
        layers.extend(mini_frame.menu_layers(runtime, look, app.manifest))


def _page_box(runtime: Runtime, look: Look, app: App, state: PageState, room: Room) -> Box:
    """A page; nothing of it is asked or laid out where it was shown before and gives the same rows."""
    page, place = app.pages[state.page], Place(look, runtime.store, room.height, state.scroll, {})
    key = (
        look, room, place.whose, runtime.ui.language,
        None if state.focus is None else (state.focus, state.caret, state.mark),
        # By name: those of a snapshot stand in another order.
        exact((*map(state.params.get, page.params), *map(state.vars.get, page.vars))),
        tuple(state.scroll.items()),
    )  # fmt: skip

    def make(notes: Notes) -> Box:
        box = _laid_out(runtime, look, page, state, room, notes)
        notes.drop("height", "scroll")
        return box

    return made_before(page.made, key, place, make)


def _laid_out(runtime: Runtime, look: Look, page: Page, state: PageState, room: Room, notes: Notes) -> Box:
    names = runtime.names(state, notes)
    place = Place(look, runtime.store, room.height, state.scroll, {}, notes)
    width = look.width
    mini = bool(runtime.app(state.app).manifest.host)
    top = _top(page.top, place, names, width, mini)
    bottom = None if _is_covered(page.bottom, state) else _bar(page.bottom, place, names, width)
    start = room.top + (top.height if top is not None else 0)
    end = room.bottom - (bottom.height if bottom is not None else 0)
    inner = Place(look, runtime.store, max(1, end - start), state.scroll, {}, notes)
    body = _body(page, inner, names, width)
    button = None
    if page.floating is not None and page.floating.is_shown(names):
        button = page.floating.box(place, names, width)
    key = (look, room, start, end, body, top, bottom, button)
    box = page.boxes.get(key)
    if box is None:
        box = _put_together(look, room, start, end, body, top, bottom, button)
        page.boxes.put(key, box)
    return box


def _put_together(
    look: Look,
    room: Room,
    start: int,
    end: int,
    body: Box,
    top: Box | None,
    bottom: Box | None,
    button: Box | None,
) -> Box:
    """A page of its parts, back to front."""
    width = look.width
    parts = [Placed(body, 0, start, "body")]
    if top is not None:
        parts.append(Placed(top, 0, room.top, "top"))
    if bottom is not None:
        parts.append(Placed(bottom, 0, end, "bottom"))
        foot = _foot(bottom)
        if foot not in (0, look.background):
            # A coloured bar goes on under the navigation handle.
            below = Box(width, look.height - room.bottom, composite=True, background=foot)
            parts.append(Placed(below, 0, room.bottom, "below"))
    if button is not None:
        gap = look.dp(16)
        parts.append(Placed(button, width - button.width - gap, end - button.height - gap, "floating"))
    return Box(width, look.height, parts=tuple(parts), composite=True, background=look.background)


def _foot(bar: Box) -> int:
    """The colour at the lower edge of a bar: its own, or that of the last thing in it."""
    while not bar.background and bar.parts and bar.paint is None:
        bar = bar.parts[-1].box
    return bar.background


def _bar(plan: Plan | None, place: Place, names: dict[str, Value], width: int) -> Box | None:
    return plan.box(place, names, width) if plan is not None and plan.is_shown(names) else None


def _top(plan: Plan | None, place: Place, names: dict[str, Value], width: int, mini: bool) -> Box | None:
    """The bar at the top; in a mini it ends where the capsule begins."""
    if not mini:
        return _bar(plan, place, names, width)
    room = width - place.look.dp(mini_frame.RESERVED_DP)
    return _bar(plan, place, names, room) or Box(room, place.look.dp(mini_frame.BAR_DP))


def _is_covered(plan: Plan | None, state: PageState) -> bool:
    """Whether the keyboard lies over a bar at the bottom."""
    return plan is not None and state.focus is not None and getattr(plan.cls, "UNDER_KEYBOARD", False)


def _body(page: Page, place: Place, names: dict[str, Value], width: int) -> Box:
    parts = [(plan.box(place, names, width), plan.key) for plan in page.body if plan.is_shown(names)]
    key = (place.look, width, place.height, place.scrolled("body"), *parts)
    box = page.boxes.get(key)
    if box is None:
        box = _scrolling(page, place, width, *stack(parts))
        page.boxes.put(key, box)
    return box


def _scrolling(page: Page, place: Place, width: int, placed: tuple[Placed, ...], y: int) -> Box:
    """A body as a window on what stands under each other in it."""
    bottom_gap = place.look.dp(88) if page.floating is not None else 0
    extent = max(0, y + (bottom_gap if y > place.height - bottom_gap else 0) - place.height)
    if not page.scrolls:
        extent = 0
    offset = min(place.scrolled("body") or 0, extent)
    content = Box(width, max(y, place.height) + bottom_gap, parts=placed, composite=True)
    scrolls = extent > 0
    return Box(
        width,
        place.height,
        parts=(Placed(content, 0, -offset, "content"),),
        composite=True,
        scroll=Scroll("body", offset, extent),
        role="scroll" if scrolls else "",
        flags=ENABLED | (SCROLLABLE if scrolls else 0),
        # What has no height of its own (refresh) is touched wherever the page is.
        touch=next((part.box.touch for part in placed if not part.box.height and part.box.touch), None),
    )


def _overlay(
    runtime: Runtime,
    look: Look,
    app: App,
    overlay: OverlayState,
    names: dict[str, Value],
    room: Room,
    index: int,
) -> Layer:
    plan = app.plans[overlay.path]
    theme = look.theme
    place = Place(look.on(theme.surface_high), runtime.store, room.height, overlay.scroll, overlay.state)
    scope = {**names, **overlay.scope}
    placement = getattr(plan.cls, "PLACEMENT", "center")
    width = {
        "center": min(look.width - look.dp(48), look.dp(400)),
        "finger": look.dp(280),
        "left": min(look.width - look.dp(56), look.dp(300)),
    }.get(placement, min(look.width, look.dp(640)))
    box = plan.box(place, scope, width)
    if placement == "bottom":
        # Its foot lies behind the navigation bar, or behind the keyboard.
        x, y = (look.width - box.width) // 2, room.bottom + navigation_height(look) - box.height
    elif placement == "left":
        x, y = 0, 0
    elif placement == "finger":
        x = max(look.dp(8), min(overlay.x, look.width - box.width - look.dp(8)))
        y = max(room.top, min(overlay.y, room.bottom - box.height - look.dp(8)))
    else:
        x, y = (look.width - box.width) // 2, max(room.top, room.top + (room.height - box.height) // 2)
    return Layer(f"overlay{index}", box, x, y, app.package, modal=True, dim=placement != "finger")


def _add_notice(runtime: Runtime, look: Look, app: App, layers: list[Layer], room: Room) -> None:
    notice = runtime.ui.notice
    if notice is None or notice.until_ms <= runtime.ui.time_ms or notice.app != app.name:
        return
    theme = look.theme
    place = Place(look.on(theme.inverse_surface), runtime.store, room.height, {}, {})
    width = min(look.width - look.dp(32), look.dp(600))
    if notice.path:
        box = runtime.app(notice.app).plans[notice.path].box(place, notice.scope, width)
    else:
        box = Snackbar(notice.text, "", NO_EFFECTS).layout(place, width)
    # Above the bar at the bottom, and above the floating button, which must stay in reach.
    bars = [part.y for part in layers[0].box.parts if part.key in ("bottom", "floating")]
    y = min([room.bottom, *bars]) - box.height - look.dp(12)
    layers.append(Layer("notice", box, (look.width - box.width) // 2, y, app.package))
