"""WorldPhone: the mock phone: observe, act, reset, snapshot, restore, fork.

Time is virtual and moves with actions; nothing sleeps, nothing looks at a real clock. Invariant: the same
image, look and actions give the same screens, byte for byte, caches on or off, in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from phonebuddy.actions import Action
from phonebuddy.errors import SnapshotError
from phonebuddy.screen import Element, PhoneInfo, Pixels, Screen
from phonebuddy.world.acting import Actor
from phonebuddy.world.box import layer_draws, layer_elements
from phonebuddy.world.finger import Finger
from phonebuddy.world.image import START_MS, Image, build_image
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look, LookSpec, dressed, make_look
from phonebuddy.world.memory import hand_on, take_memory
from phonebuddy.world.render.frame import DisplayList, Draw, Fill, Page, Painter, Part, Strip
from phonebuddy.world.render.room import room_mb
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.scaffold import SCRIM, lay_out
from phonebuddy.world.snapshot import VERSION, Snapshot, read_ui
from phonebuddy.world.state.changes import Change
from phonebuddy.world.state.store import Bindings, Rows
from phonebuddy.world.system import home, mini_frame
from phonebuddy.world.uistate import UiState, Value, decode_ui, encode_ui

PAINTER = Painter(cache_mb=room_mb())
"""One for the process: bitmaps are content, not phones."""


class WorldFrame:
    """The picture of one moment, drawn when asked for."""

    def __init__(self, layers: list[Layer], look: Look) -> None:
        self._layers = layers
        self._look = look

    @cached_property
    def display(self) -> DisplayList:
        screen = (0, 0, self._look.width, self._look.height)
        out: list[Draw | Fill] = []
        for layer in self._layers:
            if layer.dim:
                out.append(Fill(SCRIM, screen))
            out += layer_draws(layer.box, layer.x, layer.y, screen)
        return tuple(out)

    def pixels(self) -> Pixels:
        return PAINTER.pixels(self.display, self._look.width, self._look.height)

    def update(self, page: Page) -> None:
        """Draw onto a page of the caller's, such as a shared frame: only what it does not show yet."""
        PAINTER.update(self.display, page)

    def png(self) -> bytes:
        return PAINTER.png(self.display, self._look.width, self._look.height)

    def parts(self, before: Sequence[Strip]) -> tuple[list[Strip], list[Part]]:
        """What changed since the frame with these strips, as PNGs; and the strips of this one."""
        return PAINTER.parts(self.display, self._look.width, self._look.height, before)

    def jpeg(self, quality: int = 90) -> bytes:
        return PAINTER.jpeg(self.display, self._look.width, self._look.height, quality)

    def __eq__(self, other: object) -> bool:
        """Whether both show the same: makes screens comparable."""
        return isinstance(other, WorldFrame) and np.array_equal(self.pixels(), other.pixels())

    __hash__ = None  # type: ignore[assignment]


class WorldPhone:
    """One mock phone. Many can live in one process and share everything but their state."""

    def __init__(self, image: Image | None = None, look: LookSpec | None = None) -> None:
        self.image = build_image() if image is None else image
        self._spec = look or LookSpec()
        self._look = make_look(self._spec)
        self._worn: tuple[object, object] = (None, None)
        """The settings and the spec the look was made from."""
        self._memory = take_memory(self.image)
        self._store = self._memory.store
        self._ui = self._first_ui()
        self._memory.belong_to(self._ui)
        self._runtime = Runtime(self.image, self._ui, self._store)
        self._screen: Screen | None = None
        self._layers: list[Layer] = []
        self._is_closed = False

    def _first_ui(self) -> UiState:
        """The home screen of the image, in its owner's language."""
        ((language,),) = self._store.query("SELECT value FROM phone_setting WHERE name = 'language'")
        return UiState(START_MS, language=str(language))

    @property
    def info(self) -> PhoneInfo:
        apps = tuple(app.package for app in self.image.apps.apps.values())
        can = frozenset({"snapshot", "fork", "state", "tree", "clock"})
        return PhoneInfo("world", "world", self._look.width, self._look.height, apps, can)

    @property
    def look(self) -> LookSpec:
        """How the phone was made; its owner may have set it otherwise since."""
        return self._spec

    def set_look(self, look: LookSpec) -> None:
        """The same phone, otherwise dressed: nothing it holds or shows changes."""
        make_look(look)
        self._spec = look
        self._changed()

    def observe(self) -> Screen:
        """The screen now; the same object until something is done."""
        if self._screen is None:
            if not self._layers:
                self._dress()
                self._layers = lay_out(self._runtime, self._look)
            self._screen = self._take()
        return self._screen

    def _take(self) -> Screen:
        look, ui = self._look, self._ui
        clip = (0, 0, look.width, look.height)
        elements: list[Element] = []
        # As in Android's dump, what lies below a dialog is not there: no touch reaches it.
        for layer in self._layers:
            if layer.modal:
                elements.clear()
            elements += layer_elements(layer.box, layer.x, layer.y, clip, layer.name, layer.package)
        page = ui.page()
        # What the frame of a mini shows lies over its page; all else of the system stands in its place.
        over = "" if ui.over in mini_frame.OVERS else ui.over
        package = home.PACKAGE if page is None or over else self.image.app(page.app).package
        activity = over or ("home" if page is None else page.page)
        frame = WorldFrame(self._layers, look)
        return Screen(elements, package, activity, look.width, look.height, ui.time_ms // 1000, frame)

    def _dress(self) -> None:
        """Wear what the settings say."""
        settings = self._runtime.settings.all()
        if self._worn[0] is not settings or self._worn[1] is not self._spec:
            self._look = make_look(dressed(self._spec, settings))
            self._worn = (settings, self._spec)

    def act(self, action: Action) -> None:
        """Do one action to the screen as it is now."""
        self._step(lambda actor: actor.act(action))

    def touch(self, finger: Finger) -> None:
        """As `act`, for a gesture whose place is known to the pixel, as clients of served phones send it."""
        self._step(lambda actor: actor.feel(finger))

    def _step(self, do: Callable[[Actor], None]) -> None:
        self.observe()
        actor = Actor(self._runtime, self._look, self._layers)
        self._changed()
        do(actor)
        look = self._look
        self._dress()
        # Layers laid out for another look (the dark theme was switched on) no longer hold.
        self._layers = actor.layers if self._look is look else []

    def operate(self, do: Callable[[Runtime], None]) -> None:
        """Do to the phone what no action does, as who serves it to others must: keys, clock, what arrives."""
        self.observe()
        actor = Actor(self._runtime, self._look, self._layers)
        self._changed()
        actor.operate(do)

    def reset(self, snapshot: Snapshot | None = None) -> None:
        """Back to the image, or to a snapshot of it."""
        if snapshot is not None:
            self.restore(snapshot)
            return
        self._store.reset()
        self._set_ui(self._first_ui())

    def _set_ui(self, ui: UiState) -> None:
        self._ui = ui
        self._memory.belong_to(ui)
        self._runtime = Runtime(self.image, ui, self._store)
        self._changed()

    def _changed(self) -> None:
        """What was laid out no longer holds."""
        self._screen = None
        self._layers = []

    def snapshot(self) -> Snapshot:
        return Snapshot(VERSION, self.image.id, self._spec, self._store.changeset(), encode_ui(self._ui))

    def restore(self, snapshot: Snapshot) -> None:
        """Continue from a snapshot taken on the same image."""
        if snapshot.image != self.image.id:
            raise SnapshotError(f"the snapshot is of image {snapshot.image}; this phone has {self.image.id}")
        # All of it is read before anything changes.
        ui, look = read_ui(snapshot.ui, self.image), make_look(snapshot.look)
        self._store.restore(snapshot.changeset)
        self._spec, self._look = snapshot.look, look
        self._set_ui(ui)

    def fork(self) -> WorldPhone:
        """Another phone at the same moment; from here each goes its own way."""
        other = WorldPhone(self.image, self._spec)
        other._store.become(self._store)
        other._set_ui(decode_ui(encode_ui(self._ui)))
        return other

    def state(self, sql: str, values: Bindings = ()) -> Rows:
        """Any SELECT over the tables of all apps: for verifiers and people, never for agents."""
        return self._store.query(sql, values)

    def change(self, sql: str, values: Bindings = ()) -> None:
        """Any write to the tables of all apps, before a task starts; never for agents."""
        self._changed()
        self._store.change(sql, values)

    def changeset(self) -> bytes:
        """Everything the actions changed, net."""
        return self._store.changeset()

    def open_page(self, app: str, page: str, values: dict[str, Value]) -> None:
        """Start at a page, as a notification or a task would; `values` are its params and first variables."""
        self._changed()
        self._runtime.start_app(app)
        self._runtime.open(page, values)

    def changed_rows(self) -> list[str]:
        """What differs from the image, in words, one line for each table and kind of change."""
        return self._store.changed_rows()

    def changes(self, most: int) -> list[Change]:
        """What differs from the image, row by row, `most` rows of each table."""
        return self._store.changes(most)

    def tables(self) -> list[str]:
        """Every table of every app, and the phone's own."""
        rows = self.state("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return [str(name) for (name,) in rows]

    def database(self, app: str) -> bytes:
        """The app's tables as the database file it would keep on a real phone."""
        return self._store.write_file(self._store.tables(app))

    def put_database(self, app: str, data: bytes) -> None:
        """Take a database file back: its rows become the app's."""
        self._changed()
        self._store.read_file(self._store.tables(app), data)

    def view(self) -> tuple[str, str, str] | None:
        """App, page and what lies over it (a dialog, a menu); None on the home screen."""
        page = self._ui.page()
        if page is None:
            return None
        over = self.image.app(page.app).plans[page.overlays[-1].path].cls.NAME if page.overlays else ""
        if over:
            over += f" {page.overlays[-1].path.rpartition('/pages/')[2].partition('/')[2]}"
        return page.app, page.page, self.over() or over

    def over(self) -> str:
        """What of the system lies over the page in front or the home screen; empty when nothing does."""
        ui, one = self._ui, self._runtime.interruptions.current()
        if one is not None:
            return f"interruption {one.kind}"
        if ui.asking is not None:
            return f"asking {ui.asking.name}"
        return ui.shade or ui.over or ("share" if ui.sending is not None else "")

    def interrupt(self, kind: str, after_ms: int = 0, says: int = 0) -> None:
        """Plan an interruption, as tasks do; `says` is the number of the words it uses."""
        self._changed()
        self._runtime.interruptions.plan(kind, after_ms, says)
        self._runtime.interruptions.settle()

    def interrupt_by_seed(self, seed: int, rate: float) -> None:
        """From now on interruptions come one after the other, about `rate` a minute of the phone's clock."""
        self._changed()
        self._runtime.interruptions.plan_by_seed(seed, rate)

    def close(self) -> None:
        """Done with it: its memory goes to the next phone of the image, so it must not be used again."""
        if self._is_closed:
            return
        self._is_closed = True
        hand_on(self._memory, self.image)
        del self._memory, self._store, self._runtime

    def forget(self) -> None:
        """Empty every cache this phone uses; what it shows stays the same."""
        self._changed()
        self._store.forget()
        self._runtime.forget()
        PAINTER.clear()
        for app in self.image.apps.apps.values():
            for plan in app.plans.values() if app.is_open else ():
                plan.forget()
            for page in app.pages.values() if app.is_open else ():
                page.forget()
