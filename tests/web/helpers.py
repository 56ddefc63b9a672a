"""A live phone with the test apps, served on a free port; and ways to talk to it that are not a browser."""

from __future__ import annotations

import atexit
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from phonebuddy.web.guard import Door
from phonebuddy.web.server import Live, listen, serving
from phonebuddy.web.shelf import Shelf
from phonebuddy.world.look import LookSpec
from phonebuddy.world.spec.load import AppSet, load_apps
from tests.world.desk import write_desk

LOOK = LookSpec("540x1200")
NOWHERE = Path("/dev/null/recordings")


@cache
def desk_apps() -> AppSet:
    # Content is read whenever a phone of another seed is made, so the folder stays to the end.
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    return load_apps(write_desk(folder))


def new_shelf(recordings: Path = NOWHERE, look: LookSpec = LOOK) -> Shelf:
    return Shelf(desk_apps(), 0, look, recordings)


@contextmanager
def live_phone(recordings: Path = NOWHERE, look: LookSpec = LOOK) -> Iterator[Live]:
    shelf = new_shelf(recordings, look)
    listener = listen(0)
    live = Live(shelf, Door(listener.getsockname()[1]))
    with serving(live, listener):
        yield live


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def raw(port: int, request: bytes) -> Answer:
    """Send bytes as they are, read one answer; status 0 when there is none."""
    with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(request)
        data = b""
        try:
            # A socket that was let in stays open.
            while not data.startswith(b"HTTP/1.1 101") and (piece := connection.recv(65536)):
                data += piece
        except (ConnectionResetError, TimeoutError):
            pass
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    return Answer(int(lines[0].split()[1]) if data else 0, headers, body)


def get(live: Live, path: str, *headers: str, method: str = "GET", host: str | None = None) -> Answer:
    """A request as our own page would send it, with the headers given beside Host."""
    host = f"127.0.0.1:{live.door.port}" if host is None else host
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    return raw(live.door.port, "\r\n".join([*lines, "", ""]).encode("latin-1"))


def enter(live: Live) -> str:
    """Use the one-time address up; the Cookie header to send from now on."""
    answer = get(live, live.door.url.partition(str(live.door.port))[2])
    assert answer.status == 303
    return cookie_of(live)


def cookie_of(live: Live) -> str:
    """The cookie that a page which came in would hold."""
    return f"Cookie: {live.door.cookie_name}={live.door._cookie}"


class Talk:
    """A page's side of the socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    def send(self, kind: str, **fields: object) -> int:
        self.number += 1
        self.socket.send(msgspec.json.encode({"kind": kind, "id": self.number, **fields}).decode())
        return self.number

    def receive(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; `picture` for the head of a binary one."""
        while True:
            data = self.socket.recv(timeout=10)
            if isinstance(data, bytes):
                size = int.from_bytes(data[:4], "little")
                message = {**msgspec.json.decode(data[4 : 4 + size]), "kind": "picture"}
                message["bytes"] = data[4 + size :]
            else:
                message = msgspec.json.decode(data)
            if message["kind"] == kind:
                return message

    def act(self, name: str, **arguments: object) -> dict[str, Any]:
        """Do an action; the status it led to."""
        number = self.send("act", action={"name": name, "arguments": arguments})
        while self.receive("picture")["answers"] < number:
            pass
        return self.receive("status")


@contextmanager
def talking(live: Live) -> Iterator[Talk]:
    port = live.door.port
    with connect(
        f"ws://127.0.0.1:{port}/live",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": cookie_of(live).partition(": ")[2]},
        compression=None,
        close_timeout=0.2,
        max_size=None,
    ) as socket:
        yield Talk(socket)
