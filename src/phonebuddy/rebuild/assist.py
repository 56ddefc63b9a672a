"""The optional model pass: any OpenAI-compatible endpoint may propose names, routes, rows and phrasings; the
recording decides.

Off unless an endpoint is given. Answers are cached by what was asked, each proposal is checked against the
model, and all of them are listed with what became of them. Invariant: nothing that was recorded is changed by
a proposal.
"""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.behaviour import PROPOSED, AppModel, Behaviour, Way
from phonebuddy.rebuild.content import add_rows, describe_tables
from phonebuddy.rebuild.graph import MISSING, Route
from phonebuddy.rebuild.model import OPEN, RETURN, STAY, Edge, Page
from phonebuddy.rebuild.proposals import Proposal, rename, rephrase

TIMEOUT_S = 60
MAX_ANSWER = 1_000_000
MOST_WORDS = 12
"""Of each page, for the question."""
ASK = """You name the parts of an app that was rebuilt from recordings. Answer with one JSON object only:
{"pages": {"old_name": "new_name"}, "lists": {"old_name": "new_name"}, "places": {"page.old": "new"},
 "routes": [{"page": "name", "touch": "name", "opens": "name"}],
 "rows": {"list_name": [{"column": "words"}]},
 "phrases": {"instruction": {"terse": "...", "plain": "...", "polite": "...", "chatty": "..."}}}
Names are small letters, digits and _. Give a new name only if it says better what a thing is for.
Propose a route only for a touch listed under "untried", to a page that is listed, or to "back" if it closes
its page, or to "stay" if it changes nothing. Propose rows that could stand in a list as well, with its
columns and types, none that is there. Phrase instructions anew, with every typed text word for word.
"""


class Endpoint(Protocol):
    """Whatever answers a question."""

    def ask(self, question: str) -> str: ...


class HttpEndpoint:
    """An OpenAI-compatible server: POST {url}/chat/completions."""

    def __init__(self, url: str, model: str) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise TraceError(
                f"--assist takes an http(s) address such as http://127.0.0.1:8000/v1, not '{url[:80]}'."
            )
        self.url = url.rstrip("/")
        self.model = model

    def ask(self, question: str) -> str:
        body = {"model": self.model, "temperature": 0, "messages": [{"role": "user", "content": question}]}
        request = urllib.request.Request(
            f"{self.url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                data = json.loads(answer.read(MAX_ANSWER))
            return str(data["choices"][0]["message"]["content"])
        except (OSError, urllib.error.URLError, ValueError, KeyError, IndexError, TypeError) as error:
            raise TraceError(
                f"{self.url}: no usable answer ({error}). Leave --assist out to go on without."
            ) from None


def assist(
    model: AppModel, endpoint: Endpoint, cache: Path, texts: Mapping[str, set[str]] | None = None
) -> list[Proposal]:
    """Ask once, keep what holds; the proposals with what became of each.

    `texts` holds for each recorded instruction the typed texts it names.
    """
    said = texts or {}
    question = f"{ASK}\n{json.dumps(describe(model, said), ensure_ascii=False)}"
    answer = _object(_ask_once(question, endpoint, cache))
    more = add_rows(model, answer)  # by the names the question gave
    return [*_add_routes(model, answer), *more, *rename(model, answer), *rephrase(model, answer, said)]


def describe(model: AppModel, texts: Mapping[str, set[str]]) -> dict[str, object]:
    """What the model is told: the words of each page, its lists, what nobody tried, the instructions."""
    pages = {
        page.name: [slot.first.head for slot in page.slots if slot.first.head][:MOST_WORDS]
        for page in model.pages
    }
    untried = [
        {"page": model.pages[edge.page].name, "touch": model.slot(edge.page, edge.slot).name}
        for edge, behaviour in model.behaviours.items()
        if edge.slot is not None and behaviour.ways[-1].route.way == MISSING
    ]
    typed = {instruction: sorted(found) for instruction, found in texts.items()}
    lists = describe_tables(model)
    return {"app": model.name, "pages": pages, "lists": lists, "untried": untried, "instructions": typed}


def _ask_once(question: str, endpoint: Endpoint, cache: Path) -> str:
    place = cache / f"{hashlib.sha256(question.encode()).hexdigest()[:24]}.json"
    if place.is_file():
        return str(json.loads(place.read_text("utf-8"))["answer"])
    answer = endpoint.ask(question)
    cache.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"question": question, "answer": answer}, ensure_ascii=False), "utf-8")
    return answer


def _object(answer: str) -> Mapping[str, object]:
    start, end = answer.find("{"), answer.rfind("}")
    try:
        data = json.loads(answer[start : end + 1])
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _add_routes(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    wanted = answer.get("routes")
    found: list[Proposal] = []
    names = {page.name: page for page in model.pages}
    for one in wanted if isinstance(wanted, list) else ():
        given = (
            {key: str(one.get(key, "")) for key in ("page", "touch", "opens")}
            if isinstance(one, dict)
            else {}
        )
        edge = _untried(model, given)
        route = _route(model, edge, given.get("opens", ""), names) if edge is not None else None
        why = "not an untried touch" if edge is None else "no such page" if route is None else ""
        if edge is not None and route is not None:
            model.behaviours[edge] = Behaviour((Way(route),))
        old = f"{given.get('page', '')}.{given.get('touch', '')}"
        found.append(Proposal("route", old, given.get("opens", ""), not why, why))
    return found


def _route(model: AppModel, edge: Edge, opens: str, names: Mapping[str, Page]) -> Route | None:
    if opens == RETURN:
        return Route(RETURN, -1, 1, assumed=PROPOSED)
    if opens == STAY:
        return Route(STAY, edge.page, 0, assumed=PROPOSED)
    there = names.get(opens)
    way = "replace" if model.pages[edge.page].layer else OPEN
    return Route(way, there.number, assumed=PROPOSED) if there is not None else None


def _untried(model: AppModel, given: Mapping[str, str]) -> Edge | None:
    for edge, behaviour in model.behaviours.items():
        if edge.slot is None or behaviour.ways[-1].route.way != MISSING:
            continue
        named = (model.pages[edge.page].name, model.slot(edge.page, edge.slot).name)
        if named == (given.get("page"), given.get("touch")):
            return edge
    return None
