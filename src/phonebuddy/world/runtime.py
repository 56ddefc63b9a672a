"""Runtime: what widgets and effects may do to the phone while it runs.

The only way an app's data or pages change. Invariant: everything it changes is in UiState or in the store, so
that a snapshot taken after any call continues identically.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from phonebuddy.errors import AppError
from phonebuddy.world.editing import NOT_SELECTED, Editing
from phonebuddy.world.effects.base import Stop
from phonebuddy.world.image import Image
from phonebuddy.world.interruptions import Interruptions
from phonebuddy.world.services.intents import Intents
from phonebuddy.world.services.keyguard import Keyguard
from phonebuddy.world.services.launcher import Launcher
from phonebuddy.world.services.notifications import Notifications
from phonebuddy.world.services.permissions import Permissions
from phonebuddy.world.services.schedule import Schedule
from phonebuddy.world.services.settings import Settings
from phonebuddy.world.services.tables import read, write
from phonebuddy.world.spec.app import App, Page, caret_name, mark_name
from phonebuddy.world.spec.notes import Notes
from phonebuddy.world.spec.plan import Bound, Script, Slot
from phonebuddy.world.spec.template import show
from phonebuddy.world.spec.translations import LANGUAGE
from phonebuddy.world.state.battery import battery_level
from phonebuddy.world.state.store import Rows, Store
from phonebuddy.world.uistate import (
    AS_THE_FIELD_SAYS,
    Asking,
    HeadsUp,
    Notice,
    OverlayState,
    PageState,
    Toast,
    UiState,
    Value,
)

NOTICE_MS = 4_000
NOTICE_WITH_ACTION_MS = 10_000
MAX_STACK = 30
"""Pages one app keeps open; beyond that the oldest but the first goes."""
MAX_NESTED = 8
"""Effects that open a page that runs effects, and so on."""
TOAST_MS = 3_000
HEADS_UP_MS = 6_000
MAX_DUE = 200
"""Events that can come due in one step."""
MAX_EFFECTS = 400
"""Effects one touch can lead to, all pages it opens included."""

_LOG_EVENT = write("INSERT INTO phone_event (at_ms, app, kind, detail) VALUES (?, ?, ?, ?)", "phone_event")
_COPY = write("UPDATE phone_clipboard SET text = ? WHERE id = 1", "phone_clipboard")
_COPIED = read("SELECT text FROM phone_clipboard", "phone_clipboard")
_USED = write("UPDATE phone_app SET used_ms = ? WHERE name = ?", "phone_app")


Made = TypeVar("Made")


class Runtime:
    """Acts on one phone; see the head of this file."""

    def __init__(self, image: Image, ui: UiState, store: Store) -> None:
        self.image = image
        self.ui = ui
        self.store = store
        self.touched = (0, 0)
        """Where the finger is, on the screen."""
        self._origin: PageState | None = None
        """The page whose effects are running, which may have closed itself meanwhile."""
        self._depth = 0
        self._num_effects = 0
        self._running: tuple[str, dict[str, Value]] = ("", {})
        """The effect that is running: its plan's path and the values it was given."""
        self._made: dict[str, tuple[object, Any]] = {}
        self.settings = Settings(store)
        self.notifications = Notifications(store)
        self.schedule = Schedule(store)
        self.permissions = Permissions(store)
        self.intents = Intents(self)
        self.launcher = Launcher(self)
        self.keyguard = Keyguard(self)
        self.editing = Editing(self)
        self.interruptions = Interruptions(self)

    def remember(self, name: str, seen: object, make: Callable[[], Made]) -> Made:
        """What was made from `seen`, made again only when that is something else."""
        known = self._made.get(name)
        if known is None or known[0] != seen:
            known = self._made[name] = (seen, make())
        made: Made = known[1]
        return made

    def forget(self) -> None:
        """Drop what is remembered; for measuring without caches."""
        self._made.clear()

    # -- reading ---------------------------------------------------------------------------------------

    def app(self, name: str) -> App:
        return self.image.app(name)

    def page_of(self, state: PageState) -> Page:
        return self.app(state.app).pages[state.page]

    def front(self) -> PageState:
        """The page in front, or the one whose effects are running."""
        page = self.ui.page() or self._origin
        assert page is not None, "effects only run while an app is in front"
        return page

    def acting(self) -> PageState:
        """The page whose variables the running effects mean."""
        return self._origin or self.front()

    def rows(self, bound: Bound) -> Rows:
        return self.store.rows(bound.statement, bound.values)

    def names(self, state: PageState, notes: Notes | None = None) -> dict[str, Value]:
        """Every name in scope on a page, with its value now; what was asked for them is noted."""
        page = self.page_of(state)
        scope: dict[str, Value] = {
            LANGUAGE: self.ui.language, **page.carets, **state.params, **state.vars
        }  # fmt: skip
        if state.focus is not None:
            scope[caret_name(state.focus)] = state.caret
            scope[mark_name(state.focus)] = state.mark
        bound = page.query(scope)
        if bound is not None:
            rows = self.store.rows_to_show(bound.statement, bound.values)
            if notes is not None:
                notes.rows.append((bound, rows))
            row = rows[0] if rows else (None,) * len(page.data_columns)
            scope.update(zip(page.data_columns, row, strict=True))
        return scope

    # -- effects ---------------------------------------------------------------------------------------

    def run(self, script: Script, **given: Value) -> None:
        """Run effects in order; a broken rule of the database stops them and is shown."""
        self._run_from(self.front(), script, given)

    def run_event(self, app: str, event: str, values: dict[str, Value]) -> None:
        """Run what an app planned, whatever is in front."""
        slot = self.app(app).events.get(event)
        if slot is not None:
            self.log(app, "event", event)
            self.run_behind(app, slot, values)

    def run_behind(self, app: str, slot: Slot, values: dict[str, Value]) -> None:
        """Run effects of an app in the background."""
        self._run_from(PageState(app, ""), slot.get(values), {})

    def run_due(self) -> None:
        """Let everything happen whose time has come."""
        for _ in range(MAX_DUE):
            due = self.schedule.take_due(self.ui.now_ms)
            if due is None:
                return
            self.run_event(due.app, due.event, due.values)

    def running(self) -> tuple[str, dict[str, Value]]:
        """The effect that is running, for services that must come back to it."""
        return self._running

    def _run_from(self, origin: PageState, script: Script, given: dict[str, Value]) -> None:
        outer, self._origin = self._origin, origin
        self._depth += 1
        self._num_effects = 0 if outer is None else self._num_effects
        try:
            if self._depth > MAX_NESTED:
                raise AppError(f": effects lead to each other more than {MAX_NESTED} deep")
            self._run_all(script, {**script.scope, **given}, origin)
        except Stop:
            pass
        except AppError as error:
            self.say(str(error).partition(": ")[2].partition(" in: ")[0] or "Something went wrong")
        finally:
            self._origin = outer
            self._depth -= 1
            self._running = ("", {})

    def _run_all(self, script: Script, scope: dict[str, Value], origin: PageState) -> None:
        for plan in script.plans:
            self._num_effects += 1
            if self._num_effects > MAX_EFFECTS:
                raise AppError(f": one touch led to more than {MAX_EFFECTS} effects")
            # Variables are read live: an effect before may have set them.
            scope_now = {LANGUAGE: self.ui.language, **origin.vars, **scope}
            if not plan.is_shown(scope_now):
                continue
            if getattr(plan.cls, "OVERLAY", False):
                self.show(
                    origin, plan.path, {name: scope_now[name] for name in plan.needs if name not in plan.live}
                )
            else:
                waits = getattr(plan.cls, "WAITS", False)
                self._running = (plan.path, {n: scope_now[n] for n in plan.needs}) if waits else ("", {})
                scope.update(plan.fill(scope_now).run(self) or {})

    def execute(self, bound: Bound) -> None:
        self.store.execute(bound.statement, bound.values)
        state = self.acting()
        tables = " ".join(bound.statement.writes)
        self.log(state.app, "write", f"{bound.statement.sql.split(None, 1)[0].lower()} {tables}")

    def log(self, app: str, kind: str, detail: str) -> None:
        """Keep what happened in order: a changeset only knows the net difference."""
        self.store.append(_LOG_EVENT, (self.ui.time_ms, app, kind, detail))

    def copy(self, text: str) -> None:
        self.store.execute(_COPY, (text,))

    def copied(self) -> str:
        return show(self.store.rows(_COPIED, ())[0][0])

    # -- services --------------------------------------------------------------------------------------

    def battery(self) -> int:
        """The percent in the battery now."""
        settings = self.settings.all()
        held, since, charging = settings["battery"], settings["battery_at"], settings["charging"]
        return battery_level(self.ui.time_ms, held, since, charging)  # type: ignore[arg-type]

    def put_setting(self, name: str, value: Value) -> None:
        if name == "charging":
            # From here on the battery goes the other way.
            self.settings.put("battery", self.battery())
            self.settings.put("battery_at", self.ui.time_ms)
        self.settings.put(name, value)
        if name == "time_zone":
            self.ui.zone_ms = int(self.settings.get(name) or 0) * 60_000
        elif name == "language":
            self.ui.language = show(self.settings.get(name))
        self.log("phone", "setting", f"{name} {show(value)}")

    def notify(self, title: str, text: str, page: str, values: dict[str, Value], key: str) -> None:
        """Post a notification of the acting app, unless its owner wants none from it."""
        app = self.acting().app
        if self.permissions.granted(app, "notifications") is not False:
            self.post(app, key, title, text, page, values)

    def post(self, app: str, key: str, title: str, text: str, page: str, values: dict[str, Value]) -> None:
        """A notification of an app, or of nobody on this phone: then the values say who it is from.

        There is none about what is in front: a message that comes while its conversation is shown is seen.
        """
        if self._is_in_front(app, page, values):
            return
        number = self.notifications.post(self.ui.now_ms, app, key, title, text, page, values)
        self.log(app or "phone", "notify", title)
        if not self.settings.is_on("do_not_disturb"):
            self.ui.heads_up = HeadsUp(number, self.ui.time_ms + HEADS_UP_MS)

    def _is_in_front(self, app: str, page: str, values: dict[str, Value]) -> bool:
        """Whether the very thing a page was opened for is shown; a page without params is about nothing."""
        ui, state = self.ui, self.ui.page()
        if state is None or ui.over or ui.shade or (state.app, state.page) != (app, page):
            return False
        return bool(state.params) and all(values.get(name) == value for name, value in state.params.items())

    def open_notification(self, number: int) -> None:
        """What a tap on a notification does."""
        found = [one for one in self.notifications.all() if one.id == number]
        self.ui.shade, self.ui.heads_up, self.ui.over = "", None, ""
        if found:
            self.notifications.remove(number)
            if found[0].app:
                self.bring(found[0].app)
                self.open(found[0].page, found[0].values())

    def toast(self, text: str) -> None:
        self.ui.toast = Toast(text, self.ui.time_ms + TOAST_MS)

    def ask(self, name: str, granted: Script, denied: Script) -> None:
        """Go on if it was answered before; otherwise the question is shown."""
        app = self.acting().app
        answer = self.permissions.granted(app, name)
        if answer is None:
            path, scope = self.running()
            self.ui.asking = Asking(app, name, path, scope)
        else:
            self.run(granted if answer else denied)

    def answer(self, how: int) -> None:
        """The person's answer to the question that is shown."""
        asking, self.ui.asking = self.ui.asking, None
        if asking is None:
            return
        self.permissions.answer(asking.app, asking.name, how)
        self.log(asking.app, "permission", f"{asking.name} {how}")
        slot = self.app(asking.app).plans[asking.path].slots.get("on_granted" if how else "on_denied")
        if slot is not None:
            self.run(slot.get(asking.scope))

    # -- variables and typing --------------------------------------------------------------------------

    def set(self, name: str, value: Value) -> None:
        state = self.acting()
        if name not in state.vars:
            return  # an action of a snackbar, run when its page is gone
        state.vars[name] = value
        if state.focus == name:
            state.caret, state.mark = min(state.caret, len(show(value))), NOT_SELECTED

    def focus(self, name: str | None, caret: int | None = None) -> None:
        state = self.acting()
        state.focus, state.mark = name, NOT_SELECTED
        self.ui.keyboard = "letters" if name is None else AS_THE_FIELD_SAYS
        if name is not None:
            length = len(show(state.vars.get(name)))
            state.caret = length if caret is None else max(0, min(caret, length))

    def type(self, text: str) -> bool:
        """Put text in at the caret of the focused field; False when nothing is focused."""
        if self.ui.over:
            return self.keyguard.type(text) or self.launcher.type(text)
        return self.editing.type(text)

    def delete_back(self) -> None:
        """What the backspace key does."""
        if self.ui.over:
            self.launcher.delete_back()
        else:
            self.editing.delete_back()

    # -- overlays --------------------------------------------------------------------------------------

    def show(self, state: PageState, path: str, scope: dict[str, Value]) -> None:
        """Show a dialog, sheet, menu, picker or snackbar over a page."""
        plan = self.app(state.app).plans[path]
        if plan.cls.NAME == "snackbar":
            stays = NOTICE_WITH_ACTION_MS if "action" in plan.slots else NOTICE_MS
            text = str(plan.slots["text"].get(scope))
            self.ui.notice = Notice(state.app, path, scope, text, self.ui.time_ms + stays)
            return
        state.focus = None
        state.overlays.append(OverlayState(path, scope, {}, *self.touched))

    def dismiss(self) -> None:
        """Close the topmost overlay."""
        state = self.front()
        if state.overlays:
            state.overlays.pop()
            state.focus = None

    def overlay_state(self) -> dict[str, Value]:
        """What the topmost overlay keeps for itself."""
        return self.front().overlays[-1].state

    def say(self, text: str) -> None:
        """A short message at the bottom of the screen."""
        self.ui.notice = Notice(self.acting().app, "", {}, text, self.ui.time_ms + NOTICE_MS)

    # -- going places ----------------------------------------------------------------------------------

    def open(self, name: str, values: dict[str, Value]) -> None:
        """Open a page of the app in front, above the one that is there, which keeps no keyboard."""
        self.front().focus = None
        state = self._new_page(self.front().app, name, values)
        stack = self._stack(state.app)
        stack.append(state)
        if len(stack) > MAX_STACK:
            del stack[1]
        self._opened(state)

    def replace(self, name: str, values: dict[str, Value]) -> None:
        """Put a page in the place of the one in front."""
        state = self._new_page(self.front().app, name, values)
        self._stack(state.app)[-1:] = [state]
        self._opened(state)

    def _stack(self, app: str) -> list[PageState]:
        """The open pages of an app; effects that left it and go on bring it back."""
        self.ui.app = app
        return self.ui.stacks.setdefault(app, [])

    def back(self) -> None:
        """One step back: close the keyboard, an overlay, the page, or leave the app."""
        ui = self.ui
        if self.interruptions.back():
            return
        if ui.asking is not None:
            self.answer(0)
            return
        if ui.shade:
            ui.shade = ""
            return
        if ui.over == "lock":
            self.keyguard.lower()
            return
        if ui.is_searching:
            self.launcher.search(False)
            return
        if ui.sending is not None or ui.over:
            ui.sending, ui.over = None, ""
            return
        state = ui.page()
        if state is None:
            return
        page = self.page_of(state)
        if self.editing.selection() is not None:
            self.editing.unselect()
        elif state.focus is not None:
            state.focus = None
        elif state.overlays:
            self.dismiss()
        elif page.on_back is not None:
            self.run(page.on_back.get(self.names(state)))
        else:
            self.leave()

    def leave(self) -> None:
        """Close the page in front, or the app when it is its first page."""
        state = self.front()
        stack = self.ui.stacks.get(state.app, [])
        del stack[-1:]
        if not stack and not self.intents.left(state.app):
            self.close_app(state.app)

    def home(self) -> None:
        if self.ui.over == "lock":
            return
        page = self.ui.page()
        if page is not None:
            page.focus = None
        elif not self.ui.over and not self.ui.shade:
            self.ui.home_page = 0
        self.ui.sending, self.ui.shade, self.ui.over, self.ui.asking = None, "", "", None
        self.ui.app = None

    def start_app(self, name: str) -> None:
        """Bring an app to the front, where it was left: in a mini, or where it waits for an answer."""
        name = self.ui.inside.get(name, name)
        self.bring(self.intents.asked_by(name) or name)

    def bring(self, name: str) -> None:
        """Bring the app itself to the front; a mini comes inside its host."""
        ui = self.ui
        ui.sending, ui.over, ui.shade = None, "", ""
        if ui.asking is not None and ui.asking.app != name:
            ui.asking = None
        host = self.app(name).manifest.host
        task = host or name
        ui.order = [task, *(other for other in ui.order if other != task)]
        self.store.defer(_USED, (ui.time_ms, name))
        ui.inside.pop(task, None)
        self._first_page(task)
        if host:
            ui.inside[host] = name
            self._first_page(name)

    def _first_page(self, name: str) -> None:
        """Show an app; its start page when none is open."""
        self.ui.app = name
        if name not in self.ui.stacks:
            self.ui.stacks[name] = [self._new_page(name, self.app(name).manifest.start, {})]
            self._opened(self.ui.stacks[name][-1])

    def launch(self, name: str) -> None:
        """Open an app by name, if it is on this phone."""
        if name in self.image.apps.apps:
            self.bring(name)

    def to_host(self) -> None:
        """Leave the mini in front as it is; its host comes back."""
        page = self.front()
        page.focus = None
        self.bring(self.app(page.app).manifest.host)

    def forget_pages(self, name: str) -> None:
        """Forget where an app was left."""
        self.ui.stacks.pop(name, None)

    def close_app(self, name: str) -> None:
        """Close an app and the minis in it: its data stays; a mini goes back to its host."""
        ui, apps = self.ui, self.image.apps.apps
        closed = [name, *(app.name for app in apps.values() if app.manifest.host == name)]
        for one in closed:
            self.forget_pages(one)
            self.permissions.closed(one)
        ui.order = [other for other in ui.order if other != name]
        ui.inside = {host: mini for host, mini in ui.inside.items() if mini not in closed}
        asked = self.intents.closed(closed)
        if ui.asking is not None and ui.asking.app in closed:
            ui.asking = None
        if ui.app in closed:
            ui.app, ui.sending = None, None
            following = asked or self.app(name).manifest.host
            if following:
                self.bring(following)

    def _new_page(self, app: str, name: str, values: dict[str, Value]) -> PageState:
        page = self.app(app).pages[name]
        params = {name: values[name] for name in page.params}
        first = {name: values.get(name, value) for name, value in page.vars.items()}
        return PageState(app, name, params, first)

    def _opened(self, state: PageState) -> None:
        self.log(state.app, "page", state.page)
        page = self.page_of(state)
        if page.on_open is not None:
            self.run(page.on_open.get(self.names(state)))
