"""`phonebuddy tasks`: what each command prints, its exit code, and its answer to a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from phonebuddy.cli.main import root


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["tasks", *arguments], prog_name="phonebuddy")


def test_list_and_show_and_split() -> None:
    listed = json.loads(run("list", "clock", "--category", "single", "--json").stdout)
    assert listed["templates"] == len(listed["list"]) > 5
    shown = json.loads(run("show", "clock/add_alarm@0.3", "--json").stdout)
    assert shown["task"] == "clock/add_alarm@0.3" and shown["values"]["label"] in shown["instruction"]
    assert json.loads(run("split", "--json").stdout)["templates"]["train"] > 0


def test_check_proves_and_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("check", "clock/add_alarm", "--persons", "1", "--processes", "1", "--json")
    first = run(*arguments, "--page", "suite.md")
    assert first.exit_code == 0, first.output
    numbers = json.loads(first.stdout.splitlines()[-1])
    assert numbers["instances_checked"] == numbers["passed"] == 1 and numbers["failed"] == 0
    assert {"apps", "domains", "modules", "templates", "single", "mini", "cross"} <= numbers.keys()
    assert "clock/add_alarm" in (tmp_path / "suite.md").read_text()
    kept = (tmp_path / "out" / "tasks-proven.jsonl").read_bytes()
    assert run(*arguments).exit_code == 0
    assert (tmp_path / "out" / "tasks-proven.jsonl").read_bytes() == kept


def test_play_says_each_action_and_the_verdict() -> None:
    played = json.loads(run("play", "clock/switch_off_alarm", "--json").stdout)
    assert played["verdict"] == "success" and played["actions"][0] == "open_app Clock"


def test_generate_writes_one_task_a_line(tmp_path: Path) -> None:
    output = tmp_path / "pool.jsonl"
    done = run("generate", "--count", "3", "--processes", "1", "-o", str(output), "--json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert len({line["task"]["instruction"] for line in lines}) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "clok"), "did you mean 'clock'"),
        (("show", "clock/add_alrm"), "did you mean 'clock/add_alarm'"),
        (("show", "clock@x"), "template@person.number"),
        (("suite", "nope"), "no suite 'nope'"),
    ],
)
def test_a_mistake_is_answered_with_the_nearest_match(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and says in result.output
