"""The guard: who may talk to the local server. It stands around the whole application, not in it.

A stranger's page in the same browser can send requests to this machine; it must not get through. Checked on
every request and every socket, before any route is looked up: exact Host, exact Origin, no cross-site fetch,
no body, the cookie of this launch. Invariant: nothing behind the guard runs for a request that
fails one check.
"""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ENTRY = "/enter"
"""Where the one-time address leads; answered here, so that no route is open without the cookie."""
MAX_TARGET = 1_000
"""Bytes of path and query."""
MAX_HEADERS = 16_000
"""Bytes of all headers."""


class Door:
    """What one launch accepts: its addresses, a token that works once, and the cookie given for it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        # Cookies do not know about ports; the name keeps two launches apart.
        self.cookie_name = f"phonebuddy_{port}"
        self._token: str | None = secrets.token_urlsafe(32)
        self._cookie = secrets.token_urlsafe(32)

    @property
    def url(self) -> str:
        """The address to open; it works once."""
        return f"http://127.0.0.1:{self.port}{ENTRY}?token={self._token or 'used'}"

    def redeem(self, query: bytes) -> str | None:
        """The cookie to set for the right token, the first time."""
        if self._token is None or not hmac.compare_digest(query, f"token={self._token}".encode()):
            return None
        self._token = None
        return f"{self.cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict"

    def knows(self, cookies: list[bytes]) -> bool:
        """Whether these Cookie headers hold our cookie, once."""
        name = self.cookie_name.encode()
        pairs = [pair.strip().partition(b"=") for line in cookies for pair in line.split(b";")]
        values = [value for key, _, value in pairs if key == name]
        return len(values) == 1 and hmac.compare_digest(values[0], self._cookie.encode())


class Refusal(NamedTuple):
    status: int
    reason: str


class Guard:
    """ASGI middleware around everything; see the head of this file."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app = app
        self._door = door
        self._headers = _security_headers(door)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = _read(scope)
        refusal = self._strange(scope, headers)
        if scope["type"] == "websocket":
            if refusal or not self._door.knows(headers.get("cookie", [])):
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *self._headers]}
            await send(message)

        if refusal is None and scope["path"] == ENTRY:
            await self._enter(scope, send_safely)
        elif refusal is None and not self._door.knows(headers.get("cookie", [])):
            await _answer(send_safely, 401, "Open the address that phonebuddy printed.")
        elif refusal is not None:
            await _answer(send_safely, refusal.status, refusal.reason)
        else:
            await self.app(scope, receive, send_safely)

    async def _enter(self, scope: Scope, send: Send) -> None:
        cookie = self._door.redeem(scope.get("query_string", b""))
        if cookie is None:
            await _answer(send, 401, "This address works once; start phonebuddy again for another.")
            return
        await _answer(send, 303, "", [(b"location", b"/"), (b"set-cookie", cookie.encode())])

    def _strange(self, scope: Scope, headers: dict[str, list[bytes]]) -> Refusal | None:
        """Why a request cannot come from our own page, or None."""
        hosts = [value.decode("latin-1") for value in headers.get("host", [])]
        if len(hosts) != 1 or hosts[0] not in self._door.hosts:
            return Refusal(421, "Wrong host.")
        is_socket = scope["type"] == "websocket"
        origins = headers.get("origin", [])
        if origins != [f"http://{hosts[0]}".encode("latin-1")] and (origins or is_socket):
            return Refusal(403, "Wrong origin.")
        sites = headers.get("sec-fetch-site", [])
        # Older browsers do not say; those that do say `none` for an address typed in.
        if len(sites) > 1 or (sites and sites[0] not in (b"same-origin", b"none")):
            return Refusal(403, "Not from another page.")
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string", b"")) > MAX_TARGET:
            return Refusal(414, "Too long.")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS:
            return Refusal(431, "Too long.")
        if not is_socket and scope["method"] not in ("GET", "HEAD"):
            # Everything that changes something goes through the socket.
            return Refusal(405 if origins or sites else 403, "Only reading.")
        if headers.get("content-length", [b"0"]) != [b"0"] or "transfer-encoding" in headers:
            return Refusal(413, "No body is read.")
        return None


def _read(scope: Scope) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value)
    return found


def _security_headers(door: Door) -> list[tuple[bytes, bytes]]:
    sockets = " ".join(f"ws://{host}" for host in sorted(door.hosts))
    policy = (
        f"default-src 'self'; connect-src 'self' {sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-frame-options", b"DENY"),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"cache-control", b"no-store"),
    ]


async def _answer(
    send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    body = text.encode()
    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*plain, *(headers or [])]})
    await send({"type": "http.response.body", "body": body})
