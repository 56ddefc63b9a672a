"""The page that explains a rebuilt app, served: the same file that can be exported, in parts that the guard's
rules let a browser load.

Invariant: it listens on this machine only, and the guard stands around all of it.
"""

from __future__ import annotations

import base64
import logging
import re
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from phonebuddy.web.guard import Door, Guard
from phonebuddy.web.server import STOP_S

STYLE, PICTURE = "/style.css", "/picture/"
_INSIDE = re.compile(r"src='data:image/(png|jpeg);base64,([A-Za-z0-9+/=]*)'")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class Explained:
    """One page with its style and its pictures, each under an address of its own."""

    def __init__(self, html: str, door: Door) -> None:
        self.door = door
        self.files: dict[str, tuple[bytes, str]] = {}
        style = _STYLE.search(html)
        self.files[STYLE] = (style[1].encode() if style else b"", "text/css; charset=utf-8")
        page = _STYLE.sub(f"<link rel=stylesheet href='{STYLE}'>", html)
        page = _INSIDE.sub(self._picture, page)
        self.files["/"] = (page.encode(), "text/html; charset=utf-8")
        routes = [Route(path, self._file) for path in self.files]
        self.app = Guard(Starlette(routes=routes), door)

    def _picture(self, found: re.Match[str]) -> str:
        path = f"{PICTURE}{len(self.files)}"
        self.files[path] = (base64.b64decode(found[2]), f"image/{found[1]}")
        return f"src='{path}'"

    async def _file(self, request: Request) -> Response:
        body, kind = self.files[request.url.path]
        return Response(body, media_type=kind)


def serve_until_stopped(
    explained: Explained, listener: socket.socket, say: Callable[[str], None], opens: bool
) -> None:
    """Serve the page until Ctrl-C; `say` is given the address."""
    say(explained.door.url)
    if opens:
        # The socket listens already, so the browser may come before the server is up.
        threading.Thread(target=webbrowser.open, args=(explained.door.url,), daemon=True).start()
    config = uvicorn.Config(
        explained.app, http="h11", ws="none", log_level=logging.ERROR, access_log=False, server_header=False,
        timeout_graceful_shutdown=STOP_S, limit_concurrency=64,
    )  # fmt: skip
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after it stopped
        uvicorn.Server(config).run(sockets=[listener])
