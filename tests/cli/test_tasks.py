"""`phonebuddy tasks`: what each command prints, its exit code, and its answer to a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from phonebuddy.cli.main import root
from phonebuddy.tasks import pool
from phonebuddy.tasks.reading import built_in_templates


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


def test_generate_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    output, whole = tmp_path / "pool.jsonl", tmp_path / "whole.jsonl"
    arguments = ("generate", "--count", "3", "--processes", "1", "--json")
    assert run(*arguments, "-o", str(whole)).exit_code == 0
    key = pool.pool_key(built_in_templates(), 0)
    (tmp_path / f"pool.jsonl.{key}.part").write_bytes(whole.read_bytes()[:-9])
    done = run(*arguments, "-o", str(output))
    assert done.exit_code == 0, done.output
    assert output.read_bytes() == whole.read_bytes() and not list(tmp_path.glob("*.part"))


def test_freeze_writes_a_suite_and_its_next_version_keeps_the_tasks(tmp_path: Path) -> None:
    arguments = ("freeze", "trial", "--folder", str(tmp_path), "--json")
    first = run(*arguments, "--single", "1", "--mini", "0", "--cross", "0", "--about", "A trial")
    assert first.exit_code == 0, first.output
    assert json.loads(first.stdout) | {"version": 1, "tasks": 1, "kept": 0} == json.loads(first.stdout)
    second = json.loads(run(*arguments, "--keep").stdout)
    assert (second["version"], second["tasks"], second["kept"]) == (2, 1, 1)
    assert "about: A trial" in (tmp_path / "trial.yaml").read_text("utf-8")


def test_a_suite_is_listed_with_limits_and_rubrics() -> None:
    listed = json.loads(run("suite", "quick", "--json").stdout)
    assert listed["tasks"] == len(listed["list"]) == 24
    assert all(row["limit"] > 0 and row["rubric"] for row in listed["list"])


def test_every_command_has_an_example() -> None:
    group = root.get_command(click.Context(root), "tasks")
    assert isinstance(group, click.Group) and len(group.commands) >= 8
    assert all("Example:" in (command.help or "") for command in group.commands.values())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "clok"), "did you mean 'clock'"),
        (("show", "clock/add_alrm"), "did you mean 'clock/add_alarm'"),
        (("show", "clock@x"), "template@person.number"),
        (("suite", "nope"), "no suite 'nope'"),
        (("suite", "buddy15"), "did you mean 'buddy150'"),
        (("freez", "x"), "did you mean 'freeze'"),
        (("freeze", "../x"), "'../x' is no name of a suite"),
        (("list", "--category", "sngle"), "single"),
    ],
)
def test_a_mistake_is_answered_with_the_nearest_match(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and says in result.output
