"""The methods of uiautomator2's JSON-RPC, each as a function of the phone.

Invariant: whatever is given, a method gives a value or raises RpcProblem; an object that is not there is
UiObjectNotFoundException, as on a phone.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from typing import Any

from phonebuddy.adbd import touching
from phonebuddy.adbd.broadcasts import get_clipboard, put_clipboard
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.properties import PRODUCT, SDK
from phonebuddy.adbd.u2.tree import Selector, UiNode, find_all, read_tree
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.world.uistate import decode_ui

STEP_MS = 5
MAX_SWIPES = 60
MAX_OBJECTS = 200
_KEYS = {"home": 3, "back": 4, "left": 21, "right": 22, "up": 19, "down": 20, "center": 23, "menu": 82,
"search": 84, "enter": 66,
         "delete": 67, "del": 67, "recent": 187, "volume_up": 24, "volume_down": 25, "volume_mute": 164,
         "camera": 27, "power": 26}  # fmt: skip


class RpcProblem(Exception):
    """What goes back as the error of a call."""

    def __init__(self, message: str, code: int = -32001) -> None:
        super().__init__(message)
        self.code = code


class Methods:
    """All methods, for one phone."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._objects: dict[str, Callable[[], UiNode | None]] = {}
        self._toast = ""

    def find(self, name: str) -> Callable[..., Any] | None:
        """A method by the name it has on the wire."""
        return getattr(self, f"do_{name}", None) if name.isidentifier() else None

    async def call(self, name: str, params: list[Any]) -> Any:
        method = self.find(name)
        if method is None:
            raise RpcProblem(f"method not found: {name[:80]}", -32601)
        if name not in ("injectInputEvent", "click"):
            self._device.tapped = None  # whoever looks in between means two taps
        try:
            result = method(*params)
            return await result if isinstance(result, Awaitable) else result
        except (TypeError, ValueError, AttributeError, KeyError, OverflowError, PhoneBuddyError) as error:
            raise RpcProblem(f"java.lang.IllegalArgumentException: {error}", -32602) from None

    # -- objects ---------------------------------------------------------------------------------------

    def _all(self, selector: Selector | str) -> list[UiNode]:
        if isinstance(selector, str):
            made = self._objects.get(selector)
            node = made() if made is not None else None
            return [] if node is None else [node]
        return find_all(read_tree(self._device), selector)

    def _one(self, selector: Selector | str) -> UiNode:
        found = self._all(selector)
        if not found:
            raise RpcProblem(f"androidx.test.uiautomator.UiObjectNotFoundException: {selector}", -32002)
        return found[0]

    def _name(self, make: Callable[[], UiNode | None]) -> str:
        if make() is None:
            raise RpcProblem("androidx.test.uiautomator.UiObjectNotFoundException", -32002)
        if len(self._objects) > MAX_OBJECTS:
            self._objects.clear()
        name = f"object-{len(self._objects) + 1}"
        self._objects[name] = make
        return name

    def do_objInfo(self, selector: Selector | str) -> dict[str, object]:
        return self._one(selector).info()

    def do_objInfoOfAllInstances(self, selector: Selector | str) -> list[dict[str, object]]:
        return [node.info() for node in self._all(selector)]

    def do_count(self, selector: Selector | str) -> int:
        return len(self._all(selector))

    def do_exist(self, selector: Selector | str) -> bool:
        return bool(self._all(selector))

    async def _until(self, is_so: Callable[[], bool], timeout_ms: int) -> bool:
        """Let time pass until something is so: the phone's own where its clock stands still, real time "
        "else."""
        left = max(0, min(int(timeout_ms), 60_000))
        while True:
            if is_so():
                return True
            if left <= 0:
                return False
            if self._device.still:
                self._device.wait(min(left, 1000))
                left -= 1000
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(min(left, 100) / 1000)
                left -= 100

    async def do_waitForExists(self, selector: Selector | str, timeout_ms: int = 0) -> bool:
        return await self._until(lambda: bool(self._all(selector)), timeout_ms)

    async def do_waitUntilGone(self, selector: Selector | str, timeout_ms: int = 0) -> bool:
        return await self._until(lambda: not self._all(selector), timeout_ms)

    def _child_by(self, parent: Selector | str, child: Selector, fits: Callable[[UiNode], bool]) -> str:
        def make() -> UiNode | None:
            for place in self._all(parent):
                for node in find_all(place, child):
                    if node is not place and any(fits(inner) for inner in node.walk()):
                        return node
            return None

        return self._name(make)

    def do_childByText(
        self, parent: Selector | str, child: Selector, text: str, scrolls: bool = False
    ) -> str:
        return self._scrolled_child(parent, child, scrolls, lambda node: node.attributes.get("text") == text)

    def do_childByDescription(
        self, parent: Selector | str, child: Selector, text: str, scrolls: bool = False
    ) -> str:
        return self._scrolled_child(
            parent, child, scrolls, lambda node: node.attributes.get("content-desc") == text
        )

    def _scrolled_child(
        self, parent: Selector | str, child: Selector, scrolls: bool, fits: Callable[[UiNode], bool]
    ) -> str:
        for _ in range(MAX_SWIPES if scrolls else 1):
            try:
                return self._child_by(parent, child, fits)
            except RpcProblem:
                if not scrolls or not self._scroll(parent, True, True, 55):
                    raise
        raise RpcProblem("androidx.test.uiautomator.UiObjectNotFoundException", -32002)

    def do_childByInstance(self, parent: Selector | str, child: Selector, number: int) -> str:
        def make() -> UiNode | None:
            found = [
                node for place in self._all(parent) for node in find_all(place, child) if node is not place
            ]
            return found[number] if 0 <= number < len(found) else None

        return self._name(make)

    def do_getObject(self, selector: Selector) -> str:
        return self._name(lambda: next(iter(self._all(selector)), None))

    def do_getChild(self, name: str, selector: Selector) -> str:
        def make() -> UiNode | None:
            return next(
                (
                    node
                    for place in self._all(name)
                    for node in find_all(place, selector)
                    if node is not place
                ),
                None,
            )

        return self._name(make)

    # -- touching --------------------------------------------------------------------------------------

    def do_click(self, x: Any, y: float | None = None, duration_ms: int = 0) -> bool:
        if isinstance(x, dict | str):
            return self._click_object(x, str(y or ""))
        if duration_ms >= touching.LONG_PRESS_MS:
            touching.swipe(self._device, x, float(y or 0), x, float(y or 0), int(duration_ms))
        else:
            touching.tap(self._device, x, float(y or 0), self)
        return True

    def _click_object(self, selector: Selector | str, corner: str = "") -> bool:
        node = self._one(selector)
        left, top, right, bottom = node.bounds
        x, y = {"tl": (left, top), "topleft": (left, top), "br": (right - 1, bottom - 1),
        "bottomright": (right - 1, bottom - 1)}.get(
            corner.lower(), node.center)  # fmt: skip
        touching.tap(self._device, x, y)
        return True

    def do_clickAndWaitForNewWindow(self, selector: Selector | str, timeout_ms: int = 0) -> bool:
        before = self._device.focus()
        self._click_object(selector)
        return self._device.focus() != before

    def do_longClick(self, selector: Selector | str, corner: str = "") -> bool:
        x, y = self._one(selector).center
        touching.swipe(self._device, x, y, x, y, 1000)
        return True

    def do_swipe(self, x1: Any, y1: Any, x2: Any = None, y2: float = 0, steps: int = 55) -> bool:
        if isinstance(x1, dict | str):
            return self._swipe_object(x1, str(y1), int(x2 or 55))
        touching.swipe(self._device, x1, y1, x2, y2, int(steps) * STEP_MS)
        return True

    def _swipe_object(self, selector: Selector | str, direction: str, steps: int) -> bool:
        node = self._one(selector)
        left, top, right, bottom = node.bounds
        x, y = node.center
        ends = {"u": (x, top), "up": (x, top), "d": (x, bottom - 1), "down": (x, bottom - 1), "l": (left,
        y), "left": (left, y),
                "r": (right - 1, y), "right": (right - 1, y)}  # fmt: skip
        touching.swipe(self._device, x, y, *ends.get(direction.lower(), (x, y)), steps * STEP_MS)
        return True

    def do_swipePoints(self, points: list[float], steps: int = 55) -> bool:
        if len(points) < 4:
            return False
        parts = max(1, len(points) // 2 - 1)
        x1, y1, x2, y2 = (*points[:2], *points[-2:])
        touching.swipe(self._device, x1, y1, x2, y2, int(steps) * STEP_MS * parts)
        return True

    def do_drag(self, x1: float, y1: float, x2: float, y2: float, steps: int = 100) -> bool:
        touching.drag(self._device, x1, y1, x2, y2, int(steps) * STEP_MS)
        return True

    def do_dragTo(self, selector: Selector | str, x: Any, y: float = 0, steps: int = 100) -> bool:
        start_x, start_y = self._one(selector).center
        if isinstance(x, dict | str):
            (x, y), steps = self._one(x).center, int(y)
        touching.drag(self._device, start_x, start_y, x, y, int(steps) * STEP_MS)
        return True

    def do_injectInputEvent(self, action: int, x: float, y: float, meta: int = 0) -> bool:
        if action == 0:
            touching.put_down(self._device, x, y)
        elif action == 1:
            touching.lift(self._device, x, y, self)
        return True

    def do_gesture(self, selector: Selector | str, *points: Any) -> bool:
        self._one(selector)
        return True

    def do_pinchIn(self, selector: Selector | str, percent: int = 100, steps: int = 50) -> bool:
        self._one(selector)
        return True

    do_pinchOut = do_pinchIn

    # -- scrolling -------------------------------------------------------------------------------------

    def _scroll(self, selector: Selector | str, vertical: bool, forward: bool, steps: int) -> bool:
        """Move what is under the finger by most of its size; whether anything moved."""
        left, top, right, bottom = self._one(selector).bounds
        before = self._device.xml()
        x, y = (left + right) / 2, (top + bottom) / 2
        near, far = 0.2, 0.8
        if vertical:
            low, high = top + (bottom - top) * near, top + (bottom - top) * far
            points = (x, high, x, low) if forward else (x, low, x, high)
        else:
            low, high = left + (right - left) * near, left + (right - left) * far
            points = (high, y, low, y) if forward else (low, y, high, y)
        touching.swipe(self._device, *points, max(1, int(steps)) * STEP_MS)
        return self._device.xml() != before

    def _scroll_all(
        self, selector: Selector | str, vertical: bool, forward: bool, most: int, steps: int
    ) -> bool:
        for _ in range(max(1, min(int(most), MAX_SWIPES))):
            if not self._scroll(selector, vertical, forward, steps):
                return True
        return False

    def do_scrollForward(self, selector: Selector | str, vertical: bool = True, steps: int = 55) -> bool:
        return self._scroll(selector, vertical, True, steps)

    def do_scrollBackward(self, selector: Selector | str, vertical: bool = True, steps: int = 55) -> bool:
        return self._scroll(selector, vertical, False, steps)

    def do_scrollToBeginning(
        self, selector: Selector | str, vertical: bool = True, most: int = 500, steps: int = 55
    ) -> bool:
        return self._scroll_all(selector, vertical, False, most, steps)

    def do_scrollToEnd(
        self, selector: Selector | str, vertical: bool = True, most: int = 500, steps: int = 55
    ) -> bool:
        return self._scroll_all(selector, vertical, True, most, steps)

    def do_scrollTo(self, selector: Selector | str, wanted: Selector, vertical: bool = True) -> bool:
        if self._all(wanted):
            return True
        self._scroll_all(selector, vertical, False, MAX_SWIPES, 55)
        for _ in range(MAX_SWIPES):
            if self._all(wanted):
                return True
            if not self._scroll(selector, vertical, True, 55):
                return bool(self._all(wanted))
        return False

    def do_flingForward(self, selector: Selector | str, vertical: bool = True) -> bool:
        return self._scroll(selector, vertical, True, 10)

    def do_flingBackward(self, selector: Selector | str, vertical: bool = True) -> bool:
        return self._scroll(selector, vertical, False, 10)

    def do_flingToBeginning(self, selector: Selector | str, vertical: bool = True, most: int = 500) -> bool:
        return self._scroll_all(selector, vertical, False, most, 10)

    def do_flingToEnd(self, selector: Selector | str, vertical: bool = True, most: int = 500) -> bool:
        return self._scroll_all(selector, vertical, True, most, 10)

    # -- text ------------------------------------------------------------------------------------------

    def do_getText(self, selector: Selector | str) -> str:
        return self._one(selector).attributes.get("text", "")

    def do_setText(self, selector: Selector | str, text: str) -> bool:
        node = self._one(selector)
        if node.attributes.get("class") != "android.widget.EditText":
            node = next(
                (
                    inner
                    for inner in node.walk()
                    if inner.attributes.get("class") == "android.widget.EditText"
                ),
                node,
            )
        if not node.is_on("focused"):
            touching.tap(self._device, *node.center)
        touching.clear_field(self._device)
        touching.type_text(self._device, text or "")
        return True

    def do_clearTextField(self, selector: Selector | str) -> bool:
        return self.do_setText(selector, "")

    def do_clearInputText(self) -> bool:
        touching.clear_field(self._device)
        return True

    def do_getClipboard(self) -> str | None:
        return get_clipboard(self._device) or None

    def do_setClipboard(self, label: str | None, text: str) -> bool:
        put_clipboard(self._device, text)
        return True

    def do_pasteClipboard(self) -> bool:
        touching.press(self._device, 279)
        return True

    # -- keys and the phone ----------------------------------------------------------------------------

    def do_pressKey(self, key: str) -> bool:
        code = _KEYS.get(str(key).lower())
        if code is None:
            return False
        touching.press(self._device, code)
        return True

    def do_pressKeyCode(self, code: int, meta: int = 0) -> bool:
        held = tuple(key for bit, key in ((0x1, 59), (0x1000, 113)) if int(meta or 0) & bit)
        touching.press(self._device, int(code), held)
        return True

    def do_deviceInfo(self) -> dict[str, object]:
        screen = self._device.screen()
        scale = self._device.density / 160
        return {
            "currentPackageName": self._device.focus()[0], "displayHeight": screen.height,
            "displayRotation": self._device.rotation,
            "displaySizeDpX": int(screen.width / scale), "displaySizeDpY": int(screen.height / scale),
            "displayWidth": screen.width, "productName": PRODUCT, "screenOn": self._device.is_awake,
            "sdkInt": int(SDK),
            "naturalOrientation": self._device.rotation == 0,
        }  # fmt: skip

    def do_dumpWindowHierarchy(
        self, compressed: bool = False, depth: int = 50, root_in_active: bool = False
    ) -> str:
        text = self._device.dump()
        if text is None:
            raise RpcProblem("java.lang.NullPointerException: null root node")
        return text

    def do_takeScreenshot(self, scale: float = 1, quality: int = 80) -> str:
        quality = max(1, min(100, int(quality)))
        return base64.b64encode(self._device.frame().jpeg(quality)).decode()

    def do_wakeUp(self) -> bool:
        touching.press(self._device, 224)
        return True

    def do_sleep(self) -> bool:
        touching.press(self._device, 223)
        return True

    def do_isScreenOn(self) -> bool:
        return self._device.is_awake

    def do_setOrientation(self, name: str) -> bool:
        turns = "0" if str(name).lower()[:1] in ("n", "u") else "1"
        self._device.settings.put("system", "user_rotation", turns)
        self._device.changed()
        return True

    def do_freezeRotation(self, freezes: bool = True) -> bool:
        self._device.settings.put("system", "accelerometer_rotation", "0" if freezes else "1")
        return True

    def do_openNotification(self) -> bool:
        self._device.operate(lambda runtime: setattr(runtime.ui, "shade", "notifications"))
        return True

    def do_openQuickSettings(self) -> bool:
        self._device.operate(lambda runtime: setattr(runtime.ui, "shade", "quick"))
        return True

    def do_getLastToast(self) -> str | None:
        toast = decode_ui(self._device.phone.snapshot().ui).toast
        if toast is not None:
            self._toast = toast.text
        return self._toast or None

    def do_clearLastToast(self) -> bool:
        self._toast = ""
        return True

    def do_makeToast(self, text: str, duration_ms: float = 2000) -> bool:
        self._device.operate(lambda runtime: runtime.toast(str(text)[:500]))
        return True

    def do_getLastTraversedText(self) -> str | None:
        return None

    def do_clearLastTraversedText(self) -> bool:
        return True

    def do_setConfigurator(self, *settings: Any) -> dict[str, object]:
        return {}

    do_getConfigurator = do_setConfigurator

    def do_waitForIdle(self, timeout_ms: int = 0) -> bool:
        return True

    def do_waitForWindowUpdate(self, package: str = "", timeout_ms: int = 0) -> bool:
        return False

    def do_hasWatcher(self, *name: Any) -> bool:
        return False

    do_hasAnyWatchersTriggered = do_hasWatcherTriggered = do_hasWatcher

    def do_ping(self) -> str:
        return "pong"
