"""Strangers stay out: every hostile request to every route is refused, over real sockets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from phonebuddy.errors import SetupError
from phonebuddy.web.guard import Guard
from phonebuddy.web.server import Live, listen
from tests.web.helpers import Answer, cookie_of, enter, get, live_phone, raw

UPGRADE = (
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with live_phone() as running:
        yield running


def paths(live: Live) -> list[str]:
    """One address for each route there is; a new route is among them without anybody's doing."""
    return [getattr(route, "path", "/").replace("{name}", "desk.png") for route in live.routes]


def sockets(live: Live) -> list[str]:
    return [route.path for route in live.routes if isinstance(route, WebSocketRoute)]


def knock(live: Live, path: str, *headers: str, host: str | None = None, method: str = "GET") -> Answer:
    """A request that is right but for what is given: with the cookie, as an upgrade where a socket is."""
    port = live.door.port
    host = f"127.0.0.1:{port}" if host is None else host
    lines = [f"{method} {path} HTTP/1.1"]
    if host:
        lines.append(f"Host: {host}")
    upgrade = UPGRADE if path in sockets(live) else ()
    lines += ["Connection: Upgrade, close" if upgrade else "Connection: close", *upgrade, *headers]
    return raw(port, "\r\n".join([*lines, "", ""]).encode("latin-1"))


def hostile(live: Live) -> dict[str, tuple[str, ...]]:
    """Headers by what is wrong with them. `host=` and `method=` stand for themselves."""
    port, cookie = live.door.port, cookie_of(live)
    ours = f"Origin: http://127.0.0.1:{port}"
    name = live.door.cookie_name
    value = cookie.rpartition("=")[2]
    return {
        "host of a stranger": (cookie, ours, "host=evil.example"),
        "host of a stranger with our port": (cookie, ours, f"host=evil.example:{port}"),
        "rebound host": (cookie, ours, f"host=127.0.0.1.evil.example:{port}"),
        "host without port": (cookie, ours, "host=127.0.0.1"),
        "host with another port": (cookie, ours, "host=127.0.0.1:1"),
        "host with user": (cookie, ours, f"host=x@127.0.0.1:{port}"),
        "host with trailing dot": (cookie, ours, f"host=localhost.:{port}"),
        "host in capitals": (cookie, ours, f"host=LOCALHOST:{port}"),
        "host all zeros": (cookie, ours, f"host=0.0.0.0:{port}"),
        "host IPv6": (cookie, ours, f"host=[::1]:{port}"),
        "host as a number": (cookie, ours, f"host=2130706433:{port}"),
        "no host": (cookie, ours, "host="),
        "two hosts": (cookie, ours, "Host: evil.example"),
        "two equal hosts": (cookie, ours, f"Host: 127.0.0.1:{port}"),
        "origin of a stranger": (cookie, "Origin: http://evil.example"),
        "null origin": (cookie, "Origin: null"),
        "empty origin": (cookie, "Origin:"),
        "https origin": (cookie, f"Origin: https://127.0.0.1:{port}"),
        "origin with another port": (cookie, "Origin: http://127.0.0.1:1"),
        "origin without port": (cookie, "Origin: http://127.0.0.1"),
        "origin of the other name": (cookie, f"Origin: http://localhost:{port}"),
        "origin with a path": (cookie, f"{ours}/"),
        "origin that starts like ours": (cookie, f"{ours}.evil.example"),
        "two origins": (cookie, ours, "Origin: http://evil.example"),
        "two equal origins": (cookie, ours, ours),
        "file origin": (cookie, "Origin: file://"),
        "extension origin": (cookie, "Origin: chrome-extension://abcdefgh"),
        "cross-site fetch": (cookie, ours, "Sec-Fetch-Site: cross-site"),
        "cross-site without origin": (cookie, "Sec-Fetch-Site: cross-site"),
        "same-site fetch": (cookie, ours, "Sec-Fetch-Site: same-site"),
        "unknown fetch": (cookie, ours, "Sec-Fetch-Site: whatever"),
        "two fetch sites": (cookie, ours, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"),
        "no cookie": (ours,),
        "wrong cookie": (ours, f"Cookie: {name}={'x' * len(value)}"),
        "empty cookie": (ours, f"Cookie: {name}="),
        "cookie cut short": (ours, cookie[:-1]),
        "cookie of another launch": (ours, f"Cookie: phonebuddy_1={value}"),
        "cookie twice, one wrong": (ours, f"{cookie}; {name}=x"),
        "cookie in two headers": (ours, cookie, cookie),
        "cookie that is not ASCII": (ours, f"Cookie: {name}=\xe9\xff"),
        "the cookie as a token": (ours, f"Authorization: Bearer {value}"),
        "a body": (cookie, ours, "Content-Length: 100000000"),
        "a small body": (cookie, ours, "Content-Length: 1"),
        "a chunked body": (cookie, ours, "Transfer-Encoding: chunked"),
        "a post": (cookie, ours, "method=POST"),
        "a cross-site post": (cookie, "Origin: http://evil.example", "method=POST"),
        "a post of nobody": (cookie, "method=POST"),
        "a put": (cookie, ours, "method=PUT"),
        "a delete": (cookie, ours, "method=DELETE"),
        "a preflight": (cookie, "Origin: http://evil.example", "method=OPTIONS"),
        "a trace": (cookie, ours, "method=TRACE"),
        "endless headers": (cookie, ours, f"X-Long: {'x' * 20_000}"),
    }  # fmt: skip


def let_in(live: Live, path: str) -> list[str]:
    """The hostile requests to a path that got anything but a refusal."""
    through = []
    for what, given in hostile(live).items():
        options = dict(one.split("=", 1) for one in given if one.startswith(("host=", "method=")))
        headers = [one for one in given if not one.startswith(("host=", "method="))]
        answer = knock(live, path, *headers, **options)
        if not (answer.status == 0 or 400 <= answer.status < 500):
            through.append(f"{what}: {answer.status}")
    return through


def test_there_are_enough_hostile_requests(live: Live) -> None:
    assert len(hostile(live)) >= 40


def test_every_hostile_request_to_every_route_is_refused(live: Live) -> None:
    broken = {path: let_in(live, path) for path in paths(live)}
    assert broken == {path: [] for path in paths(live)}


def test_the_right_request_gets_in(live: Live) -> None:
    port = live.door.port
    for path in paths(live):
        answer = knock(live, path, cookie_of(live), f"Origin: http://127.0.0.1:{port}")
        assert answer.status == (101 if path in sockets(live) else 200), path


def test_a_route_beside_the_guard_is_noticed(live: Live) -> None:
    """The test above is worth something: an application that answers strangers fails it."""

    async def open_to_all(scope: object, receive: object, send: object) -> None:
        await Response("hello")(scope, receive, send)  # type: ignore[arg-type]

    guarded, live.app._strange = live.app._strange, lambda *_: None  # type: ignore[method-assign]
    inner, live.app.app = live.app.app, open_to_all
    try:
        assert len(let_in(live, "/")) > 20
    finally:
        live.app._strange, live.app.app = guarded, inner  # type: ignore[method-assign]


def test_the_guard_is_around_everything(live: Live) -> None:
    assert type(live.app) is Guard
    assert {route.path for route in live.routes if isinstance(route, Route)} >= {"/", "/static/phone.js"}
    unknown = knock(live, "/nothing/here")
    assert unknown.status == 401, "whether a page exists is not for strangers either"


def test_answers_carry_the_security_headers_even_when_refused(live: Live) -> None:
    for answer in (
        knock(live, "/", cookie_of(live)),
        knock(live, "/"),
        knock(live, "/", host="evil.example"),
        knock(live, "/nothing", cookie_of(live)),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-frame-options"] == "deny"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py",
        "/static/..%2fguard.py",
        "/static/%2e%2e/%2e%2e/guard.py",
        "/icons/..%2f..%2fpyproject.toml",
        "/icons/../../../../etc/passwd",
        "/icons/desk.png%00.txt",
        "//etc/passwd",
        "/icons/" + "a" * 5_000,
        "/?" + "a" * 5_000,
    ],
)
def test_no_path_leads_out(live: Live, path: str) -> None:
    assert 400 <= knock(live, path, cookie_of(live)).status < 500


def test_the_address_works_once() -> None:
    with live_phone() as live:
        address = live.door.url.partition(str(live.door.port))[2]
        for wrong in ("/enter", "/enter?token=", "/enter?token=x", address + "x", address[:-1]):
            assert get(live, wrong).status == 401
        assert get(live, address, "Sec-Fetch-Site: cross-site").status == 403
        assert get(live, address, host="evil.example").status == 421
        first = get(live, address)
        assert (first.status, first.headers["location"]) == (303, "/")
        flags = first.headers["set-cookie"].split("; ")
        assert {"httponly", "samesite=strict", "path=/"} <= set(flags)
        assert get(live, address).status == 401
        assert address not in live.door.url


def test_two_launches_do_not_share_keys() -> None:
    with live_phone() as one, live_phone() as two:
        cookie = enter(one)
        assert get(one, "/", cookie).status == 200
        assert get(two, "/", cookie).status == 401


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.2", "example.org"])
def test_other_addresses_are_refused(host: str) -> None:
    with pytest.raises(SetupError, match="127.0.0.1 only"):
        listen(0, host)


def test_a_taken_port_is_a_clear_error() -> None:
    with live_phone() as live, pytest.raises(SetupError, match="--port 0"):
        listen(live.door.port)
