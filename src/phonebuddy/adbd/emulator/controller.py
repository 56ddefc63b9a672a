"""The emulator's gRPC services, answered by a world phone.

Invariant: pictures and touches go through the same device as ADB's; a method that has no meaning here is
UNIMPLEMENTED, as gRPC says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
import numpy as np

from phonebuddy.adbd import touching
from phonebuddy.adbd.broadcasts import get_clipboard, put_clipboard
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator import messages as pb
from phonebuddy.adbd.emulator.shelf import Shelf
from phonebuddy.adbd.emulator.telephony import hang_up, receive_text, ring
from phonebuddy.adbd.emulator.wire import Message, WireProblem, decode, encode
from phonebuddy.adbd.frames import plain_png

PACKAGE = "android.emulation.control"
Values = dict[str, Any]
_KEYS = {"Enter": 66, "Backspace": 67, "GoBack": 4, "Escape": 4, "GoHome": 3, "Home": 3, "AppSwitch": 187,
"Power": 26,
         "ArrowLeft": 21, "ArrowRight": 22, "Delete": 112, "End": 123}  # fmt: skip
_EVDEV = {
    1: 111,
    14: 67,
    28: 66,
    57: 62,
    102: 3,
    105: 21,
    106: 22,
    107: 123,
    111: 112,
    116: 26,
    139: 82,
    158: 4,
    172: 3,
}
_ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'", 44: "zxcvbnm,./"}
XKB, EVDEV = 2, 1


class Controller:
    """Both services of one phone."""

    def __init__(self, device: Device, shelf: Shelf) -> None:
        self._device = device
        self._shelf = shelf
        self._count = 0
        self._finger: tuple[int, int, int, int] | None = None
        """Where the finger went down, and where it was seen last."""
        self._moves = 0

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        control = {
            "getStatus": (self._status, pb.EMPTY, pb.STATUS), "getScreenshot": (self._screenshot,
            pb.IMAGE_FORMAT, pb.IMAGE),
            "sendTouch": (self._touch, pb.TOUCH_EVENT, pb.EMPTY), "sendKey": (self._key, pb.KEY_EVENT,
            pb.EMPTY),
            "sendMouse": (self._mouse, pb.MOUSE_EVENT, pb.EMPTY), "sendSms": (self._sms, pb.SMS,
            pb.PHONE_RESPONSE),
            "sendPhone": (self._call, pb.CALL, pb.PHONE_RESPONSE), "setClipboard": (self._set_clip, pb.CLIP,
            pb.EMPTY),
            "getClipboard": (self._clip, pb.EMPTY, pb.CLIP), "getVmState": (self._vm_state, pb.EMPTY,
            pb.VM_STATE),
            "setVmState": (self._set_vm_state, pb.VM_STATE, pb.EMPTY),
        }  # fmt: skip
        snapshots = {
            "ListSnapshots": (self._list, pb.SNAPSHOT_FILTER, pb.SNAPSHOT_LIST),
            "LoadSnapshot": (self._load, pb.SNAPSHOT, pb.SNAPSHOT), "SaveSnapshot": (self._save,
            pb.SNAPSHOT, pb.SNAPSHOT),
            "DeleteSnapshot": (self._delete, pb.SNAPSHOT, pb.SNAPSHOT),
        }  # fmt: skip
        return [
            grpc.method_handlers_generic_handler(
                f"{PACKAGE}.{name}", {key: self._handler(*value) for key, value in methods.items()}
            )
            for name, methods in (("EmulatorController", control), ("SnapshotService", snapshots))
        ]

    def _handler(
        self, do: Callable[[Values], Values], request: Message, response: Message
    ) -> grpc.RpcMethodHandler:
        async def answer(data: bytes, context: Any) -> bytes:
            try:
                values = do(decode(request, data))
            except WireProblem as problem:
                await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(problem))
            for flush in self._device.before_answer:
                await flush()
            return encode(response, values)

        return grpc.unary_unary_rpc_method_handler(answer)

    # -- the phone -------------------------------------------------------------------------------------

    def _status(self, request: Values) -> Values:
        up = max(1, self._device.now_ms - self._device.started_ms)
        return {"version": "PhoneWorld 1.0", "uptime": up, "booted": True}

    def _screenshot(self, request: Values) -> Values:
        pixels = self._device.frame().pixels()
        wanted = request["width"], request["height"]
        if all(0 < side <= 8192 for side in wanted):
            pixels = _fitted(pixels, *wanted)
        height, width = pixels.shape[:2]
        kind = request["format"]
        image = (
            plain_png(pixels)
            if kind == pb.PNG
            else (pixels if kind == pb.RGBA else pixels[..., :3]).tobytes()
        )
        self._count += 1
        form = {
            "format": kind,
            "width": width,
            "height": height,
            "rotation": {"rotation": self._device.rotation},
        }
        moment = self._device.now_ms * 1000
        return {
            "format": form,
            "width": width,
            "height": height,
            "image": image,
            "seq": self._count,
            "timestampUs": moment,
        }

    def _touch(self, request: Values) -> Values:
        for touch in request["touches"]:
            if touch["identifier"] == 0:
                self._move(touch["x"], touch["y"], touch["pressure"] > 0)
        return {}

    def _move(self, x: int, y: int, is_down: bool) -> None:
        if is_down:
            start = self._finger[:2] if self._finger is not None else (x, y)
            self._finger = (*start, x, y)
            self._moves += 1
        elif self._finger is not None:
            x1, y1, x2, y2 = self._finger
            # A finger that is reported often stays long: a step of android_env takes some 100 ms.
            duration = 100 * self._moves if self._moves > 1 else 50
            self._finger, self._moves = None, 0
            touching.swipe(self._device, x1, y1, x2, y2, duration)

    def _mouse(self, request: Values) -> Values:
        self._move(request["x"], request["y"], bool(request["buttons"] & 1))
        return {}

    def _key(self, request: Values) -> Values:
        if request["text"]:
            touching.type_text(self._device, request["text"])
        elif request["eventType"] != pb.KEY_UP:
            code = _KEYS.get(request["key"]) or _android_code(request["codeType"], request["keyCode"])
            if code is not None:
                touching.press(self._device, code)
            elif len(request["key"]) == 1:
                touching.type_text(self._device, request["key"])
        return {}

    def _sms(self, request: Values) -> Values:
        return {"response": int(not receive_text(self._device, request["srcAddress"], request["text"]))}

    def _call(self, request: Values) -> Values:
        if request["operation"] == 0:
            ring(self._device, request["number"])
        elif request["operation"] in (2, 3, 6):
            hang_up(self._device)
        return {"response": 0}

    def _clip(self, request: Values) -> Values:
        return {"text": get_clipboard(self._device)}

    def _set_clip(self, request: Values) -> Values:
        put_clipboard(self._device, request["text"])
        return {}

    def _vm_state(self, request: Values) -> Values:
        return {"state": pb.RUNNING}

    def _set_vm_state(self, request: Values) -> Values:
        if request["state"] == pb.RESET:
            self._device.reboot()
        return {}

    # -- snapshots -------------------------------------------------------------------------------------

    def _list(self, request: Values) -> Values:
        rows = [
            {"snapshot_id": name, "status": 2 if name == self._shelf.loaded else 0, "size": size}
            for name, size in self._shelf.names().items()
        ]
        return {"snapshots": rows}

    def _done(self, name: str, done: bool) -> Values:
        return {"snapshot_id": name, "success": done, "err": b"" if done else b"there is no such snapshot"}

    def _load(self, request: Values) -> Values:
        return self._done(request["snapshot_id"], self._shelf.load(request["snapshot_id"]))

    def _save(self, request: Values) -> Values:
        return self._done(request["snapshot_id"], self._shelf.save(request["snapshot_id"]))

    def _delete(self, request: Values) -> Values:
        return self._done(request["snapshot_id"], self._shelf.delete(request["snapshot_id"]))


def _android_code(kind: int, code: int) -> int | None:
    """A key of a PC keyboard as Android's; None where a phone has none."""
    from phonebuddy.adbd.keycodes import LETTERS

    code = code - 8 if kind == XKB else code
    if kind not in (XKB, EVDEV):
        return None
    if code in _EVDEV:
        return _EVDEV[code]
    for first, row in _ROWS.items():
        if first <= code < first + len(row):
            letter = row[code - first]
            return next((known for known, (plain, _) in LETTERS.items() if plain == letter), None)
    return None


def _fitted(pixels: Any, width: int, height: int) -> Any:
    """Pixels scaled into a frame, keeping their shape, as the emulator does it."""
    scale = min(width / pixels.shape[1], height / pixels.shape[0], 1.0)
    if scale == 1.0:
        return pixels
    rows = (np.arange(int(pixels.shape[0] * scale)) / scale).astype(int)
    columns = (np.arange(int(pixels.shape[1] * scale)) / scale).astype(int)
    return np.ascontiguousarray(pixels[rows][:, columns])
