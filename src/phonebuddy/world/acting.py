"""Acting: what each action of the shared vocabulary does to the mock phone."""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy import actions
from phonebuddy.actions import Action
from phonebuddy.world import touch
from phonebuddy.world.box import Box, Hit
from phonebuddy.world.finger import Finger, Pixel, finger_of
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.scaffold import lay_out
from phonebuddy.world.system import edges, shade
from phonebuddy.world.uistate import AS_THE_FIELD_SAYS

STEP_MS = 1_000
"""What one action takes on the virtual clock."""
EDITS = ("keyboard", "selection")
"""Layers whose buttons change the text of the focused field."""


class Actor:
    """Does one action on one frame; afterwards `layers` show what it led to."""

    def __init__(self, runtime: Runtime, look: Look, layers: list[Layer]) -> None:
        self.runtime = runtime
        self.look = look
        self.layers = layers
        self.under = ""
        """The name of the layer under the finger."""
        self.beside: Layer | None = None
        """The modal layer a touch fell beside."""
        self._written = self._writing()

    def act(self, action: Action) -> None:
        finger = finger_of(action, self.look.width, self.look.height)
        if finger is not None:
            self.feel(finger)
            return
        self._start()
        match action:
            case actions.Type():
                self._type(action.text)
            case actions.ButtonPress():
                self._button(action.button)
            case actions.OpenApp():
                self._with_app(action.package, self.runtime.start_app)
            case actions.CloseApp():
                self._with_app(action.package, self.runtime.close_app)
            case actions.Wait():
                self.runtime.ui.time_ms += max(0, action.time_ms - STEP_MS)
            case _:
                pass  # output, finish and call_user are for the person, not for the phone
        self._end()

    def feel(self, finger: Finger) -> None:
        """A gesture where exactly it was made: actions know a place only to the thousandth of an axis."""
        self._start()
        match finger.gesture:
            case "tap":
                self._tap(finger.start)
            case "double_tap":
                self._double_tap(finger.start)
            case "long_press":
                self._long_press(finger.start)
            case "scroll" | "drag":
                self._swipe(finger)
        self._end()

    def _start(self) -> None:
        self.runtime.ui.time_ms += STEP_MS
        # Where the last finger was is not part of a snapshot; a menu opened without one stands in the middle.
        self.runtime.touched = (self.look.width // 2, self.look.height // 2)

    def _end(self) -> None:
        self.runtime.run_due()
        self._settle()

    def operate(self, do: Callable[[Runtime], None]) -> None:
        """What no action does: a key, a setting, the clock, something that arrives. It takes no time."""
        page, before = self.runtime.ui.page(), self.runtime.editing.text()
        do(self.runtime)
        if self.runtime.ui.page() is page and self.runtime.editing.text() != before:
            self._changed()
        self._end()

    def _with_app(self, given: str, do: Callable[[str], None]) -> None:
        """Find an app by package, name or title: agents say all three. An unknown one changes nothing."""
        wanted = given.lower()
        for app in self.runtime.image.apps.apps.values():
            title = app.manifest.title_in(self.runtime.ui.language).lower()
            if wanted in (app.package.lower(), app.name, app.manifest.title.lower(), title):
                do(app.name)
                return
        self.runtime.log("phone", "no_app", given[:200])

    def _put_down(self, at: Pixel) -> list[Hit]:
        """The boxes under the finger; there are none where it fell beside something modal."""
        self.runtime.touched = x, y = at
        layer, beside = touch.layer_at(self.layers, x, y)
        self.beside = layer if beside else None
        if layer is None or beside:
            self.under = ""
            return []
        self.under = layer.name
        return touch.hits_at(layer, x, y)

    def _tap(self, at: Pixel) -> None:
        hits = self._put_down(at)
        if self.beside is not None:
            self._dismiss(self.beside)
            return
        landing = touch.find_handler(hits, lambda box: box.tap)
        if self.under in EDITS:
            self._edit(hits, landing)
            return
        self.runtime.editing.unselect()
        touch.run(landing, self.runtime)

    def _edit(self, hits: list[Hit], landing: touch.Landing | None) -> None:
        """A tap on a layer whose buttons change the text."""
        before = self.runtime.editing.text()
        if touch.run(landing, self.runtime):
            if self.runtime.editing.text() != before:
                self._changed()
        elif touch.find_handler(hits, lambda box: box.submit):
            self._enter()

    def _dismiss(self, layer: Layer) -> None:
        """A tap beside something modal closes it, unless it wants an answer."""
        if layer.stays:
            return
        if layer.name.startswith("overlay"):
            self.runtime.dismiss()
        else:
            self.runtime.back()

    def _double_tap(self, at: Pixel) -> None:
        hits = self._put_down(at)
        if touch.run(touch.find_handler(hits, lambda box: box.double_tap), self.runtime):
            return
        self._tap(at)
        self._look_again()
        self._tap(at)

    def _long_press(self, at: Pixel) -> None:
        hits = self._put_down(at)
        touch.run(touch.find_handler(hits, lambda box: box.long_press), self.runtime)

    def _swipe(self, finger: Finger) -> None:
        if edges.swipe_from_edge(self.runtime, self.look, finger):
            return
        hits = self._put_down(finger.start)
        if not hits:
            return
        dx, dy = finger.end[0] - finger.start[0], finger.end[1] - finger.start[1]
        sideways = abs(dx) >= abs(dy)
        drag = touch.find_handler(hits, lambda box: box.drag or (box.slide if sideways else None))
        if drag is not None:
            handler, x, y = drag
            handler(self.runtime, x + dx, y + dy)
            return
        far = self.look.dp(touch.SLOP_DP * 4)
        if abs(dx) > 2 * abs(dy) and abs(dx) > far:
            swipe = touch.find_handler(hits, lambda box: box.swipe_right if dx > 0 else box.swipe_left)
            if touch.run(swipe, self.runtime):
                return
        flings = finger.gesture == "scroll"
        moved_x = touch.scroll_distance(dx, finger.duration_ms, self.look, flings)
        moved_y = touch.scroll_distance(dy, finger.duration_ms, self.look, flings)
        if touch.scroll_to(hits, moved_x, moved_y, self._scrolls(self.under)):
            return
        if abs(dy) > 2 * abs(dx) and abs(dy) > far:
            landing = touch.find_handler(hits, lambda box: box.swipe_down if dy > 0 else box.swipe_up)
            touch.run(landing, self.runtime)

    def _scrolls(self, layer: str) -> dict[str, int]:
        """Where the offsets of what a finger can scroll in a layer are kept."""
        page = self.runtime.ui.page()
        if page is not None and layer == "page":
            return page.scroll
        if page is not None and layer.startswith("overlay"):
            return page.overlays[-1].scroll
        return self.runtime.ui.scroll

    def _type(self, text: str) -> None:
        """Type as a keyboard would: a new line in a one-line field is its enter key."""
        rest, more = text, "\n"
        while more and (focused := self._focused()) is not None:
            many = focused.box.touch is not None and focused.box.touch.submit is None
            piece, more, rest = (rest, "", "") if many else rest.partition("\n")
            if piece and self.runtime.type(piece):
                self._changed()
            if more:
                self._enter()
                self._look_again()

    def _look_again(self) -> None:
        self.layers = lay_out(self.runtime, self.look)

    def _focused(self) -> touch.Focused | None:
        """The field being typed into."""
        if not self.runtime.ui.takes_typing:
            return None
        found = (touch.find_focused(layer.box) for layer in reversed(self.layers))
        return next((field for field in found if field is not None), None)

    def _changed(self) -> None:
        focused = self._focused()
        if focused is not None and focused.box.touch is not None and focused.box.touch.change is not None:
            focused.box.touch.change(self.runtime, 0, 0)

    def _enter(self) -> None:
        focused = self._focused()
        if focused is None or focused.box.touch is None:
            return
        if focused.box.touch.submit is not None:
            focused.box.touch.submit(self.runtime, 0, 0)
        else:
            self.runtime.type("\n")
            self._changed()

    def _button(self, button: str) -> None:
        if button == "back":
            self.runtime.back()
        elif button == "home":
            self.runtime.home()
        elif button == "enter":
            self._enter()
        elif button == "menu":
            self.runtime.launcher.show_recents()

    def _settle(self) -> None:
        """Bring the focused field in sight; drop a focus without field and a notice whose time is up."""
        ui = self.runtime.ui
        if ui.notice is not None and ui.notice.until_ms <= ui.time_ms:
            ui.notice = None
        if ui.toast is not None and ui.toast.until_ms <= ui.time_ms:
            ui.toast = None
        if ui.heads_up is not None and ui.heads_up.until_ms <= ui.time_ms:
            ui.heads_up = None
        self.runtime.interruptions.settle()
        if not ui.shade:
            ui.scroll.pop(shade.SCROLL_KEY, None)
        page = ui.page()
        if page is not None and page.focus is not None and self._is_covered():
            page.focus = None
        self._look_again()
        if page is None or page.focus is None:
            return
        focused = self._focused()
        if focused is None:
            page.focus = None
            self._look_again()
        elif self._open_keys(focused.box) | (self._writing() != self._written and self._reveal()):
            self._look_again()

    def _writing(self) -> tuple[int, str, str] | None:
        """Where and what is written: only when that changes, the field comes back in sight."""
        page = self.runtime.ui.page()
        if page is None or page.focus is None:
            return None
        return id(page), page.focus, self.runtime.editing.text()

    def _open_keys(self, field: Box) -> bool:
        """Show the keyboard that a field wants which has just taken the focus; whether it is another one."""
        ui = self.runtime.ui
        if ui.keyboard != AS_THE_FIELD_SAYS:
            return False
        ui.keyboard = field.touch.keys if field.touch is not None else "letters"
        return ui.keyboard != "letters"

    def _is_covered(self) -> bool:
        """Whether something of the system lies over the page and keeps the keyboard from it."""
        ui = self.runtime.ui
        over = bool(ui.shade) or ui.asking is not None or ui.sending is not None
        return over or self.runtime.interruptions.current() is not None

    def _reveal(self) -> bool:
        """Scroll the page, or the sheet over it, to show the focused field; whether that moved anything."""
        bodies = [(layer, part) for layer in self.layers for part in layer.box.parts if part.key == "body"]
        found = next(((layer, part.box) for layer, part in reversed(bodies) if part.box.holds_focus()), None)
        if found is None:
            return False
        layer, body = found
        inside = touch.find_focused(body)
        if body.scroll is None or inside is None:
            return False
        offset = body.scroll.offset
        if inside.bottom > body.height:
            offset += inside.bottom - body.height
        elif inside.top < 0:
            offset += inside.top
        offset = max(0, min(offset, body.scroll.extent))
        self._scrolls(layer.name)[body.scroll.key] = offset
        return offset != body.scroll.offset
