"""Wire: one Android phone through the adb server, every call with a deadline.

On adbutils for the protocol. Its own time limits are per read, so a phone that drips bytes could hold a
caller for ever; here the whole call has one deadline. Invariant: a call ends by its deadline, and STATE_S for
finding out what is wrong, with an answer or a Fault.
"""

from __future__ import annotations

import os
import shlex
import socket
import struct
import subprocess
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import adbutils
from adbutils.errors import AdbError, AdbTimeout

from phonebuddy.errors import Fault, SetupError
from phonebuddy.phones.faults import fault

HOST = "127.0.0.1"
MAX_ANSWER = 64 << 20
"""Bytes of one answer; a picture of 20 megapixels is smaller."""
STATE_S = 2.0
"""For asking the server what has become of a phone."""
_OUT, _ERR, _EXIT = 1, 2, 3
Given = TypeVar("Given")


class Patience(NamedTuple):
    """How long calls may take, in seconds."""

    call_s: float = 10.0
    dump_s: float = 30.0
    boot_s: float = 120.0
    slow: float = 0.5
    """An answer that took more than this share of its deadline is too old to act upon."""


class Answer(NamedTuple):
    """What a command said."""

    out: bytes
    err: bytes
    code: int

    @property
    def text(self) -> str:
        return (self.out + self.err).decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n")


class Listed(NamedTuple):
    """A phone as the adb server lists it."""

    serial: str
    state: str
    model: str


def default_port() -> int:
    """Where the adb server listens, as adb itself decides it."""
    return int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037"))


class Wire:
    """Sends commands to one phone."""

    def __init__(self, serial: str, port: int | None = None, patience: Patience | None = None) -> None:
        self.serial = serial
        self.port = port or default_port()
        self.patience = patience or Patience()
        self.may_send: Callable[[], None] = lambda: None
        """Called before anything goes to the phone; raises when it may not, as after a lost lease."""

    def shell(self, *words: str, within_s: float | None = None) -> str:
        """What one command says. Words are quoted, so nothing in them is read by the phone's shell."""
        return self.run(quote(words), within_s).text

    def must(self, *words: str, within_s: float | None = None) -> str:
        """As `shell`; a command that the phone refuses is a fault."""
        answer = self.run(quote(words), within_s)
        if answer.code != 0:
            raise fault("refused", f"{words[0]} ended with {answer.code}: {answer.text[:200]}", self.serial)
        return answer.text

    def run(self, line: str, within_s: float | None = None) -> Answer:
        """A line for the phone's shell, written by us and never by a model."""
        return self._exchange(f"shell,v2,raw:{line}", within_s, lambda call: call.read_answer())

    def talk(
        self, port: int, request: bytes, is_whole: Callable[[bytes], bool], within_s: float | None = None
    ) -> bytes:
        """Send bytes to a port on the phone and read until the answer is whole, or it closes."""
        return self._exchange(f"tcp:{port}", within_s, lambda call: call.send(request).read_until(is_whole))

    def state(self) -> str:
        """What the adb server says about the phone: device, offline, unauthorized, gone, adb_server."""
        try:
            listed = {one.serial: one.state for one in list_phones(self.port)}
        except Fault:
            return "adb_server"
        return listed.get(self.serial, "gone")

    def _exchange(self, service: str, within_s: float | None, use: Callable[[_Call], Given]) -> Given:
        within_s = within_s or self.patience.call_s
        self.may_send()
        call = _Call(self.port, time.monotonic() + within_s)
        try:
            with call:
                call.open(self.serial, service)
                answer = use(call)
        except (AdbError, OSError, EOFError) as error:
            raise self._explain(error, call.sent, within_s) from error
        took = within_s - call.left()
        if took > within_s * self.patience.slow:
            raise fault("slow", f"{took:.1f} of {within_s:.1f} seconds", self.serial, sent=True)
        return answer

    def _explain(self, error: Exception, sent: bool, within_s: float) -> Fault:
        """The fault behind an error: what the server says about the phone, else what was felt."""
        if isinstance(error, _OversizedError):
            return fault("garbled", str(error), self.serial, sent)
        hung = isinstance(error, AdbTimeout | TimeoutError)
        if sent and not hung:
            return fault("dropped", str(error) or type(error).__name__, self.serial, sent)
        state = self.state()
        if state != "device":
            known = {"offline": "offline", "unauthorized": "unauthorized", "authorizing": "unauthorized"}
            cause = "adb_server" if state == "adb_server" else known.get(state, "gone")
            return fault(cause, f"adb says: {state}", self.serial, sent)
        if hung:
            return fault("hang", f"waited {within_s:.1f} seconds", self.serial, sent)
        return fault("dropped", str(error) or type(error).__name__, self.serial, sent)


class _OversizedError(EOFError):
    """More came than any answer holds."""


class _Call:
    """One exchange: a connection to the adb server, a deadline, and whether the phone may have got it."""

    def __init__(self, port: int, until: float) -> None:
        self._port = port
        self._until = until
        self._connection: _Connection | None = None
        self._buffer = b""
        self.sent = False

    def __enter__(self) -> _Call:
        return self

    def __exit__(self, *_: object) -> None:
        if self._connection is not None:
            # Not its own close(), which sleeps.
            self._connection.conn.close()

    def left(self) -> float:
        return self._until - time.monotonic()

    def open(self, serial: str, service: str) -> None:
        """Have the phone take a service."""
        self._connection = _Connection(self._port, self.left())
        self._ask(f"host:transport:{serial}")
        self.sent = True
        self._ask(service)

    def ask_server(self, request: str) -> str:
        """A question to the adb server itself."""
        self._connection = _Connection(self._port, self.left())
        self._ask(request)
        return str(self._wait().read_string_block())

    def _ask(self, request: str) -> None:
        connection = self._wait()
        connection.send_command(request)
        connection.check_okay()

    def _wait(self) -> _Connection:
        """The connection, for as long as the deadline allows."""
        assert self._connection is not None, "open() comes first"
        left = self.left()
        if left <= 0:
            raise TimeoutError("deadline")
        self._connection.conn.settimeout(left)
        return self._connection

    def send(self, data: bytes) -> _Call:
        self._wait().conn.sendall(data)
        return self

    def _more(self) -> bytes:
        return bytes(self._wait().conn.recv(1 << 16))

    def read_until(self, is_whole: Callable[[bytes], bool]) -> bytes:
        data = b""
        while not is_whole(data) and (piece := self._more()):
            data += piece
            if len(data) > MAX_ANSWER:
                raise _OversizedError(f"over {MAX_ANSWER >> 20} MB")
        return data

    def read_answer(self) -> Answer:
        """The packets of the shell protocol, up to the exit code: without one the answer is not whole."""
        out, err = bytearray(), bytearray()
        while True:
            kind, size = struct.unpack("<BI", self._exactly(5))
            if len(out) + len(err) + size > MAX_ANSWER:
                raise _OversizedError(f"over {MAX_ANSWER >> 20} MB")
            data = self._exactly(size)
            if kind == _OUT:
                out += data
            elif kind == _ERR:
                err += data
            elif kind == _EXIT:
                return Answer(bytes(out), bytes(err), data[0] if data else 0)

    def _exactly(self, size: int) -> bytes:
        pieces = [self._buffer]
        have = len(self._buffer)
        while have < size:
            piece = self._more()
            if not piece:
                raise EOFError("the answer ended early")
            pieces.append(piece)
            have += len(piece)
        data = b"".join(pieces)
        self._buffer = data[size:]
        return data[:size]


class _Connection(adbutils.AdbConnection):  # type: ignore[misc]  # adbutils has no types
    """To a server that runs; adbutils' own would start another one, on the usual port, where none does."""

    def __init__(self, port: int, left: float) -> None:
        self._at, self._left = (HOST, port), max(left, 0.001)
        super().__init__(HOST, port)

    def _safe_connect(self) -> socket.socket:
        return socket.create_connection(self._at, self._left)


def quote(words: tuple[str, ...]) -> str:
    """Words as one line that the phone's shell reads back as exactly these words."""
    return " ".join(shlex.quote(word) for word in words)


def list_phones(port: int | None = None) -> list[Listed]:
    """Every phone the adb server knows, whatever its state."""
    call = _Call(port or default_port(), time.monotonic() + STATE_S)
    try:
        with call:
            return [_listed(line) for line in call.ask_server("host:devices-l").splitlines() if line.strip()]
    except (AdbError, OSError, EOFError, ValueError) as error:
        raise fault("adb_server", str(error) or type(error).__name__) from error


def _listed(line: str) -> Listed:
    serial, state, *rest = line.split()
    models = [word.removeprefix("model:") for word in rest if word.startswith("model:")]
    return Listed(serial, "no permissions" if state == "no" else state, models[0] if models else "")


def start_server(port: int | None = None) -> None:
    """Start adb's server where it is not running; the one of the PATH, else the one adbutils brings."""
    port = port or default_port()
    try:
        _Connection(port, STATE_S).conn.close()
        return
    except (AdbError, OSError):
        pass
    try:
        command = [adbutils.adb_path(), "-P", str(port), "start-server"]
        subprocess.run(command, check=True, capture_output=True, timeout=30)
    except (AdbError, OSError, subprocess.SubprocessError) as error:
        raise SetupError(
            f"adb does not start ({error}). Install it (apt install adb) and try again."
        ) from error
