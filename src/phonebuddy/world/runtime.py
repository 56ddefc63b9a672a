"""Runtime: what widgets and effects may do to the phone while it runs.

The only way an app's data or pages change. Invariant: everything it changes is in UiState or in the store, so
that a snapshot taken after any call continues identically.
"""

from __future__ import annotations

from phonebuddy.errors import AppError
from phonebuddy.world.effects.base import Stop
from phonebuddy.world.image import Image
from phonebuddy.world.spec.app import App, Page, caret_name
from phonebuddy.world.spec.plan import Bound, Script
from phonebuddy.world.spec.template import show
from phonebuddy.world.state.statement import Statement
from phonebuddy.world.state.store import Rows, Store
from phonebuddy.world.uistate import Notice, OverlayState, PageState, Sending, UiState, Value

NOTICE_MS = 4_000
NOTICE_WITH_ACTION_MS = 10_000
MAX_STACK = 30
"""Pages one app keeps open; beyond that the oldest but the first goes."""
MAX_TEXT = 20_000
MAX_NESTED = 8
"""Effects that open a page that runs effects, and so on."""
MAX_EFFECTS = 400
"""Effects one touch can lead to, all pages it opens included."""

_LOG_INPUT = Statement(
    "INSERT INTO phone_input (at_ms, app, page, field, text) VALUES (?, ?, ?, ?, ?)",
    (),
    (),
    (),
    ("phone_input",),
    0,
)
_LOG_EVENT = Statement(
    "INSERT INTO phone_event (at_ms, app, kind, detail) VALUES (?, ?, ?, ?)",
    (),
    (),
    (),
    ("phone_event",),
    0,
)
_COPY = Statement("UPDATE phone_clipboard SET text = ? WHERE id = 1", (), (), (), ("phone_clipboard",), 0)


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

    def names(self, state: PageState) -> dict[str, Value]:
        """Every name in scope on a page, with its value now."""
        page = self.page_of(state)
        scope: dict[str, Value] = {**page.carets, **state.params, **state.vars}
        if state.focus is not None:
            scope[caret_name(state.focus)] = state.caret
        bound = page.query(scope)
        if bound is not None:
            rows = self.store.rows_to_show(bound.statement, bound.values)
            row = rows[0] if rows else (None,) * len(page.data_columns)
            scope.update(zip(page.data_columns, row, strict=True))
        return scope

    # -- effects ---------------------------------------------------------------------------------------

    def run(self, script: Script, **given: Value) -> None:
        """Run effects in order; a broken rule of the database stops them and is shown."""
        outer, self._origin = self._origin, self.front()
        self._depth += 1
        self._num_effects = 0 if outer is None else self._num_effects
        try:
            if self._depth > MAX_NESTED:
                raise AppError(f": effects lead to each other more than {MAX_NESTED} deep")
            self._run_all(script, {**script.scope, **given}, self._origin)
        except Stop:
            pass
        except AppError as error:
            self.say(str(error).partition(": ")[2].partition(" in: ")[0] or "Something went wrong")
        finally:
            self._origin = outer
            self._depth -= 1

    def _run_all(self, script: Script, scope: dict[str, Value], origin: PageState) -> None:
        for plan in script.plans:
            self._num_effects += 1
            if self._num_effects > MAX_EFFECTS:
                raise AppError(f": one touch led to more than {MAX_EFFECTS} effects")
            # Variables are read live: an effect before may have set them.
            scope_now = {**origin.vars, **scope}
            if not plan.is_shown(scope_now):
                continue
            if getattr(plan.cls, "OVERLAY", False):
                self.show(
                    origin, plan.path, {name: scope_now[name] for name in plan.needs if name not in plan.live}
                )
            else:
                scope.update(plan.fill(scope_now).run(self) or {})

    def execute(self, bound: Bound) -> None:
        self.store.execute(bound.statement, bound.values)
        state = self.front()
        tables = " ".join(bound.statement.writes)
        self.log(state.app, "write", f"{bound.statement.sql.split(None, 1)[0].lower()} {tables}")

    def log(self, app: str, kind: str, detail: str) -> None:
        """Keep what happened in order: a changeset only knows the net difference."""
        self.store.execute(_LOG_EVENT, (self.ui.time_ms, app, kind, detail))

    def copy(self, text: str) -> None:
        self.store.execute(_COPY, (text,))

    def send(self, intent: str, values: dict[str, Value]) -> None:
        """Offer something to other apps: opens the share sheet."""
        if self.ui.app is not None:  # an app that closed itself hands nothing over
            self.ui.sending = Sending(self.ui.app, intent, values)

    # -- variables and typing --------------------------------------------------------------------------

    def set(self, name: str, value: Value) -> None:
        state = self.acting()
        if name not in state.vars:
            return  # an action of a snackbar, run when its page is gone
        state.vars[name] = value
        if state.focus == name:
            state.caret = min(state.caret, len(show(value)))

    def focus(self, name: str | None, caret: int | None = None) -> None:
        state = self.acting()
        state.focus = name
        self.ui.keyboard = "letters"
        if name is not None:
            length = len(show(state.vars.get(name)))
            state.caret = length if caret is None else max(0, min(caret, length))

    def type(self, text: str) -> bool:
        """Put text in at the caret of the focused field; False when nothing is focused."""
        state = self.front()
        if state.focus is None:
            return False
        now = show(state.vars.get(state.focus))
        text = text[: max(0, MAX_TEXT - len(now))]
        state.vars[state.focus] = now[: state.caret] + text + now[state.caret :]
        state.caret += len(text)
        self._log_input(state, text)
        return True

    def delete_back(self) -> None:
        """What the backspace key does."""
        state = self.front()
        if state.focus is None or state.caret == 0:
            return
        now = show(state.vars.get(state.focus))
        state.vars[state.focus] = now[: state.caret - 1] + now[state.caret :]
        state.caret -= 1
        self._log_input(state, "\b")

    def _log_input(self, state: PageState, text: str) -> None:
        self.store.execute(_LOG_INPUT, (self.ui.time_ms, state.app, state.page, state.focus, text))

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
        self.ui.notice = Notice(self.front().app, "", {}, text, self.ui.time_ms + NOTICE_MS)

    # -- going places ----------------------------------------------------------------------------------

    def open(self, name: str, values: dict[str, Value]) -> None:
        """Open a page of the app in front, above the one that is there."""
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
        if self.ui.sending is not None:
            self.ui.sending = None
            return
        state = self.ui.page()
        if state is None:
            return
        page = self.page_of(state)
        if state.focus is not None:
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
        if not stack:
            self.close_app(state.app)

    def home(self) -> None:
        self.ui.sending = None
        page = self.ui.page()
        if page is not None:
            page.focus = None
        self.ui.app = None

    def start_app(self, name: str) -> None:
        """Bring an app to the front, where it was left."""
        self.ui.sending = None
        self.ui.app = name
        if name in self.ui.stacks:
            return
        manifest = self.app(name).manifest
        self.ui.stacks[name] = [self._new_page(name, manifest.start, {})]
        self._opened(self.ui.stacks[name][-1])

    def close_app(self, name: str) -> None:
        """Forget where an app was left; its data stays."""
        self.ui.stacks.pop(name, None)
        if self.ui.app == name:
            self.ui.app = self.ui.sending = None

    def receive(self, name: str) -> None:
        """Hand what is being sent to an app that accepts it."""
        sending = self.ui.sending
        if sending is None:
            return
        self.start_app(name)
        self.log(sending.app, sending.intent, name)
        slot = self.app(name).accepts[sending.intent]
        self.run(slot.get(sending.values))

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
