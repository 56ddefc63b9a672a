"""The server of the live phone: its routes, and starting and stopping it.

Files are read once and served from memory: no path of a request ever reaches the disk. Invariant: it listens
on this machine only, and the guard stands around all of it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from phonebuddy.errors import Fault, SetupError
from phonebuddy.web.guard import Door, Guard
from phonebuddy.web.icons import draw_icons
from phonebuddy.web.live import MAX_VIEWERS, Viewer
from phonebuddy.web.messages import MAX_MESSAGE
from phonebuddy.web.shelf import Phone, Shelf

LOOPBACK = ("127.0.0.1", "localhost")
PAGES = {
    "/": ("phone.html", "text/html; charset=utf-8"),
    "/static/phone.js": ("phone.js", "text/javascript; charset=utf-8"),
    "/static/phone.css": ("phone.css", "text/css; charset=utf-8"),
    "/static/phone.svg": ("phone.svg", "image/svg+xml"),
}
STOP_S = 3
PREPARE_PAUSE_S = 0.01
"""Between two apps: whoever asks meanwhile is answered first."""


class Live:
    """One launch: the phones, who looks at them, and the application that serves them."""

    def __init__(self, shelf: Shelf, door: Door) -> None:
        self.shelf = shelf
        self.door = door
        self._viewers: set[Viewer] = set()
        shelf.tell = self._tell
        static = files("phonebuddy.web") / "static"
        self._files = {path: ((static / name).read_bytes(), kind) for path, (name, kind) in PAGES.items()}
        self._icons = draw_icons(shelf.first.world.image)
        routes = [Route(path, self._file) for path in PAGES]
        self.routes = [
            *routes,
            Route("/icons/{name}", self._icon),
            WebSocketRoute("/live", self._live),
        ]
        self.app = Guard(Starlette(routes=self.routes, lifespan=self._lifespan), door)
        self.prepared = threading.Event()
        """Set once every app is ready to be opened."""

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(self._prepare())
        yield
        task.cancel()

    async def _prepare(self) -> None:
        """Compile the apps while the browser opens, so that the first tap on each does not wait for it."""
        for app in self.shelf.first.world.image.apps.apps.values():
            app.compile()
            await asyncio.sleep(PREPARE_PAUSE_S)
        self.prepared.set()

    def _tell(self, phone: Phone | None) -> None:
        for viewer in self._viewers:
            if viewer.phone.number not in self.shelf.phones:
                viewer.look_at(self.shelf.first)
            if phone is None or viewer.phone is phone:
                viewer.wake.set()

    async def _file(self, request: Request) -> Response:
        body, kind = self._files[request.url.path]
        return Response(body, media_type=kind)

    async def _icon(self, request: Request) -> Response:
        icon = self._icons.get(request.path_params["name"])
        return Response(icon, media_type="image/png") if icon else Response("No such icon.", 404)

    async def _live(self, socket: WebSocket) -> None:
        if len(self._viewers) >= MAX_VIEWERS:
            await socket.close(1013)
            return
        viewer = Viewer(socket, self.shelf)
        self._viewers.add(viewer)
        try:
            await viewer.run()
        finally:
            self._viewers.discard(viewer)


def listen(port: int, host: str = LOOPBACK[0]) -> socket.socket:
    """A listening socket on this machine; other addresses are refused."""
    if host not in LOOPBACK:
        raise SetupError(f"the live phone listens on {LOOPBACK[0]} only, not on '{host}'")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK[0], port))
    except OSError as error:
        listener.close()
        raise SetupError(f"port {port} cannot be used: {error.strerror}; --port 0 takes a free one") from None
    listener.listen(64)
    return listener


def _server(live: Live) -> uvicorn.Server:
    # Compressing pictures that are compressed already would only cost time.
    config = uvicorn.Config(
        live.app, http="h11", ws="websockets-sansio", ws_max_size=MAX_MESSAGE, ws_per_message_deflate=False,
        lifespan="on", log_level=logging.ERROR, access_log=False, server_header=False,
        timeout_graceful_shutdown=STOP_S, limit_concurrency=64,
    )  # fmt: skip
    return uvicorn.Server(config)


def serve(live: Live, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    try:
        _server(live).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn raises it again after it stopped
    finally:
        live.shelf.finish()


@contextmanager
def serving(live: Live, listener: socket.socket) -> Iterator[Live]:
    """Serve from another thread, for as long as the block runs."""
    server = _server(live)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        until = time.monotonic() + 10
        while not server.started:
            if time.monotonic() > until:
                raise Fault("the server does not start")
            time.sleep(0.01)
        yield live
    finally:
        server.should_exit = True
        thread.join(STOP_S + 5)
        live.shelf.finish()
