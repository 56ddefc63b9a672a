"""`phonebuddy world play`: what it prints, how it ends, and what it says about wrong options."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from phonebuddy.cli.main import root
from tests.web.helpers import raw


def test_it_prints_one_address_and_ends_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from phonebuddy.cli.main import main; main()",
        "world",
        "play",
        "--no-open",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)(/enter\?token=\S+)", process.stdout.readline())
            assert found is not None
            request = f"GET {found[2]} HTTP/1.1\r\nHost: 127.0.0.1:{found[1]}\r\nConnection: close\r\n\r\n"
            assert raw(int(found[1]), request.encode()).status == 303
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, output, errors) == (0, "", "")
    assert list(tmp_path.iterdir()) == [], "nothing is written unless something is recorded"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--profile", "1080x2401"], "did you mean '1080x2400'"),
        (["--apps", "/dev/null/nothing"], "nothing"),
        (["--port", "70000"], "70000"),
        (["--seed", "-1"], "-1"),
        (["--measure", "1"], "1"),
    ],
)
def test_wrong_options_get_a_clear_message(options: list[str], message: str) -> None:
    result = CliRunner().invoke(root, ["world", "play", "--no-open", *options])
    assert result.exit_code == 2
    assert message in result.output


def test_help_shows_an_example() -> None:
    result = CliRunner().invoke(root, ["world", "play", "--help"])
    assert "phonebuddy world play --seed 7 --dark" in result.output
