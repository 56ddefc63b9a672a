"""The wire: handshake, keys, streams, and whatever bytes a hostile host sends."""

from __future__ import annotations

import random
import socket
import struct
import time
from collections.abc import Iterator

import pytest

from phonebuddy.adbd import Served, serve_phones
from phonebuddy.adbd import packet as wire
from phonebuddy.adbd.client import DirectHost
from phonebuddy.adbd.packet import Packet, WireError
from tests.adbd.helpers import make_phone
from tests.soon import soon


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serve_phones([make_phone()]) as (one,):
        yield one


def raw(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 20)


def test_the_banner_says_what_hosts_read(served: Served) -> None:
    with DirectHost(served.port) as host:
        kind, _, rest = host.banner.decode().partition("::")
        fields = dict(part.partition("=")[::2] for part in rest.split(";"))
        assert kind == "device"
        assert set(fields) == {"ro.product.name", "ro.product.model", "ro.product.device", "features"}
        assert "shell_v2" in fields["features"].split(",")


def test_a_shell_answers(served: Served) -> None:
    with DirectHost(served.port) as host:
        assert host.run("shell:echo hi") == b"hi\n"
        assert host.run("exec:wm size") == b"Physical size: 1080x2400\n"
        assert host.run("shell,v2,raw:echo a; echo b >&2; exit 7") == (
            b"\x01\x02\0\0\0a\n\x02\x02\0\0\0b\n\x03\x01\0\0\0\x07"
        )


def test_an_unknown_service_is_refused(served: Served) -> None:
    with DirectHost(served.port) as host:
        for service in ("nosuch:", "tcp:4444", "tcp:22:example.org", "localabstract:x", "host:devices", ""):
            with pytest.raises(WireError, match="no service"):
                host.run(service)
        assert host.run("shell:echo still") == b"still\n"


def test_big_output_comes_whole(served: Served) -> None:
    with DirectHost(served.port) as host:
        data = host.run("exec:dd if=/dev/zero bs=1048576 count=5 2>/dev/null")
        assert data == bytes(5 << 20)


def test_a_framebuffer_has_the_head_that_clients_read(served: Served) -> None:
    with DirectHost(served.port) as host:
        data = host.run("framebuffer:")
        version, depth, space, size, width, height = struct.unpack_from("<6I", data)
        assert (version, depth, space, width, height) == (2, 32, 1, 1080, 2400)
        assert len(data) == 56 + size == 56 + 1080 * 2400 * 4


def test_an_old_peer_gets_and_needs_sums(served: Served) -> None:
    with raw(served.port) as one:
        one.sendall(wire.pack(Packet(wire.CNXN, wire.VERSION_CHECKED, 4096, b"host::\0"), True))
        head = wire.unpack_head(one.recv(24, socket.MSG_WAITALL))
        assert wire.checksum(one.recv(head.length, socket.MSG_WAITALL)) == head.checksum
        broken = bytearray(wire.pack(Packet(wire.OPEN, 1, 0, b"shell:echo\0"), True))
        broken[16] ^= 1
        one.sendall(broken)
        assert one.recv(1) == b""


def test_a_second_hello_starts_again(served: Served) -> None:
    with raw(served.port) as one:
        hello = wire.pack(Packet(wire.CNXN, wire.VERSION, 1 << 20, b"host::\0"), False)
        opened = wire.pack(Packet(wire.OPEN, 9, 0, b"shell:cat\0"), False)
        one.sendall(hello + opened + hello + opened)
        commands = []
        for _ in range(4):
            head = wire.unpack_head(one.recv(24, socket.MSG_WAITALL))
            one.recv(head.length, socket.MSG_WAITALL)
            commands.append(head.command)
        assert commands == [wire.CNXN, wire.OKAY, wire.CNXN, wire.OKAY]


def test_nothing_happens_before_the_hello(served: Served) -> None:
    with raw(served.port) as one:
        one.sendall(wire.pack(Packet(wire.OPEN, 1, 0, b"shell:input keyevent 4\0"), True))
        one.sendall(wire.pack(Packet(wire.CNXN, wire.VERSION, 1 << 20, b"host::\0"), False))
        assert wire.unpack_head(one.recv(24, socket.MSG_WAITALL)).command == wire.CNXN


def test_a_close_is_answered_once(served: Served) -> None:
    with raw(served.port) as one:
        one.sendall(wire.pack(Packet(wire.CNXN, wire.VERSION, 1 << 20, b"host::\0"), False))
        head = wire.unpack_head(one.recv(24, socket.MSG_WAITALL))
        one.recv(head.length, socket.MSG_WAITALL)
        one.sendall(wire.pack(Packet(wire.OPEN, 5, 0, b"shell:cat\0"), False))
        remote = wire.unpack_head(one.recv(24, socket.MSG_WAITALL)).arg0
        close = wire.pack(Packet(wire.CLSE, 5, remote, b""), False)
        one.sendall(close + close)
        answer = wire.unpack_head(one.recv(24, socket.MSG_WAITALL))
        assert (answer.command, answer.arg1) == (wire.CLSE, 5)
        one.settimeout(0.3)
        with pytest.raises(TimeoutError):
            one.recv(1)


def test_without_a_key_nobody_gets_in() -> None:
    with serve_phones([make_phone()], keys=()) as (one,), raw(one.port) as host:
        host.sendall(wire.pack(Packet(wire.CNXN, wire.VERSION, 1 << 20, b"host::\0"), False))
        for _ in range(3):
            head = wire.unpack_head(host.recv(24, socket.MSG_WAITALL))
            token = host.recv(head.length, socket.MSG_WAITALL)
            assert (head.command, head.arg0, len(token)) == (wire.AUTH, wire.AUTH_TOKEN, 20)
            host.sendall(wire.pack(Packet(wire.AUTH, wire.AUTH_SIGNATURE, 0, bytes(256)), False))
        host.recv(24 + 20, socket.MSG_WAITALL)
        host.sendall(wire.pack(Packet(wire.OPEN, 1, 0, b"shell:echo\0"), False))
        host.settimeout(0.3)
        with pytest.raises(TimeoutError):
            host.recv(1)


SERVICES = [b"shell:echo hi", b"shell,v2,raw:cat", b"sync:", b"exec:", b"tcp:9008",
b"reverse:forward:tcp:1;tcp:2", b"shell:",
            b"framebuffer:", b"root:", b"jdwp", b"\xff\xfe", b"reverse:list-forward", b"abb:a\0b",
            b"shell,v2,pty:"]  # fmt: skip


def malformed(chance: random.Random) -> bytes:
    """Bytes that are nearly packets."""
    kind = chance.randrange(6)
    command = chance.choice([*wire.KNOWN, chance.getrandbits(32)])
    payload = chance.choice([b"", chance.randbytes(chance.randrange(60)), chance.choice(SERVICES) + b"\0",
                             chance.choice([b"SEND", b"RECV", b"STA2", b"LIS2",
                             b"QUIT"]) + struct.pack("<I", chance.choice([0, 4,
                             2**31])) + b"/x,1"])  # fmt: skip
    args = [chance.choice([0, 1, 2, 3, chance.getrandbits(32)]) for _ in range(2)]
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 100))
    if kind == 1:
        length = chance.choice([0, 1, 2**20 + 1, 2**32 - 1, chance.getrandbits(32)])
        return (
            wire.HEADER.pack(command & 0xFFFFFFFF, *args, length, 0, (command ^ 0xFFFFFFFF) & 0xFFFFFFFF)
            + payload
        )
    data = wire.pack(Packet(chance.choice(sorted(wire.KNOWN)), args[0], args[1], payload), True)
    if kind == 2:
        return data[: chance.randrange(len(data))]
    if kind == 3:
        at = chance.randrange(len(data))
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
    return data


def fuzz(port: int, count: int) -> None:
    chance = random.Random(20)
    sent = 0
    hello = wire.pack(Packet(wire.CNXN, wire.VERSION, 1 << 20, b"host::\0"), False)
    while sent < count:
        with raw(port) as one:
            try:
                if chance.random() < 0.8:
                    one.sendall(hello)
                for _ in range(chance.randrange(1, 40)):
                    one.sendall(malformed(chance))
                    sent += 1
                one.setblocking(False)
                one.recv(1 << 20)
            except OSError:
                continue  # the phone closed it: as it should


def survives(served: Served, count: int) -> None:
    with soon():
        fuzz(served.port, count)
    with DirectHost(served.port) as host:
        assert host.run("shell:echo alive") == b"alive\n"
    for _ in range(100):
        if len(served.links) <= 1:
            break
        time.sleep(0.05)
    assert len(served.links) <= 1, "connections are left over"


def test_malformed_packets(served: Served) -> None:
    survives(served, 1_500)


@pytest.mark.slow
def test_twenty_thousand_malformed_packets(served: Served) -> None:
    survives(served, 20_000)
