"""`phonebuddy serve`: its help, its mistakes, and a server that starts, answers and ends cleanly."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from phonebuddy.adbd.client import DirectHost
from phonebuddy.cli.main import root

COMMAND = [sys.executable, "-c", "from phonebuddy.cli.main import main; main()"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("name", ["adb", "emulator", "bench"])
def test_help_has_an_example(name: str) -> None:
    result = CliRunner().invoke(root, ["serve", name, "--help"])
    assert result.exit_code == 0 and f"phonebuddy serve {name}" in result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["adb", "--fault", "slo"], "did you mean 'slow'"),
        (["adb", "--keys", "/nope/keys"], "cannot be read"),
        (["adb", "--phones", "9", "--port", "65530"], "do not fit"),
        (["emulator", "--port", "5556"], "is even"),
    ],
)
def test_mistakes_are_explained(words: list[str], says: str) -> None:
    result = CliRunner().invoke(root, ["serve", *words])
    assert result.exit_code == 2
    assert says in result.output


def test_a_port_in_use_is_explained() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(root, ["serve", "adb", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2 and "give another with --port" in result.output


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    port = free_port()
    words = ["serve", "adb", "--port", str(port), "--profile", "540x1200", "--still", "--json"]
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        phones = json.loads(process.stdout.readline())["phones"]
        assert phones == [{"serial": f"127.0.0.1:{port}", "port": port}]
        with DirectHost(port) as host:
            assert host.run("shell:wm size") == b"Physical size: 540x1200\n"
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


@pytest.mark.slow
def test_the_bench_has_its_numbers() -> None:
    result = CliRunner().invoke(root, ["serve", "bench", "--phones", "3", "--rounds", "10", "--json"])
    assert result.exit_code == 0, result.output
    numbers = json.loads(next(line for line in result.output.splitlines() if line.startswith("{")))
    names = {
        "screencap_cli_ms",
        "screencap_direct_ms",
        "tap_cli_ms",
        "screencaps_per_s",
        "screencap_cpu_ms",
        "phones",
        "phone_mb",
    }
    assert names <= set(numbers) and numbers["phones"] == 3
