"""ServedPolicy: a model behind an OpenAI-compatible server, asked with messages of the published shape.

`openai:http://127.0.0.1:8000/v1#PhoneBuddy-4B`. Where the server gives token ids and log-probabilities (vLLM
does, with what is asked for here) they are kept and the episode can be learned from; where it does not, the
agent acts all the same. Where its context is too small for the published length of an answer, it is asked for
a shorter one. Invariant: a server that gives no usable answer is a fault of the environment, never
a decision; an answer that was cut short is never acted on.
"""

from __future__ import annotations

import base64
import json
import math
import random
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec

from phonebuddy.agents.policy import Decision, Outcome, Turn, attempt
from phonebuddy.agents.prompt import prompt_for
from phonebuddy.agents.vlm.answer import Answer, decided, seen_in
from phonebuddy.errors import Fault
from phonebuddy.phones.endpoint import Endpoint, EndpointError, endpoint_at, read_completion

KEY = "PHONEBUDDY_AGENT_KEY"
QUALITY = 90
"""Of the JPEG, as published."""
MOST_NEW = 8_192
"""Tokens of an answer, as published."""
LEAST_NEW = 512
"""What is still asked for where a server has no room for more; calls with their thoughts are shorter."""
MOST_AT_ONCE = 64
TIMEOUT_S = 300.0
MAX_ID = 1 << 31
CUT = "length"
ENDS = (None, "stop", "eos_token", "stop_sequence")
"""How an answer that is whole may be said to have ended; some servers do not say."""
_NO_ROOM = re.compile(r"context|max_tokens|max_completion_tokens|token count", re.IGNORECASE)
_ID = re.compile(r"token_id:(\d{1,10})\Z")


class Said(NamedTuple):
    """What a server answered."""

    text: str
    ids: tuple[int, ...]
    log_probs: tuple[float, ...]
    """One for each id; both empty where the server does not say."""
    is_cut: bool


class ServedPolicy:
    """See the head of this file."""

    def __init__(self, endpoint: Endpoint, temperature: float = 0.0) -> None:
        self._endpoint = endpoint
        self._temperature = temperature
        self.name = f"openai:{endpoint.model}"

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        bodies = [
            self._body(turn, chance.getrandbits(31)) for turn, chance in zip(turns, chances, strict=True)
        ]
        with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
            return list(pool.map(lambda body: attempt(self._ask, body), bodies))

    def _body(self, turn: Turn, seed: int) -> dict[str, object]:
        before, after = prompt_for(turn.instruction, turn.past)
        picture = base64.b64encode(seen_in(turn).jpeg(QUALITY)).decode("ascii")
        content = [
            {"type": "text", "text": before},
            {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{picture}"}},
            {"type": "text", "text": after},
        ]
        return {
            "model": self._endpoint.model,
            "messages": [{"role": "system", "content": ""}, {"role": "user", "content": content}],
            "temperature": self._temperature, "top_p": 1.0, "top_k": -1, "repetition_penalty": 1.0,
            "seed": seed,
            # vLLM's names: ids beside the text, log-probabilities by id, tags of calls left in the text.
            "logprobs": True, "return_token_ids": True, "return_tokens_as_token_ids": True,
            "skip_special_tokens": False,
        }  # fmt: skip

    def _ask(self, body: dict[str, object]) -> Decision:
        try:
            said = read_answer(self._post(body))
        except EndpointError as error:
            raise Fault(str(error), "endpoint") from None
        problem = f"the answer was cut after {len(said.ids) or 'too many'} tokens" if said.is_cut else ""
        choices = msgspec.msgpack.encode(Answer(said.ids, 0)) if said.ids else b""
        return decided(said.text, choices, said.log_probs, 0, problem)

    def _post(self, body: Mapping[str, object]) -> bytes:
        """What the server answers, asked for half as many tokens where it has no room for them."""
        most = MOST_NEW
        while True:
            try:
                return self._endpoint.post(json.dumps({**body, "max_tokens": most}).encode())
            except EndpointError as error:
                if most <= LEAST_NEW or not _NO_ROOM.search(error.said):
                    raise
            most //= 2


def served_policy(place: str) -> ServedPolicy:
    """The agent of `URL#MODEL`."""
    return ServedPolicy(endpoint_at(place, TIMEOUT_S, KEY))


def read_answer(data: bytes) -> Said:
    """A chat completion; EndpointError where it is none, or where something else than the model ended it."""
    text, choice = read_completion(data)
    reason = choice.get("finish_reason")
    if reason != CUT and reason not in ENDS:
        raise EndpointError(f"the answer was ended by '{str(reason)[:40]}'")
    entries = _entries(choice)
    log_probs = _log_probs(entries)
    ids = _ids(choice, entries)
    if len(ids) != len(log_probs):
        # Half of it cannot be learned from, and must not be taken for the whole.
        ids, log_probs = (), ()
    return Said(text, ids, log_probs, reason == CUT)


def _entries(choice: Mapping[str, object]) -> list[dict[str, object]]:
    given = choice.get("logprobs")
    content = given.get("content") if isinstance(given, dict) else None
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _log_probs(entries: Sequence[Mapping[str, object]]) -> tuple[float, ...]:
    """Of all tokens, or of none."""
    given = [one.get("logprob") for one in entries]
    found = tuple(float(one) for one in given if type(one) is float or type(one) is int and abs(one) < MAX_ID)
    return found if len(found) == len(given) and all(map(math.isfinite, found)) else ()


def _ids(choice: Mapping[str, object], entries: Sequence[Mapping[str, object]]) -> tuple[int, ...]:
    """Beside the text where the server has them there, else from the names of tokens: `token_id:42`."""
    given: object = choice.get("token_ids")
    if not isinstance(given, list):
        named = [_ID.match(str(one.get("token", ""))) for one in entries]
        given = [int(one[1]) if one else None for one in named]
    ids = [one for one in given if type(one) is int and 0 <= one < MAX_ID]
    return tuple(ids) if len(ids) == len(given) else ()
