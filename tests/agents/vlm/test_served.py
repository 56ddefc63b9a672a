"""A served model against a scripted server: what is sent, what is kept, and every way it can go wrong."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.action_text import Parsed, parse
from phonebuddy.actions import Finish, OpenApp
from phonebuddy.agents.named import policy_called
from phonebuddy.agents.policy import Decision
from phonebuddy.agents.vlm.answer import Answer
from phonebuddy.agents.vlm.served import KEY, ServedPolicy, read_answer, served_policy
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.errors import AgentError, Fault
from phonebuddy.phones.endpoint import Endpoint, EndpointError
from tests.agents.decided import decisions
from tests.agents.vlm.scenes import chances, turns

CALL = '<tool_call>\n{"name": "open_app", "arguments": {"package": "Clock"}}\n</tool_call>'
FINISH = "<tool_call>\n<function=finish>\n<parameter=text>\nDone.\n</parameter>\n</function>\n</tool_call>"
Say = Callable[[dict[str, Any]], tuple[int, object]]


def completion(
    text: str, reason: str = "stop", ids: bool = True, log_probs: bool = True
) -> dict[str, object]:
    tokens = [{"token": f"token_id:{place}", "logprob": -0.25} for place in range(3)]
    choice: dict[str, object] = {"message": {"content": text}, "finish_reason": reason}
    if ids:
        choice["token_ids"] = [0, 1, 2]
    if log_probs:
        choice["logprobs"] = {"content": tokens}
    return {"choices": [choice]}


@contextmanager
def serve(say: Say, timeout_s: float = 10.0) -> Iterator[ServedPolicy]:
    """A policy whose server answers each body with a status and a value."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, answer = say({**body, "key": self.headers.get("Authorization", "")})
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

        def handle_error(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield ServedPolicy(Endpoint(f"http://127.0.0.1:{server.server_port}/v1", "m", timeout_s, 0.0, KEY))
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def act(policy: ServedPolicy, count: int) -> list[Decision]:
    return decisions(policy, turns()[:count], chances(count))


def test_the_published_messages_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret")
    bodies: list[dict[str, Any]] = []

    def say(body: dict[str, Any]) -> tuple[int, object]:
        bodies.append(body)
        return 200, completion(CALL)

    with serve(say) as policy:
        found = act(policy, 2)
    assert [one.action for one in found] == [OpenApp("Clock")] * 2
    for body in bodies:
        system, user = body["messages"]
        assert system == {"role": "system", "content": ""} and body["key"] == "Bearer secret"
        before, picture, after = user["content"]
        assert "# Actions" in before["text"] and after["text"].startswith("# Instruction\n")
        data = base64.b64decode(picture["image_url"]["url"].removeprefix("data:image/jpeg;base64,"))
        assert data.startswith(b"\xff\xd8")
        assert body["temperature"] == 0 and body["logprobs"] and body["return_token_ids"]
    assert any("Step 1\nAction: open_app" in body["messages"][1]["content"][2]["text"] for body in bodies)


def test_tokens_and_their_log_probabilities_are_kept() -> None:
    with serve(lambda _body: (200, completion(FINISH))) as policy:
        (one,) = act(policy, 1)
    assert one.action == Finish("Done.") and one.log_probs == (-0.25,) * 3
    assert msgspec.msgpack.decode(one.choices, type=Answer) == Answer((0, 1, 2), 0)


@pytest.mark.parametrize(
    ("ids", "log_probs", "kept"), [(False, True, (0, 1, 2)), (True, False, ()), (False, False, ())]
)
def test_half_of_it_is_not_taken_for_the_whole(ids: bool, log_probs: bool, kept: tuple[int, ...]) -> None:
    """Ids may also stand in the names of tokens; without log-probabilities it acts, and teaches nothing."""
    said = read_answer(json.dumps(completion(CALL, ids=ids, log_probs=log_probs)).encode())
    assert said.ids == kept and len(said.log_probs) == len(kept) and said.text == CALL
    other = completion(CALL)
    other["choices"][0]["token_ids"].append(9)  # type: ignore[index]
    assert read_answer(json.dumps(other).encode()).ids == ()


def test_a_call_in_the_thoughts_is_found() -> None:
    answer = {"choices": [{"message": {"content": None, "reasoning_content": f"hm\n{CALL}"}}]}
    with serve(lambda _body: (200, answer)) as policy:
        (one,) = act(policy, 1)
    assert one.action == OpenApp("Clock") and not one.choices


def test_what_was_cut_is_not_acted_on() -> None:
    with serve(lambda _body: (200, completion(CALL, "length"))) as policy:
        (one,) = act(policy, 1)
    assert "cut after 3 tokens" in one.problem and one.log_probs


@pytest.mark.parametrize(
    ("status", "answer", "says"),
    [
        (500, {}, "500"),
        (404, {"error": "no model"}, "404"),
        (200, b"<html>", "not a chat completion"),
        (200, {"choices": []}, "not a chat completion"),
        (200, {"choices": [{"message": "x"}]}, "not a chat completion"),
    ],
)
def test_a_server_that_gives_no_answer_is_a_fault(status: int, answer: object, says: str) -> None:
    asked: list[int] = []

    def say(_body: dict[str, Any]) -> tuple[int, object]:
        asked.append(1)
        return status, answer

    with serve(say) as policy:
        (error,) = policy.act(turns()[:1], chances(1))
    assert isinstance(error, Fault) and says in str(error)
    assert error.cause == "endpoint" and len(asked) == (3 if status == 500 else 1)


def test_a_server_that_hangs_is_a_fault() -> None:
    done = threading.Event()

    def say(_body: dict[str, Any]) -> tuple[int, object]:
        done.wait(5)
        return 200, completion(CALL)

    with serve(say, timeout_s=0.05) as policy:
        (error,) = policy.act(turns()[:1], chances(1))
        done.set()
    assert isinstance(error, Fault) and "timed out" in str(error)


def test_a_fault_of_the_server_is_a_fault_of_the_episode_and_not_of_its_neighbour() -> None:
    """Through the runner: one of two tasks is never answered; the other is asked for once."""
    answered: list[str] = []

    def say(body: dict[str, Any]) -> tuple[int, object]:
        told = body["messages"][1]["content"][2]["text"]
        if "alarm" in told:
            return 500, {}
        answered.append(told)
        return 200, completion(FINISH)

    with serve(say) as policy:
        tasks = [Assignment("a", "clock/switch_off_alarm@0.0"), Assignment("b", "notes/write_note@0.2")]
        runner = Runner([WorldStage(), WorldStage()], Keep(False))
        found = {one.id: one for one in runner.play(tasks, policy)}
        runner.close()
    assert (found["a"].result, found["a"].cause) == ("fault", "endpoint")
    assert found["b"].result == "failure" and found["b"].ending == "finish"
    assert len(answered) == 1


@pytest.mark.parametrize("reason", ["abort", "error", "content_filter", 5])
def test_an_answer_that_something_else_ended_is_no_answer(reason: Any) -> None:
    with pytest.raises(EndpointError, match=f"ended by '{reason}'"):
        read_answer(json.dumps(completion(CALL, reason)).encode())


@pytest.mark.parametrize("bad", [10**30, -5, 2**31, None, True, 1.5])
def test_tokens_that_cannot_be_are_not_kept(bad: object) -> None:
    answer: dict[str, Any] = completion(CALL)
    answer["choices"][0]["token_ids"] = [0, bad, 2]
    assert read_answer(json.dumps(answer).encode())[:2] == (CALL, ())


@pytest.mark.parametrize("bad", [float("nan"), float("-inf"), 10**400, None, True, "0"])
def test_log_probabilities_that_cannot_be_are_not_kept(bad: object) -> None:
    answer: dict[str, Any] = completion(CALL)
    answer["choices"][0]["logprobs"]["content"][1]["logprob"] = bad
    assert read_answer(json.dumps(answer).encode())[:3] == (CALL, (), ())
    answer["choices"][0]["token_ids"].pop()
    assert read_answer(json.dumps(answer).encode()).ids == (), "two of three are not the two there are"


def test_a_draft_in_the_thought_is_not_the_answer() -> None:
    draft = 'Maybe <tool_call>{"name": "finish", "arguments": {"text": "x"}}</tool_call>? No.'
    message = {"reasoning": draft, "reasoning_content": draft, "content": CALL}
    said = read_answer(json.dumps({"choices": [{"message": message}]}).encode())
    assert parse(said.text) == Parsed(OpenApp("Clock"), draft)


def test_a_server_with_little_room_is_asked_for_a_shorter_answer() -> None:
    """The published length first; half as much each time the server says that it is too much."""
    asked: list[dict[str, Any]] = []
    words = "This model's maximum context length is 4096 tokens"

    def say(body: dict[str, Any]) -> tuple[int, object]:
        asked.append(body)
        return (400, {"message": words}) if body["max_tokens"] > 2_048 else (200, completion(CALL))

    with serve(say) as policy:
        (one,) = policy.act(turns()[:1], chances(1))
    assert isinstance(one, Decision) and one.action == OpenApp("Clock")
    assert [body.pop("max_tokens") for body in asked] == [8_192, 4_096, 2_048]
    assert asked[0] == asked[1] == asked[2]
    assert (asked[0]["top_k"], asked[0]["repetition_penalty"], asked[0]["top_p"]) == (-1, 1.0, 1.0)


@pytest.mark.parametrize("place", ["127.0.0.1:8000#m", "http://127.0.0.1:8000/v1", "http://x#"])
def test_a_name_without_address_or_model_is_refused(place: str) -> None:
    with pytest.raises(EndpointError, match="say URL#MODEL"):
        served_policy(place)
    assert policy_called("openai:http://127.0.0.1:1/v1#m").name == "openai:m"
    with pytest.raises(AgentError, match="say openai:URL#MODEL"):
        policy_called("openai")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "logprobs", "token_ids", "logprob", "x"]), inner
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_whatever_a_server_says_is_read_or_refused(value: object) -> None:
    try:
        said = read_answer(json.dumps({"choices": [value]}).encode())
    except EndpointError:
        return
    assert len(said.ids) == len(said.log_probs)
