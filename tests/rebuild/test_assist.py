"""The model pass against a scripted endpoint: proposals are checked, cached and listed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.assist import HttpEndpoint, assist
from phonebuddy.rebuild.behaviour import PROPOSED
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.goals import judge_goals
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.replay import Replayer
from phonebuddy.rebuild.score.score import running
from phonebuddy.rebuild.tasks import task_file
from phonebuddy.world.spec.load import check_apps
from tests.rebuild.recorded import ALL, SALT


class Scripted:
    """Answers as told, and counts."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def ask(self, question: str) -> str:
        self.asked.append(question)
        return self.answer


def told(**answer: object) -> Scripted:
    return Scripted(f"Here you are:\n{json.dumps(answer)}\nBye")


def test_good_proposals_are_kept_and_bad_ones_are_not(tmp_path: Path) -> None:
    model = build_model(ALL)
    endpoint = told(
        pages={"pantry": "stock", "settings": "Not A Name", "gone": "here", "units": "stock"},
        routes=[
            {"page": "settings", "touch": "about_us", "opens": "pantry"},
            {"page": "settings", "touch": "units", "opens": "stock"},
            "nonsense",
        ],
    )
    found = assist(model, endpoint, tmp_path)
    assert [one.why for one in found] == [
        "", "not an untried touch", "not an untried touch", "", "not a name", "no such page", "taken",
    ]  # fmt: skip
    write_app(app_files(model), tmp_path / "pantry")
    assert check_apps([tmp_path / "pantry"])[0] == []


def test_lists_places_and_phrasings_are_proposed_too(tmp_path: Path) -> None:
    model = build_model(ALL)
    said = SALT.instruction
    endpoint = told(
        lists={"pantry_rows": "goods", "none": "x"},
        places={"settings.units": "measures", "settings.gone": "x", "settings.warn_me_early": "measures"},
        phrases={
            said: {"polite": "Would you put 'Salt' on the list?", "terse": "Buy something", "odd": "Salt"},
            "never said": {"terse": "x"},
        },
    )
    found = assist(model, endpoint, tmp_path, {said: {"Salt"}})
    assert [(one.what, one.why) for one in found if one.why] == [
        ("place", "no such place"),
        ("place", "taken"),
        ("list", "no such list"),
        ("phrase", "a typed text is missing"),
        ("phrase", "a style is one of terse, plain, polite, chatty"),
        ("phrase", "no such instruction"),
    ]
    files = app_files(model)
    assert "CREATE TABLE pantry_goods" in files["app.yaml"]
    assert "measures" in files["app.yaml"]
    with running(model) as driver:
        report = judge_goals(Replayer(model, driver, Judge(ALL, True)), ALL)
    assert "Would you put '{text_1}' on the list?" in task_file(model, report.goals)


def test_a_touch_may_be_said_to_close_or_to_stay(tmp_path: Path) -> None:
    for opens, way in (("back", "back"), ("stay", "stay")):
        model = build_model(ALL)
        endpoint = told(routes=[{"page": "settings", "touch": "about_us", "opens": opens}])
        assert [one.kept for one in assist(model, endpoint, tmp_path / opens)] == [True]
        ways = [one.ways[-1].route for one in model.behaviours.values()]
        assert [route.way for route in ways if route.assumed == PROPOSED] == [way]


def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    endpoint = told(pages={"pantry": "stock"})
    for _ in range(2):
        model = build_model(ALL)
        assist(model, endpoint, tmp_path)
        assert "stock" in {page.name for page in model.pages}
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("answer", ["", "no", "[1]", "{broken", '{"pages": 3, "routes": {"a": 1}}'])
def test_nonsense_changes_nothing(tmp_path: Path, answer: str) -> None:
    model = build_model(ALL)
    before = app_files(model)
    assert assist(model, Scripted(answer), tmp_path) == []
    assert app_files(model) == before


@pytest.fixture
def server() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = {"choices": [{"message": {"content": f"model {asked['model']}"}}]}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    http = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}/v1"
    http.shutdown()
    thread.join()
    http.server_close()


def test_an_endpoint_is_asked_over_http(server: str) -> None:
    assert HttpEndpoint(server, "small").ask("?") == "model small"


def test_an_endpoint_that_is_not_there_is_said_so() -> None:
    with pytest.raises(TraceError, match="no usable answer"):
        HttpEndpoint("http://127.0.0.1:9/v1", "x").ask("?")
    with pytest.raises(TraceError, match="http"):
        HttpEndpoint("file:///etc/passwd", "x")


def test_rows_are_proposed_and_recorded_ones_stay(tmp_path: Path) -> None:
    model = build_model(ALL)
    before = Tables(model).rows()["pantry_pantry_rows"]
    rows: list[object] = [
        {"name": "Oats", "detail": "2 bags"}, {"name": "MILK", "detail": "9 litres"}, {"name": "Oats"},
        {"name": "Tea", "price": "3"}, {"detail": "2 bags"}, {"name": ["Tea"]}, {"name": "Tea\nand more"}, 7,
    ]  # fmt: skip
    found = assist(model, told(rows={"pantry_rows": rows, "gone": [{"name": "x"}]}), tmp_path)
    assert [(one.what, one.why) for one in found] == [
        ("row", ""), ("row", "there is such a row already"), ("row", "there is such a row already"),
        ("row", "no column 'price'; the columns are name, detail"),
        ("row", "nothing in 'name', which every row is known by"), ("row", "name: not a text"),
        ("row", "name: more lines than any recorded row has"), ("row", "not a row"), ("row", "no such list"),
    ]  # fmt: skip
    after = Tables(model).rows()["pantry_pantry_rows"]
    assert after[: len(before)] == before
    assert [(row["name"], row["assumed"]) for row in after[len(before) :]] == [("Oats", PROPOSED)]
    files = app_files(model)
    assert PROPOSED in files["content.yaml"]
    assert json.loads(files["rebuild.json"])["rows"][0]["assumed"] == PROPOSED
    write_app(files, tmp_path / "pantry")
    assert check_apps([tmp_path / "pantry"])[0] == []
    with running(model) as driver:
        driver.start()
        assert "Oats\n2 bags" in [item.label for item in driver.read()]


def test_the_question_tells_columns_types_and_rows(tmp_path: Path) -> None:
    endpoint = told()
    assist(build_model(ALL), endpoint, tmp_path)
    asked = json.loads(endpoint.asked[0][endpoint.asked[0].index('\n{"app"') :])
    assert asked["lists"]["pantry_rows"] == {
        "columns": {"name": "text", "detail": "text"},
        "rows": [["Milk", "2 litres"], ["Rice", "1 bag"]],
    }
