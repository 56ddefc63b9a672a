"""`phonebuddy episodes`: list, show, replay, filter, export, and what is said about mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from phonebuddy.cli.main import root
from phonebuddy.episodes.store import Store
from tests.episodes.made import golds


@pytest.fixture
def run(tmp_path: Path) -> Path:
    store = Store(tmp_path / "run")
    first, second, third = golds()[:3]
    failed = msgspec.structs.replace(second, result="failure", reasons=("not ended",))
    store.parts.add("one", [first, failed])
    store.faults.add("one", [msgspec.structs.replace(third, id="x~1", result="fault", cause="dropped")])
    return tmp_path / "run"


def call(*args: object, code: int = 0) -> Any:
    result = CliRunner().invoke(root, ["episodes", *map(str, args)])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout) if "--json" in args else result.output


def test_list_and_stats(run: Path) -> None:
    assert [row["result"] for row in call("list", run, "--json")["list"]] == ["success", "failure", "fault"]
    (row,) = call("list", run, "--result", "failure", "--json")["list"]
    assert (row["why"], row["steps"]) == ("not ended", len(golds()[1].steps))
    assert "not ended" in call("list", run)
    numbers = call("stats", run, "--json")
    assert (numbers["episodes"], numbers["success_rate"], numbers["tries_that_broke"]) == (2, 0.5, 1)
    assert numbers["causes"] == [{"cause": "dropped", "tries": 1}]


def test_show_says_every_step_and_draws_them(run: Path, tmp_path: Path) -> None:
    shown = call("show", run, golds()[0].id, "-o", tmp_path / "strip.png", "--json")
    assert len(shown["list"]) == len(golds()[0].steps)
    assert (tmp_path / "strip.png").read_bytes().startswith(b"\x89PNG")
    assert call("show", run, "x~1", "--json")["result"] == "fault"
    assert "did you mean" in call("show", run, golds()[0].id[:-1], code=2)


def test_replay_tells_what_differs(run: Path) -> None:
    data = call("replay", run, "--json", code=1)
    assert (data["same"], data["differs"]) == (1, 1)
    assert data["list"][0]["what"].startswith("result")
    assert call("replay", run, golds()[0].id, "--json")["same"] == 1
    assert "'x~1' is a try that broke (dropped)" in call("replay", run, "x~1", code=2)


def test_filter_and_export(run: Path, tmp_path: Path) -> None:
    data = call("filter", run, "--success", "-o", tmp_path / "good", "--json")
    assert (data["kept"], data["rules"]) == (1, [{"rule": "success", "episodes": 1}])
    data = call("export", tmp_path / "good", "--to", "samples", "-o", tmp_path / "out", "--json")
    assert data["samples"] == len(golds()[0].steps)


def test_a_folder_without_a_run_says_how_to_make_one(tmp_path: Path) -> None:
    assert "phonebuddy collect -o" in call("list", tmp_path, code=2)
