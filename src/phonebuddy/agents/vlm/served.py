"""ServedPolicy: a model behind an OpenAI-compatible server, asked with the published messages.

`openai:http://127.0.0.1:8000/v1#PhoneBuddy-4B`. Where the server gives token ids and log-probabilities (vLLM
does, with what is asked for here) they are kept and the episode can be learned from; where it does not, the
agent acts all the same. Invariant: a server that gives no usable answer is a fault of the environment, never
a decision; an answer that was cut short is never acted on.
"""

from __future__ import annotations

import base64
import json
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
from phonebuddy.phones.endpoint import Endpoint, EndpointError, endpoint_at

KEY = "PHONEBUDDY_AGENT_KEY"
QUALITY = 90
"""Of the JPEG, as published."""
MOST_NEW = 8_192
MOST_AT_ONCE = 64
TIMEOUT_S = 300.0
_ID = re.compile(r"token_id:(\d{1,9})\Z")


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
            "temperature": self._temperature, "top_p": 1.0, "seed": seed, "max_tokens": MOST_NEW,
            # vLLM's names: ids beside the text, log-probabilities by id, tags of calls left in the text.
            "logprobs": True, "return_token_ids": True, "return_tokens_as_token_ids": True,
            "skip_special_tokens": False,
        }  # fmt: skip

    def _ask(self, body: dict[str, object]) -> Decision:
        try:
            said = read_answer(self._endpoint.post(json.dumps(body).encode()))
        except EndpointError as error:
            raise Fault(str(error), "endpoint") from None
        problem = f"the answer was cut after {len(said.ids) or 'too many'} tokens" if said.is_cut else ""
        choices = msgspec.msgpack.encode(Answer(said.ids, 0)) if said.ids else b""
        return decided(said.text, choices, said.log_probs, 0, problem)


def served_policy(place: str) -> ServedPolicy:
    """The agent of `URL#MODEL`."""
    return ServedPolicy(endpoint_at(place, TIMEOUT_S, KEY))


def read_answer(data: bytes) -> Said:
    """A chat completion; EndpointError where it is none."""
    try:
        choice = json.loads(data)["choices"][0]
        message = choice["message"]
        fields = [message.get(name) for name in ("reasoning_content", "reasoning", "content")]
    except (ValueError, LookupError, TypeError, AttributeError):
        raise EndpointError(f"not a chat completion: {data[:200]!r}") from None
    text = "\n".join(field for field in fields if isinstance(field, str) and field)
    entries = _entries(choice)
    given = [one.get("logprob") for one in entries]
    log_probs = tuple(float(one) for one in given if isinstance(one, int | float))
    ids = _ids(choice, entries)
    if len(ids) != len(log_probs):
        # Half of it cannot be learned from, and must not be taken for the whole.
        ids, log_probs = (), ()
    return Said(text, ids, log_probs, choice.get("finish_reason") == "length")


def _entries(choice: Mapping[str, object]) -> list[dict[str, object]]:
    given = choice.get("logprobs")
    content = given.get("content") if isinstance(given, dict) else None
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _ids(choice: Mapping[str, object], entries: Sequence[Mapping[str, object]]) -> tuple[int, ...]:
    """Beside the text where the server has them there, else from the names of tokens: `token_id:42`."""
    given = choice.get("token_ids")
    if isinstance(given, list) and all(type(one) is int for one in given):
        return tuple(given)
    named = [_ID.match(str(one.get("token", ""))) for one in entries]
    return tuple(int(one[1]) for one in named if one) if all(named) else ()
