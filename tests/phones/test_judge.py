"""The rubric judge: votes, majority, evidence; and how its quality is measured."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Finish, OpenApp
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.phones.endpoint import KEY, Endpoint, EndpointError
from phonebuddy.phones.judge import Episode, Judge, Judgement, choose_frames, read_vote
from phonebuddy.phones.judge_eval import Rate, compare

EPISODE = Episode(
    "Add milk", ("Milk is on the list.",), (OpenApp("notes"), Finish("done")), (b"a", b"b", b"c")
)


def answer(verdict: str, holds: bool = True, frame: int = 2) -> str:
    found = {"statements": [{"number": 1, "holds": holds}], "evidence": [{"frame": frame, "shows": "milk"}]}
    return json.dumps({**found, "verdict": verdict})


@contextmanager
def serve(say: Callable[[int, dict[str, Any]], tuple[int, str]]) -> Iterator[Endpoint]:
    """An endpoint that answers the number of the question and its body with a status and a text."""
    count = 0

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            nonlocal count
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body["key"] = self.headers.get("Authorization", "")
            status, text = say(count, body)
            count += 1
            data = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Endpoint(f"http://127.0.0.1:{server.server_port}/v1", "m", timeout_s=10, pause_s=0.0)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def judged(*answers: str, votes: int = 3) -> Judgement:
    with serve(lambda number, body: (200, answers[number])) as endpoint:
        return Judge(endpoint, votes).judge(EPISODE)


PASS, FAIL, BROKEN = answer("pass"), answer("fail", False), answer("environment_error")
UNSURE = answer("cannot_tell")


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ((PASS, PASS), "pass"),
        ((PASS, FAIL, PASS), "pass"),
        ((FAIL, PASS, FAIL), "fail"),
        ((BROKEN, PASS, BROKEN), "environment error"),
        ((PASS, FAIL, UNSURE), "cannot tell"),
        ((PASS, UNSURE, UNSURE), "cannot tell"),
        (("no idea", PASS, "{"), "cannot tell"),
    ],
)
def test_the_majority_decides(answers: tuple[str, ...], verdict: str) -> None:
    found = judged(*answers)
    assert found.verdict == verdict and found.by == "rubric" and len(found.votes) == len(answers)
    assert found.counts == (verdict != "environment error")


@pytest.mark.parametrize(
    "said",
    [
        '{"verdict": "pass"}',
        answer("pass", holds=False),
        answer("pass", frame=77),
        json.dumps({"verdict": "pass", "evidence": [{"frame": 2, "shows": ""}], "statements": []}),
        '{"verdict": "success"}',
        "pass",
        "",
    ],
)
def test_a_pass_without_evidence_is_no_pass(said: str) -> None:
    assert read_vote(said, 1, [0, 1, 2]).verdict == "cannot tell"


def test_the_last_object_counts_also_after_thinking_aloud() -> None:
    said = f'It could be {{"verdict": "pass"}} but no.\n```json\n{FAIL}\n```'
    assert read_vote(said, 1, [0, 1, 2]).verdict == "fail"


@given(st.text(max_size=200), st.integers(0, 3))
def test_any_answer_gives_a_vote(said: str, statements: int) -> None:
    assert read_vote(said, statements, [0]).verdict != "pass"


def test_the_model_gets_rubric_actions_and_frames_and_no_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-1")
    seen: list[dict[str, Any]] = []

    def say(number: int, body: dict[str, Any]) -> tuple[int, str]:
        seen.append(body)
        return 200, PASS

    with serve(say) as endpoint:
        Judge(endpoint, 1).judge(EPISODE)
    text, *pictures = seen[0]["messages"][0]["content"]
    assert "Milk is on the list." in text["text"] and '"open_app"' in text["text"]
    assert len(pictures) == 3 and pictures[0]["image_url"]["url"].startswith("data:image/jpeg;base64,")
    assert seen[0]["key"] == "Bearer secret-1" and seen[0]["temperature"] == 0


def test_a_busy_endpoint_is_asked_again() -> None:
    with serve(lambda number, body: (503 if number == 0 else 200, PASS)) as endpoint:
        assert Judge(endpoint, 1).judge(EPISODE).verdict == "pass"


def test_an_endpoint_that_refuses_leaves_it_unjudged_and_tells_no_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEY, "secret-2")
    with serve(lambda number, body: (401, "")) as endpoint:
        found = Judge(endpoint, 3).judge(EPISODE)
    assert found.verdict == "unjudged" and not found.counts
    assert "401" in found.evidence[0] and "secret-2" not in str(found)


def test_no_endpoint_leaves_it_to_people() -> None:
    assert Judge(None).judge(EPISODE) == Judgement("unjudged", "nobody", ("no endpoint is set",))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x", "127.0.0.1:80"])
def test_only_http_is_asked(url: str) -> None:
    with pytest.raises(EndpointError, match="http"):
        Endpoint(url, "m").ask("x", [], 0.0, 0)


@pytest.mark.parametrize("votes", [0, 2, 4])
def test_votes_that_can_tie_are_refused(votes: int) -> None:
    with pytest.raises(PhoneBuddyError, match="odd"):
        Judge(None, votes)


@given(st.integers(0, 300))
def test_chosen_frames_exist_and_hold_start_and_end(total: int) -> None:
    chosen = choose_frames(total)
    assert len(chosen) == min(total, 8) and chosen == sorted(set(chosen))
    assert set(chosen) <= set(range(total)) and (total == 0 or {0, total - 1} <= set(chosen))


@given(st.integers(0, 200), st.integers(0, 200))
def test_an_interval_holds_its_share(hits: int, more: int) -> None:
    low, high = Rate(hits, hits + more).interval
    assert 0 <= low <= high <= 1
    assert hits + more == 0 or low <= hits / (hits + more) <= high


def test_intervals_are_those_of_the_books() -> None:
    low, high = Rate(0, 60).interval
    assert low == 0 and high == pytest.approx(0.0602, abs=1e-3)
    low, high = Rate(75, 150).interval
    assert (high - low) / 2 == pytest.approx(0.079, abs=1e-3)


def test_errors_of_both_kinds_are_told_apart() -> None:
    from phonebuddy.phones.judge_cases import Case

    def pair(is_success: bool, verdict: Any) -> tuple[Case, Judgement]:
        return Case(f"{is_success} {verdict}", EPISODE, is_success), Judgement(verdict, "rubric")

    report = compare(
        [pair(True, "pass")] * 5 + [pair(True, "fail")] + [pair(False, "pass")] * 2
        + [pair(False, "fail")] * 6 + [pair(False, "unjudged")] + [pair(True, "cannot tell")]
    )  # fmt: skip
    assert report.false_accepts == Rate(2, 8) and report.false_rejects == Rate(1, 7)
    assert report.right == Rate(11, 15) and report.verdicts["unjudged"] == 1
    assert set(report.wrong) == {"True fail", "False pass"}
