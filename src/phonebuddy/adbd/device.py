"""Device: a world phone as an Android device: screen, input, files, processes, properties, log.

Everything a client does passes through here to the phone's public door, so what a client did is what the
phone did. Invariant: nothing of the host is reached; what is kept beside the phone is lost with a virtual
reboot.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from phonebuddy.actions import Action, CloseApp, OpenApp, Wait
from phonebuddy.adbd.faults import Faults
from phonebuddy.adbd.files.databases import Databases
from phonebuddy.adbd.files.storage import Storage
from phonebuddy.adbd.files.tree import Files
from phonebuddy.adbd.frames import Shot, black, cut
from phonebuddy.adbd.front import front_of
from phonebuddy.adbd.furnish import furnish, furnish_packages
from phonebuddy.adbd.intent import Intent
from phonebuddy.adbd.names import ADB_KEYBOARD, LAUNCHER, STOCK_KEYBOARD, U2_KEYBOARD, AppName, Names
from phonebuddy.adbd.ports import Ports
from phonebuddy.adbd.processes import Processes
from phonebuddy.adbd.properties import Properties
from phonebuddy.adbd.record import Record
from phonebuddy.adbd.settings import AndroidSettings
from phonebuddy.screen import Screen
from phonebuddy.uixml import framed, to_xml
from phonebuddy.world.finger import Finger
from phonebuddy.world.look import PROFILES
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.uistate import decode_ui

if TYPE_CHECKING:
    from phonebuddy.adbd.touching import Down, Tapped

MAX_WAIT_MS = 24 * 3600 * 1000
MAX_ONE_WAIT_MS = 60_000
UP_MS = 600_000
"""For how long a phone has been on when it is first served."""


class Device:
    """One served phone. `still` keeps its clock where actions leave it; else real time passes on it too."""

    def __init__(self, phone: WorldPhone, serial: str, still: bool = True, stand_in: bool = False) -> None:
        self.phone = phone
        self.serial = serial
        self.still = still
        self.names = Names(phone, stand_in)
        self.faults = Faults()
        self.uid = 0
        """Whom new shells run as: root, until somebody asks for less."""
        self.reboots: list[Callable[[], None]] = []
        """Told when the phone restarts: connections end then."""
        self._seen = time.monotonic()
        self._idle_s = 0.0
        self._shot: Shot | None = None
        self._before: Shot | None = None
        """The frame before the last: what a stale one shows."""
        self._dump: tuple[Screen | None, str] = (None, "")
        self.spoil = ""
        """The fault that hits the next frame or dump."""
        self._stand_in = stand_in
        self.installed: dict[str, TemporaryDirectory[str]] = {}
        """Packages that were installed, with where their folders lie."""
        self.sessions: dict[str, bytes] = {}
        """Installs in steps that are under way."""
        self.watchers: list[Callable[[], None]] = []
        """Told after each change of the phone, before the command that made it returns."""
        self.before_answer: list[Callable[[], Awaitable[None]]] = []
        """Awaited after a command, before the client hears that it is done."""
        self.listeners: list[Callable[[Intent], None]] = []
        """Told of every broadcast."""
        self.boot = 0
        """How often it was started anew."""
        self.started_ms = self.booted_ms = phone.observe().time_s * 1000 - UP_MS
        """When it started, by its clock as it is set now; and as the clock said then."""
        self._start_up()

    def _start_up(self) -> None:
        """What is fresh after each start of the phone."""
        self.processes = Processes()
        self.ports = Ports()
        self.record = Record(self.time_ns)
        self.settings = AndroidSettings(self.phone)
        self.properties = Properties(self)
        storage = Storage(self.phone, self.time_ns)
        self.files = Files(storage, Databases(self.phone, self.names, self.time_ns), self.time_ns)
        furnish(self)
        self.keyboards = [STOCK_KEYBOARD, ADB_KEYBOARD, U2_KEYBOARD]
        self.enabled_keyboards = list(self.keyboards)
        self.keyboard = STOCK_KEYBOARD
        self.is_awake = True
        self.battery: dict[str, float] | None = None
        """What the battery truly is, while a client pretends otherwise."""
        self.finger: Down | None = None
        self.tapped: Tapped | None = None
        self.size_override: tuple[int, int] | None = None
        self.density_override: int | None = None

    def reboot(self) -> None:
        """A virtual reboot: apps are closed, what was kept in memory is gone, connections end."""
        self.processes.end_all()
        kept = self.files
        self.phone.operate(_close_everything)
        self.boot += 1
        self.started_ms = self.booted_ms = self.now_ms
        self._start_up()
        self.files = kept
        self.changed()
        for tell in list(self.reboots):
            tell()

    def start_afresh(self) -> None:
        """As after `reboot`, with the world as it stands: nobody hears of it, and it is no other boot."""
        self.processes.end_all()
        self.started_ms = self.now_ms - UP_MS
        self.uid, self.spoil = 0, ""
        self._start_up()
        self.changed()

    def replace(self, phone: WorldPhone) -> None:
        """Go on with another world, as after an install; files in memory and connections stay."""
        old, self.phone = self.phone, phone
        self.names = Names(phone, self._stand_in)
        self.settings.move(phone)
        self.files.storage = Storage(phone, self.time_ns)
        self.files.databases = Databases(phone, self.names, self.time_ns)
        furnish_packages(self)
        old.close()
        self.changed()

    # -- time ------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """The phone's clock, milliseconds since 1970, UTC."""
        return self.phone.observe().time_s * 1000

    def time_ns(self) -> int:
        return self.now_ms * 1_000_000

    def set_clock(self, time_ms: int) -> None:
        def put(runtime: Runtime) -> None:
            runtime.ui.time_ms = time_ms

        # The phone has been on for as long as before.
        self.started_ms += time_ms - self.now_ms
        self.operate(put)

    def catch_up(self) -> None:
        """Let the time pass that passed for the client; whole seconds only, so that frames stay cached."""
        now = time.monotonic()
        self._idle_s += now - self._seen
        self._seen = now
        if self.still:
            self._idle_s = 0.0
        elif self._idle_s >= 1.0:
            self.wait(int(self._idle_s) * 1000)
            self._idle_s -= int(self._idle_s)

    def wait(self, time_ms: int) -> None:
        """Let virtual time pass."""
        left = min(time_ms, MAX_WAIT_MS)

        def pass_on(runtime: Runtime) -> None:
            runtime.ui.time_ms += left

        if left <= MAX_ONE_WAIT_MS:
            self.phone.act(Wait(max(1, left)))
        else:
            self.phone.operate(pass_on)
        self.changed()

    # -- the screen ------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        self.catch_up()
        return self.phone.observe()

    def shot(self) -> Shot:
        """The screen as it is, encoded once per frame."""
        screen = self.screen()
        if self._shot is None or self._shot.screen is not screen:
            self._before, self._shot = self._shot, Shot(screen)
        return self._shot

    def frame(self) -> Shot:
        """The screen as a client gets it: dark while asleep, and spoiled where a fault says so."""
        shot = self.shot()
        spoil, self.spoil = self.spoil, ""
        if spoil == "black_frame" or not self.is_awake:
            return black(shot.screen)
        if spoil == "wrong_size":
            return cut(shot.screen)
        if spoil == "stale_frame" and self._before is not None:
            return self._before
        return shot

    def dump(self) -> str | None:
        """The tree as a client gets it; None where there is no root to dump."""
        spoil, self.spoil = self.spoil, ""
        if spoil == "null_root":
            return None
        if spoil == "stale_frame":
            stale = self._dump[1]
            if stale:
                return stale
        return self.xml()

    def xml(self) -> str:
        """The screen as uiautomator dumps it."""
        screen = self.screen()
        if self._dump[0] is not screen:
            text = self.names.renamed(to_xml(screen))
            package = front_of(self).component.partition("/")[0]
            self._dump = (screen, framed(text, package, screen.width, screen.height))
        return self._dump[1]

    @property
    def rotation(self) -> int:
        """In quarter turns."""
        screen = self.phone.observe()
        return 1 if screen.width > screen.height else 0

    @property
    def density(self) -> int:
        """In dots per inch, as the phone was made."""
        look = self.phone.look
        return round(PROFILES[look.profile].density * look.display_scale * 160)

    def focus(self) -> tuple[str, str]:
        """Package and activity class in front."""
        screen = self.phone.observe()
        app = self.names.find(screen.package)
        if app is None:
            return LAUNCHER, f"{LAUNCHER}.HomeActivity"
        return app.package, self.names.activity(app, screen.activity)

    # -- doing -----------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do one action; asleep, the phone feels nothing."""
        self.catch_up()
        if self.is_awake:
            self.phone.act(action)
            self.changed()

    def touch(self, finger: Finger) -> None:
        """As `act`, for a gesture whose place is known to the pixel."""
        self.catch_up()
        if self.is_awake:
            self.phone.touch(finger)
            self.changed()

    def operate(self, do: Callable[[Runtime], None]) -> None:
        """Do what no action does."""
        self.catch_up()
        self.phone.operate(do)
        self.changed()

    def changed(self) -> None:
        for tell in self.watchers:
            tell()

    def query(
        self, sql: str, values: tuple[None | int | float | str | bytes, ...] = ()
    ) -> list[tuple[object, ...]]:
        return [tuple(row) for row in self.phone.state(sql, values)]

    # -- apps ------------------------------------------------------------------------------------------

    def running(self) -> list[AppName]:
        """Apps with open pages, the one used last first."""
        return [self.names.app(name) for name in decode_ui(self.phone.snapshot().ui).order]

    def title(self, app: AppName) -> str:
        """What stands below the app's icon."""
        language = "zh" if self.settings.world("language") == "zh" else "en"
        return self.phone.image.app(app.name).manifest.title_in(language)

    def start(self, app: AppName, page: str | None = None) -> None:
        """Bring an app to the front; a page that needs nothing to be given is opened in it."""
        pages = self.phone.image.app(app.name).pages
        wanted = page if page in pages and page is not None and not pages[page].params else None
        self._with_app(OpenApp(app.own))
        front = self.phone.observe().activity
        if wanted is not None and front != wanted:
            self.operate(lambda runtime: runtime.open(wanted, {}))
        self.processes.app_pid(app.package)
        self.record.event("am_on_resume_called", f"[0,{app.component()},RESUME_ACTIVITY,0]")

    def stop(self, app: AppName) -> None:
        self._with_app(CloseApp(app.own))
        self.processes.app_stopped(app.package)

    def _with_app(self, action: OpenApp | CloseApp) -> None:
        """Also while asleep; it takes the time that the action takes."""
        self.catch_up()
        self.phone.act(action)
        self.changed()


def _close_everything(runtime: Runtime) -> None:
    runtime.launcher.close_all()
    runtime.keyguard.lock()
