"""The wire against adb servers that misbehave: every call ends, with an answer or the right cause."""

from __future__ import annotations

import shlex
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.errors import Fault
from phonebuddy.phones import wire as wire_module
from phonebuddy.phones.wire import HOST, Patience, Wire, list_phones, quote

Behave = Callable[[socket.socket], None]


@contextmanager
def adb(behave: Behave, state: str = "device") -> Iterator[int]:
    """An adb server with one phone, whose every service does as told."""
    stop = threading.Event()
    server = socket.create_server((HOST, 0))
    server.settimeout(0.05)

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            while request := read(connection):
                if request == "host:devices-l":
                    listed = f"one            {state} model:Fake\n"
                    connection.sendall(b"OKAY" + f"{len(listed):04x}{listed}".encode())
                elif request.startswith("host:"):
                    connection.sendall(b"OKAY" if state == "device" else b"FAIL000edevice offline")
                else:
                    behave(connection)
                    return

    def listen() -> None:
        while not stop.is_set():
            with suppress(TimeoutError):
                connection, _ = server.accept()
                connection.settimeout(None)
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield server.getsockname()[1]
    finally:
        stop.set()
        thread.join()
        server.close()


def read(connection: socket.socket) -> str:
    head = connection.recv(4)
    return connection.recv(int(head, 16)).decode() if len(head) == 4 else ""


def packet(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def drip(connection: socket.socket) -> None:
    """One byte now and then, for ever: every single read is quick."""
    connection.sendall(b"OKAY")
    while True:
        connection.sendall(packet(1, b"."))
        time.sleep(0.01)


def silent(connection: socket.socket) -> None:
    connection.sendall(b"OKAY")
    connection.recv(1)


def half(connection: socket.socket) -> None:
    connection.sendall(b"OKAY" + packet(1, b"half an ans"))


def refuse(connection: socket.socket) -> None:
    connection.sendall(b"FAIL0006closed")


def babble(connection: socket.socket) -> None:
    connection.sendall(b"What?")


def flood(connection: socket.socket) -> None:
    connection.sendall(b"OKAY" + struct.pack("<BI", 1, 1 << 31))
    silent(connection)


def late(connection: socket.socket) -> None:
    time.sleep(0.5)
    connection.sendall(b"OKAY" + packet(1, b"x") + packet(3, b"\0"))


def well(connection: socket.socket) -> None:
    connection.sendall(b"OKAY" + packet(1, b"o\r\nut") + packet(2, b"err") + packet(3, b"\x05"))


QUICK = Patience(call_s=0.4, slow=1.0)


@pytest.mark.parametrize(
    ("behave", "cause"),
    [
        (drip, "hang"),
        (silent, "hang"),
        (half, "dropped"),
        (refuse, "dropped"),
        (babble, "dropped"),
        (flood, "garbled"),
    ],
)
def test_whatever_the_phone_does_a_call_ends_with_a_cause(behave: Behave, cause: str) -> None:
    with adb(behave) as port, pytest.raises(Fault) as error:
        Wire("one", port, QUICK).run("x")
    assert error.value.cause == cause and error.value.sent


def test_an_answer_that_came_late_is_refused() -> None:
    with adb(late) as port, pytest.raises(Fault) as error:
        Wire("one", port, Patience(call_s=60.0, slow=0.005)).run("x")
    assert error.value.cause == "slow" and error.value.sent


@pytest.mark.parametrize("state", ["offline", "unauthorized", "authorizing", "recovery"])
def test_a_phone_that_is_not_ready_got_nothing(state: str) -> None:
    with adb(well, state) as port, pytest.raises(Fault) as error:
        Wire("one", port, QUICK).run("x")
    expected = {"authorizing": "unauthorized", "recovery": "gone"}.get(state, state)
    assert error.value.cause == expected and not error.value.sent


def test_an_answer_has_output_errors_and_a_code() -> None:
    with adb(well) as port:
        answer = Wire("one", port).run("x")
        assert (answer.out, answer.err, answer.code, answer.text) == (b"o\r\nut", b"err", 5, "o\nuterr")
        with pytest.raises(Fault) as error:
            Wire("one", port).must("x")
        assert error.value.cause == "refused"
        assert list_phones(port) == [wire_module.Listed("one", "device", "Fake")]


def test_no_server_is_said_so() -> None:
    with socket.socket() as unused:
        unused.bind((HOST, 0))
        port = unused.getsockname()[1]
        with pytest.raises(Fault) as error:
            Wire("one", port, QUICK).run("x")
    assert error.value.cause == "adb_server" and not error.value.sent


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20), max_size=5))
def test_words_stay_words(words: list[str]) -> None:
    assert shlex.split(quote(tuple(words))) == words
