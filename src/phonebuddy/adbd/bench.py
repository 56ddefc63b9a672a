"""The bench of the served phones: what a screenshot and a tap take, and how many phones one process holds.

The server runs in a process of its own, as it would; times are medians of whole commands on frames that are
drawn already. Invariant: numbers come from this run or are None with a reason, never from anywhere else.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from phonebuddy.adbd.client import DirectHost
from phonebuddy.errors import SetupError

START_S = 120.0
CAPTURE = "exec:screencap -p"
NUM_CLIENTS = 4


def bench(count: int, rounds: int, advance: Callable[[], None]) -> dict[str, object]:
    """Measure everything; `advance` is called after each of five parts."""
    with _served(1) as (pid, [port]):
        numbers = _direct(port, rounds)
        advance()
        numbers |= _cli(port, rounds)
        advance()
        alone_mb = _resident_mb(pid)
    with _served(count) as (pid, ports):
        _warm(ports)
        advance()
        before = _cpu_s(pid)
        taken, numbers["screencaps_per_s"] = _rate(ports, rounds)
        numbers["screencap_cpu_ms"] = round((_cpu_s(pid) - before) / taken * 1000, 3)
        advance()
        more = max(1, count - 1)
        numbers["phones"] = count
        numbers["phone_mb"] = round((_resident_mb(pid) - alone_mb) / more, 2) if count > 1 else None
        numbers["server_mb"] = round(_resident_mb(pid), 1)
        advance()
    return numbers


def _free_ports(count: int) -> int:
    """The first of so many ports that are free one after the other."""
    for start in range(21000, 60000 - count, count + 1):
        try:
            for number in range(count):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", start + number))
        except OSError:
            continue
        return start
    raise SetupError(f"no {count} free ports in a row")


@contextmanager
def _served(count: int) -> Iterator[tuple[int, list[int]]]:
    """A server in another process, and the ports of its phones."""
    port = _free_ports(count)
    code = "from phonebuddy.cli.main import main; main()"
    command = [
        sys.executable,
        "-c",
        code,
        "serve",
        "adb",
        "--phones",
        str(count),
        "--port",
        str(port),
        "--still",
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise SetupError("the server did not start")
            yield process.pid, [int(phone["port"]) for phone in json.loads(line)["phones"]]
        finally:
            process.terminate()
            process.wait(30)


def _cpu_s(pid: int) -> float:
    """What the server's thread has spent: it depends less than a rate on what else the machine does."""
    return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e9


def _resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _median_ms(do: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        do()
        times.append(time.perf_counter() - started)
    return round(statistics.median(times) * 1000, 3)


def _direct(port: int, rounds: int) -> dict[str, object]:
    with DirectHost(port) as host:
        size = len(host.run(CAPTURE))
        return {
            "screencap_direct_ms": _median_ms(lambda: host.run(CAPTURE), rounds),
            "shell_direct_ms": _median_ms(lambda: host.run("shell:true"), rounds),
            "png_bytes": size,
        }


def _cli(port: int, rounds: int) -> dict[str, object]:
    """The same through Debian's adb program, a new process for each command."""
    program = shutil.which("adb")
    if program is None:
        return {
            "screencap_cli_ms": None,
            "tap_cli_ms": None,
            "cli_missing": "install it: apt-get install adb",
        }
    serial = f"127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="phonebuddy-adb-") as home:
        names = {
            "HOME": home,
            "ANDROID_ADB_SERVER_PORT": str(_free_ports(1)),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "0",
        }
        environment = {**os.environ, **names}

        def adb(*words: str) -> bytes:
            done = subprocess.run(
                [program, *words], env=environment, capture_output=True, check=True, timeout=60
            )
            return done.stdout

        try:
            adb("connect", serial)
            adb("-s", serial, "exec-out", "screencap", "-p")
            return {
                "screencap_cli_ms": _median_ms(
                    lambda: adb("-s", serial, "exec-out", "screencap", "-p"), rounds
                ),
                "tap_cli_ms": _median_ms(
                    lambda: adb("-s", serial, "shell", "input", "tap", "5", "1200"), rounds
                ),
            }
        finally:
            adb("kill-server")


def _warm(ports: list[int]) -> None:
    """Draw and encode every phone's frame once."""
    for port in ports:
        with DirectHost(port) as host:
            host.run(CAPTURE)


def _rate(ports: list[int], rounds: int) -> tuple[int, float]:
    """Screenshots in all, and a second, asked for by a few clients of all phones in turn."""
    hosts = [DirectHost(port) for port in ports]
    each = max(1, rounds // 5)

    def work(mine: list[DirectHost]) -> None:
        for _ in range(each):
            for host in mine:
                host.run(CAPTURE)

    threads = [Thread(target=work, args=(hosts[number::NUM_CLIENTS],)) for number in range(NUM_CLIENTS)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - started
    for host in hosts:
        host.close()
    return len(ports) * each, round(len(ports) * each / spent, 1)
