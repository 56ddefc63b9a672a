"""The command line: help, mistakes, and how fast it answers."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from phonebuddy import __version__
from phonebuddy.cli.group import Group
from phonebuddy.cli.main import COMMANDS, root
from phonebuddy.errors import AppError


def test_help_lists_every_command_with_its_summary() -> None:
    result = CliRunner().invoke(root, ["--help"])
    assert result.exit_code == 0
    assert all(name in result.output and lazy.summary in result.output for name, lazy in COMMANDS.items())


def test_help_imports_no_engine() -> None:
    code = (
        "import sys\nfrom phonebuddy.cli.main import root\n"
        "root(['--help'], standalone_mode=False)\n"
        "heavy = {'skia', 'numpy', 'apsw', 'gymnasium', 'phonebuddy.world', 'phonebuddy.cli.world', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "[]\n")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_command_says_of_itself_what_the_list_says(name: str) -> None:
    command = root.get_command(click.Context(root), name)
    assert command is not None
    assert (command.help or "").splitlines()[0] == COMMANDS[name].summary


def test_version() -> None:
    assert CliRunner().invoke(root, ["--version"]).output == f"phonebuddy, version {__version__}\n"


def test_a_mistyped_command_gets_the_nearest_one() -> None:
    result = CliRunner().invoke(root, ["wrold"])
    assert result.exit_code == 2
    known = ", ".join(sorted(COMMANDS))
    assert f"No command 'wrold' (did you mean 'world'?). Commands: {known}." in result.output


def test_a_mistake_is_one_message_and_exit_code_2() -> None:
    def fail() -> None:
        raise AppError("clock.yaml:3: unknown widget 'txt'")

    inner = Group("apps", commands=[click.Command("check", callback=fail)])
    result = CliRunner().invoke(Group("phonebuddy", commands=[inner]), ["apps", "check"])
    assert (result.exit_code, result.output) == (2, "Error: clock.yaml:3: unknown widget 'txt'\n")


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    result = CliRunner().invoke(Group("phonebuddy", commands=[click.Command("x", callback=fail)]), ["x"])
    assert isinstance(result.exception, ZeroDivisionError)
