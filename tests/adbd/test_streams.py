"""Streams: how many packets an answer takes, when it comes, and what ends a command."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import pytest

from phonebuddy.adbd import Served, serve_phones
from phonebuddy.adbd import packet as wire
from phonebuddy.adbd.client import DirectHost
from phonebuddy.adbd.packet import Packet
from phonebuddy.adbd.sync_service import DRY_RUN
from tests.adbd.helpers import make_phone
from tests.soon import soon


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serve_phones([make_phone()]) as (one,):
        yield one


@pytest.fixture
def host(served: Served) -> Iterator[DirectHost]:
    with DirectHost(served.port) as one:
        yield one


def open_stream(host: DirectHost, service: str, local: int = 900) -> int:
    """Open a service by hand; the phone's number for it."""
    host.send(Packet(wire.OPEN, local, 0, service.encode() + b"\0"))
    opened = host.receive()
    assert opened.command == wire.OKAY
    return opened.arg0


def test_a_quick_answer_is_one_packet(host: DirectHost) -> None:
    remote = open_stream(host, "shell,v2,raw:echo one; echo two >&2; wm size; exit 3")
    answer = host.receive()
    assert answer.command == wire.WRTE and answer.payload.endswith(struct.pack("<BIB", 3, 1, 3))
    host.send(Packet(wire.OKAY, 900, remote, b""))
    assert host.receive().command == wire.CLSE


def test_what_is_said_before_a_wait_comes_before_it(host: DirectHost) -> None:
    remote = open_stream(host, "exec:echo first; read answer; echo $answer")
    with soon():
        said = host.receive()
    assert (said.command, said.payload) == (wire.WRTE, b"first\n")
    host.send(Packet(wire.OKAY, 900, remote, b""))
    host.send(Packet(wire.WRTE, 900, remote, b"second\n"))
    assert host.receive().command == wire.OKAY
    assert host.receive().payload == b"second\n"


def test_a_host_that_takes_nothing_holds_the_command_back(host: DirectHost, served: Served) -> None:
    """Output waits for its acknowledgement; the phone keeps little of it and stays well meanwhile."""
    remote = open_stream(host, "exec:yes")
    first = host.receive()
    assert first.command == wire.WRTE
    with DirectHost(served.port) as other:
        assert other.run("exec:echo well") == b"well\n"
    host.send(Packet(wire.CLSE, 900, remote, b""))
    with soon(), DirectHost(served.port) as other:
        assert host.receive().command == wire.CLSE
        while b"yes" in other.run("exec:ps -A -o NAME"):
            pass


@pytest.mark.parametrize(
    ("signal", "status", "trapped"), [("TERM", 143, "yes"), ("INT", 130, "no"), ("9", 137, "no")]
)
def test_a_command_that_is_killed_says_so(served: Served, signal: str, status: int, trapped: str) -> None:
    script = "echo $$; trap 'echo yes > /data/local/tmp/trapped' TERM; read x"
    with DirectHost(served.port) as one, DirectHost(served.port) as two:
        two.run("exec:echo no > /data/local/tmp/trapped")
        remote = open_stream(one, f"shell,v2,raw:{script}")
        said = one.receive().payload
        one.send(Packet(wire.OKAY, 900, remote, b""))
        pid = int(said[5:])
        assert two.run(f"exec:ps -A | grep -c ' {pid} '") == b"1\n"
        two.run(f"exec:kill -{signal} {pid}")
        with soon():
            last = one.receive()
        assert last.payload == struct.pack("<BIB", 3, 1, status)
        assert two.run("exec:cat /data/local/tmp/trapped").decode() == f"{trapped}\n"
        assert two.run(f"exec:ps -A | grep -c ' {pid} '") == b"0\n"


def test_a_lost_connection_ends_its_commands(served: Served) -> None:
    with DirectHost(served.port) as one:
        open_stream(one, "exec:sleep 1000; read x")
    with DirectHost(served.port) as other, soon():
        while b"sleep" in other.run("exec:ps -A -o NAME,ARGS"):
            pass
        assert other.run("exec:echo well") == b"well\n"


def test_debuggers_find_nobody(host: DirectHost) -> None:
    assert host.run("jdwp") == b""


class Sync:
    """The `sync:` service by hand."""

    def __init__(self, host: DirectHost) -> None:
        self._host = host
        self._remote = open_stream(host, "sync:")

    def ask(self, data: bytes) -> bytes:
        """Send a request; the next thing that is said."""
        self._host.send(Packet(wire.WRTE, 900, self._remote, data))
        while (packet := self._host.receive()).command != wire.WRTE:
            pass
        self._host.send(Packet(wire.OKAY, 900, self._remote, b""))
        return packet.payload

    def send(self, path: bytes, flags: int, data: bytes) -> bytes:
        head = struct.pack("<4sI", b"SND2", len(path)) + path + struct.pack("<4sII", b"SND2", 0o100644, flags)
        body = struct.pack("<4sI", b"DATA", len(data)) + data + struct.pack("<4sI", b"DONE", 1_700_000_000)
        return self.ask(head + body)


def test_files_in_version_two(host: DirectHost) -> None:
    sync, path = Sync(host), b"/data/local/tmp/v2"
    assert sync.send(path, DRY_RUN, b"dry")[:4] == b"OKAY"
    missing = sync.ask(struct.pack("<4sI", b"RCV2", len(path)) + path + struct.pack("<4sI", b"RCV2", 0))
    assert missing[:4] == b"FAIL" and b"No such file" in missing
    assert sync.send(path, 1, b"packed")[:4] == b"FAIL", "brotli"
    assert sync.send(path, 0, b"whole")[:4] == b"OKAY"
    there = sync.ask(struct.pack("<4sI", b"RCV2", len(path)) + path + struct.pack("<4sI", b"RCV2", 0))
    assert there == struct.pack("<4sI", b"DATA", 5) + b"whole" + struct.pack("<4sI", b"DONE", 0)


def test_a_sleeping_phone_is_dark_in_every_picture(host: DirectHost) -> None:
    host.run("exec:input keyevent SLEEP")
    try:
        pixels = host.run("framebuffer:")[56:]
        assert pixels == b"\0\0\0\xff" * (1080 * 2400)
    finally:
        host.run("exec:input keyevent WAKEUP; input keyevent 82")


def test_the_port_is_on_loopback_only(served: Served) -> None:
    hosts = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in hosts - {"127.0.0.1", "127.0.1.1"}:
        with pytest.raises(OSError):
            socket.create_connection((str(address), served.port), 2).close()
