"""A vision model behind any OpenAI-compatible endpoint: one question with pictures, one text back.

With the standard library: one POST needs no client. Invariant: a question ends within its deadline with the
model's text or an EndpointError; the key is read from the environment, goes to the named address alone and
appears in no message.
"""

from __future__ import annotations

import base64
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from phonebuddy.errors import PhoneBuddyError

KEY = "PHONEBUDDY_JUDGE_KEY"
MAX_ANSWER = 4 << 20
TRIES = 3
MAX_REFUSAL = 4_096
MAX_SAID = 300
"""Of what a server says about a refusal: bytes that are read, and characters that are shown."""
_BUSY = (408, 409, 429, 500, 502, 503, 504)
_ELSEWHERE = range(300, 400)


class EndpointError(PhoneBuddyError):
    """The endpoint gave no answer that can be used."""

    def __init__(self, text: str, said: str = "") -> None:
        super().__init__(text)
        self.said = said
        """What the server said about a request that it refused."""


class Completion(NamedTuple):
    """What is used of a chat completion."""

    text: str
    """The thought, if it came in a field of its own, in its tags; then the answer."""
    choice: Mapping[str, object]
    """The whole answer: why it ended, its tokens."""


class Endpoint(msgspec.Struct, frozen=True):
    """Where a model is and what it is called."""

    url: str
    """Up to and without `/chat/completions`, such as http://127.0.0.1:8000/v1."""
    model: str
    timeout_s: float = 120.0
    """For a question, with all that is asked again."""
    pause_s: float = 2.0
    """Before asking a busy endpoint again; doubled each time."""
    key: str = KEY
    """The name of the environment variable that holds its key."""

    def ask(self, text: str, pictures: Sequence[bytes], temperature: float, seed: int) -> str:
        """The model's answer to a text and some JPEGs, which it sees in this order after the text."""
        parts: list[dict[str, object]] = [{"type": "text", "text": text}]
        for picture in pictures:
            data = base64.b64encode(picture).decode("ascii")
            parts.append({"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{data}"}})
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": parts}],
            "temperature": temperature,
            "seed": seed,
            "max_tokens": 1500,
        }
        return read_completion(self.post(json.dumps(body).encode())).text

    def post(self, body: bytes) -> bytes:
        """What the endpoint answers to a request for a chat completion."""
        headers = {"Content-Type": "application/json"}
        key = os.environ.get(self.key, "")
        if key:
            headers["Authorization"] = f"Bearer {key}"
        if not self.url.startswith(("http://", "https://")):
            raise EndpointError(
                f"'{self.url}' is no address of an endpoint; it starts with http:// or https://."
            )
        request = urllib.request.Request(f"{self.url.rstrip('/')}/chat/completions", body, headers)
        until = time.monotonic() + self.timeout_s
        trouble = said = ""
        for attempt in range(TRIES):
            pause = self.pause_s * 2 ** (attempt - 1) if attempt else 0.0
            left = until - time.monotonic() - pause
            if left <= 0:
                break
            time.sleep(pause)
            try:
                return _fetch(request, left)
            except _Refused as error:
                said = _line(error.said, key)
                trouble = _line(f"it answers {error.code} {error.reason}", key) + (
                    f": {said}" if said else ""
                )
                if error.code in _ELSEWHERE:
                    trouble = f"it sends elsewhere ({error.code}), and the key is for this address alone"
                if error.code not in _BUSY:
                    break
            except (OSError, ValueError, HTTPException) as error:
                trouble = _line(str(error), key) or type(error).__name__
        raise EndpointError(
            f"{self.url}: {trouble}. Is a model being served there? Its key goes into {self.key}.", said
        )


class _Refused(Exception):
    """A server's answer with an error's number; never leaves this file."""

    def __init__(self, code: int, reason: str, said: str) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.said = said


class _Here(urllib.request.HTTPRedirectHandler):
    """Follows nobody to another address: the key is for this one."""

    def redirect_request(self, *_: object) -> None:
        return None


def _fetch(request: urllib.request.Request, left_s: float) -> bytes:
    """What a server answers, in time.

    On a thread, since a socket's own limit is for each of its operations, and a server may answer in many.
    """
    found: SimpleQueue[bytes | Exception] = SimpleQueue()

    def work() -> None:
        try:
            with urllib.request.build_opener(_Here).open(request, timeout=left_s) as answer:
                found.put(answer.read(MAX_ANSWER))
        except urllib.error.HTTPError as error:
            found.put(_refused(error))
        except Exception as error:
            found.put(error)

    Thread(target=work, name="endpoint", daemon=True).start()
    try:
        answer = found.get(timeout=left_s)
    except Empty:
        raise TimeoutError("timed out") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _refused(error: urllib.error.HTTPError) -> Exception:
    try:
        return _Refused(error.code, error.reason, error.read(MAX_REFUSAL).decode("utf-8", "replace"))
    except (OSError, ValueError, HTTPException):
        return _Refused(error.code, error.reason, "")


def _line(words: str, key: str) -> str:
    """What a server or the way to it says, on one short line and without the key."""
    shown = words.replace(key, "...") if key else words
    return " ".join("".join(one if one.isprintable() else " " for one in shown[:MAX_SAID]).split())


def endpoint_at(place: str, timeout_s: float = 120.0, key: str = KEY) -> Endpoint:
    """The endpoint that `URL#MODEL` names."""
    url, _, model = place.partition("#")
    if not url.startswith(("http://", "https://")) or not model or not _is_address(url):
        raise EndpointError(
            f"'{place}' names no served model; say URL#MODEL, such as http://127.0.0.1:8000/v1#NAME"
        )
    return Endpoint(url, model, timeout_s, key=key)


def _is_address(url: str) -> bool:
    """Whether there is a host, and a port that can be one."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0 and url.isprintable() and " " not in url
    except ValueError:
        return False


def read_completion(data: bytes) -> Completion:
    """A chat completion; EndpointError where it is none."""
    try:
        choice = json.loads(data)["choices"][0]
        message = choice["message"]
        # Some servers copy the thought, so that it stands under both names.
        thought = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
        content = _text(message.get("content"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise EndpointError(f"not a chat completion: {data[:200]!r}") from None
    both = f"<think>\n{thought.strip()}\n</think>\n\n{content}"
    return Completion(both if thought and content else thought or content, choice)


def _text(field: object) -> str:
    return field if isinstance(field, str) else ""
