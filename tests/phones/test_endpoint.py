"""The client of a served model against a server that answers byte for byte what it is told."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from phonebuddy.phones.endpoint import KEY, Endpoint, EndpointError, endpoint_at, read_completion

OK = b"HTTP/1.1 200 OK\r\n"
BUSY = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def server(replies: Sequence[bytes], pause_s: float = 0.0) -> Iterator[tuple[str, list[bytes]]]:
    """Its address and what it was asked; one reply a question, byte by byte where there is a pause."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(10)
    asked: list[bytes] = []
    is_over = threading.Event()

    def answer() -> None:
        for reply in replies:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            with caller:
                caller.settimeout(10)
                try:
                    asked.append(_question(caller))
                    for piece in [reply] if not pause_s else [reply[i : i + 1] for i in range(len(reply))]:
                        caller.sendall(piece)
                        if is_over.wait(pause_s):
                            break
                except OSError:
                    pass

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1", asked
    finally:
        is_over.set()
        # Closing alone does not wake who waits for a caller.
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def _question(caller: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"{}"):
        more = caller.recv(65_536)
        if not more:
            break
        data += more
    return data


def refused(url: str, timeout_s: float = 10.0, pause_s: float = 0.0) -> EndpointError:
    with pytest.raises(EndpointError) as error:
        Endpoint(url, "m", timeout_s, pause_s).post(b"{}")
    return error.value


@pytest.mark.parametrize(
    "reply",
    [
        b"garbage\r\n\r\n",
        OK + b'Transfer-Encoding: chunked\r\n\r\n400\r\n{"choices":',
        OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc",
        OK + b"X: " + b"a" * 70_000 + b"\r\n\r\n",
        b"",
    ],
)
def test_a_broken_answer_is_asked_for_again_and_is_no_answer(reply: bytes) -> None:
    with server([reply] * 3) as (url, asked):
        assert "\n" not in str(refused(url))
    assert len(asked) == 3
    with server([reply, OK + b"Content-Length: 2\r\n\r\n[]"]) as (url, _):
        assert Endpoint(url, "m", 10.0, 0.0).post(b"{}") == b"[]"


def test_an_address_that_cannot_be_is_no_answer() -> None:
    refused("http://127.0.0.1:80a/v1")
    refused("http://127.0.0.1:1/v 1")
    for url in ("http://127.0.0.1:80a/v1", "http://127.0.0.1:99999/v1", "http://a b/v1", "http://:80/v1"):
        with pytest.raises(EndpointError, match="say URL#MODEL"):
            endpoint_at(f"{url}#m")


def test_a_question_ends_within_its_deadline() -> None:
    """However the server spends the time: with an answer in drops, or by being busy again and again."""
    began = time.monotonic()
    with server([OK + b"X: " + b"a" * 100], pause_s=0.05) as (url, asked):
        assert "timed out" in str(refused(url, timeout_s=0.5))
        assert time.monotonic() - began < 2.5 and len(asked) == 1
    began = time.monotonic()
    with server([BUSY] * 3) as (url, asked):
        assert "503" in str(refused(url, timeout_s=0.5, pause_s=0.3))
    assert len(asked) == 2 and time.monotonic() - began < 2.5


def test_the_key_is_not_taken_to_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-3")
    with server([OK + b"Content-Length: 2\r\n\r\n{}"]) as (other, taken):
        moved = f"HTTP/1.1 302 Found\r\nLocation: {other}\r\nContent-Length: 0\r\n\r\n".encode()
        with server([moved]) as (url, asked):
            assert "it sends elsewhere" in str(refused(url))
    assert b"secret-3" in asked[0] and not taken


def test_why_a_server_refuses_is_said_and_its_key_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-4")
    words = b"max_tokens is too large\n\x1b[31m for secret-4 " + b"x" * 1_000
    reply = b"HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\n\r\n%b" % (len(words), words)
    with server([reply]) as (url, _):
        error = refused(url)
    assert "400 Bad Request: max_tokens is too large [31m for ... xxx" in str(error)
    assert "secret-4" not in str(error) and len(str(error)) < 600 and error.said.startswith("max_tokens")


def said(**message: object) -> str:
    return read_completion(json.dumps({"choices": [{"message": message}]}).encode()).text


def test_a_thought_stands_once_and_before_the_answer() -> None:
    assert said(content="a", reasoning="t", reasoning_content="t") == "<think>\nt\n</think>\n\na"
    assert said(content="a", reasoning="t\n") == "<think>\nt\n</think>\n\na"
    assert said(content=None, reasoning_content="t") == "t" and said(content="a") == "a"


def test_an_answer_that_is_too_deep_is_none() -> None:
    with pytest.raises(EndpointError, match="not a chat completion"):
        read_completion(b'{"choices":' + b"[" * 200_000)
