"""The self-test of a phone: everything the driver does, done once, in about two minutes.

It opens an app, types into a field of it, closes it, turns the screen, lets the phone sleep, and puts
everything back. Invariant: it ends within its time with a row for every part, whatever the phone does, and
leaves the phone's settings as they were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from phonebuddy import actions
from phonebuddy.errors import Fault
from phonebuddy.phones import begin, cleaning, keyboard, u2
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.contract import Start
from phonebuddy.phones.health import examine
from phonebuddy.screen import Element, Flag, Screen

LIMIT_S = 120.0
TEXT = "PhoneBuddy 你好 😀 'a\"b' $x"
"""What typing must get through unchanged: Chinese, an emoji, quotes, what a shell would read."""


class Row(NamedTuple):
    """One part."""

    part: str
    result: str
    """ok, failed, or not tried."""
    took_s: float
    detail: str


def selftest(phone: AdbPhone, app: str, limit_s: float = LIMIT_S) -> Iterator[Row]:
    """Try every part; `app` is one with a field to type into."""
    until = time.monotonic() + limit_s
    test = _Test(phone, app)
    try:
        for part, check in test.parts():
            if time.monotonic() > until:
                yield Row(part, "not tried", 0.0, f"the {limit_s:.0f} seconds are over")
                continue
            yield _row(part, check)
    finally:
        yield _row("put everything back", test.put_back)


def _row(part: str, check: Callable[[], str]) -> Row:
    began = time.monotonic()
    try:
        result, detail = "ok", check()
    except Fault as error:
        result, detail = "failed", f"{error.cause}: {error}"
    except _Missed as error:
        result, detail = "failed", str(error)
    return Row(part, result, round(time.monotonic() - began, 2), detail)


class _Missed(Exception):
    """A part that does not do what it should."""


class _Test:
    def __init__(self, phone: AdbPhone, app: str) -> None:
        self._phone = phone
        self._wire = phone.wire
        self._given = app
        self._keyboard = ""
        self._baseline: cleaning.Baseline | None = None

    @cached_property
    def _app(self) -> str:
        """The package that is meant."""
        if package := self._phone.find_app(self._given):
            return package
        raise _Missed(f"no app '{self._given}' on this phone: name another one with --app")

    def parts(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("health", self._health),
            ("baseline for cleaning", self._take_baseline),
            ("start: rotation, animations, keyboard, home", self._start),
            ("observe: picture and elements", self._observe),
            ("open an app", self._open),
            ("tap a field", self._tap),
            ("type any text", self._type),
            ("scroll, long press, double tap", self._gestures),
            ("back and home", self._buttons),
            ("close an app", self._close),
            ("turn the screen", self._turn),
            ("screen off and on", self._sleep),
            ("uiautomator2's tree", self._u2),
            ("crash log", self._crashes),
        ]

    def _health(self) -> str:
        health = examine(self._wire, self._phone.eyes)
        health.must()
        return "; ".join(f"{rung.name}: {rung.found}" for rung in health.rungs[1:])

    def _take_baseline(self) -> str:
        self._keyboard = keyboard.current(self._wire)
        self._baseline = cleaning.take_baseline(self._wire)
        return f"{len(self._baseline.packages)} packages, {len(self._baseline.files)} files"

    def _start(self) -> str:
        self._phone.reset(Start(apps=(self._app,)))
        return keyboard.current(self._wire)

    def _observe(self) -> str:
        screen = self._phone.observe()
        return f"{screen.width}x{screen.height}, {len(screen.elements)} elements, {screen.package} in front"

    def _open(self) -> str:
        self._phone.act(actions.OpenApp(self._app))
        screen = self._phone.observe()
        if screen.package != self._app:
            raise _Missed(f"{screen.package} is in front, not {self._app}")
        return screen.activity

    def _tap(self) -> str:
        """Into the first field, through a control that looks like a search where there is none yet."""
        screen = self._phone.observe()
        if screen.package != self._app:
            raise _Missed(f"{screen.package} is in front")
        field = _field(screen) or _search(screen)
        if field is None:
            raise _Missed("no field and no search on its first page: name another app with --app")
        self._phone.act(_click(screen, field))
        screen = self._phone.observe()
        found = _field(screen)
        if found is None:
            raise _Missed("no field after the tap")
        if not found.has(Flag.FOCUSED):
            self._phone.act(_click(screen, found))
        return found.hint or found.resource_id or "a field"

    def _type(self) -> str:
        before = _field(self._phone.observe())
        self._phone.act(actions.Type(TEXT))
        after = _field(self._phone.observe())
        if before is None or after is None:
            raise _Missed("no field")
        if TEXT not in after.text:
            raise _Missed(f"the field holds {after.text!r}")
        return after.text

    def _gestures(self) -> str:
        before = self._phone.observe()
        middle, up = actions.Point(500, 700), actions.Point(500, 400)
        for action in (
            actions.Scroll(middle, up),
            actions.Scroll(up, middle),
            actions.LongPress(actions.Point(500, 5)),
        ):
            self._phone.act(action)
        self._phone.act(actions.DoubleClick(actions.Point(500, 5)))
        return f"{before.package}: taken"

    def _buttons(self) -> str:
        for button in ("back", "home"):
            self._phone.act(actions.ButtonPress(button))
        screen = self._phone.observe()
        if screen.package == self._app:
            raise _Missed(f"{screen.package} is still in front")
        return screen.package

    def _close(self) -> str:
        self._phone.act(actions.CloseApp(self._app))
        if running := self._wire.shell("pidof", self._app):
            raise _Missed(f"still running as {running}")
        return "gone"

    def _turn(self) -> str:
        self._phone.act(actions.OpenApp(self._app))
        self._wire.must("settings", "put", "system", "user_rotation", "1")
        try:
            screen = self._phone.observe()
        finally:
            self._wire.must("settings", "put", "system", "user_rotation", "0")
        self._phone.act(actions.ButtonPress("home"))
        if screen.width < screen.height:
            raise _Missed("the picture stays upright (some apps forbid turning)")
        return f"{screen.width}x{screen.height}"

    def _sleep(self) -> str:
        self._wire.must("input", "keyevent", "KEYCODE_SLEEP")
        try:
            self._phone.observe()
        except Fault as error:
            if error.cause not in ("screen_off", "locked"):
                raise
            said = error.cause
        else:
            raise _Missed("a sleeping phone was observed")
        finally:
            begin.wake(self._wire)
        self._phone.observe()
        return f"seen as {said}, and back"

    def _u2(self) -> str:
        u2.start(self._wire)
        return f"{len(u2.dump(self._wire)):,} characters"

    def _crashes(self) -> str:
        self._wire.run("logcat -b crash -d -v epoch", self._wire.patience.dump_s)
        return "can be read"

    def put_back(self) -> str:
        self._phone.close()
        if self._baseline is None:
            return "nothing was changed"
        left = cleaning.differences(self._baseline, cleaning.take_baseline(self._wire))
        left = [one for one in left if one.kind in ("setting", "package")]
        if left or (self._keyboard and keyboard.current(self._wire) != self._keyboard):
            raise _Missed("; ".join(map(str, left)) or "the keyboard is another one")
        return "keyboard and settings as before" if not begin.has_leftovers(self._wire) else "leftovers"


def _field(screen: Screen) -> Element | None:
    return next((element for element in screen.elements if element.has(Flag.EDITABLE)), None)


def _search(screen: Screen) -> Element | None:
    for element in screen.elements:
        said = f"{element.text} {element.description} {element.resource_id}".lower()
        if "search" in said or "搜索" in said:
            return element
    return None


def _click(screen: Screen, element: Element) -> actions.Click:
    return actions.Click(actions.to_point(*element.bounds.center, screen.width, screen.height))
