"""A vision model behind any OpenAI-compatible endpoint: one question with pictures, one text back.

With the standard library: one POST needs no client. Invariant: a question ends within its deadline with the
model's text or an EndpointError; the key is read from the environment and appears in no message.
"""

from __future__ import annotations

import base64
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Sequence

import msgspec

from phonebuddy.errors import PhoneBuddyError

KEY = "PHONEBUDDY_JUDGE_KEY"
MAX_ANSWER = 4 << 20
TRIES = 3
_BUSY = (408, 409, 429, 500, 502, 503, 504)


class EndpointError(PhoneBuddyError):
    """The endpoint gave no answer that can be used."""


class Endpoint(msgspec.Struct, frozen=True):
    """Where a model is and what it is called."""

    url: str
    """Up to and without `/chat/completions`, such as http://127.0.0.1:8000/v1."""
    model: str
    timeout_s: float = 120.0
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
        return _content(self.post(json.dumps(body).encode()))

    def post(self, body: bytes) -> bytes:
        """What the endpoint answers to a request for a chat completion."""
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(self.key):
            headers["Authorization"] = f"Bearer {key}"
        if not self.url.startswith(("http://", "https://")):
            raise EndpointError(
                f"'{self.url}' is no address of an endpoint; it starts with http:// or https://."
            )
        request = urllib.request.Request(f"{self.url.rstrip('/')}/chat/completions", body, headers)
        trouble = ""
        for attempt in range(TRIES):
            if attempt:
                time.sleep(self.pause_s * 2 ** (attempt - 1))
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                    return bytes(answer.read(MAX_ANSWER))
            except urllib.error.HTTPError as error:
                trouble = f"it answers {error.code} {error.reason}"
                if error.code not in _BUSY:
                    break
            except (OSError, ValueError) as error:
                trouble = str(error)
        raise EndpointError(
            f"{self.url}: {trouble}. Is a model being served there? Its key goes into {self.key}."
        )


def endpoint_at(place: str, timeout_s: float = 120.0, key: str = KEY) -> Endpoint:
    """The endpoint that `URL#MODEL` names."""
    url, _, model = place.partition("#")
    if not url.startswith(("http://", "https://")) or not model:
        raise EndpointError(
            f"'{place}' names no served model; say URL#MODEL, such as http://127.0.0.1:8000/v1#NAME"
        )
    return Endpoint(url, model, timeout_s, key=key)


def _content(data: bytes) -> str:
    """The text of a chat completion; models that think may put it into another field."""
    try:
        message = json.loads(data)["choices"][0]["message"]
        fields = (message.get("content"), message.get("reasoning_content"), message.get("reasoning"))
    except (ValueError, LookupError, TypeError, AttributeError):
        raise EndpointError(f"not a chat completion: {data[:200]!r}") from None
    return "\n".join(field for field in fields if isinstance(field, str))
