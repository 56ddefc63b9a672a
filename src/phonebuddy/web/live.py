"""One viewer of the live phone: its socket, what it asks, and the pictures it gets.

The viewer is sent only the strips that changed since the last picture it got. When it is slow, pictures are
left out, never queued. Invariant: after the last message it was sent, the viewer shows the phone as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from phonebuddy.actions import from_json
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.web import inspector, messages
from phonebuddy.web.shelf import Phone, Shelf
from phonebuddy.world.look import NAVIGATIONS, OWN, PROFILES, SHAPES, WALLPAPERS, make_look
from phonebuddy.world.phone import WorldFrame
from phonebuddy.world.render.frame import Part, Strip
from phonebuddy.world.render.theme import SCHEMES
from phonebuddy.world.touch import SLOP_DP

MAX_VIEWERS = 8
MESSAGES_PER_S = 100
"""What a person can do, many times over; more is answered with an error."""
FONT_SCALES = (0.85, 1.0, 1.15, 1.3, 1.5)

log = logging.getLogger("phonebuddy.web")


class Pace:
    """Lets through so many a second, and twice as many at once."""

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._left = 2 * per_s
        self._then = time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(2 * self._per_s, self._left + (now - self._then) * self._per_s)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Viewer:
    """See the head of this file."""

    def __init__(self, socket: WebSocket, shelf: Shelf) -> None:
        self._socket = socket
        self._shelf = shelf
        self.phone = shelf.first
        self.wake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._pace = Pace(MESSAGES_PER_S)
        self._strips: list[Strip] = []
        """What the page shows now."""
        self._size = (0, 0)
        self._answered = 0
        self._elements = False

    async def run(self) -> None:
        await self._socket.accept()
        await self._send_json(welcome(self._shelf))
        self.wake.set()
        sender = asyncio.create_task(self._send_pictures())
        try:
            while True:
                await self._answer(await self._socket.receive())
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _answer(self, received: object) -> None:
        assert isinstance(received, dict)
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        number = 0
        try:
            if not self._pace.allows():
                raise messages.MessageError("too many messages at once")
            request = messages.read(received.get("text") or "")
            number = request.id
            reply = self._do(request)
        except PhoneBuddyError as error:
            kind = "message" if isinstance(error, messages.MessageError) else "refused"
            reply = _error(kind, str(error), number)
        except Exception as error:
            # A mistake in an app under work must not end the session of the person who works on it.
            log.exception("a request failed")
            reply = _error("fault", f"{type(error).__name__}: {error}", number)
        if reply is not None:
            await self._send_json(reply)
            return
        self._answered = max(self._answered, number)
        self.wake.set()

    def _do(self, request: messages.Request) -> dict[str, object] | None:
        shelf, phone = self._shelf, self.phone
        match request:
            case messages.Act():
                shelf.act(phone, from_json(request.action), request.instead)
            case messages.Erase():
                shelf.erase(phone)
            case messages.View():
                self.look_at(shelf.phone(request.phone))
            case messages.Take():
                shelf.take(phone)
            case messages.Restore():
                shelf.restore(phone, request.snapshot)
            case messages.Fork():
                self.look_at(shelf.fork(phone, request.snapshot))
            case messages.Close():
                shelf.close(shelf.phone(request.phone))
            case messages.Dress():
                shelf.dress(phone, request.look)
            case messages.Shuffle():
                shelf.shuffle(phone, request.seed)
            case messages.Reset():
                shelf.reset(phone, request.seed)
            case messages.Record():
                shelf.record(phone, request.on)
            case messages.Watch():
                self._elements = request.elements
            case _:
                return self._look_up(request)
        return None

    def _look_up(self, request: messages.Tables | messages.Rows | messages.Changes) -> dict[str, object]:
        world = self.phone.world
        match request:
            case messages.Tables():
                return {"kind": "tables", "id": request.id, "tables": inspector.list_tables(world)}
            case messages.Rows():
                rows = inspector.list_rows(world, request.table, request.offset, request.limit)
                return {"kind": "rows", "id": request.id, **rows}
            case messages.Changes():
                return {"kind": "changes", "id": request.id, "changes": inspector.list_changes(world)}

    def look_at(self, phone: Phone) -> None:
        self.phone = phone
        self._strips = []

    # -- pictures --------------------------------------------------------------------------------------

    async def _send_pictures(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            async with self._sending:
                await self._socket.send_bytes(self._picture())
            await self._send_json(status(self._shelf, self.phone))
            if self._elements:
                elements = self.phone.world.observe().elements
                await self._send_json({"kind": "elements", "elements": elements})

    def _picture(self) -> bytes:
        """The length of the head, the head, and the PNGs it lists, one after the other."""
        screen = self.phone.world.observe()
        assert isinstance(screen.frame, WorldFrame)
        size = screen.width, screen.height
        if size != self._size:
            self._strips, self._size = [], size
        self._strips, parts = screen.frame.parts(self._strips)
        head = msgspec.json.encode(
            {
                "phone": self.phone.number,
                "answers": self._answered,
                "width": screen.width,
                "height": screen.height,
                "parts": [[part.top, len(part.png)] for part in parts],
            }
        )
        return b"".join((struct.pack("<I", len(head)), head, *map(_png, parts)))

    async def _send_json(self, data: dict[str, object]) -> None:
        async with self._sending:
            await self._socket.send_text(msgspec.json.encode(data).decode())


def _error(kind: str, text: str, number: int) -> dict[str, object]:
    return {"kind": "error", "error": kind, "text": text[:500], "id": number}


def _png(part: Part) -> bytes:
    return part.png


def welcome(shelf: Shelf) -> dict[str, object]:
    """What the page needs to know once: apps, and what looks there are."""
    apps = shelf.first.world.image.apps.apps.values()
    return {
        "kind": "welcome",
        "apps": [{"name": app.name, "title": app.manifest.title} for app in apps],
        "looks": {
            "profile": list(PROFILES),
            "scheme": [OWN, *SCHEMES],
            "font_scale": FONT_SCALES,
            "navigation": NAVIGATIONS,
            "shape": SHAPES,
            "wallpaper": WALLPAPERS,
        },
    }


def status(shelf: Shelf, phone: Phone) -> dict[str, object]:
    """Everything the page shows beside the screen."""
    screen = phone.world.observe()
    recorder = phone.recorder
    return {
        "kind": "status",
        "phones": [{"number": one.number, "title": one.title} for one in shelf.phones.values()],
        "phone": phone.number,
        "seed": phone.seed,
        "steps": phone.steps,
        "look": phone.world.look,
        "slop": make_look(phone.world.look).dp(SLOP_DP),
        "package": screen.package,
        "activity": screen.activity,
        "time_s": screen.time_s,
        "snapshots": [{"number": one.number, "title": one.title} for one in shelf.moments.values()],
        "actions": [one._asdict() for one in phone.done],
        "recording": None if recorder is None else {"folder": str(recorder.folder), "steps": recorder.steps},
    }
